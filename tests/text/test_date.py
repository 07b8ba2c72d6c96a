"""Dates, whole and in part, in Western and CJK writing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dr_core.text import date
from dr_core.text.date import dates, stated

PIECES = ("2024", "1990s", "3", "12", "05", "May", "Mar.", "of", "FY", "fiscal", "th", "-", "/", ".", ",", " ", "to", "年", "a")


def read(text: str) -> list[tuple[int | None, int | None, int | None]]:
    return [(one.year, one.month, one.day) for one in dates(text)]


@pytest.mark.parametrize(
    "text",
    [
        "on May 6, 2024",
        "6 May 2024",
        "the 6th of May, 2024",
        "2024-05-06",
        "2024/5/6",
        "2024年5月6日",
        "２０２４年５月６日",
        "二〇二四年五月六日",
        "2024년 5월 6일",
        "令和6年5月6日",
        "民國113年5月6日",
    ],
)
def test_one_day_is_one_date_in_every_writing(text: str) -> None:
    assert read(text) == [(2024, 5, 6)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in May 2024", [(2024, 5, None)]),
        ("5月6日", [(None, 5, 6)]),
        ("2019–20", [(2019, None, None), (2020, None, None)]),
        ("1937-1949年", [(1937, None, None), (1949, None, None)]),
        ("自2015年以来", [(2015, None, None)]),
        ("FY2024", [(2024, None, None)]),
        ("平成元年", [(1989, None, None)]),
    ],
)
def test_partial_dates_and_spans_keep_what_is_known(text: str, expected: list[tuple[int | None, int | None, int | None]]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text", ["2,015 cases", "$2015", "it may 30 percent", "2000 mg", "3年", "COVID-2019", "May 15,000 people come"]
)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("source", "claim", "same"),
    [
        ("on 6 May 2024", "May 2024", True),
        ("In 2024 the law passed on 6 May", "6 May 2024", True),
        ("on 6 May 2024", "7 May 2024", False),
        ("in 1994", "the 1990s", True),
        ("in 2015", "2016年", False),
        ("2015年3月", "March 2015", True),
    ],
)
def test_a_claim_may_say_less_than_its_source_but_nothing_else(source: str, claim: str, same: bool) -> None:
    assert stated(dates(source), dates(claim)[0]) is same


@given(st.lists(st.sampled_from(PIECES), max_size=10).map("".join))
def test_a_date_is_found_wherever_a_plain_search_finds_one(text: str) -> None:
    assert [one.span() for one in date._found(text)] == [one.span() for one in date._DATE.finditer(text)]


@pytest.mark.parametrize(
    "text", ["20世纪60年代", "20世紀60年代", "上世纪六十年代", "上個世紀60年代", "二十世纪六十年代", "20세기 60년대"]
)
def test_a_decade_of_a_century_is_that_decade(text: str) -> None:
    (found,) = dates(text)
    assert (found.year, found.decade, found.text) == (1960, True, text)
    assert stated(dates("with tight curves from the 1960s"), found) and not stated(dates("in the 1970s"), found)
    assert [one.year for one in dates("十九世纪八十年代")] == [1880]


def test_a_count_of_people_is_no_year_in_japanese() -> None:
    assert [day.text for day in dates("2022年には5万2000人に増えた")] == ["2022年"]
