"""Charts that could not be drawn are told in the box, each with its reason, in the language of the report."""

from __future__ import annotations

import pytest

from dr_core.report.box_words import COLUMNS
from dr_core.report.provenance import box
from dr_core.report.undrawn import FAILED, LABELS, NOT_TRIED, REASONS, UNTRIED, undrawn_row
from dr_core.state import RunState

TRACE = 'Traceback (most recent call last):\n  File "<chart>", line 6, in <module>\n    1/0\nZeroDivisionError: division by zero'


def state(language: str, *failed: tuple[str, str], untried: tuple[str, ...] = ()) -> RunState:
    made = RunState(original_query="?", language=language, today="2026-11-18")
    if failed:
        made.notes[FAILED] = [{"title": title, "reason": reason} for title, reason in failed]
    if untried:
        made.notes[UNTRIED] = list(untried)
    return made


def test_a_failed_chart_is_named_with_the_last_line_of_its_error_and_what_was_not_tried_with_why() -> None:
    label, told = undrawn_row(state("en", ("Prices", TRACE), ("Sales", "the code drew no figure"), untried=("Jobs",)))
    assert (label, told) == (
        "Charts not drawn",
        f"3: “Prices” (ZeroDivisionError: division by zero); “Sales” (the code drew no figure); “Jobs” ({NOT_TRIED})",
    )


def test_the_row_stands_in_the_box_and_only_where_a_chart_failed() -> None:
    assert ("Charts not drawn", "1: “Prices” (the code drew no figure)") in box(
        state("en", ("Prices", "the code drew no figure")), seconds=1
    )
    assert not any(label == "Charts not drawn" for label, _ in box(state("en"), seconds=1))


def test_it_is_told_in_the_language_of_the_report() -> None:
    failed = ("房價", "the code ran longer than 60 s and was stopped")
    assert undrawn_row(state("zh-Hant", failed, untried=("薪資",))) == (
        "未繪製的圖表",
        "2: “房價” (程式碼執行超過 60 秒而中止)；“薪資” (前面的圖表已失敗，故未嘗試)",
    )


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_words_in_every_language(reason: str) -> None:
    assert len(REASONS[reason]) == len(LABELS) == len(COLUMNS)
    said = reason.replace("{}", "60")
    for language in COLUMNS:
        _, told = undrawn_row(state(language, ("T", said)))
        assert said not in told and "{" not in told


def test_an_error_without_end_is_cut() -> None:
    _, told = undrawn_row(state("en", ("T", "ValueError: " + "x" * 5000)))
    assert len(told) < 200 and told.endswith("…)")
