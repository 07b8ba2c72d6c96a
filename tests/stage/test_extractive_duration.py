"""How long something takes, asked beside something else, and spans of time and money in words."""

from __future__ import annotations

import pytest
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.extractive.measure import measures

LICENCE = """# Der Segelschein der Stufe B

Wer auf dem See segeln will, braucht den Segelschein der Stufe B. Das Mindestalter liegt bei 16 Jahren. Vorgeschrieben sind 14
Doppelstunden Theorie.

## Kosten

Die Gesamtkosten liegen im Jahr 2024 meist zwischen 400 und 600 Euro. Den größten Teil machen die Fahrstunden aus.

## Ablauf

Zuerst wird der Antrag bei der Behörde gestellt. Die Ausbildung dauert im Durchschnitt drei bis sechs Monate.
"""
TITLES = ("Hintergrund", "Kosten und Wirtschaftlichkeit")


@pytest.mark.parametrize(
    "question",
    [
        "Was kostet der Segelschein und wie lange dauert es?",
        "Wie lange dauert der Segelschein und was kostet er?",
        "Was kostet ein Segelschein, wie lange dauert er und wie viele Theoriestunden braucht man?",
    ],
)
def test_a_question_for_a_cost_and_a_time_is_answered_in_both(question: str) -> None:
    arranged = digest_of(state_of(question, [page_of(LICENCE)], TITLES))
    assert arranged.abstract is not None
    opening = arranged.abstract["text"][:260]
    assert "zwischen 400 und 600 Euro" in opening and "drei bis sechs Monate" in opening


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Die Ausbildung dauert drei bis sechs Monate.", "duration"),
        ("Cela dure trois à six mois.", "duration"),
        ("Tarda tres meses.", "duration"),
        ("三か月かかる。", "duration"),
        ("석 달쯤 걸린다.", "duration"),
        ("处五十元以上二百元以下罚款。", "money"),
        ("Das kostet zehn Euro.", "money"),
    ],
)
def test_a_figure_in_words_is_one_of_its_kind(text: str, kind: str) -> None:
    assert kind in measures(text)


@pytest.mark.parametrize("text", ["The fee is due in cash.", "三元桥是地铁站。", "Le mille-feuille est cher."])
def test_a_word_that_is_also_a_number_is_no_figure(text: str) -> None:
    assert not measures(text)
