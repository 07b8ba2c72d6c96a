"""A sum of all that a source counts is carried by it, and another figure is not."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

SUMS = [
    ("The mine in Tarn yields 150 tonnes, the one in Velm 90 tonnes.", "Together, the two mines yield {} tonnes.", "240", "260"),
    ("The fund gave $2.5 million to schools and $1.5 million to clinics.",
     "The fund gave ${} million to schools and clinics together.", "4", "5"),
    ("Der erste Bauabschnitt kostet 30 Millionen Euro, der zweite 12 Millionen Euro.",
     "Beide Bauabschnitte kosten zusammen {} Millionen Euro.", "42", "45"),
    ("Le premier lot coûte 30 millions d'euros, le second lot 12 millions d'euros.",
     "Les deux lots coûtent ensemble {} millions d'euros.", "42", "45"),
    ("Il parco nord produce 150 tonnellate, il parco sud produce 90 tonnellate.",
     "Il parco nord e il parco sud producono insieme {} tonnellate.", "240", "260"),
    ("一期装机10兆瓦，二期装机20兆瓦。", "两期合计装机{}兆瓦。", "30", "35"),
    ("제1공장의 직원은 450명이고 제2공장의 직원은 350명이다.", "두 공장의 직원은 모두 합쳐 {}명이다.", "800", "850"),
    ("Each of the 12 buses has 45 seats.", "The 12 buses, with 45 seats each, have {} seats in total.", "540", "640"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "claim", "right", "wrong"), SUMS)
def test_a_true_sum_is_carried_and_a_false_one_is_not(source: str, claim: str, right: str, wrong: str) -> None:
    assert judge(claim.format(right), [source]).verdict == "supported"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Tarn yields 150 tonnes, Velm 90 tonnes and Orr 30 tonnes.", "Together, two mines yield 240 tonnes."),
        ("The mine yielded 150 tonnes in 2019 and 90 tonnes in 2020.", "Together, the mines yielded 240 tonnes in 2020."),
        ("The mine yields 150 tonnes, of which 90 tonnes are sold.", "Together, the mines yield 240 tonnes."),
        ("The mine employs 150 miners and sells 90 carts.", "The mine has 240 miners in total."),
    ],
)
def test_what_may_be_no_sum_of_these_is_not(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict != "supported"
