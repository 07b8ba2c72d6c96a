"""Words that German joins of others are taken apart where a text has their parts."""

from __future__ import annotations

import pytest

from dr_core.text import terms
from dr_core.text.joined import joined_of


@pytest.mark.parametrize(
    ("word", "text", "parts"),
    [
        ("Pfefferminzöl", "Das ätherische Öl der Pfefferminze", ("Pfefferminze", "Öl")),
        ("Stromspeicherung", "die Speicherung von Strom", ("Strom", "Speicherung")),
        ("Verkehrsplan", "ein Plan für den Verkehr", ("Verkehr", "Plan")),
        ("Straßenbahnlinien", "eine Linie der Straßenbahn", ("Straßenbahn", "Linie")),
        ("Windkraftanlage", "Kraft, Wind, Anlagen und Windkraft", ("Windkraft", "Anlage")),
        ("kaffebönor", "bönor av kaffe", ("kaffe", "bönor")),
    ],
)
def test_a_word_is_taken_apart_into_words_of_the_text(word: str, text: str, parts: tuple[str, str]) -> None:
    assert joined_of(word, set(terms(text))) == " ".join(terms(" ".join(parts)))


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("Pfefferminzöl", "Das Öl der Olive"),  # a part alone says something else
        ("Pfefferminzöl", "Pfefferminze als Tee"),
        ("Ölpreis", "der Preis von Gold"),
        ("Erde", "er und de"),  # too short to be joined
        ("Untersuchung", "unter der Suchung"),  # no word is joined of a preposition
        ("CO2-Preis", "CO2 und Preis"),  # two words as it stands
        ("高速铁路", "高速 铁路"),
    ],
)
def test_a_word_of_which_the_text_has_no_parts_stays_whole(word: str, text: str) -> None:
    assert joined_of(word, set(terms(text))) == ""
