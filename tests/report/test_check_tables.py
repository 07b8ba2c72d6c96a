"""Rows of a table are held against the head above them."""

from __future__ import annotations

import pytest

from dr_core.report.check import check_paragraphs
from dr_core.report.grid import grids
from dr_core.types import Evidence, Paragraph

PUMPS = (
    "Rotary pumps move 40 litres per minute and weigh 12 kg; piston pumps move 25 litres per minute and weigh 30 kg. "
    "Both kinds are made in Leeds."
)
ROWS = "|---|---|---|\n| Flow (litres per minute) | 40 | 25 |\n| Weight (kg) | 12 | 30 |"
OWN = "| City | Trams | Buses |\n|---|---|---|\n| Porto | 14 | 90 |\n| Graz | 22 | 61 |"


def verdicts(table: str, *spans: str) -> list[str]:
    evidence = {f"e{at}": Evidence(id=f"e{at}", source="s", start=0, end=len(text), text=text) for at, text in enumerate(spans)}
    paragraph = Paragraph(id="p", section="a", text=table, kind="table", cite_ids=tuple(evidence))
    return [verdict.verdict for verdict in check_paragraphs([paragraph], evidence)]


def test_columns_in_their_place_are_supported() -> None:
    assert verdicts(f"| Property | Rotary | Piston |\n{ROWS}", PUMPS) == ["supported", "supported"]


def test_a_figure_has_the_unit_for_each_of_something_that_stands_in_its_head() -> None:
    prose = "The average unit cost of a 350 km/h line was 139 million yuan per km."
    table = "| Line | Cost (million yuan per km) |\n|---|---|\n| 350 km/h | {} |"
    assert verdicts(table.format(139), prose) == ["supported"]
    assert verdicts(table.format(149), prose) == ["contradicted"]


DRYING = (
    "In a drum dryer the grain stays for 20 to 30 minutes, usual for barley.",
    "Tower dryers are gentler and take longer, often 2 to 4 hours, so that the grain leaves them cool.",
)


def test_a_range_has_the_unit_of_its_row_and_each_cell_its_own_sentence() -> None:
    table = "| Criterion | Drum dryer | Tower dryers |\n|---|---|---|\n| Stay (minutes) | 20 to 30 | not found |"
    assert verdicts(table, *DRYING) == ["supported"]
    loss = "Drum dryers lose 9 to 12 percent of the grain.", "Tower dryers are gentler: they lose 2 to 4 percent of the grain."
    table = "| Criterion | Drum dryers | Tower dryers |\n|---|---|---|\n| Grain lost (percent) | {} | {} |"
    assert verdicts(table.format("9 to 12", "2 to 4"), *loss) == ["supported"]
    assert verdicts(table.format("9–12", "about 2–4 (2019)"), *loss) != ["supported"], "the year stands nowhere"
    assert verdicts(table.format("2 to 4", "9 to 12"), *loss) == ["unclear"]
    assert verdicts(table.format("9 to 13", "2 to 4"), *loss) == ["contradicted"]


def test_columns_exchanged_are_not_supported() -> None:
    assert verdicts(f"| Property | Piston | Rotary |\n{ROWS}", PUMPS) == ["unclear", "unclear"]


def test_rows_exchanged_are_not_supported() -> None:
    table = "| Pump | Litres per minute |\n|---|---|\n| Rotary | 25 |\n| Piston | 40 |"
    assert verdicts(table, PUMPS) == ["unclear", "unclear"]
    assert verdicts(table.replace("25", "0").replace("40", "25").replace("| 0 ", "| 40 "), PUMPS) == ["supported", "supported"]


@pytest.mark.parametrize("head", ["| Property | Acme R-200 | Borg P-7 |", "| Property | Screw | Diaphragm |"])
def test_columns_of_which_no_source_speaks_are_not_supported(head: str) -> None:
    assert "supported" not in verdicts(f"{head}\n{ROWS}", PUMPS)


def test_columns_of_every_table_need_no_source() -> None:
    assert verdicts("| Pump | Value | Note |\n|---|---|---|\n| Rotary pumps | 40 litres per minute | - |", PUMPS) == ["supported"]


def test_a_sources_own_table_passes_whole_and_in_part() -> None:
    assert verdicts(OWN, f"Some words.\n\n{OWN}\n\nMore words.") == ["supported", "supported"]
    assert verdicts("| City | Buses |\n|---|---|\n| Porto | 90 |", OWN) == ["supported"]


def test_units_in_brackets_are_the_numbers_own() -> None:
    assert verdicts("| Pump | Weight (kg) |\n|---|---|\n| Rotary | 12 |", PUMPS) == ["supported"]
    assert verdicts("| Pump | Weight (g) |\n|---|---|\n| Rotary | 12 |", PUMPS) == ["contradicted"]
    own = "| Pump | Weight (kg) |\n|---|---|\n| Rotary | 12 |"
    assert verdicts(own, own) == ["supported"]


def test_a_sources_own_table_with_its_columns_exchanged_is_contradicted() -> None:
    assert verdicts(OWN.replace("| Trams | Buses |", "| Buses | Trams |"), OWN) == ["contradicted", "contradicted"]


def test_a_list_leaves_open_which_is_whose() -> None:
    text = "Rotary and piston pumps move 40 and 25 litres per minute, respectively."
    assert verdicts("| Measure | Rotary | Piston |\n|---|---|---|\n| Litres per minute | 40 | 25 |", text) == ["supported"]


def test_what_stands_behind_a_number_counts_too() -> None:
    text = "The survey found 40 litres per minute for rotary pumps and 25 litres per minute for piston pumps."
    table = "| Measure | {} | {} |\n|---|---|---|\n| Litres per minute | 40 | 25 |"
    assert verdicts(table.format("Rotary", "Piston"), text) == ["supported"]


def test_columns_in_chinese_are_told_apart() -> None:
    text = "锂电池的能量密度为205瓦时每公斤；钠电池的能量密度为175瓦时每公斤。"
    table = "| 指标 | {} | {} |\n|---|---|---|\n| 能量密度 | 205 | 175 |"
    assert verdicts(table.format("锂电池", "钠电池"), text) == ["supported"]
    assert verdicts(table.format("钠电池", "锂电池"), text) == ["unclear"]


def test_a_table_is_taken_apart() -> None:
    (grid,) = grids(f"before\n{OWN}\nafter")
    assert grid.head == ("City", "Trams", "Buses")
    assert grid.rows == (("Porto", "14", "90"), ("Graz", "22", "61"))
    assert grids("| no | rule |\n| a | b |") == []


def test_a_column_in_which_nothing_was_found_needs_no_source() -> None:
    head = "| Property | Rotary | Pumps of Hitachi |"
    table = f"{head}\n|---|---|---|\n| Flow (litres per minute) | 40 | not found |\n| Weight (kg) | 12 | |"
    assert verdicts(table, PUMPS) == ["supported", "supported"]
    assert verdicts(table.replace("not found", "25"), PUMPS)[0] == "unclear"


def test_a_column_may_be_called_as_the_title_of_the_source_is() -> None:
    text = "时速350公里线路的平均造价约为每公里1.39亿元，时速250公里线路约为1.14亿元。"
    table = "| 時速 | 中國 | 中國西部 |\n|---|---|---|\n| 350公里線路的平均造價 | 1.39億元 | 1.39億元 |"
    for title, verdict in (("中国高速铁路：里程与速度", "supported"), ("高速铁路", "unclear")):
        evidence = {"e1": Evidence(id="e1", source="s", start=0, end=len(text), text=text, title=title)}
        paragraph = Paragraph(id="p", section="a", text=table, kind="table", cite_ids=("e1",))
        assert [one.verdict for one in check_paragraphs([paragraph], evidence)] == [verdict]


RIDERS = (
    "Taiwan's single line of 350 km carried 67.4 million passengers in 2019 and 78.3 million in 2024.",
    "In France, SNCF reported 122 million passengers on its domestic high-speed trains in 2023.",
)


def test_a_year_beside_a_figure_is_that_of_the_figure() -> None:
    table = (
        "| Line | Passengers | Year |\n|---|---|---|\n| France, SNCF domestic trains | 122 million | 2023 |\n"
        "| Taiwan | 78.3 million | 2024 |\n| Taiwan | 67.4 million | 2024 |"
    )
    assert verdicts(table, *RIDERS) == ["supported", "supported", "contradicted"]


def test_whose_figures_a_row_has_is_no_figure_of_another_row() -> None:
    costs = (
        "The World Bank reported in 2019 that Chinese high-speed lines had cost 17 to 21 million US dollars per kilometre.",
        "The European Court of Auditors arrived at 25 million euros per kilometre of lines with EU funding in 2018.",
    )
    table = (
        "| Region | Cost per kilometre | Source |\n|---|---|---|\n| China | 17 to 21 million US dollars | World Bank, 2019 |\n"
        "| EU-funded lines | 25 million euros | Court of Auditors, 2018 |"
    )
    assert verdicts(table, *costs) == ["supported", "supported"]


def test_a_label_that_is_a_number_is_no_part_of_the_figure_behind_it() -> None:
    table = "| Design speed (km/h) | Cost (million yuan per km) |\n|---|---|\n| 350 | 139 |\n| 250 | 114 |"
    assert verdicts(table, table) == ["supported", "supported"]


def test_a_figure_of_another_row_is_found_where_labels_are_figures_and_the_unit_stands_in_the_note() -> None:
    source = "| 容量 | 平均価格 |\n|---|---|\n| 5kWh未満 | 112 |\n| 5〜10kWh | 165 |\n| 10kWh以上 | 231 |"
    table = "| 容量 | 平均価格（万円） |\n|---|---|\n| 5kWh未満 | 112 |\n| 5〜10kWh | {} |"
    note = "注：単位は万円。消費税を含まない。"
    assert verdicts(table.format(165), note, source) == ["supported", "supported"]
    assert verdicts(table.format(231), note, source) == ["supported", "contradicted"]


CELLS = (
    "| Property | Lithium iron phosphate | Sodium-ion |\n|---|---|---|\n| Nominal voltage (V) | 3.2 | 2.8 to 3.1 |\n"
    "| Energy density (Wh/kg) | 160 to 205 | 100 to 175 |\n| Claimed life (cycles) | 4,000 to 10,000 | 3,000 to 10,000 |"
)
TURNED = (
    "| Kind | Voltage | Density | Life |\n|---|---|---|---|\n| Lithium iron phosphate | 3.2 | 160 to 205 | 4,000 to 10,000 |\n"
    "| Sodium-ion | 2.8 to 3.1 | 100 to 175 | 3,000 to 10,000 |"
)


@pytest.mark.parametrize("source", [CELLS, TURNED])
def test_a_row_whose_figures_are_crossed_is_told_by_the_other_rows_in_whatever_language(source: str) -> None:
    table = "| 基準 | LFP | ナトリウム |\n|---|---|---|\n| 電圧 | 3.2 V | 2.8～3.1 V |\n| 密度 | 160～205 | 100～175 |\n{}"
    straight, other_way = "| 寿命 | 4,000～10,000回 | 3,000～10,000回 |", "| 寿命 | 3,000～10,000回 | 4,000～10,000回 |"
    assert "contradicted" not in verdicts(table.format(straight), source)
    assert verdicts(table.format(other_way), source)[2] == "contradicted"


def test_columns_in_another_order_than_the_sources_cross_no_row() -> None:
    table = (
        "| 基準 | ナトリウム | LFP |\n|---|---|---|\n| 電圧 | 2.8～3.1 V | 3.2 V |\n| 密度 | 100～175 Wh/kg | 160～205 Wh/kg |\n"
    )
    assert "contradicted" not in verdicts(f"{table}| 寿命 | 3,000～10,000回 | 4,000～10,000回 |", CELLS)
