"""What several parts leave of a whole."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

GAS = [
    (
        "en",
        "Water gives 46% of the power, wind 21% and solar 9%; gas gives the rest.",
        "Gas gives the remaining {}%.",
    ),
    ("zh-Hant", "該國電力46%來自水力，21%來自風力，9%來自太陽能，其餘由天然氣供應。", "天然氣供應其餘{}%的電力。"),
    ("zh-Hans", "该国电力46%来自水力，21%来自风力，9%来自太阳能，其余由天然气供应。", "天然气供应其余{}%的电力。"),
    ("ja", "発電量の46%は水力、21%は風力、9%は太陽光で、残りはガスである。", "残りの{}%はガスである。"),
    ("ko", "발전량의 46%는 수력, 21%는 풍력, 9%는 태양광이며 나머지는 가스다.", "나머지 {}%는 가스다."),
    (
        "de",
        "Wasser liefert 46 % des Stroms, der Wind 21 %, die Sonne 9 %; den Rest liefert Gas.",
        "Gas liefert die restlichen {} %.",
    ),
    (
        "es",
        "El agua aporta el 46 %, el viento el 21 % y la solar el 9 %; el gas aporta el resto.",
        "El gas aporta el {} % restante.",
    ),
]


@pytest.mark.parametrize(("language", "source", "claim"), GAS)
def test_what_all_shares_leave_is_unclear_and_anything_else_contradicted(language: str, source: str, claim: str) -> None:
    assert judge(claim.format(24), [source], language=language).verdict == "unclear"
    assert judge(claim.format(34), [source], language=language).verdict == "contradicted"


@pytest.mark.parametrize(("left", "verdict"), [(15, "unclear"), (22, "contradicted"), (25, "contradicted")])
def test_what_parts_in_the_next_sentence_leave_of_a_whole_is_unclear(left: int, verdict: str) -> None:
    source = "The fund had $50 million. It spent $18 million on turbines, $12 million on cables and $5 million on surveys."
    assert judge(f"Of the fund, ${left} million remained.", [source]).verdict == verdict


def test_where_nobody_speaks_of_a_rest_nothing_is_left() -> None:
    source = "The fund had $50 million. It spent $18 million on turbines, $12 million on cables and $5 million on surveys."
    assert judge("The fund spent $15 million on surveys.", [source]).verdict == "contradicted"
