"""What the clarifiers say and understand in German, French, Spanish, Italian and Portuguese."""

from __future__ import annotations

import re

import pytest
from clarify_kit import assess

from dr_core import NextAction
from dr_plugins.clarify import _european, _focus, _wording


@pytest.mark.parametrize(
    ("topic", "assumed"),
    [
        ("Wirtschaft", "Keine Seite von „Wirtschaft“ wurde gewählt: Der Bericht ist ein allgemeiner Überblick"),
        ("L'économie", "Aucun aspect de « économie » n’a été choisi : le rapport est une vue d’ensemble"),
        ("Economía", "No se eligió ningún aspecto de «Economía»: el informe es una visión general"),
        ("L'economia", "Nessun aspetto di «economia» è stato scelto: la relazione è una panoramica generale"),
        ("A economia e o mercado", "Nenhum aspecto de “economia e o mercado” foi escolhido: o relatório é uma visão geral"),
    ],
)
def test_what_is_assumed_is_said_in_the_language_of_the_question(topic: str, assumed: str) -> None:
    word = assess(topic, "")
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
    "answer",
    ["egal", "Keine Ahnung.", "weiß nicht", "peu importe", "Je ne sais pas", "No lo sé", "da igual", "Non lo so", "tanto faz"],
)
def test_an_answer_that_is_none_declines_in_any_of_them(answer: str) -> None:
    assert assess("health", answer).action is NextAction.START_RESEARCH
