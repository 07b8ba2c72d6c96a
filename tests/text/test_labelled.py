"""Rows and columns by their labels."""

from __future__ import annotations

import pytest

from dr_core.text.labelled import Claim, named
from dr_core.text.support import judge

BUSES = [
    (
        "zh-Hant",
        "路線 | 2021 | 2022\n夜間公車（平日） | 310 | 355\n夜間公車（假日） | 540 | 602",
        "2022年{}夜間公車共602班。",
        "假日",
        "平日",
    ),
    (
        "ja",
        "路線 | 2021年 | 2022年\n夜行バス（平日） | 310 | 355\n夜行バス（休日） | 540 | 602",
        "2022年の{}の夜行バスは602便だった。",
        "休日",
        "平日",
    ),
    (
        "ko",
        "노선 | 2021년 | 2022년\n심야버스(평일) | 310 | 355\n심야버스(주말) | 540 | 602",
        "2022년 {} 심야버스는 602회 운행했다.",
        "주말",
        "평일",
    ),
    (
        "en",
        "Line | 2021 | 2022\nNight bus (weekday) | 310 | 355\nNight bus (weekend) | 540 | 602",
        "In 2022 the {} night bus made 602 trips.",
        "weekend",
        "weekday",
    ),
]


@pytest.mark.parametrize(("language", "table", "claim", "own", "other"), BUSES)
def test_rows_that_differ_in_brackets_alone_are_two(language: str, table: str, claim: str, own: str, other: str) -> None:
    assert judge(claim.format(own), [table], language=language).verdict == "supported"
    assert judge(claim.format(other), [table], language=language).verdict != "supported"


def test_a_name_without_what_stands_in_brackets_may_be_any_of_its_rows() -> None:
    rows = ("Antwerp line (opening)", "Antwerp line (present)", "Bremen line (present)")
    assert named(rows, Claim.read("The Antwerp line runs at 285 km/h.", ())) == {0, 1}
    assert named(rows, Claim.read("At its opening the Antwerp line ran at 210 km/h.", ())) == {0}
