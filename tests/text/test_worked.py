"""Sentences that put figures of a table beside each other, or work out new ones from them."""

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
| Energy density of cells (Wh/kg) | 180 | 150 |
| Claimed cycle life (cycles) | 6,000 | 4,000 |"""
FIRMS = """\
| Company | Revenue 2023 (US$ billion) | Employees |
|---|---|---|
| Northby | 64.1 | 733,000 |
| Calder | 24.4 | 340,400 |
| Inverness Systems | 18.2 | 343,200 |"""
TRIALS = """\
| Drug | Patients | Response rate (%) | Median survival (months) |
|---|---|---|---|
| Sotorasib | 126 | 37.1 | 6.8 |
| Docetaxel | 174 | 13.2 | 4.5 |"""
METRO = """\
| 城市 | 地铁里程（公里） | 车站数（座） |
|---|---|---|
| 上海 | 831 | 508 |
| 北京 | 836 | 490 |
| 广州 | 653 | 320 |"""
CHEMISTRY = """\
| 指标 | 磷酸铁锂电池 | 钠离子电池 |
|---|---|---|
| 能量密度（Wh/kg） | 180 | 150 |
| 循环寿命（次） | 6,000 | 4,000 |"""
SUBWAY = """\
| 都市 | 地下鉄の路線長（km） | 駅数（駅） |
|---|---|---|
| 東京 | 304 | 286 |
| 大阪 | 138 | 133 |
| 名古屋 | 93 | 87 |"""
EXCHANGED = [
    (GRID, "At the end of 2023 China had {} GW of grid batteries and the United States had {} GW.", "27.1", "15.8"),
    (GRID, "At the end of 2023 China's {} GW compared with {} GW for the United States.", "27.1", "15.8"),
    (GRID, "Grid batteries in China went from {} GW at the end of 2022 to {} GW at the end of 2023.", "7.8", "27.1"),
    (GRID, "At the end of 2022, China and the United States had {} GW and {} GW of grid batteries, respectively.", "7.8", "9.3"),
    (CELLS, "Lithium iron phosphate has an energy density of {} Wh/kg, while sodium-ion has {} Wh/kg.", "180", "150"),
    (FIRMS, "Calder reported revenue of US${} billion in 2023, and Northby US${} billion.", "24.4", "64.1"),
    (FIRMS, "Northby has {} employees and Calder has {} employees.", "733,000", "340,400"),
    (METRO, "上海的车站数为{}座，北京为{}座。", "508", "490"),
    (METRO, "北京和广州的地铁里程分别为{}公里和{}公里。", "836", "653"),
    (CHEMISTRY, "磷酸铁锂电池的循环寿命为{}次，而钠离子电池为{}次。", "6,000", "4,000"),
    (SUBWAY, "東京の駅数は{}駅、大阪は{}駅である。", "286", "133"),
]
WORKED = [
    (GRID, "At the end of 2023 China had 11.3 GW more grid batteries than the United States."),
    (GRID, "China's grid batteries grew by 19.3 GW between the end of 2022 and the end of 2023."),
    (GRID, "China's grid batteries grew 3.5-fold from the end of 2022 to the end of 2023."),
    (GRID, "At the end of 2023, China had about 49% of the world's grid batteries."),
    (GRID, "At the end of 2023, China and the United States together had 42.9 GW of grid batteries."),
    (CELLS, "The energy density of lithium iron phosphate is 20% higher than that of sodium-ion."),
    (FIRMS, "Northby's revenue in 2023 was about 2.6 times that of Calder."),
    (FIRMS, "Northby has 2.2 times as many employees as Calder."),
    (TRIALS, "The response rate of sotorasib was 23.9 percentage points higher than that of docetaxel."),
    (METRO, "上海的车站数比广州多188座。"),
    (METRO, "上海和广州的地铁里程合计为1484公里。"),
    (METRO, "上海的车站数约为广州的1.6倍。"),
    (CHEMISTRY, "磷酸铁锂电池的能量密度比钠离子电池高出20%。"),
    (SUBWAY, "東京の地下鉄の路線長は大阪より166km長い。"),
    (SUBWAY, "東京の地下鉄の路線長は大阪の2.2倍である。"),
]
TURNED = [
    (GRID, "At the end of 2023 the United States had 11.3 GW more grid batteries than China."),
    (GRID, "China's grid batteries fell by 19.3 GW between the end of 2022 and the end of 2023."),
    (CELLS, "The energy density of sodium-ion is 20% higher than that of lithium iron phosphate."),
    (FIRMS, "Calder's revenue in 2023 was about 2.6 times that of Northby."),
    (FIRMS, "Calder has 2.2 times as many employees as Northby."),
    (METRO, "广州的车站数比上海多188座。"),
    (METRO, "广州的车站数约为上海的1.6倍。"),
    (SUBWAY, "大阪の駅数は東京より153駅多い。"),
]
NOT_WORKED = [
    (GRID, "At the end of 2023 China had 12.4 GW more grid batteries than the United States."),
    (GRID, "At the end of 2023, China and the United States together had 44.9 GW of grid batteries."),
    (CELLS, "The energy density of lithium iron phosphate is 30% higher than that of sodium-ion."),
    (METRO, "上海的车站数比广州多178座。"),
    (SUBWAY, "東京の駅数は大阪より163駅多い。"),
]


@pytest.mark.parametrize(("table", "sentence", "first", "second"), EXCHANGED)
def test_figures_in_each_others_place_are_contradicted(table: str, sentence: str, first: str, second: str) -> None:
    assert judge(sentence.format(first, second), [table]).verdict == "supported"
    judged = judge(sentence.format(second, first), [table])
    assert judged.verdict == "contradicted" and "the table gives for something else" in judged.reason


def test_a_figure_of_a_third_row_beside_a_right_one_is_contradicted() -> None:
    assert judge("上海的车站数为508座，北京为320座。", [METRO]).verdict == "contradicted"
    told = "Northby has 733,000 employees and Calder has 343,200 employees."
    assert judge(told, [FIRMS]).verdict == "contradicted"


def test_rows_that_only_a_note_tells_apart_are_one_name() -> None:
    table = "| 設備 | 出力（MW） |\n|---|---|\n| 南早来（実証） | 15 |\n| 北豊富 | 240 |\n| 南早来（増設） | 17 |"
    assert judge("北豊富の出力は240 MW、南早来は15 MWである。", [table]).verdict == "supported"
    assert judge("北豊富の出力は15 MW、南早来は240 MWである。", [table]).verdict == "contradicted"


def test_what_may_be_read_in_two_ways_is_not_contradicted() -> None:
    told = "The United States, overtaken in 2023 by the 27.1 GW of China, had 15.8 GW of grid batteries."
    assert judge(told, [GRID]).verdict != "contradicted"
    told = "The United States was overtaken by China at the end of 2023, with 27.1 GW against 15.8 GW."
    assert judge(told, [GRID]).verdict != "contradicted"


@pytest.mark.parametrize(("table", "sentence"), WORKED)
def test_a_figure_that_the_named_cells_give_is_supported(table: str, sentence: str) -> None:
    assert judge(sentence, [table]).verdict == "supported"


@pytest.mark.parametrize(("table", "sentence"), TURNED)
def test_a_difference_the_other_way_round_is_contradicted(table: str, sentence: str) -> None:
    judged = judge(sentence, [table])
    assert judged.verdict == "contradicted" and "the other way round" in judged.reason


@pytest.mark.parametrize(("table", "sentence"), NOT_WORKED)
def test_a_figure_that_the_named_cells_do_not_give_is_contradicted(table: str, sentence: str) -> None:
    assert judge(sentence, [table]).verdict == "contradicted"


def test_a_figure_worked_out_from_cells_that_are_not_all_named_is_doubted() -> None:
    for table, sentence in (
        (GRID, "At the end of 2023 China had 19.3 GW more grid batteries than a year earlier."),
        (METRO, "三市的车站数合计为1,318座。"),
    ):
        judged = judge(sentence, [table])
        assert judged.verdict == "unclear" and "worked out" in judged.reason


def test_what_is_compared_is_not_what_it_is_compared_with() -> None:
    assert judge("上海的里程比广州高27%。", [METRO]).verdict != "contradicted"
    assert judge("广州的里程比上海高27%。", [METRO]).verdict == "contradicted"


def test_each_figure_goes_the_way_that_its_clause_says() -> None:
    table = "| Country | 2010 (million) | 2020 (million) |\n|---|---|---|\n| Japan | 128.1 | 126.1 |\n| Korea | 49.6 | 51.8 |"
    told = "Between 2010 and 2020 Korea {} by 2.2 million, while Japan {} by 2.0 million."
    assert judge(told.format("rose", "fell"), [table]).verdict == "supported"
    assert judge(told.format("fell", "rose"), [table]).verdict == "contradicted"
    assert judge(told.format("fell", "fell"), [table]).verdict == "contradicted"
    table = "| 城市 | 2010年（万人） | 2020年（万人） |\n|---|---|---|\n| 甲市 | 120 | 150 |\n| 乙市 | 90 | 70 |"
    told = "2010年至2020年，甲市{}30万人，而乙市{}20万人。"
    assert judge(told.format("增加", "减少"), [table]).verdict != "contradicted"
    assert judge(told.format("减少", "增加"), [table]).verdict == "contradicted"


def test_what_is_faster_may_take_less() -> None:
    table = "| Train | Travel time (minutes) |\n|---|---|\n| Arrow | 40 |\n| Comet | 50 |"
    assert judge("Arrow is 10 minutes faster than Comet.", [table]).verdict != "contradicted"


@pytest.mark.parametrize(
    ("table", "definition", "right", "wrong"),
    [
        (
            CELLS,
            "Cathodes of lithium iron phosphate (LFP) contain no cobalt.",
            "LFP's energy density is 180 Wh/kg.",
            "LFP's energy density is 150 Wh/kg.",
        ),
        (
            CHEMISTRY,
            "磷酸铁锂（LFP）正极材料不含钴。",
            "LFP电池的循环寿命为6,000次，钠离子电池为4,000次。",
            "LFP电池的循环寿命为4,000次，钠离子电池为6,000次。",
        ),
    ],
)
def test_a_short_name_that_the_run_defines_names_a_column(table: str, definition: str, right: str, wrong: str) -> None:
    assert judge(right, [table, definition]).verdict == judge(right, [table], others=[definition]).verdict == "supported"
    assert judge(wrong, [table, definition]).verdict == judge(wrong, [table], others=[definition]).verdict == "contradicted"


def test_a_short_name_in_the_label_names_its_row() -> None:
    table = "| Cell | Price (US$/kWh) |\n|---|---|\n| Lithium iron phosphate (LFP) | 53 |\n| Sodium-ion (SIB) | 87 |"
    assert judge("The price of LFP is 53 US dollars per kWh.", [table]).verdict == "supported"
    assert judge("The price of LFP is 87 US dollars per kWh.", [table]).verdict == "contradicted"


def test_a_sum_of_money_has_the_scale_of_its_column() -> None:
    assert judge("Northby had revenue of US$64.1 billion in 2023.", [FIRMS]).verdict == "supported"
    assert judge("Northby had revenue of US$64.1 million in 2023.", [FIRMS]).verdict == "contradicted"


def test_a_row_and_its_head_may_be_spans_of_their_own() -> None:
    head, rows = "\n".join(METRO.split("\n")[:2]), METRO.split("\n")[2:]
    for spans in ([head, *rows], [rows[0], head, *rows[1:]]):
        assert judge("上海的车站数为508座。", spans).verdict == "supported"
        assert judge("上海的车站数为490座。", spans).verdict == "contradicted"


def test_a_figure_may_be_set_against_what_somebody_else_has() -> None:
    told = "Inverness Systems has 343,200 employees, slightly more than {} 340,400."
    assert judge(told.format("Calder's"), [FIRMS]).verdict == "supported"
    assert judge(told.format("Harfa's"), [FIRMS]).verdict == "contradicted"


def test_what_is_more_is_not_by_how_much_it_is_more() -> None:
    told = "Northby's {} employees were more than Calder's {}."
    assert judge(told.format("733,000", "340,400"), [FIRMS]).verdict == "supported"
    assert judge(told.format("340,400", "733,000"), [FIRMS]).verdict == "contradicted"


def test_a_fraction_of_another_cell_needs_no_word_for_a_share() -> None:
    table = "| 路線 | 2010年度（万人） | 2020年度（万人） |\n|---|---|---|\n| 海浜線 | 900 | 300 |\n| 川沿線 | 420 | 400 |"
    told = "2020年度の{}は2010年度の三分の一である。"
    assert judge(told.format("海浜線"), [table]).verdict == "supported"
    assert judge(told.format("川沿線"), [table]).verdict == "contradicted"
