"""What good writers do with figures and names: abbreviate, spell out, tell a share in words. None of it is another fact."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

RETOLD = [
    # units and currencies
    ("A heat pump emits 0.8 t of carbon dioxide a year.", "Over a year a heat pump emits about 0.8 tonnes of carbon dioxide."),
    ("The plant emits 12 kt a year.", "The plant emits 12,000 tonnes a year."),
    ("Emissions came to 2.6 Mt in all.", "Emissions came to 2.6 million tonnes in all."),
    ("The plant burns 500 t of coal a day.", "The plant burns 500 tons of coal a day."),
    ("Planning rules cap the level at 42 dB.", "Outdoor units must not exceed a level of 42 decibels under the planning rules."),
    ("The radio works at 3.2 GHz.", "The radio works at 3.2 gigahertz."),
    ("The pack holds 5 kVA at most.", "The pack holds 5 kilovolt-amperes at most."),
    ("The way there takes 2 h by train.", "The way there takes two hours by train."),
    ("The bridge cost USD 40 million.", "The bridge cost $40 million."),
    ("The bridge cost RMB 3 billion.", "The bridge cost 3 billion yuan."),
    ("The railway cost NT$500 billion.", "The railway cost 500 billion New Taiwan dollars."),
    ("The price is $0.05 per kilowatt-hour.", "The price is five cents per kilowatt-hour."),
    ("Costs lie at $10-15k for a home.", "Costs are $10,000 to $15,000 for a home."),
    ("騒音は40 dB程度。", "騒音は約40デシベルである。"),
    ("室外机噪声为42 dB(A)。", "室外机的噪声为42分贝。"),
    ("頻率為3.2 GHz。", "頻率為3.2吉赫。"),
    ("裝置容量為1,500MW。", "裝置容量為150萬瓩。"),
    ("日产10万m³淡水。", "日产淡水10万立方米。"),
    ("最高速度は時速300キロ。", "最高速度は300km/hである。"),
    ("소음은 40dB 수준이다.", "소음은 약 40데시벨이다."),
    # shares and multiples
    ("In a third of the homes the pump ran too hot.", "In one home in three the heat pump ran too hot."),
    ("About 7 % of heat pumps needed a repair.", "One in fourteen heat pumps needed a repair."),
    ("The fleet grew 4-fold.", "The fleet grew fourfold."),
    ("約三分之一的家庭受影響。", "每三個家庭就有一個受影響。"),
    ("十分之一的鍋爐需要維修。", "每10台鍋爐就有1台需要維修。"),
    ("每100人中有7人受影响。", "7%的人受影响。"),
    ("3割の人が利用している。", "10人中3人が利用している。"),
    ("2030年までに2倍になる見込み。", "2030年までに倍増する見通し。"),
    # dates
    ("The quota is 6 % of sales in 2025/26.", "Makers must sell heat pumps worth 6 percent of their sales in 2025/26."),
    ("In Q1 2025 prices of heat pumps fell.", "Prices of heat pumps fell in the first quarter of 2025."),
    ("In FY2025 revenue rose 8 %.", "Revenue rose 8 percent in fiscal year 2025."),
    ("Revenue rose 8 % in FY25.", "Revenue rose 8 percent in the fiscal year 2025."),
    ("The town was founded in the 19th century.", "The town was founded in 1854."),
    ("2025年Q1价格下跌8%。", "2025年第一季度价格下跌8%。"),
    ("該鎮建於19世紀。", "該鎮建於1854年。"),
    ("2025년 Q1에 가격이 내렸다.", "2025년 1분기 가격이 하락했다."),
    # names
    ("CO2 emissions fell by 68 %.", "Carbon dioxide emissions fell by 68 percent."),
    ("LFP cells last 6,000 cycles.", "Lithium iron phosphate cells last 6,000 cycles."),
    ("Sales of EVs outran those of diesel cars.", "Sales of electric vehicles outran those of diesel cars."),
    ("Mortality fell 20 % (HR 0.80).", "Mortality fell by 20% (hazard ratio, 0.80)."),
    ("2024年中國GDP成長5%。", "2024年中國國內生產毛額成長5%。"),
    ("CO2排放量下降68%。", "二氧化碳排放量下降了68%。"),
    ("LFP电池循环寿命达6000次。", "磷酸铁锂电池的循环寿命达到6000次。"),
    ("IEA預測2030年將達到1,000 GW。", "國際能源總署預測，2030年將達到1000吉瓦。"),
    ("CO2 배출량이 68% 줄었다.", "이산화탄소 배출량이 68퍼센트 줄었다."),
    ("For most UK homes a heat pump costs as much to run as a boiler.", "A heat pump costs a home as much to run as a boiler."),
    ("In Taiwan the new line carries 80,000 passengers a day.", "The new line carries 80,000 passengers a day."),
    # denials in other words
    ("The study excluded flats.", "The study did not cover flats."),
    ("Faults stem from settings rather than parts.", "Most faults were settings, not parts."),
    ("研究は集合住宅を対象外とした。", "研究は集合住宅を対象としていない。"),
    ("연구는 아파트를 제외했다.", "연구는 아파트를 포함하지 않았다."),
]


@pytest.mark.parametrize(("sentence", "span"), RETOLD)
def test_a_fact_in_another_writing_is_not_contradicted(sentence: str, span: str) -> None:
    word = judge(sentence, [span])
    assert word.verdict != "contradicted", word.reason


CHANGED = [
    ("The plant emits 12 kt a year.", "The plant emits 12 tonnes a year."),
    ("Planning rules cap the level at 45 dB.", "Outdoor units must not exceed a level of 42 decibels under the planning rules."),
    ("The bridge cost USD 40 million.", "The bridge cost €40 million."),
    ("The price is $0.05 per kilowatt-hour.", "The price is eight cents per kilowatt-hour."),
    ("Costs lie at $10-15k for a home.", "Costs are $20,000 to $25,000 for a home."),
    ("In a third of the homes the pump ran too hot.", "In one home in five the heat pump ran too hot."),
    ("The fleet grew 4-fold.", "The fleet grew threefold."),
    ("The quota is 6 % of sales in 2026/27.", "Makers must sell heat pumps worth 6 percent of their sales in 2024/25."),
    ("In Q3 2025 prices of heat pumps fell.", "Prices of heat pumps fell in the first quarter of 2025."),
    ("Revenue rose 8 % in FY24.", "Revenue rose 8 percent in the fiscal year 2025."),
    ("The town was founded in the 18th century.", "The town was founded in 1854."),
    ("CO2 emissions fell by 68 %.", "Methane emissions fell by 68 percent."),
    (
        "For most UK homes a heat pump costs as much to run as a boiler.",
        "In Germany a heat pump costs a home as much as a boiler to run.",
    ),
    ("日产10万m³淡水。", "日产淡水12万立方米。"),
    ("騒音は45 dB程度。", "騒音は約40デシベルである。"),
    ("約三分之一的家庭受影響。", "每五個家庭就有一個受影響。"),
    ("2025年Q3价格下跌8%。", "2025年第一季度价格下跌8%。"),
    ("2024年中國GDP成長5%。", "2024年中國出口額成長5%。"),
]


@pytest.mark.parametrize(("sentence", "span"), CHANGED)
def test_another_fact_in_another_writing_is_contradicted(sentence: str, span: str) -> None:
    word = judge(sentence, [span])
    assert word.verdict == "contradicted", word
