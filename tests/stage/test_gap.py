"""Sentences of another script than the report's keep the spaces between them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from standin.library import research

from dr_core.stage.extractive.piece import join
from dr_core.text import gap


@pytest.mark.parametrize(
    ("before", "language", "between"),
    [
        ("It is cold.", "en", " "),
        ("It is cold.", "ja", " "),
        ("겨울에 출력이 준다.", "zh-Hant", " "),
        ("電池很便宜。", "zh-Hant", ""),
        ("電池は安い。", "ja", ""),
        ("전지는 싸다.", "ko", " "),
        ("電池は安い（？）", "ja", ""),
    ],
)
def test_what_stands_between_two_sentences_is_told_by_the_first(before: str, language: str, between: str) -> None:
    assert gap(before, language) == between


def test_a_line_that_ends_between_two_words_does_not_glue_them_together() -> None:
    assert join(["It is\ncold.", "電池は\n安い。", "전지는\n싸다."], "ja") == "It is cold. 電池は安い。전지는 싸다."


@pytest.mark.parametrize("language", ["ja", "zh-Hans", "zh-Hant"])
async def test_a_report_in_a_script_without_spaces_quotes_english_with_them(tmp_path: Path, language: str) -> None:
    state, _ = await research(tmp_path, settings={"research": {"depth": "quick", "language": language}})
    assert state.language == language
    glued = re.findall(r"[a-z]\.[A-Z][a-z]+ [a-z]+", state.final_report)
    assert not glued and re.search(r"[a-z]\. [A-Z][a-z]+ [a-z]+", state.final_report)
