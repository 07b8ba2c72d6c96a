"""Tables of a report: each cell is cited or says that nothing was found."""

from __future__ import annotations

import pytest

from dr_core.report.check import check_paragraphs
from dr_core.report.compose import marked, of_cell
from dr_core.report.mark import last_mark, render_marks
from dr_core.report.table import cells, is_not_found, stated
from dr_core.types import Evidence, Paragraph

TEXTS = {"e1": "LFP cells cost 53 US dollars per kilowatt-hour.", "e2": "Sodium-ion cells cost 87 US dollars per kilowatt-hour."}
TABLE = (
    "| Criterion | LFP | Sodium-ion |\n|---|---|---|\n| US dollars per kilowatt-hour | 53 | 87 |\n| Recycling | - | not found |"
)


IN_OTHER_WORDS = ("未提及", "暂无数据", "無資料", "不詳", "データなし", "不明。", "정보 없음", "not stated", "No data")


def evidence(**texts: str) -> dict[str, Evidence]:
    return {
        name: Evidence(
            id=name, source=name, start=0, end=len(text), text=text, section="sec1", url="https://a.example", sha256="0"
        )
        for name, text in texts.items()
    }


def shown(paragraph: Paragraph, pieces: dict[str, Evidence], language: str = "en") -> list[list[str]]:
    text, _ = last_mark(marked(paragraph, [], pieces, language).text)
    return [cells(render_marks(row, str, lambda ids: "[" + ",".join(ids) + "]")) for row in text.splitlines()]


def test_each_cell_cites_the_span_that_holds_it() -> None:
    table = Paragraph(id="p", section="sec1", text=TABLE, cite_ids=("e1", "e2"), kind="table")
    assert shown(table, evidence(**TEXTS))[2:] == [
        ["US dollars per kilowatt-hour", "53[e1]", "87[e2]"],
        ["Recycling", "not found", "not found"],
    ]
    assert shown(table, evidence(**TEXTS), "zh-Hant")[3] == ["Recycling", "未找到", "未找到"]


def test_a_short_row_is_filled_up() -> None:
    table = Paragraph(id="p", section="sec1", text="| a | b | c |\n|---|---|---|\n| price | 53 |", cite_ids=("e1",), kind="table")
    assert shown(table, evidence(**TEXTS))[2] == ["price", "53[e1]", "not found"]


def test_a_sources_own_table_stays_as_it_is() -> None:
    table = Paragraph(id="p", section="sec1", text=TABLE, cite_ids=("e1",), kind="table")
    assert shown(table, evidence(e1=TABLE)) == [cells(row) for row in TABLE.splitlines()]


def test_a_table_that_cites_tables_and_is_none_of_them_is_cited_cell_by_cell() -> None:
    prices = "| Cell | Price (US dollars per kilowatt-hour) |\n|---|---|\n| LFP | 53 |\n| Sodium-ion | 87 |\n| NMC | 91 |"
    table = Paragraph(id="p", section="sec1", text=TABLE, cite_ids=("e1", "e2"), kind="table")
    assert shown(table, evidence(e1=prices, e2=TEXTS["e2"]), "ja")[2:] == [
        ["US dollars per kilowatt-hour", "53[e1]", "87[e1,e2]"],
        ["Recycling", "記載なし", "記載なし"],
    ]
    part = table.model_copy(update={"text": "| Cell | Price (US dollars per kilowatt-hour) |\n|---|---|\n| NMC | **91** |"})
    assert shown(part, evidence(e1=prices, e2=TEXTS["e2"]))[2] == ["NMC", "**91**"]


def test_a_row_that_says_not_found_claims_nothing() -> None:
    table = Paragraph(id="p", section="sec1", text=TABLE, cite_ids=("e1", "e2"), kind="table")
    verdicts = check_paragraphs([table], evidence(**TEXTS))
    assert [verdict.verdict for verdict in verdicts] == ["supported", "supported"]
    wrong = table.model_copy(update={"text": TABLE.replace("87", "12")})
    assert check_paragraphs([wrong], evidence(**TEXTS))[0].verdict == "contradicted"


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("| a | - | 5 |", "a 5"),
        ("| a | n/a | not found |", ""),
        ("| alone |", "alone"),
        ("| a (km) | about 5 | 6–8 (2020) |", "a (km) about 5 km; 6–8 km (2020)"),
        ("| 費用（億円） | 約3,800 | 1,972～2,100（見積もり） |", "費用（億円） 約3,800億円; 1,972～2,100億円（見積もり）"),
    ],
)
def test_what_a_row_states(row: str, words: str) -> None:
    assert stated(row) == words


@pytest.mark.parametrize(
    "cell", ["", "-", "—", "?", "n/a", "N/A", "Not found", "not found.", "未找到", "unknown", *IN_OTHER_WORDS]
)
def test_cells_that_hold_nothing(cell: str) -> None:
    assert is_not_found(cell)


@pytest.mark.parametrize("cell", ["0", "-5", "no", "none", "5 %", "无", "なし", "없음", "未知領域"])
def test_cells_that_say_something(cell: str) -> None:
    assert not is_not_found(cell)


def test_a_cell_is_cited_with_the_span_that_states_its_figure() -> None:
    """Whatever else of its row another span has: its words, or its script of Chinese."""
    words = {
        "e1": ("s1", "熱泵每年的運轉費用平均為18,000元。"),
        "e2": ("s2", "使用热泵的会员每年平均支付19,500元台币。"),
        "e3": ("s3", "The running cost of heat pumps is told by the agency."),
        "e4": ("s4", "Members paid 1,180 pounds a year."),
    }
    known = {name: Evidence(id=name, source=source, start=0, end=len(text), text=text) for name, (source, text) in words.items()}
    assert of_cell("年費用（消費者協會） 熱泵 19,500元", "19,500元", ("e1", "e2"), known) == ("e2",)
    assert of_cell("Running cost Heat pump £1,180", "£1,180", ("e3", "e4"), known) == ("e4",)
