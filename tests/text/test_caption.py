"""Units that stand in the caption of a table, or alone in a head, are those of its figures."""

from __future__ import annotations

import pytest

from dr_core import Evidence, Paragraph
from dr_core.report.check import check_paragraphs
from dr_core.text.caption import named_unit
from dr_core.text.column import figures
from dr_core.text.support import judge

SALES = "| Year | Sales |\n|---|---|\n| 2023 | 1,320 |\n| 2022 | 980 |"
OUTPUT = "| 年份 | 产量 |\n|---|---|\n| 2023 | 1,320 |\n| 2022 | 980 |"


@pytest.mark.parametrize(
    ("caption", "unit"),
    [
        ("Table 1. Electric car sales (thousand units)", "thousand units"),
        ("thousand units", "thousand units"),
        ("(in millions of US dollars)", "million US dollars"),
        ("USD million", "USD million"),
        ("Unit: thousand tonnes", "thousand tonnes"),
        ("Capacity, GW", "GW"),
        ("Price in euros", "euros"),
        ("单位：万吨", "万吨"),
        ("表1 全国产量（单位：万吨）", "万吨"),
        ("2023年，吉瓦", "吉瓦"),
        ("単位：百万トン", "百万トン"),
        ("판매량(단위: 천 대)", "천 대"),
        ("Angaben in Tausend Tonnen", "Tausend Tonnen"),
        ("Absatz in Mio. t", "Mio. t"),
        ("Cost (million yuan per km)", "million yuan per km"),
        ("Rate (pence per litre)", "pence per litre"),
        ("Kosten (Mio. Euro pro km)", "Mio. Euro pro km"),
        ("单价（元/亩）", "元/亩"),
        ("Note: Figures in thousand pounds, without value added tax.\nSource: Home Heat Trust.", "thousand pounds"),
        ("All values are in million euros.", "million euros"),
        ("註：單位為萬噸，不含進口。", "萬噸"),
        ("Prices of water – euros per cubic metre, with tax", "euros per cubic metre"),
        ("主要城市水价 – 单位：元/立方米", "元/立方米"),
    ],
)
def test_a_caption_or_a_head_names_a_unit(caption: str, unit: str) -> None:
    assert named_unit(caption) == unit


@pytest.mark.parametrize(
    "label",
    [
        "Year",
        "Days",
        "Sales",
        "Made in China",
        "Population (2023)",
        "Costs, 2020",
        "年份",
        "Sales by country in Germany",
        "Berlin – Paris",
        "Trains - 2024",
        "",
    ],
)
def test_other_labels_name_none(label: str) -> None:
    assert named_unit(label) == ""


def test_a_figure_has_the_unit_of_its_caption_where_its_head_has_none() -> None:
    assert figures(f"Sales (thousand units)\n\n{SALES}") == ["1,320 thousand units", "980 thousand units"]
    shares = "Sales (thousand units)\n| Year | Sales | Share (%) |\n|---|---|---|\n| 2023 | 1,320 | 12 |"
    assert figures(shares) == ["1,320 thousand units", "12 %"]
    assert figures(f"Sales in USD million\n\n{SALES}") == ["USD 1,320 million", "USD 980 million"]


@pytest.mark.parametrize(
    ("claim", "caption", "table", "verdict"),
    [
        ("Electric car sales were 1.32 million in 2023.", "Electric car sales (thousand units)", SALES, "supported"),
        ("Electric car sales were 1.42 million in 2023.", "Electric car sales (thousand units)", SALES, "contradicted"),
        ("Electric car sales were 1.32 million in 2022.", "Electric car sales (thousand units)", SALES, "contradicted"),
        ("Electric car sales were 1.32 million in 2023.", "Electric car sales", SALES, "contradicted"),
        ("2023年产量为1320万吨。", "单位：万吨", OUTPUT, "supported"),
        ("2023年产量为1.32亿吨。", "单位：万吨", OUTPUT, "contradicted"),
        ("Output was 13.2 million tonnes in 2023.", "单位：万吨", OUTPUT, "supported"),
    ],
)
def test_a_sentence_is_held_against_figures_in_that_unit(claim: str, caption: str, table: str, verdict: str) -> None:
    assert judge(claim, [f"{caption}\n\n{table}"]).verdict == verdict
    assert judge(claim, [caption, table]).verdict == verdict


@pytest.mark.parametrize("head", ["吉瓦", "2023年，吉瓦", "2023年（吉瓦）"])
def test_a_cell_has_the_unit_that_its_head_names(head: str) -> None:
    span = "2023年新增装机达4127万千瓦，同比增长20%。"
    evidence = {"e1": Evidence(id="e1", source="s1", start=0, end=len(span), text=span)}

    def verdict(cell: str) -> str:
        table = f"| 项目 | {head} |\n|---|---|\n| 新增装机 | {cell} |"
        (word,) = check_paragraphs([Paragraph(id="p", section="a", text=table, cite_ids=("e1",), kind="table")], evidence)
        return word.verdict

    assert verdict("41.27") != "contradicted"
    assert verdict("42.17") == "contradicted"


def test_the_unit_may_stand_some_lines_above_the_table() -> None:
    above = "Note: Figures in thousand tonnes.\nSource: the agency."
    assert figures(f"{above}\n\n{SALES}") == ["1,320 thousand tonnes", "980 thousand tonnes"]
