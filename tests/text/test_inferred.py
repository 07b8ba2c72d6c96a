"""A figure that follows by one step from figures of the source stands; it is unclear where others may be meant."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

PFLEGE = (
    "Im Jahr 2022 waren 1.690.000 Menschen in der Pflege beschäftigt. "
    "Im Jahr 2030 werden nach der Prognose 1.610.000 beschäftigt sein."
)
賃 = "2020年度の最低賃金の全国平均は902円だった。2025年度の全国平均は1,113円である。"
出 = "2024年新能源汽车出口128.4万辆，2023年出口51.2万辆。"
임금 = "2023년 최저임금은 9,620원이었다. 2024년 최저임금은 9,860원이다."
WIND = "Wind supplied 38 GW of new capacity in 2024. All renewables together came to 57 GW."
SOLAR = "The region added 40 GW in 2024, of which solar made up 28 GW."
TRIAL = "In the trial, 212 of the 1,060 vaccinated children fell ill."
KENYA = "Kenya spent 14.2 billion shillings on fertiliser subsidies in 2022. In 2023 it spent 21.3 billion shillings."
BOTH = KENYA + " Uganda spent 5.0 billion shillings in 2023."

TANK = "The reservoir of 2019 holds 420,000 cubic metres and cost 63 million dollars with its dam."
时 = "2021年，甲区的利用小时数为540小时，乙区为780小时。"
价 = "甲厂的水泵报价为每台600元左右，而乙厂的水泵报价在每台750元以上。"
KILN = "The kiln took 3.46 kWh for the firing alone. Fans and belts need about 2 kWh."

STANDS = [
    (PFLEGE, "2030 werden 1.610.000 Menschen in der Pflege beschäftigt sein, {} weniger als 2022.", "80.000", "90.000"),
    (賃, "2025年度の最低賃金の全国平均は1,113円で、2020年度から{}円の引き上げとなった。", "211", "221"),
    (賃, "最低賃金の全国平均は5年間で{}円引き上げられ、2025年度に1,113円となった。", "211", "112"),
    (賃, "最低賃金の全国平均は{}年間で211円引き上げられ、2025年度に1,113円となった。", "5", "6"),
    (出, "2024年新能源汽车出口128.4万辆，是上年的近{}倍。", "2.5", "3.5"),
    (出, "2024年新能源汽车出口128.4万辆，比2023年增加{}万辆。", "77.2", "72.7"),
    (出, "2024年新能源汽车出口比2023年增长了约{}%。", "151", "115"),
    (임금, "2024년 최저임금은 9,860원으로 전년보다 {}원 올랐다.", "240", "420"),
    (임금, "2024년 최저임금은 9,860원으로 전년 대비 {}% 증가했다.", "2.5", "5.2"),
    (WIND, "Wind supplied 38 GW of new capacity in 2024, {} of the total.", "two thirds", "three quarters"),
    (SOLAR, "Solar made up 28 GW of the capacity added in 2024; the remaining {} GW came from other sources.", "12", "14"),
    (SOLAR, "Solar made up {} of the 40 GW that the region added in 2024.", "70%", "60%"),
    (TRIAL, "In the trial, 212 of the 1,060 vaccinated children fell ill, or {}.", "20%", "25%"),
    (KENYA, "Kenya's spending on fertiliser subsidies rose by {} billion shillings between 2022 and 2023.", "7.1", "6.1"),
    (KENYA, "In 2023 Kenya spent 21.3 billion shillings on fertiliser subsidies, an increase of {}.", "50%", "33%"),
    (KENYA, "In 2023 Kenya spent 21.3 billion shillings on fertiliser subsidies, {} times as much as in 2022.", "1.5", "1.9"),
    (价, "甲厂的水泵约为每台600元，乙厂的在750元以上，也就是贵出至少{}。", "四分之一", "三分之一"),
    (TANK, "The reservoir cost 63 million dollars for 420,000 cubic metres, or {} dollars for each cubic metre.", "150", "160"),
    (KENYA, "Over 2022 and 2023 together Kenya spent {} billion shillings on fertiliser subsidies.", "35.5", "36.5"),
]


@pytest.mark.parametrize(("source", "claim", "right", "wrong"), STANDS)
def test_what_follows_from_the_figures_of_the_source_stands_and_nothing_else(
    source: str, claim: str, right: str, wrong: str
) -> None:
    assert judge(claim.format(right), [source]).verdict == "supported"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "claim", "right", "wrong"),
    [
        (TANK, "The reservoir cost 63 million dollars, or {} dollars per cubic metre.", "150", "160"),
        (时, "2021年乙区的利用小时数为780小时，比甲区多{}小时。", "240", "260"),
        (KILN, "With the fans and belts, which add 2 kWh, the whole kiln comes to about {} kWh.", "5.5", "5.9"),
        (WIND, "Wind supplied about {}% of the new renewable capacity in 2024.", "67", "76"),  # what is of what, is not told
        (BOTH, "In 2023 Kenya spent 21.3 billion shillings on fertiliser subsidies, {} times as much as Uganda.", "4.3", "3.3"),
        (PFLEGE, "Bis 2030 sinkt die Zahl der Beschäftigten in der Pflege um {} auf 1.610.000.", "80.000", "60.000"),
    ],
)
def test_what_may_follow_from_other_figures_is_unclear(source: str, claim: str, right: str, wrong: str) -> None:
    assert judge(claim.format(right), [source]).verdict == "unclear"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        "Kenya's spending on fertiliser subsidies fell by 33% from 2022 to 2023.",
        "Kenya's spending on fertiliser subsidies fell by 7.1 billion shillings from 2022 to 2023.",
        "Kenya's spending on fertiliser subsidies rose by 16.3 billion shillings from 2022 to 2023.",  # that is Uganda's
        "In 2022 Kenya spent 14.2 billion shillings on fertiliser subsidies, 1.5 times as much as in 2023.",
        "In 2023 Uganda spent 5.0 billion shillings on fertiliser subsidies, 4.3 times as much as Kenya.",
        "In 2023 Kenya spent 21.3 billion shillings on fertiliser subsidies, and 50% went to farms.",
    ],
)
def test_what_follows_the_other_way_round_or_from_other_years_does_not_stand(claim: str) -> None:
    assert judge(claim, [BOTH]).verdict == "contradicted"


def test_a_share_that_the_source_gives_itself_is_not_worked_out_anew() -> None:
    source = "Heart disease causes 17.9 million deaths a year, 32% of all deaths. Some 43.7 million hearts were examined."
    claim = "Heart disease causes 17.9 million deaths a year, {} of all deaths."
    assert judge(claim.format("32%"), [source]).verdict == "supported"
    assert judge(claim.format("41%"), [source]).verdict == "contradicted"


PESO = (
    "Mexico introduced a tax of 1 peso per litre in 2014, roughly 10% of the retail price. "
    "The rate was raised to 1.5737 pesos per litre in 2024."
)
PENCE = "Producers pay 18 pence per litre on drinks with 5 to 8 grams, and 24 pence per litre on drinks with more than 8 grams."
SUGAR = (
    "Between 2015 and 2019 the sugar sold in soft drinks fell by 34.6%, from 135,391 to 87,664 tonnes. "
    "The share of drinks with more than 5 grams of sugar fell from 49% in 2015 to 15% in 2019."
)
CASES = "A study estimated that the tax would prevent 239,900 cases of obesity, of which 39% among children."
FIVE = "Two of five studies of body weight found a decrease; the other three found no change."
FIFTH = "In Mexico the poorest fifth spent 0.42% of its income on the tax, the richest fifth 0.11%."
补 = "中央财政2023年拨付保费补贴477.7亿元，比2022年增加43.2亿元。"
赔 = "2023年全国农业保险保费收入1430亿元，同比增长17.3%，提供风险保障4.98万亿元，赔付支出1124亿元。"
粮 = "| 作物 | 承保面积（万亩） |\n|---|---|\n| 水稻 | 31200 |\n| 小麦 | 25800 |\n| 玉米 | 42500 |"


@pytest.mark.parametrize(
    ("source", "claim", "right", "wrong"),
    [
        (
            "这款客车的指导价为每辆228万元。这类客车每辆最高奖励46万元。",
            "这款客车指导价为228万元，扣除46万元的奖励后为{}万元。",
            "182",
            "192",
        ),
        (
            "The bus costs 228,000 euros. The grant for such a bus is 46,000 euros at most.",
            "The bus costs 228,000 euros, minus the grant of 46,000 euros {} euros.",
            "182,000",
            "192,000",
        ),
    ],
)
def test_what_a_grant_leaves_of_a_price_is_worked_out(source: str, claim: str, right: str, wrong: str) -> None:
    assert judge(claim.format(right), [source]).verdict != "contradicted"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "claim", "right", "wrong"),
    [
        (PESO, "Mexico raised the rate by {}% to 1.5737 pesos per litre in 2024.", "57", "75"),  # 1 peso is a figure of a rate
        (PENCE, "Producers pay 18 pence per litre on drinks with 5 to 8 grams and 24 pence above, {} pence more.", "6", "7"),
        (
            PENCE,
            "Producers pay 18 pence per litre on drinks with 5 to 8 grams and 24 pence above, {} more.",
            "a third",
            "a quarter",
        ),
        (SUGAR, "The sugar sold in soft drinks fell by {} tonnes between 2015 and 2019.", "47,727", "57,727"),
        (SUGAR, "The share of drinks above 5 grams of sugar fell by {} percentage points to 15%.", "34", "43"),
        (CASES, "The tax would prevent 239,900 cases of obesity; 39% of them, some {}, among children.", "94,000", "49,000"),
        (FIVE, "Two of five studies, or {}, found a decrease in body weight.", "40%", "60%"),
        (FIFTH, "In Mexico the poorest fifth spent 0.42% of its income, {} times the share of the richest fifth.", "3.8", "2.8"),
        (补, "2023年中央财政拨付保费补贴477.7亿元，比2022年增加43.2亿元，增幅约{}%。", "10", "20"),
        (补, "2023年中央财政拨付保费补贴477.7亿元，比2022年的434.5亿元增加43.2亿元，增幅约{}%。", "10", "20"),
        (赔, "2023年赔付支出1124亿元，占保费收入的近{}成。", "八", "九"),  # the growth beside it is no share
        (粮, "三种作物承保面积合计99500万亩，其中玉米约占{}%。", "43", "34"),
    ],
)
def test_the_figures_of_rates_ranges_and_totals_are_taken_up(source: str, claim: str, right: str, wrong: str) -> None:
    assert judge(claim.format(right), [source]).verdict != "contradicted"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"


TUNNEL = "The new line took four years. Its 46 stations cost 920 million francs, 38% of which the state paid."
VOTE = "Von den 5.000 Befragten lehnten 36 Prozent den Entwurf ab. Für die Partei stimmten 31,5 Prozent, für die andere 18,4."
ENERGIE = "En 2021 le pays a produit 240 TWh, puis 276 TWh en 2023."
毛 = "公司营收182.3亿元，同比增长12%，净利润21.4亿元，同比下降5%。"
客 = "2023年の入館者は250万人で、2019年の320万人の約78%だった。学生が70万人で最も多かった。"
차 = "전기차는 16만 대, 하이브리드차는 30만 대 등록됐다."


@pytest.mark.parametrize(
    ("source", "claim", "right", "wrong"),
    [
        (TUNNEL, "Each of the 46 stations came to {} million francs on average.", "20", "30"),
        (TUNNEL, "The state paid some {} million francs, or 38% of the cost.", "350", "530"),
        (TUNNEL, "Others than the state paid {} of the cost of the stations.", "62%", "52%"),
        (VOTE, "Die Partei lag {} Prozentpunkte vor der anderen.", "13,1", "23,1"),
        (VOTE, "Zusammen kamen beide Parteien auf {} Prozent.", "49,9", "59,9"),
        (VOTE, "Rund {} der 5.000 Befragten lehnten den Entwurf ab.", "1.800", "2.800"),
        (ENERGIE, "La production a augmenté d'environ {} % en 2023, à 276 TWh.", "15", "25"),
        (ENERGIE, "La production a augmenté de {} TWh de 2021 à 2023.", "36", "46"),
        (
            TUNNEL + " It was 140 million over budget.",
            "Its stations cost 920 million francs, against a plan of {} million.",
            "780",
            "870",
        ),
        (
            "Der Gewinn ging von 1,41 auf 1,12 Milliarden Euro zurück.",
            "Der Gewinn war um {} Millionen Euro kleiner.",
            "290",
            "390",
        ),
        ("在校学生共109.3万人，较上年减少4.7万人。", "上年在校学生约{}万人。", "114", "119"),
        ("해마다 3,500GWh를 생산해 100만 가구에 공급한다.", "가구당 연간 약 {}kWh에 해당한다.", "3,500", "5,300"),
        ("全市共有养老机构512家，其中公办197家。", "全市512家养老机构中，民办的有{}家。", "315", "351"),
        ("중학생 3,200명 가운데 38%가 그렇다고 답했다.", "중학생 약 {}명이 그렇다고 답했다.", "1,200", "2,100"),
        (毛, "公司净利率约为{}%。", "11.7", "17.1"),  # what is said of growth is said of other figures
        (客, "最も多い学生は70万人で、全体の{}%を占めた。", "28", "38"),
        (차, "하이브리드차는 전기차보다 {}만 대 더 등록됐다.", "14", "24"),
    ],
)
def test_what_may_be_worked_out_from_figures_of_two_kinds_or_in_other_languages_is_not_held_against_a_sentence(
    source: str, claim: str, right: str, wrong: str
) -> None:
    assert judge(claim.format(right), [source]).verdict != "contradicted"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"


def test_what_is_told_of_the_year_before_must_follow_from_the_change_since() -> None:
    source = "2023年结婚登记768万对，比上年增加84.5万对。"
    assert judge("2022年结婚登记约为683.5万对。", [source]).verdict == "unclear"
    assert judge("2022年结婚登记约为633.5万对。", [source]).verdict == "contradicted"
    assert judge("2022年结婚登记768万对，比上年增加84.5万对。", [source]).verdict == "contradicted"


def test_the_rest_of_a_share_does_not_stand_where_the_source_has_another_share() -> None:
    source = "The vote was 51.6% in favour, but 32.9% of the population did not vote."
    assert judge("The vote was 67.1% in favour.", [source]).verdict == "contradicted"


TURBINES = "Each of the 24 turbines that stand on the ridge above the town has a capacity of 5 MW."
TICKETS = "The park sells 300 to 400 tickets a day at 5 euros each."
工場 = "工場は1日に200台を生産し、月に25日稼働する。"
발전 = "발전기 15기의 용량은 각각 8MW이다."
ÉTAT = "L'État verse 40 millions d'euros, la région 25 millions d'euros."
GATES = "The north gate cost 1.2 million euros, the south gate 0.9 million."
FLEET = "The fleet consists of 12 ferries and 5 tugboats."
消防 = "事故で消防士2人と従業員1人が死亡した。"
열차 = "직통 열차는 70분, 이어지는 버스는 20분이 걸린다."


@pytest.mark.parametrize(
    ("source", "claim", "right", "wrong"),
    [
        (TURBINES, "Together the 24 turbines reach {} MW.", "120", "140"),
        (TICKETS, "Tickets bring in {} to 2,000 euros a day.", "1,500", "1,600"),
        (TICKETS, "Tickets bring in 1,500 to {} euros a day.", "2,000", "2,400"),
        (工場, "工場は月に{}台を生産する計算になる。", "5000", "6500"),
        (발전, "발전기 15기의 총용량은 {}MW이다.", "120", "160"),
        ("Jede der 18 Anlagen leistet 3 Megawatt.", "Zusammen leisten die 18 Anlagen {} Megawatt.", "54", "64"),
        (ÉTAT, "L'État et la région versent {} millions d'euros en tout.", "65", "75"),
        (FLEET, "The fleet has {} vessels, including 12 ferries.", "17", "19"),
        (GATES, "Both gates together cost {} million euros.", "2.1", "2.9"),
        (FLEET, "The fleet has {} vessels, including 12 ferries.", "17", "7"),
        (消防, "事故で{}人が死亡し、うち2人は消防士だった。", "3", "5"),
        ("The school has 12 classes with 25 pupils each.", "The school has {} pupils in all.", "300", "360"),
        ("A single panel yields 400 watts; the roof carries 60.", "The 60 panels yield {} kilowatts together.", "24", "34"),
        ("12クラスあり、1クラスは25人である。", "生徒は合わせて{}人になる。", "300", "360"),
        ("Ein Ticket kostet 8 Euro; verkauft wurden 2.500 Tickets.", "Die 2.500 Tickets brachten {} Euro.", "20.000", "30.000"),
        ("昨年の来館者は大人6万1000人、子ども2万2000人だった。", "昨年の来館者は合計{}人だった。", "8万3000", "9万3000"),
        ("The choir has nine sopranos and six tenors.", "The choir has {} singers, nine of them sopranos.", "fifteen", "sixteen"),
        (열차, "직통 열차와 버스를 합하면 {}이 걸린다.", "1시간 30분", "1시간 50분"),
        ("남성 참가자는 240명, 여성 참가자는 310명이었다.", "참가자는 모두 {}명이었다.", "550", "590"),
    ],
)
def test_products_wholes_with_a_part_and_sums_of_lengths_are_not_held_against_a_sentence(
    source: str, claim: str, right: str, wrong: str
) -> None:
    assert judge(claim.format(right), [source]).verdict != "contradicted"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"


def test_a_product_stands_only_where_the_source_gives_a_figure_for_each_thing() -> None:
    word = judge("The 24 turbines reach 120 MW.", ["The 24 turbines stand beside a solar park of 5 MW."])
    assert word.verdict == "contradicted"


FARE = "旅客4000人时，电车每人公里1.31元，汽车0.78元；旅客10000人时，电车0.57元，汽车0.61元。"
WITHIN = "Most deaths (884 [63%] of 1408) occurred within 12 hours of the accident."


@pytest.mark.parametrize(
    ("source", "claim", "right", "wrong"),
    [
        (FARE, "旅客4000人时，电车每人公里比汽车高{}元。", "0.53", "0.63"),  # the passengers of the claim are no fares
        (WITHIN, "The remaining {}% came later.", "37", "47"),
    ],
)
def test_what_is_worked_out_beside_figures_of_another_kind_is_unclear(source: str, claim: str, right: str, wrong: str) -> None:
    assert judge(claim.format(right), [source]).verdict == "unclear"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"


def test_what_prices_rise_by_and_what_a_budget_is_short_of_is_worked_out() -> None:
    요금 = "요금은 2015년 6월 1,200원으로 오른 뒤 2023년 8월 1,500원으로 인상될 때까지 묶여 있었다."
    예산 = "2024년 예산은 4,000억 원으로 편성되었으나 실제 소요액은 7,900억 원이다."
    for source, claim, right, wrong in (
        (요금, "요금은 1,200원에서 1,500원으로 {} 오를 때까지 묶여 있었다.", "300원", "400원"),
        (예산, "2024년 예산은 4,000억 원이지만 소요액은 7,900억 원이어서 {}이 모자란다.", "3,900억 원", "4,900억 원"),
    ):
        assert judge(claim.format(right), [source]).verdict == "supported"
        assert judge(claim.format(wrong), [source]).verdict == "contradicted"
