"""Which of two things is more is held to the figures that the source gives for both."""

from __future__ import annotations

import pytest

from dr_core.text.outdone import outdone
from dr_core.text.support import judge

STORAGE = "Battery storage cost 210 dollars per kWh, pumped hydro 140 dollars per kWh."
PAIRS = [
    (STORAGE, "Battery storage was more expensive than pumped hydro.", "Battery storage was cheaper than pumped hydro."),
    (STORAGE, "Pumped hydro was cheaper than battery storage.", "Pumped hydro cost more than battery storage."),
    (
        "In Leipzig 41 percent of the flats are empty. In Dresden 17 percent of the flats are empty.",
        "More of the flats are empty in Leipzig than in Dresden.",
        "More of the flats are empty in Dresden than in Leipzig.",
    ),
    ("甲厂的年产量为80万吨，乙厂为65万吨。", "甲厂的年产量高于乙厂。", "乙厂的年产量高于甲厂。"),
    ("甲厂的年产量为80万吨，乙厂为65万吨。", "甲厂的年产量比乙厂高。", "乙厂的年产量比甲厂高。"),
    ("北線の駅は24か所、南線の駅は17か所である。", "北線は南線より駅が多い。", "南線は北線より駅が多い。"),
    ("서부의 강수량은 1200밀리미터, 동부는 800밀리미터이다.", "서부는 동부보다 강수량이 많다.", "동부는 서부보다 강수량이 많다."),
    (
        "Im Norden lag die Quote bei 7,2 Prozent, im Süden bei 4,9 Prozent.",
        "Im Norden war die Quote höher als im Süden.",
        "Im Süden war die Quote höher als im Norden.",
    ),
    (
        "Le taux atteint 7,2 % au nord et 4,9 % au sud.",
        "Le taux est plus élevé au nord qu'au sud.",
        "Le taux est plus élevé au sud qu'au nord.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), PAIRS)
def test_what_is_more_is_held_to_the_figures_of_both(source: str, right: str, wrong: str) -> None:
    assert not outdone(right, [source])
    assert outdone(wrong, [source])
    assert judge(right, [source]).verdict != "contradicted"
    assert judge(wrong, [source]).verdict == "unclear"


@pytest.mark.parametrize(
    "claim",
    [
        "Pumped hydro was not cheaper than battery storage.",  # what is denied is not compared here
        "Battery storage was more efficient than pumped hydro.",
        "Battery storage was cheaper than gas.",
    ],
)
def test_what_the_figures_do_not_measure_is_not_held_to_them(claim: str) -> None:
    assert not outdone(claim, [STORAGE])


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        (
            "The toll is 121 francs in Brig, 107 francs in Chur and 146 francs in Davos.",
            "Davos has the highest toll.",
            "Brig has the highest toll.",
        ),
        ("通行费甲镇121元，乙镇107元，丙镇146元。", "乙镇的通行费最低。", "甲镇的通行费最低。"),
        ("통행료는 가산 121원, 나산 107원, 다산 146원이다.", "통행료는 다산이 가장 높다.", "통행료는 가산이 가장 높다."),
    ],
)
def test_what_comes_first_is_held_to_the_figures_of_all(source: str, right: str, wrong: str) -> None:
    assert not outdone(right, [source])
    assert outdone(wrong, [source])
    assert not outdone(wrong, [source.rpartition("and" if source.isascii() else "丙" if "丙" in source else "다산")[0]]), "of two"
