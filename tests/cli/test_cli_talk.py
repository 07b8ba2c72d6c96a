"""What a person types when a plan is shown, and what may be shown to a person."""

from __future__ import annotations

import pytest

from dr_core.cli.talk import edited
from dr_core.cli.terminal import clean, clock

FOCUSES = ["cost", "safety", "history"]


@pytest.mark.parametrize(
    ("typed", "after"),
    [
        ("2 fires at plants", ["cost", "fires at plants", "history"]),
        ("2. fires at plants", ["cost", "fires at plants", "history"]),
        ("2　电站火灾", ["cost", "电站火灾", "history"]),
        ("-1", ["safety", "history"]),
        ("+ outlook", ["cost", "safety", "history", "outlook"]),
        ("＋前景", ["cost", "safety", "history", "前景"]),
        ("4 more", None),
        ("0 none", None),
        ("-7", None),
        ("2", None),
        ("+", None),
        ("yes please", None),
        ("² squared", None),
        ("99999999999999999999 x", None),
    ],
)
def test_a_focus_is_changed_dropped_or_added(typed: str, after: list[str] | None) -> None:
    assert edited(FOCUSES, typed) == after


def test_a_plan_keeps_at_least_one_and_at_most_five_focuses() -> None:
    assert edited(["cost"], "-1") is None
    assert edited([*FOCUSES, "four", "five"], "+six") is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("two\nlines\r\n", "two lines"),
        ("\x1b[31mred\x1b]0;title\x07", "[31mred ]0;title"),
        ("left\u202eright", "left right"),
        ("中文 with accents é", "中文 with accents é"),
        ("nul\x00bell\x07\x9b2J", "nul bell 2J"),
    ],
)
def test_nothing_that_is_shown_can_move_the_cursor(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_times_carry_units() -> None:
    assert [clock(3.2), clock(59.4), clock(65), clock(3600)] == ["3 s", "59 s", "1:05 min", "60:00 min"]
