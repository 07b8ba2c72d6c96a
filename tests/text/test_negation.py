"""Denials in four languages, and what only looks like one."""

from __future__ import annotations

import pytest

from dr_core.text.negation import denials, denied, reversed_direction


@pytest.mark.parametrize(
    "text",
    [
        "It does not rise",
        "They never came",
        "without help",
        "it isn't so",
        "它没有增长",
        "這並不正確",
        "尚未完成",
        "無法證明",
        "これは安全ではない",
        "増えなかった",
        "知りません",
        "증가하지 않았다",
        "할 수 없다",
    ],
)
def test_a_denial_is_heard(text: str) -> None:
    assert denied(text)


@pytest.mark.parametrize(
    "text",
    [
        "not only large",
        "No doubt",
        "它不仅大",
        "不同的方法",
        "未来的发展",
        "非常重要",
        "是否如此",
        "無論如何",
        "少ない",
        "そうかもしれない",
        "行かなければならない",
        "그뿐만 아니라",
        "notable",
    ],
)
def test_what_only_contains_the_sign_denies_nothing(text: str) -> None:
    assert denials(text) == []


def test_a_double_denial_affirms() -> None:
    assert not denied("it is not without merit")


def test_opposite_directions_are_seen() -> None:
    assert reversed_direction("prices increased", "prices decreased") == ("increas", "decreas")
    assert reversed_direction("收入上升", "收入下降") == ("上升", "下降")
    assert reversed_direction("prices increased", "prices increased, then decreased") is None
