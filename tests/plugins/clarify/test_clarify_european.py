"""What the clarifiers say and understand in German, French and Spanish."""

from __future__ import annotations

import re

import pytest
from clarify_kit import assess

from dr_core import NextAction
from dr_plugins.clarify import _european, _focus, _wording


@pytest.mark.parametrize(
    ("topic", "assumed"),
    [
        ("Wirtschaft", "„Wirtschaft“ wird in der häufigsten Bedeutung verstanden"),
        ("L'économie", "« L'économie » est pris dans son sens le plus courant"),
        ("Economía", "«Economía» se entiende en su sentido más común"),
    ],
)
def test_what_is_assumed_is_said_in_the_language_of_the_question(topic: str, assumed: str) -> None:
    word = assess(topic)
    assert word.assumptions[0] == assumed
    assert not any(
        english in said for said in (*word.assumptions, *word.focuses, word.goal) for english in ("report", "Latest", "of:")
    )


def test_every_text_and_side_is_there_in_every_language() -> None:
    for own, european in ((_wording._TEXTS, _european.TEXTS), (_focus._SIDES, _european.SIDES)):
        assert own.keys() == european.keys()
        for key, texts in european.items():
            names = set(re.findall(r"\{\w+\}", own[key][0])) if own is _wording._TEXTS else set()
            assert all(set(re.findall(r"\{\w+\}", text)) == names for text in texts), key


@pytest.mark.parametrize(
    "answer", ["egal", "Keine Ahnung.", "weiß nicht", "peu importe", "Je ne sais pas", "No lo sé", "da igual"]
)
def test_an_answer_that_is_none_declines_in_any_of_them(answer: str) -> None:
    assert assess("health", answer).action is NextAction.START_RESEARCH
