"""A page that an engine gives whole is not read again: how much that takes depends on what a character says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dr_core import Hit, NoEvidence, research
from dr_core.stage.fetch import _is_given


@pytest.mark.parametrize(
    ("content", "given"),
    [("word " * 60, False), ("word " * 90, True), ("热泵" * 45, False), ("热泵" * 80, True), ("ä" * 300, False)],
)
def test_a_cjk_character_says_as_much_as_three_letters(content: str, given: bool) -> None:
    assert _is_given(Hit(title="", url="https://a.example/", content=content)) is given


SHORT = "Heat pumps work in cold climates: in Norway about 60 percent of households had a heat pump in 2022."
WALL = "Just a moment... Checking your browser before accessing. Please enable JavaScript and cookies to continue."


def answer(content: str, root: Path) -> Any:
    hits = [{"title": "Norway", "url": "http://127.0.0.1:9/norway", "content": content}]  # nobody listens there
    values: dict[str, Any] = {"search": {"use": ["shelf"], "shelf": {"plugin": "dr_core.testing:FakeSearch", "hits": hits}}}
    values |= {"output": {"root": str(root)}, "cache": {"enabled": False}}
    return research("How well do heat pumps work in cold climates?", settings=values)


def test_what_an_engine_gives_of_a_page_stands_in_where_that_cannot_be_read(tmp_path: Path) -> None:
    result = answer(SHORT, tmp_path)
    assert result.passed
    assert "60 percent of households" in result.final_report
    assert "http://127.0.0.1:9/norway (only what the engine gave of it was read)" in result.final_report


@pytest.mark.parametrize("content", ["", " ", WALL])
def test_nothing_and_the_words_of_a_wall_do_not(content: str, tmp_path: Path) -> None:
    with pytest.raises(NoEvidence, match=r"\(http://127\.0\.0\.1:9/norway: was not read: "):
        answer(content, tmp_path)
