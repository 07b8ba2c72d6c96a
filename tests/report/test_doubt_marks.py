"""What could not be confirmed is shown with a doubt, in prose, in items and in rows, and the report is still as checked."""

from __future__ import annotations

import pytest

from dr_core.report.compose import marked
from dr_core.report.held import unheld
from dr_core.report.mark import last_mark
from dr_core.types import Evidence, Paragraph, Verdict

TEXT = "LFP cells cost 70 dollars. Sodium cells cost 59 dollars."
EVIDENCE = {
    "e1": Evidence(id="e1", source="s1", start=0, end=len(TEXT), text=TEXT, url="file:///a.md", sha256="0", fetched_at="")
}
TABLE = "| Cell | Cost |\n| --- | --- |\n| LFP | 70 dollars |\n| Sodium | 59 dollars |"


def shown(text: str, kind: str, unclear: str, language: str = "en") -> str:
    paragraph = Paragraph.model_validate({"id": "p1", "section": "a", "text": text, "cite_ids": ("e1",), "kind": kind})
    verdict = Verdict(paragraph="p1", sentence=unclear, verdict="unclear", cite_ids=("e1",))
    return marked(paragraph, [verdict], EVIDENCE, language).text


def lines(text: str) -> list[str]:
    return [last_mark(line)[0].strip() for line in text.splitlines()]


@pytest.mark.parametrize(("language", "doubt"), [("en", " (?)"), ("ko", " (?)"), ("zh-Hans", "（？）")])
def test_an_unclear_sentence_of_prose_has_a_doubt(language: str, doubt: str) -> None:
    told = shown(TEXT, "prose", "LFP cells cost 70 dollars.", language)
    assert f"LFP cells cost 70 dollars.{doubt}" in told and told.count(doubt) == 1


def test_an_item_with_an_unclear_sentence_has_a_doubt() -> None:
    told = lines(
        shown("- LFP cells cost 70 dollars. Cheap.\n- Sodium cells cost 59 dollars.", "list", "Sodium cells cost 59 dollars.")
    )
    assert told == ["- LFP cells cost 70 dollars. Cheap.", "- Sodium cells cost 59 dollars. (?)"]


def test_an_unclear_row_has_a_doubt_behind_its_label() -> None:
    told = shown(TABLE, "table", "| Sodium | 59 dollars |").splitlines()
    assert told[3].startswith("| Sodium (?) | 59 dollars") and "(?)" not in told[2]


def test_a_report_with_doubts_is_the_one_that_was_checked() -> None:
    paragraph = Paragraph(id="p1", section="a", text=TABLE, cite_ids=("e1",), kind="table")
    report = f"# Cells\n\n## Costs\n\n{TABLE.replace('| Sodium |', '| Sodium (?) |')}\n\nSource: [1]\n\n## References\n\n[1] A - file:///a.md\n"
    assert unheld(report, [paragraph]) == ([], [])
