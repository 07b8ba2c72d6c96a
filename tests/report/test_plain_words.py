"""The words of a page or a model, made plain."""

from __future__ import annotations

import pytest

from dr_core.report.clean import plain


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Enter `.backup` in the shell .", "Enter .backup in the shell."),
        (
            "It is kept in .sqliterc , and read by .NET ; a share of .5 is enough .",
            "It is kept in .sqliterc, and read by .NET; a share of .5 is enough.",
        ),
    ],
)
def test_a_point_before_a_word_is_part_of_a_name_and_keeps_its_space(text: str, told: str) -> None:
    assert plain(text) == told
