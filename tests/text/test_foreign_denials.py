"""Denials, directions and little words of languages beside English: what is turned round in them, and what is retold."""

from __future__ import annotations

import pytest

from dr_core.text.negation import denials
from dr_core.text.overlap import share
from dr_core.text.support import judge

TURNED = [
    ("Los médicos no hallaron ninguna mejora en los pacientes.", "Los médicos hallaron una mejora en los pacientes."),
    ("Il vino non è mai stato esportato in Giappone.", "Il vino è stato esportato in Giappone."),
    ("A vacina não protege os gatos contra a raiva.", "A vacina protege os gatos contra a raiva."),
    ("Школа не получила денег на новый спортзал.", "Школа получила деньги на новый спортзал."),
    ("Цены на хлеб за год выросли на 8 процентов.", "Цены на хлеб за год снизились на 8 процентов."),
    ("O preço do café subiu 8% em um ano.", "O preço do café caiu 8% em um ano."),
    ("El precio del trigo ha crecido un 8% en un año.", "El precio del trigo ha caído un 8% en un año."),
    ("The glacier is the largest of the Alps.", "The glacier is the smallest of the Alps."),
]


@pytest.mark.parametrize(("source", "claim"), TURNED)
def test_what_is_turned_round_is_contradicted(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict == "contradicted"


def test_a_second_word_for_the_same_denial_denies_nothing_more() -> None:
    assert [one.text for one in denials("No encontraron ninguna relación.")] == ["No"]
    assert [one.text for one in denials("Ninguna planta sobrevivió.")] == ["Ninguna"]


def test_the_portuguese_in_the_denies_nothing() -> None:
    assert not denials("A prefeitura proibiu a pesca no rio, mas os moradores vendem peixe no mercado.")
    assert not denials("No inverno a praia fica vazia, mas no verão recebe turistas.")
    assert denials("There is no bridge.")
    claim = "Desde março de 2021, pacientes sem encaminhamento não são aceitos no hospital."
    assert judge(claim, ["O hospital não aceita pacientes sem encaminhamento desde março de 2021."]).verdict == "supported"


def test_little_words_of_another_language_hold_no_part_of_a_claim() -> None:
    assert share("Quanto costa nella città?", "La casa nella valle quanto rende?") == 0.0
