"""Tables in markdown: whole, with their source behind them, and nothing in a cell can pass for markup or a citation."""

from __future__ import annotations

from pathlib import Path

import pytest

from dr_core import Paragraph, Report
from dr_core.report.citation import parse_report
from dr_core.report.compose import set_apart
from dr_core.report.mark import mark
from dr_core.types import Reference, ReportSection
from dr_plugins.render.markdown import Markdown

TABLE = "| Year | Price |\n|---|---|\n| 2018 | 176 |\n| 2019 [7] | <b>156</b> |"


async def rendered(table: str, language: str = "en") -> str:
    paragraph = Paragraph(id="sec1.p1", section="sec1", text=table + mark(["e1"]), cite_ids=("e1",), kind="table")
    report = Report(
        title="Prices",
        question="Prices",
        language=language,
        sections=(ReportSection(id="sec1", title="Cost", paragraphs=(paragraph,)),),
        references=(Reference(number=1, source="s1", title="A survey", url="https://example.org/a"),),
        citations={"e1": 1},
    )
    return (await Markdown().render(set_apart(report), Path())).decode()


async def test_a_table_is_followed_by_its_source() -> None:
    text = await rendered(TABLE)
    assert "| Year | Price |\n| --- | --- |\n| 2018 | 176 |" in text
    assert "|\n\nSource: [1]\n" in text


@pytest.mark.parametrize(("language", "line"), [("zh-Hant", "來源：[1]"), ("ja", "出典：[1]"), ("ko", "출처: [1]")])
async def test_the_source_is_named_in_the_language_of_the_report(language: str, line: str) -> None:
    assert line in await rendered(TABLE, language)


async def test_the_table_counts_as_one_cited_paragraph() -> None:
    (found,) = parse_report(await rendered(TABLE)).paragraphs
    assert found.role == "table" and found.cited and found.ends


async def test_a_bracket_or_a_tag_in_a_cell_is_text() -> None:
    text = await rendered(TABLE)
    assert "2019 \\[7]" in text and "&lt;b>156" in text
    assert parse_report(text).unknown == ()


async def test_ragged_rows_get_the_width_of_the_head() -> None:
    text = await rendered("| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\n| x \\| y | 2 |")
    rows = text.split("## Cost\n\n", 1)[1].split("\n\n", 1)[0].splitlines()
    assert rows[2:] == ["| 1 |  |", "| 1 | 2 |", "| x \\| y | 2 |"]
