"""The box "How this report was made" speaks the report's language, and tells what was left out."""

from __future__ import annotations

import pytest

from dr_core.report.box_words import COLUMNS, PHRASES, worded
from dr_core.report.provenance import LABELS, box, labels
from dr_core.state import Round, RunState
from dr_core.types import Evidence, Page, SearchTask


def state(language: str) -> RunState:
    made = RunState(original_query="q", clarified_query="q", language=language, today="2026-01-31")
    made.iterations = [
        Round(
            iteration=1,
            is_sufficient=False,
            overall_score=6.4,
            gaps=["Speed"],
            reasoning="coverage 0.73. Stopped: there is nothing left to ask.",
        )
    ]
    made.sources = {
        name: Page(id=name, url=f"file:///{name}.md", title=name, text="t", sha256="", fetched_at="", language=spoken)
        for name, spoken in (("s1", language), ("s2", "fr"), ("s3", "fr"))
    }
    made.evidence = {"e1": Evidence(id="e1", source="s1", start=0, end=1, text="t")}
    made.unread = {"file:///home/somebody/private/notes.md": "not about the question"}
    return made


@pytest.mark.parametrize("language", ["en", *COLUMNS])
def test_every_row_has_a_label(language: str) -> None:
    assert set(labels(language)) == set(LABELS["en"])
    assert all(value for _, value in box(state(language), seconds=1.0))


def test_the_runs_own_phrases_are_translated_and_nothing_else_is() -> None:
    rows = dict(box(state("zh-Hant"), seconds=1.0))
    assert "停止原因：沒有可再查詢的內容" in rows["輪次"] and "涵蓋 0.73" in rows["輪次"]
    assert rows["狀態"].startswith("完成；")
    assert worded("recompleted and incomplete", "zh-Hant") == "recompleted and incomplete"
    assert worded("complete", "en") == worded("complete", "nl") == "complete"


def test_sources_in_other_languages_that_were_read_in_vain_are_counted() -> None:
    assert dict(box(state("en"), seconds=1.0))["Sources in other languages"].startswith("2 (read, not quoted")
    with_model = state("en")
    with_model.models = {"m": {"model": "m", "calls": 1, "prompt_tokens": 1, "completion_tokens": 1, "usd": 0.0}}
    assert "Sources in other languages" not in dict(box(with_model, seconds=1.0))


def test_what_was_searched_in_vain_is_told_and_folders_are_not() -> None:
    rows = dict(box(state("en"), seconds=1.0))
    assert rows["Little was found on"] == "Speed"
    assert rows["Pages not read"] == "1: notes.md (not about the question)"


def test_a_long_question_stands_there_once_in_full() -> None:
    made = state("en")
    made.original_query = made.clarified_query = "How do they compare, " + "and in which respect, " * 20 + "in the end?"
    made.asked_queries = [SearchTask(query=made.original_query), SearchTask(query="they compare")]
    rows = dict(box(made, seconds=1.0))
    assert rows["Question"] == made.original_query
    first, second = rows["Queries"].split("; ")
    assert (first, second) == (f"{made.original_query[:79]}…", "they compare")


def test_every_phrase_is_there_in_every_language() -> None:
    assert all(len(told) == len(COLUMNS) and all(told) for told in PHRASES.values())
