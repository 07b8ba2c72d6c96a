"""What the provenance box tells is told as data, too, for whoever reads events: also what is added to the box later."""

from __future__ import annotations

from dr_core.report.made import made
from dr_core.report.provenance import LABELS
from dr_core.state import RunState

WORDS = {"searches", "made", "unquoted"}
"""Labels that are parts of rows, not rows."""
TOLD = {
    "question": "question",
    "status": "today",
    "rounds": "rounds",
    "gaps": "gaps",
    "queries": "queries",
    "engines": "engines",
    "read": "pages_read",
    "brought": "pages_brought",
    "foreign": "pages_foreign",
    "unread": "unread",
    "left_out": "left_out",
    "evidence": "evidence",
    "dropped": "dropped",
    "unclear": "sentences_unclear",
    "skipped": "skipped",
    "models": "models",
    "fallbacks": "fallbacks",
    "errors": "errors",
    "cut": "calls_cut",
    "cost": "usd",
    "time": "seconds",
    "targets": "targets",
}


def test_every_row_of_the_box_has_its_values_in_the_event() -> None:
    rows = set(LABELS["en"]) - WORDS
    assert rows == set(TOLD), "a row was added to the box: let made() tell it, and name it here"
    assert set(TOLD.values()) <= set(made(RunState(original_query="q"), seconds=1.0))


def test_every_language_has_every_label() -> None:
    assert {language: set(labels) for language, labels in LABELS.items()} == {language: set(LABELS["en"]) for language in LABELS}
