"""Whom a sentence gives a figure to, where the source sets two beside each other."""

from __future__ import annotations

import pytest

from dr_core.text.bearer import borne_by_another
from dr_core.text.support import judge

PLACEBO = "Des céphalées ont été signalées chez 11,2 % des patients traités par lorexine et chez 6,4 % de ceux sous placebo."

TWO = [
    (
        "fr",
        PLACEBO,
        "Des céphalées ont été signalées chez {} des patients {}.",
        ("11,2 %", "traités par lorexine"),
        "sous placebo",
    ),
    ("zh-Hant", "北線去年載客410萬人次，南線載客270萬人次。", "{1}去年載客{0}人次。", ("410萬", "北線"), "南線"),
    (
        "zh-Hant",
        "補助款對小型企業涵蓋成本的60%，對大型企業則涵蓋35%。",
        "{1}可獲成本{0}的補助。",
        ("60%", "小型企業"),
        "大型企業",
    ),
    ("zh-Hans", "专家给甲方案打了85分，给乙方案打了72分。", "{1}得{0}分。", ("72", "乙方案"), "甲方案"),
    (
        "ja",
        "横浜港の取扱個数は298万個、清水港は54万個であった。",
        "{1}の取扱個数は{0}であった。",
        ("298万個", "横浜港"),
        "清水港",
    ),
    (
        "ko",
        "보조금은 소기업에는 비용의 60%, 대기업에는 35%를 지원한다.",
        "{1}은 비용의 {0}를 지원받는다.",
        ("60%", "소기업"),
        "대기업",
    ),
    (
        "en",
        "Among smokers, 23 of 150 relapsed; among non-smokers, 9 of 160 did.",
        "Among {1} {0} relapsed.",
        ("23 of 150", "smokers"),
        "non-smokers",
    ),
    (
        "en",
        "Cobalt sells for $33,000 a tonne and nickel for $17,500 a tonne.",
        "{1} sells for {0} a tonne.",
        ("$33,000", "Cobalt"),
        "Nickel",
    ),
]


@pytest.mark.parametrize(("language", "source", "claim", "own", "other"), TWO)
def test_a_figure_of_the_one_beside_it_is_not_carried(
    language: str, source: str, claim: str, own: tuple[str, str], other: str
) -> None:
    assert judge(claim.format(*own), [source], language=language).verdict == "supported"
    assert judge(claim.format(own[0], other), [source], language=language).verdict != "supported"


def test_two_bearers_turned_round_are_not_carried() -> None:
    source = "Marlow had 40 schools and Denby 20 at the end of the decade."
    assert judge("At the end of the decade Denby had 20 schools and Marlow 40.", [source]).verdict == "supported"
    assert judge("At the end of the decade Marlow had 20 schools and Denby 40.", [source]).verdict != "supported"


def test_what_a_later_part_leaves_out_may_be_said_of_it() -> None:
    source = "The northern line carried 4.1 million passengers by rail last year, the southern line 2.7 million."
    assert borne_by_another("The southern line carried 2.7 million passengers by rail last year.", [source]) is None


def test_who_names_both_mixes_up_neither() -> None:
    source = "Lorexin helped 41% of patients, while placebo helped 12%."
    assert borne_by_another("Unlike placebo, lorexin helped 41% of patients.", [source]) is None


def test_the_number_of_a_note_is_no_rival() -> None:
    source = "In 2012, an estimated 17.5 million people died from them, representing 31% of all deaths (2)."
    claim = "They account for approximately 17.5 million deaths a year, representing 31% of all deaths."
    assert borne_by_another(claim, [source]) is None


def test_a_figure_that_another_sentence_has_too_may_be_of_either() -> None:
    source = "Cobalt sells for $33,000 and nickel for $17,500. In May nickel sold for $33,000."
    assert borne_by_another("Nickel sold for $33,000.", [source]) is None
