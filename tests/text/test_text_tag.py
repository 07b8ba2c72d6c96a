"""Codes of languages as people type them."""

from __future__ import annotations

import pytest

from dr_core.text.tag import language_tag


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("fr", "fr"),
        ("EN", "en"),
        ("zh-hant", "zh-Hant"),
        ("PT-br", "pt-BR"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("yue", "yue"),
        ("", ""),
    ],
)
def test_a_known_language_gets_its_usual_spelling(typed: str, meant: str) -> None:
    assert language_tag(typed) == meant


@pytest.mark.parametrize("typed", ["xx", "xx-YY", "eng", "french", "e", "en_US", "as you like", "-", "en-"])
def test_what_is_no_language_is_refused_with_examples(typed: str) -> None:
    with pytest.raises(ValueError, match=r"is not the code of a language\. Write en, fr, zh-Hant"):
        language_tag(typed)
