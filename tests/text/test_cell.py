"""A sentence drawn from a table: its figures are held against the row and the column that it names."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

GRID = """\
| Country or region | Grid batteries, end of 2022 (GW) | Grid batteries, end of 2023 (GW) |
|---|---|---|
| World | 25.2 | 55.7 |
| China | 7.8 | 27.1 |
| United States | 9.3 | 15.8 |"""
CELLS = """\
| Property | Lithium iron phosphate | Sodium-ion |
|---|---|---|
| Nominal cell voltage (V) | 3.2 | 2.8 to 3.1 |
| Energy density of cells (Wh/kg) | 160 to 205 | 100 to 175 |
| Claimed cycle life (cycles) | 4,000 to 10,000 | 3,000 to 10,000 |
| Usual lower limit for discharge (°C) | -20 | -40 |
| Anode foil | copper | aluminium |"""
LINES = """\
| 路線 | 最高營運時速（公里） | 開始年分 |
|------|----------------------|----------|
| 東海道新幹線（開業時） | 210 | 1964 |
| 巴黎—里昂（開業時） | 260 | 1981 |
| 台灣高鐵 | 300 | 2007 |
| 東北新幹線 | 320 | 2013 |
| 東海道新幹線（現行） | 285 | 2015 |
| 京滬高鐵 | 350 | 2017 |"""
SPEEDS = """\
| 方式・路線 | 最高営業速度（km/h） | 試験最高速度（km/h） |
|---|---|---|
| 東海道新幹線 | 285 | 443（300X、1996年） |
| フランスTGV | 320 | 574.8（2007年） |
| 中国・京滬高速鉄道 | 350 | 487.3（2011年） |"""
PACKS = """\
| Survey year | Average lithium-ion pack price (US$/kWh) |
|---|---|
| 2022 | 151 |
| 2023 | 139 |
| 2024 | 115 |
| 2025 | 108 |"""
PLANTS = """\
| Plant | Capacity (m3 per day) | Energy use (kWh/m3) | Cost (US$/m3) |
|---|---|---|---|
| Ashkelon | 330,000 | 3.5 | 0.53 |
| Sorek | 624,000 | 3.2 | 0.58 |
| Perth | 144,000 | 3.9 | 1.17 |"""
OPENED = """\
| Country | High-speed lines, February 2020 (km) | First line opened |
|---|---|---|
| China | 35,388 | 2008 |
| Spain | 3,330 | 1992 |
| Japan | 3,041 | 1964 |"""
DAMS = """\
| Reservoir | Completed | Volume (million m³) | Height of the dam (m) |
|---|---|---|---|
| Mirow | 1959 | 24.5 | 42 |
| Lassan | 1964 | 22.5 | 38 |"""
RIGHT = [
    (DAMS, "The Mirow reservoir holds 24.5 million m³ behind a dam 42 m high."),
    (OPENED, "Spain opened its first line in 1992."),
    (OPENED, "In China the first line opened in 2008."),
    (GRID, "Grid batteries in China reached 27.1 GW at the end of 2023."),
    (GRID, "China had 7.8 GW of grid batteries at the end of 2022."),
    (GRID, "At the end of 2023 the United States stood at 15.8 GW."),
    (CELLS, "The usual lower limit for discharge is -20 °C for LFP and -40 °C for sodium-ion."),
    (CELLS, "Sodium-ion cells hold 100 to 175 Wh/kg."),
    (CELLS, "Makers claim 3,000 to 10,000 cycles for sodium-ion."),
    (LINES, "京滬高鐵最高時速350公里，東北新幹線320公里，台灣高鐵300公里，東海道新幹線285公里。"),
    (LINES, "台灣高鐵自2007年起以300公里的最高時速營運。"),
    (LINES, "台灣高鐵最高跑到時速300公里。"),
    (SPEEDS, "東海道新幹線の試験最高速度は443km/hである。"),
    (SPEEDS, "東海道新幹線の営業最高は285km/h。"),
    (PACKS, "A lithium-ion pack cost 108 US dollars per kWh on average in 2025."),
    (PLANTS, "Sorek makes 624,000 m3 per day."),
    (PLANTS, "At Perth a cubic metre costs 1.17 US dollars."),
    (PLANTS, "Perth needs 3.9 kWh for each cubic metre."),
]
OTHER = [
    (OPENED, "Spain opened its first line in 2008."),
    (OPENED, "The first line in China opened in 1964."),
    (GRID, "Grid batteries in China reached 7.8 GW at the end of 2023."),
    (GRID, "Grid batteries in China reached 15.8 GW at the end of 2023."),
    (GRID, "The United States had 27.1 GW of grid batteries at the end of 2023."),
    (CELLS, "Sodium-ion cells have an energy density of 160 to 205 Wh/kg."),
    (CELLS, "The lower limit for discharge of lithium iron phosphate is -40 °C."),
    (LINES, "台灣高鐵最高營運時速為320公里。"),
    (LINES, "東北新幹線的最高營運時速是350公里。"),
    (SPEEDS, "東海道新幹線の最高営業速度は443km/hである。"),
    (PACKS, "In 2024 the average pack price was 139 US dollars per kWh."),
    (PLANTS, "Perth produces a cubic metre at a cost of 0.58 US dollars."),
    (PLANTS, "Ashkelon uses 3.9 kWh/m3."),
    (PLANTS, "Sorek has a capacity of 330,000 m3 per day."),
]
SET_AGAINST = [
    (OPENED, "China opened its first line long after Japan, in 2008."),
    (OPENED, "China followed Japan, which had opened its first line in 1964."),
    (GRID, "China's 27.1 GW at the end of 2023 was well above the 15.8 GW of the United States."),
    (GRID, "China overtook the United States in 2023: 27.1 GW against 15.8 GW."),
    (GRID, "In 2022 the United States led with 9.3 GW, and a year later China had 27.1 GW."),
    (GRID, "Of the 55.7 GW installed worldwide at the end of 2023, China had almost half."),
    (GRID, "China started 2023 with 7.8 GW of grid batteries."),
    (GRID, "China went into 2023 with 7.8 GW."),
    (GRID, "China held nearly half of the 55.7 GW of grid batteries at the end of 2023."),
    (GRID, "At the end of 2023 China accounted for much of the world's 55.7 GW."),
    (CELLS, "Sodium-ion discharges down to -40 °C, lithium iron phosphate to -20 °C."),
    (CELLS, "Where lithium iron phosphate stops at -20 °C, sodium-ion goes on."),
    (CELLS, "Sodium-ion reaches at best the density at which LFP begins, 160 Wh/kg."),
    (CELLS, "LFP cells reach 205 Wh/kg and sodium-ion cells 175 Wh/kg."),
    (CELLS, "Sodium-ion cells store at most 175 Wh/kg."),
    (CELLS, "Both chemistries are claimed to last up to 10,000 cycles."),
    (CELLS, "The sodium-ion cell gives 2.8 to 3.1 V."),
    (PACKS, "In 2025 prices stood at 108 US dollars per kWh, down from 115 in 2024."),
    (PACKS, "By 2025 the price of 139 US dollars per kWh seen two years ago was history."),
    (PACKS, "Since 2022, when a pack cost 151 US dollars per kWh, prices have fallen each year."),
    (PACKS, "The 2025 survey shows that packs cost 151 US dollars per kWh in 2022."),
    (PACKS, "The average lithium-ion pack price in the 2025 survey was 108 US dollars per kWh; it had been 139 in 2023."),
    (PLANTS, "Perth, at 1.17 US dollars per m3, is the dearest."),
    (PLANTS, "Sorek is nearly twice as large as Ashkelon, which makes 330,000 m3 per day."),
    (PLANTS, "Water from Perth costs twice the 0.58 US dollars of Sorek."),
    (LINES, "台灣高鐵的最高時速300公里高於東海道新幹線的285公里。"),
    (LINES, "東海道新幹線1964年開業時最高時速為210公里。"),
    (SPEEDS, "東海道新幹線は営業では285km/h、試験では443km/hを出した。"),
    (SPEEDS, "中国・京滬高速鉄道の350km/hは、東海道新幹線の285km/hを上回る。"),
]


@pytest.mark.parametrize(("table", "sentence"), RIGHT)
def test_a_figure_under_the_row_and_the_column_that_are_named_is_supported(table: str, sentence: str) -> None:
    assert judge(sentence, [table]).verdict == "supported"


@pytest.mark.parametrize(("table", "sentence"), OTHER)
def test_a_figure_of_another_cell_is_contradicted(table: str, sentence: str) -> None:
    judged = judge(sentence, [table])
    assert judged.verdict == "contradicted" and "the table gives for something else" in judged.reason


@pytest.mark.parametrize(("table", "sentence"), SET_AGAINST)
def test_a_right_sentence_that_sets_figures_against_each_other_is_not_dropped(table: str, sentence: str) -> None:
    assert judge(sentence, [table]).verdict != "contradicted"


def test_a_figure_that_prose_states_may_stand_in_another_cell_too() -> None:
    prose = "By the end of 2023 China had connected 15.8 GW of pumped storage."
    assert judge("At the end of 2023 China had 15.8 GW of pumped storage.", [GRID, prose]).verdict == "supported"
    foreign = "截至2023年底，中国的抽水蓄能以外的储能为15.8吉瓦。"
    assert judge("Grid batteries in China reached 15.8 GW at the end of 2023.", [GRID, foreign]).verdict != "contradicted"


def test_a_sentence_that_says_more_than_its_table_is_only_doubted() -> None:
    told = "Sodium-ion cells of many young makers now offer buyers of small cars an energy density of 160 to 205 Wh/kg."
    judged = judge(told, [CELLS])
    assert judged.verdict == "unclear" and "something else" in judged.reason


TERMS = "| 指标 | 木桥 | 石桥 |\n|---|---|---|\n| 造价（万元） | 162 | 46 |\n| 平均工期（月） | 34 | 14 |"
ACCOUNTS = (
    "| 年份 | 门票收入（万元） | 运营成本（万元） | 补贴（万元） |\n|---|---|---|---|\n"
    "| 2019 | 1630 | 10240 | 8610 |\n| 2020 | 1050 | 9760 | 8710 |"
)


def test_months_of_a_head_are_months_of_a_sentence() -> None:
    assert judge("石桥的平均工期为14个月，比木桥少20个月。", [TERMS]).verdict == "supported"
    assert judge("石桥的平均工期为34个月，比木桥多20个月。", [TERMS]).verdict == "contradicted"


def test_a_rate_of_two_cells_of_a_named_row_may_be_meant() -> None:
    assert judge("2019年的成本覆盖率为15.9%。", [ACCOUNTS]).verdict == "unclear"
    assert judge("2019年的成本覆盖率为25.9%。", [ACCOUNTS]).verdict == "contradicted"


def test_a_sentence_that_its_table_carries_is_not_doubted_for_what_another_source_says() -> None:
    table = "| 연도 | 수입금(억 원) | 지원금(억 원) |\n|---|---|---|\n| 2015 | 12,690 | 2,512 |\n| 2023 | 11,407 | 8,915 |"
    other = "2023년 버스 지원금은 결산 기준 9,000억 원을 넘어 9,022억 원으로 집계되었다."
    claim = "버스 지원금은 2015년 2,512억 원에서 2023년 8,915억 원으로 늘었다."
    assert judge(claim, [table, other]).verdict == "supported"
    assert judge(claim.replace("8,915", "8,195"), [table, other]).verdict == "contradicted"
