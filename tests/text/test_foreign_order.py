"""The order of words beside English: what moves with its preposition or its case has changed no place."""

from __future__ import annotations

import pytest

from dr_core.text.exchange import exchanged

MOVED = [
    ("Das Museum wurde nach einem Brand geschlossen.", "Nach einem Brand wurde das Museum geschlossen."),
    ("Der Minister unterzeichnete den Vertrag.", "Den Vertrag unterzeichnete der Minister."),
    ("El túnel se cerró en 2019 por obras.", "Por obras se cerró el túnel en 2019."),
    ("La société Alpha a racheté Beta.", "Beta a été racheté par la société Alpha."),
    ("東棟には絵画、西棟には彫刻が展示されている。", "絵画は東棟に、彫刻は西棟に展示されている。"),
    ("La banque Orsel a été rachetée par l'assureur Valmont en 2016.", "L'assureur Valmont a racheté la banque Orsel en 2016."),
    ("La sequía redujo la cosecha de trigo.", "La cosecha de trigo se redujo por la sequía."),
    ("Городские власти закрыли старый мост.", "Старый мост закрыли городские власти."),
]
SWAPPED = [
    ("Der Verband verklagte den Minister.", "Der Minister verklagte den Verband."),
    ("La cooperativa vendió el molino al ayuntamiento.", "El ayuntamiento vendió el molino a la cooperativa."),
    ("봄에는 유채꽃이, 가을에는 코스모스가 언덕을 덮는다.", "봄에는 코스모스가, 가을에는 유채꽃이 언덕을 덮는다."),
    ("東棟には絵画、西棟には彫刻が展示されている。", "東棟には彫刻、西棟には絵画が展示されている。"),
    ("La banque Orsel a été rachetée par l'assureur Valmont en 2016.", "La banque Orsel a racheté l'assureur Valmont en 2016."),
    ("L'équipe a battu Marseille à Lyon.", "Marseille a battu l'équipe à Lyon."),
]


@pytest.mark.parametrize(("source", "claim"), MOVED)
def test_what_merely_moved_is_not_exchanged(source: str, claim: str) -> None:
    assert exchanged(claim, source) is None


@pytest.mark.parametrize(("source", "claim"), SWAPPED)
def test_what_stands_in_each_other_s_place_is_exchanged(source: str, claim: str) -> None:
    assert exchanged(claim, source) is not None
