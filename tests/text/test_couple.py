"""Figures that a source gives together stay together."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

ROUNDS = ("第1回では蓄電池30件、109万kWが落札した。", "第2回（2024年度）では27件、約137万kWが落札し、前回より約25%増えた。")
CHINESE = ("第一轮有30个电池项目、109万千瓦中标。", "第二轮（2024年度）有27个、约137万千瓦中标，比上一轮增加约25%。")
ENGLISH = (
    "The mill at Leeds has 30 looms and weaves 109 km of cloth a year.",
    "The mill at York has 27 looms and weaves 137 km of cloth a year.",
)


@pytest.mark.parametrize(
    ("claim", "first", "second", "spans"),
    [
        ("第1回に30件・{}、第2回に27件・{}の蓄電池が落札した。", "109万kW", "137万kW", ROUNDS),
        ("第一轮有30个、{}中标，第二轮有27个、{}中标。", "109万千瓦", "137万千瓦", CHINESE),
        ("Leeds has 30 looms for {}, York 27 looms for {}.", "109 km", "137 km", ENGLISH),
    ],
)
def test_two_pairs_of_figures_are_not_exchanged(claim: str, first: str, second: str, spans: tuple[str, ...]) -> None:
    assert judge(claim.format(first, second), spans).verdict != "contradicted"
    assert judge(claim.format(second, first), spans).verdict == "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        "Leeds and York have 30 and 27 looms, for 109 and 137 km.",
        "Of all 57 looms York has 27 and weaves 137 km, Leeds has 30 and weaves 109 km.",
    ],
)
def test_figures_that_are_told_one_kind_after_the_other_are_no_pairs(claim: str) -> None:
    assert "where the source says" not in judge(claim, ENGLISH).reason
