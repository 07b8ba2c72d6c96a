"""Lengths of time in several units together."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

FLIGHTS = [
    (
        "en",
        "The flight from Lisbon takes 7 hours 40 minutes, and the ferry 11 hours.",
        "The flight from Lisbon takes {} minutes.",
    ),
    ("zh-Hant", "班機飛行時間7小時40分，渡輪則要11小時。", "班機飛行{}分鐘。"),
    ("zh-Hans", "飞行时间为7小时40分，轮渡需11小时。", "飞行时间为{}分钟。"),
    ("ja", "リスボンからの飛行時間は7時間40分で、フェリーは11時間かかる。", "リスボンからの飛行時間は{}分である。"),
    ("ko", "비행시간은 7시간 40분이고 배는 11시간이 걸린다.", "비행시간은 {}분이다."),
    ("de", "Der Flug dauert 7 Stunden 40 Minuten, die Fähre braucht 11 Stunden.", "Der Flug dauert {} Minuten."),
    ("fr", "Le vol dure 7 heures 40 minutes et le ferry 11 heures.", "Le vol dure {} minutes."),
    ("es", "El vuelo dura 7 horas y 40 minutos y el ferry 11 horas.", "El vuelo dura {} minutos."),
]


@pytest.mark.parametrize(("language", "source", "claim"), FLIGHTS)
def test_hours_and_minutes_are_one_length(language: str, source: str, claim: str) -> None:
    assert judge(claim.format(460), [source], language=language).verdict == "supported"
    assert judge(claim.format(480), [source], language=language).verdict == "contradicted"
    assert judge(claim.format(660), [source], language=language).verdict != "supported"


@pytest.mark.parametrize("source", ["電池は2日6時間動作した。", "電池は2日と6時間動作した。"])
def test_days_before_hours_are_of_24(source: str) -> None:
    assert judge("電池は54時間動作した。", [source], language="ja").verdict == "supported"
    assert judge("電池は56時間動作した。", [source], language="ja").verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "claim", "language"),
    [
        ("工場は1日6時間動いた。", "工場は30時間動いた。", "ja"),
        ("工厂1天6小时运转。", "工厂30小时运转。", "zh-Hans"),
    ],
)
def test_hours_a_day_are_not_a_day_and_hours(source: str, claim: str, language: str) -> None:
    assert judge(claim, [source], language=language).verdict == "contradicted"


def test_a_claim_may_have_the_units_and_the_source_one() -> None:
    assert judge("The walk took 2 hours 30 minutes.", ["The walk took 150 minutes."]).verdict == "supported"
    assert judge("The walk took 2 hours 20 minutes.", ["The walk took 150 minutes."]).verdict == "contradicted"


def test_the_end_of_a_length_is_not_the_length() -> None:
    source = "The walk took 2 hours 20 minutes."
    assert judge("The walk took 20 minutes.", [source]).verdict == "unclear"
    assert judge("The walk took 20 minutes.", [source, "The walk back took 20 minutes."]).verdict == "supported"


def test_two_lengths_beside_each_other_are_two() -> None:
    source = "The walk took 2 hours, 50 minutes more than the ride."
    assert judge("The walk took 2 hours.", [source]).verdict == "supported"
    assert judge("Opening lasts 3 hours.", ["Opening lasts 2 hours; 60 minutes are for lunch."]).verdict == "contradicted"
