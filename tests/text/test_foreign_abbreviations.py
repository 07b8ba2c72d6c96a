"""Abbreviations of languages beside English end no sentence, whoever asks for the sentences."""

from __future__ import annotations

import pytest

from dr_core.text.overlap import split

WHOLE = [
    "Der Ausbau kostet, z. B. in Bayern, 5 Mio. Euro und dauert laut Abs. 3 bis 2027.",
    "Das betrifft u. a. Schulen, d. h. rund 3.000 Kinder bzw. Jugendliche.",
    "M. Dupont a acheté, selon Mme. Roy, env. 300 hectares en janv. 2020.",
    "El Sr. Gómez y la Dra. Ruiz viajaron a EE. UU. en 2019 con aprox. 30 alumnos.",
    "Il dott. Rossi e la sig.ra Bianchi hanno speso ca. 300 euro in via Roma n. 5.",
    "O Sr. Silva e a Dra. Costa foram aos EUA em jan. de 2020 com aprox. 30 alunos.",
    "По данным А. С. Петрова, в 2020 г. Москва получила 5 млрд. руб. в т. ч. 2 млрд. руб. на дороги.",
]


@pytest.mark.parametrize("sentence", WHOLE)
def test_a_sentence_with_abbreviations_is_one(sentence: str) -> None:
    assert split(sentence) == (sentence,)


def test_two_sentences_are_two() -> None:
    assert len(split("Die Brücke kostet fünf Mio. Euro. Sie wurde im Mai eröffnet.")) == 2
    assert len(split("Завод открыли в 2019 году. Он выпускает насосы.")) == 2
