"""Notes under a table stand with its rows: a drafter sees them, who cites a row cites them, and figures are read by them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, Said, evidence, good, research

from dr_core import Context, ModelRequest, Page
from dr_core.run.prompt import messages_for
from dr_core.stage.above import above
from dr_core.stage.passage import as_evidence, large_tables, passages

TABLE = """| House type | Heat pump | Gas boiler* |
|---|---|---|
| Flat | 8.9 | 2.4 |
| Terraced | 11.2 | 2.9 |"""
OTHER_INPUTS = ("question", "learned", "failures", "tools", "todo", "style", "audience")
PROSE = "The trust asked 4,210 households with heat pumps in the spring of 2025 what they had paid."


def page(below: str, table: str = TABLE) -> Page:
    text = f"# Heat in British homes\n\n## What installation costs\n\n{table}\n\n{below}\n"
    known = {"sha256": "0", "fetched_at": "2026-01-01T00:00:00Z", "language": "en"}
    return Page(id="s1", url="https://library.example/heat", title="Heat in British homes", text=text, **known)


def notes(own: Page) -> str:
    (table,) = [one for one in (*passages(own), *large_tables(own)) if one.kind == "table"]
    return own.text[table.notes.start : table.notes.end] if table.notes else ""


@pytest.mark.parametrize(
    "note",
    [
        "Note: Figures in thousand pounds, without value added tax.",
        "Note: without value added tax.\nSource: Home Heat Trust, survey of 2025.",
        "Source: Home Heat Trust, survey of 2025.",
        "*Source: Home Heat Trust. The figure for flats is derived from the others.*",
        "* Without the cost of a new flue.",
        "All values undiscounted, at prices of January 2025.",
        "Figures in thousand pounds.",
        "註：單位為千英鎊，不含稅。",
        "※税抜き。",
        "出典：資源エネルギー庁",
    ],
)
def test_what_stands_under_a_table_and_says_what_its_figures_are_is_its_note(note: str) -> None:
    own = page(f"{note}\n\n{PROSE}")
    assert notes(own) == note
    assert [own.text[one.start : one.end] for one in passages(own) if one.kind == "prose"] == [PROSE]


@pytest.mark.parametrize(
    "below",
    [
        PROSE,
        "Prices in London rose by 5 percent in 2025, and those in Leeds fell.",
        "** Without a mark in the table this is no note of it, but says something on its own.",
        "- Flats are the cheapest to heat of all homes, with 900 pounds a year.",
        "Notes on method follow in the next chapter, which tells how the households were chosen.",
        f"Note: {PROSE * 4}",
    ],
)
def test_prose_under_a_table_is_none(below: str) -> None:
    assert notes(page(below)) == ""


def test_a_caption_with_a_wide_space_is_the_caption_of_the_table_below_it() -> None:
    own = page(PROSE, f"表1　容量別の設置費用\n\n{TABLE}")
    (table,) = [one for one in passages(own) if one.kind == "table"]
    assert table.over and own.text[table.over.start : table.over.end] == "表1　容量別の設置費用"


def test_several_notes_of_a_table_are_told_together() -> None:
    several = "Note: in thousand pounds.\n\n* Without a new flue.\n\nSource: Home Heat Trust."
    assert notes(page(f"{several}\n\n{PROSE}")) == several


def test_a_row_of_a_large_table_is_told_with_its_notes() -> None:
    rows = "\n".join(f"| House {at} | {at}.9 | {at}.4 |" for at in range(1, 30))
    own = page(f"Note: in thousand pounds.\n\n{PROSE}", "\n".join([*TABLE.split("\n")[:2], rows]))
    (table,) = large_tables(own)
    item = as_evidence(own, table.spans[3].start, table.spans[3].end, name="e1", section="sec1")
    assert [own.text[span.start : span.end] for span in above(item, own)][1] == "Note: in thousand pounds."


def test_who_plans_charts_is_shown_the_notes_of_a_table() -> None:
    table = {"id": "t1", "caption": "", "heading": "Costs", "source_title": "Heat", "text": TABLE, "notes": "In thousand pounds."}
    inputs = {"language": "en", "today": "2026-01-01", "sections": [], "evidence": [], "tables": [table]}
    for task_input in (inputs, {**inputs, "tables": [{**table, "notes": ""}]}):
        told = messages_for("charts", {**dict.fromkeys(OTHER_INPUTS, ""), **task_input})[1].content
        assert (f">In thousand pounds.\n{TABLE}</data>" in told) == bool(task_input["tables"][0]["notes"])


QUESTION = "What does it cost to install a heat pump in British homes?"
NOTE = "Note: Figures in thousand pounds, without value added tax."
RIGHT = "In a flat a heat pump costs 8,900 pounds without value added tax."
WRONG = "In a terraced house a heat pump costs 8,900 pounds."


async def test_a_drafter_sees_the_notes_and_what_it_writes_by_them_is_verified(tmp_path: Path) -> None:
    drafts: list[str] = []

    def writer(request: ModelRequest) -> dict[str, Any]:
        if request.task != "draft":
            return good(request)
        drafts.append(request.messages[1].content)
        tables = [cite for cite, text in evidence(request) if "| Flat |" in text]
        return {"paragraphs": [{"text": f"{RIGHT} {WRONG}", "cite_ids": tables}]} if tables else good(request)

    own = page("\n\n".join([NOTE, *(f"{PROSE} In part {at} it asked for the costs of fuel {at}." for at in range(8))]))
    state, folder = await research(
        tmp_path,
        {"one": Said(None, Context(instance="one"), writer)},
        question=QUESTION,
        library=Library(None, Context(instance="files"), {own.url: own.text}),
        settings={"research": {"depth": "quick", "length": "brief"}},
    )
    shown = [draft for draft in drafts if "| Flat |" in draft]
    assert shown and all(f"{NOTE}\n{TABLE}</data>" in draft and draft.count(NOTE) == 1 for draft in shown)
    words = {one.sentence: one.verdict for one in state.verdicts}
    assert words[RIGHT] == "supported" and WRONG not in words
    told = [one for one in state.paragraphs if RIGHT in one.text]
    assert told and all(NOTE in [state.evidence[cite].text for cite in one.cite_ids] for one in told)
    assert RIGHT in re.sub(r" ?\[\d+\]", "", (folder / "report.md").read_text(encoding="utf-8"))
