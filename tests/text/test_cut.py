"""Texts that were cut say so, and how much of them was read."""

from __future__ import annotations

import pytest

from dr_core.report.reason_words import reason_in
from dr_core.text.cut import only_first, with_note


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("All of it.", ""),
        (with_note("All of it.", 3, 3, "pages"), ""),
        (with_note("The beginning.", 300, 1512, "pages"), "only the first 300 of 1,512 pages were read"),
        (with_note("The beginning.", 2500, 20_000, "rows"), "only the first 2,500 of 20,000 rows were read"),
        ("x" * 1500, "only the first 1,000 of 1,500 characters were read"),
        (with_note("The first 3 of 9 pages", 3, 3, "pages"), ""),
    ],
)
def test_a_text_tells_how_much_of_it_there_is(text: str, told: str) -> None:
    assert only_first(text, 1000) == told


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "ja", "ko", "de", "fr", "es", "it", "pt"])
def test_it_is_told_in_the_language_of_the_report(language: str) -> None:
    for text in (with_note("a", 3, 9, "pages"), with_note("a", 3, 9, "rows"), "x" * 9):
        told = reason_in(only_first(text, 3), language)
        assert "only the first" not in told and "3" in told and "9" in told
