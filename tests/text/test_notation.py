"""Numbers with decimal commas: 36.300 Euro are many, and an English 36.300 is not."""

from __future__ import annotations

import pytest

from dr_core.text.notation import decimal_comma
from dr_core.text.number import quantities
from dr_core.text.support import judge


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("Sie kostet im Mittel 36.300 Euro.", 36_300.0, "eur"),
        ("Es sind rund 1,9 Mio. Geräte in Betrieb.", 1.9e6, ""),
        ("Die Branche setzte 3,4 Mrd. Euro um, so viel wie nie.", 3.4e9, "eur"),
        ("Der Anteil liegt bei 12,5 Prozent.", 12.5, "%"),
        ("Die Strecke ist 1.234,5 Kilometer lang und alt.", 1_234_500.0, "m"),
        ("La région a versé 1 234,5 millions d'euros.", 1_234.5e6, "eur"),
        ("Les péages rapportent 2,1 millions d’euros par jour.", 2.1e6, "eur"),
        ("La ligne a coûté 7,8 milliards d'euros.", 7.8e9, "eur"),
        ("Le réseau compte 2 735 kilomètres de lignes.", 2_735_000.0, "m"),
        ("La rete è lunga 2.735 chilometri.", 2_735_000.0, "m"),
        ("A linha custou 3,2 bilhões de euros.", 3.2e9, "eur"),
        ("La caldaia della casa consuma 1.200 chilowattora.", 1_200_000.0, "wh"),
        ("El presupuesto es de 1.200 millones de euros.", 1.2e9, "eur"),
        ("La deuda es de 3 mil millones de euros.", 3e9, "eur"),
        ("Un autobús cuesta 520.000 euros.", 520_000.0, "eur"),
        ("Il bilancio è di 1,2 miliardi di euro.", 1.2e9, "eur"),
        ("O orçamento é de 1,2 mil milhões de euros.", 1.2e9, "eur"),
    ],
)
def test_a_number_is_read_as_its_language_writes_it(text: str, value: float, unit: str) -> None:
    (one,) = quantities(text)
    assert (one.readings, one.unit) == (pytest.approx((value,)), unit)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The index rose to 36.300 in May.", 36.3),
        ("The price is 1,234 euros per ton.", 1_234.0),
        ("Sales: 1,234", 1_234.0),
        ("Population, Rio de Janeiro: 6,775", 6_775.0),
        ("The Tour de France drew 12,500 people.", 12_500.0),
        ("指数升至 36.300", 36.3),
        ("人口は 12,500 人", 12_500.0),
    ],
)
def test_english_and_cjk_numbers_stay_as_they_are(text: str, value: float) -> None:
    assert quantities(text)[0].readings == (value,)


def test_without_words_the_other_numbers_tell_and_else_both_readings_stand() -> None:
    assert [one.value for one in quantities("| Luft | 36.300 | 3,1 |")] == [36_300.0, 3.1]
    assert [one.value for one in quantities("| Air | 36.300 | 3.1 |")] == [36.3, 3.1]
    assert quantities(": 36.300")[0].readings == (36.3, 36_300.0)
    assert decimal_comma("36.300") is None


SOURCES = {
    "Eine Luft-Wärmepumpe kostet für ein Einfamilienhaus im Mittel 36.300 Euro einschließlich Einbau.": (
        ["Im Mittel kostet eine Luft-Wärmepumpe für ein Einfamilienhaus 36.300 Euro mit Einbau.",
         "Eine Luft-Wärmepumpe kostet im Mittel 36 300 Euro einschließlich Einbau.",
         "Eine Luft-Wärmepumpe kostet im Mittel rund 36.000 Euro einschließlich Einbau."],
        ["Eine Luft-Wärmepumpe kostet im Mittel 36,3 Euro einschließlich Einbau.",
         "Eine Luft-Wärmepumpe kostet im Mittel 63.300 Euro einschließlich Einbau.",
         "Eine Luft-Wärmepumpe kostet im Mittel 36,3 Mio. Euro einschließlich Einbau."],
    ),
    "Insgesamt sind in Deutschland rund 1,9 Mio. Wärmepumpen in Betrieb.": (
        ["In Deutschland sind insgesamt rund 1.900.000 Wärmepumpen in Betrieb.",
         "In Deutschland sind insgesamt 1,9 Millionen Wärmepumpen in Betrieb."],
        ["In Deutschland sind insgesamt rund 1,9 Mrd. Wärmepumpen in Betrieb.",
         "In Deutschland sind insgesamt rund 1.900 Wärmepumpen in Betrieb."],
    ),
    "La région a versé 1 234,5 millions d'euros pour la ligne nouvelle.": (
        ["Pour la ligne nouvelle, la région a versé 1,2345 milliard d'euros."],
        ["Pour la ligne nouvelle, la région a versé 234,5 millions d'euros.",
         "Pour la ligne nouvelle, la région a versé 1 234,5 milliards d'euros."],
    ),
    "El presupuesto de la ciudad para 2025 es de 1.200 millones de euros.": (
        ["El presupuesto de la ciudad es de 1,2 mil millones de euros para 2025."],
        ["El presupuesto de la ciudad es de 1,2 millones de euros para 2025.",
         "El presupuesto de la ciudad es de 1.200 euros para 2025."],
    ),
}  # fmt: skip


@pytest.mark.parametrize("source", SOURCES)
def test_honest_sentences_stand_and_other_figures_do_not(source: str) -> None:
    honest, forged = SOURCES[source]
    for sentence in honest:
        assert judge(sentence, [source]).verdict == "supported", sentence
    for sentence in forged:
        assert judge(sentence, [source]).verdict == "contradicted", sentence


def test_a_table_of_another_notation_carries_a_sentence_across_languages() -> None:
    table = "| Art | Anschaffung (Euro) | Jahresarbeitszahl |\n|---|---|---|\n| Luft | 36.300 | 3,1 |\n| Sole | 45.000 | 4,2 |"
    said = "Die Anschaffung der Art Luft kostet {} Euro bei einer Jahresarbeitszahl von 3,1."
    assert judge(said.format("36.300"), [table]).verdict != "contradicted"
    assert judge(said.format("36,3"), [table]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Der Bund zahlt mindestens 21.000 Euro.", "Der Bund zahlt höchstens 21.000 Euro."),
        ("La ville paie au moins 500 euros par an.", "La ville paie au plus 500 euros par an."),
        ("La ciudad paga al menos 500 euros al año.", "La ciudad paga como máximo 500 euros al año."),
    ],
)
def test_a_bound_turned_round_is_caught(claim: str, source: str) -> None:
    assert judge(claim, [source]).verdict == "contradicted"
