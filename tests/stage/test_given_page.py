"""A page that an engine gives whole is not read again: how much that takes depends on what a character says."""

from __future__ import annotations

import pytest

from dr_core import Hit
from dr_core.stage.fetch import _is_given


@pytest.mark.parametrize(
    ("content", "given"),
    [("word " * 60, False), ("word " * 90, True), ("热泵" * 45, False), ("热泵" * 80, True), ("ä" * 300, False)],
)
def test_a_cjk_character_says_as_much_as_three_letters(content: str, given: bool) -> None:
    assert _is_given(Hit(title="", url="https://a.example/", content=content)) is given
