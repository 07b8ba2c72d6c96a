"""Pounds are money or a weight, by the words around them."""

from __future__ import annotations

import pytest

from dr_core.text.number import quantities
from dr_core.text.support import judge


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("Divers removed 3,000 pounds of debris from the bay.", "g"),
        ("The gate weighs 3,000 pounds.", "g"),
        ("A calf of 90 pounds was born.", ""),
        ("The club paid 3,000 pounds for the boat.", "gbp"),
        ("They ran up 3,000 pounds of debts.", "gbp"),
        ("The engine gives 3,000 pounds of thrust.", ""),
        ("The tyres hold 60 pounds per square inch.", ""),
    ],
)
def test_the_words_around_tell(text: str, base: str) -> None:
    assert [one.unit for one in quantities(text)] == [base]


PAIRS = [
    (
        "Divers removed 3,000 pounds of debris from the bay.",
        "About 1,361 kilograms of debris were removed from the bay by divers.",
        "Divers were paid 3,000 pounds to remove debris from the bay.",
    ),
    (
        "The gallery paid 40,000 pounds for the statue.",
        "The statue cost the gallery £40,000.",
        "The statue that the gallery paid for weighs 40,000 pounds.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), PAIRS)
def test_a_price_is_no_weight(source: str, right: str, wrong: str) -> None:
    assert judge(right, [source]).verdict == "supported"
    assert judge(wrong, [source]).verdict == "contradicted"


def test_pounds_of_which_nothing_tells_may_be_either() -> None:
    source = "The calf, at 90 pounds, was the largest of the herd."
    assert judge("The calf, the largest of the herd, weighed 90 pounds.", [source]).verdict == "supported"
    assert judge("The calf, the largest of the herd, cost 90 pounds.", [source]).verdict != "contradicted"
