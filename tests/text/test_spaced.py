"""Thousands set off by plain spaces, in texts of any language."""

from __future__ import annotations

import pytest

from dr_core.text.number import quantities
from dr_core.text.support import judge

RANGES = [
    "It costs USD 10 000–18 000 per unit.",
    "It costs 10 000 to 18 000 dollars.",
    "Es kostet 10 000 bis 18 000 Dollar.",
    "10 000 – 18 000",
    "费用为10 000–18 000美元",
    "費用は10 000ドルから18 000ドル",
    "비용은 10 000~18 000달러",
]


@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize("text", RANGES)
def test_both_ends_of_a_range_are_one_number_each(text: str, loose: bool) -> None:
    assert [one.value for one in quantities(text, loose=loose)] == [10_000, 18_000]


@pytest.mark.parametrize(
    ("text", "value"), [("about 12 500 people", 12_500), ("1 234 567 people", 1_234_567), ("共12 500.5吨", 12_500_500_000)]
)
def test_a_claim_means_one_number(text: str, value: float) -> None:
    assert [one.value for one in quantities(text)] == [value]


def test_a_source_may_mean_two_numbers() -> None:
    assert {one.bare for one in quantities("On day 5 300 mg were given", loose=True)} == {5, 300, 5300}


@pytest.mark.parametrize("text", ["call +49 30 123 456", "2024-05-12 500", "120 340 560 20", "ISO 2020 150", "at 10:30 500"])
def test_rows_dates_and_telephone_numbers_are_not_put_together(text: str) -> None:
    assert all(one.value < 10_000 for one in quantities(text, loose=True))


def test_the_words_of_a_number_are_those_of_the_text() -> None:
    assert [one.text for one in quantities("USD 10 000–18 000")] == ["USD 10 000", "18 000"]


SOURCE = "The heat pump costs USD 10 000–18 000 installed, the agency says."


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("A heat pump costs 10,000 to 18,000 dollars installed.", "supported"),
        ("A heat pump costs USD 10 000–18 000 when installed.", "supported"),
        ("热泵的安装费用为1万至1.8万美元。", "supported"),
        ("A heat pump costs 10,000 to 19,000 dollars installed.", "contradicted"),
        ("A heat pump costs 18 dollars installed.", "contradicted"),
    ],
)
def test_a_sentence_is_held_against_the_whole_number(claim: str, verdict: str) -> None:
    assert judge(claim, [SOURCE]).verdict == verdict
