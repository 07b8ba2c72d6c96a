"""The small things that services write in many ways."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from dr_plugins.search._text import blocks, days_since, first_day, iso_date, older, plain, primary, share, traditional, words

NOW = datetime(2025, 3, 4, 2, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2025-03-04T10:00:00Z", "2025-03-04"),
        ("2025-03-04 10:00:00", "2025-03-04"),
        ("2025-3-4", "2025-03-04"),
        ("Mar 4, 2025", "2025-03-04"),
        ("March 4, 2025", "2025-03-04"),
        ("4 Mar 2025", "2025-03-04"),
        ("2025/03/04", "2025-03-04"),
        ("Tue, 04 Mar 2025 10:00:00 GMT", "2025-03-04"),
        ("2025年3月4日", "2025-03-04"),
        ("2025년 3월 4일", "2025-03-04"),
        ("3 hours ago", "2025-03-03"),
        ("1 day ago", "2025-03-03"),
        ("2 weeks ago", "2025-02-18"),
        ("5 小時前", "2025-03-03"),
        ("3 天前", "2025-03-01"),
        ("2日前", "2025-03-02"),
        ("3일 전", "2025-03-01"),
        ("2주 전", "2025-02-18"),
        ("5시간 전", "2025-03-03"),
        ("a day ago", "2025-03-03"),
        ("2025. 3. 4.", "2025-03-04"),
        ("04.03.2025", "2025-03-04"),
        ("2025年3月", "2025"),
        ("Mar 2025", "2025"),
        (1741075200, "2025-03-04"),
        (1741075200000, "2025-03-04"),
        (2023, "2023"),
        ("2023", "2023"),
        ("2023-05", "2023"),
        ("2025-13-45", ""),
        ("yesterday-ish", ""),
        ("", ""),
        (None, ""),
        (True, ""),
    ],
)
def test_a_date_is_read_however_it_is_written(written: object, day: str) -> None:
    assert iso_date(written, NOW) == day


@given(some.one_of(some.text(), some.integers(), some.floats(), some.none(), some.booleans()))
def test_no_date_however_odd_is_a_crash(value: object) -> None:
    found = iso_date(value)
    assert found == "" or len(found) == 4 or date.fromisoformat(found)


def test_a_year_alone_counts_as_its_last_day() -> None:
    assert not older("2024", "2024-06-01")
    assert older("2023", "2024-06-01")
    assert not older("", "2024-06-01")
    assert not older("2020-01-01", "")


def test_days_since_a_day() -> None:
    assert days_since("2025-03-01", date(2025, 3, 4)) == 3
    assert days_since("") is None
    assert days_since("2024", date(2024, 1, 11)) == 10


def test_markup_is_taken_off() -> None:
    assert plain("<b>5 &lt; 6</b> &amp;\n <i>so</i>") == "5 < 6 & so"
    assert plain("a < b and c > d") == "a < b and c > d"
    assert plain(None) == ""


def test_blocks_keep_paragraphs_and_drop_what_runs() -> None:
    assert blocks("<p>One<br>two</p><script>three()</script><ul><li>four</ul>") == "One\n\ntwo\n\nfour"
    assert blocks("before <script>never closed") == "before"


def test_the_words_that_carry_meaning() -> None:
    assert words("what is the C++ ABI of gcc-14 and why", 8) == ["C++", "ABI", "gcc-14"]
    assert words("which", 8) == ["which"], "a query of stop words alone keeps them"
    assert words("熱泵 效率", 8) == ["熱泵", "效率"]
    assert words("?!", 8) == []


def test_the_share_of_words() -> None:
    assert share(["heat", "pumps"], "Heating") == 0.5
    assert share([], "x") == 0


def test_a_question_without_spaces_shares_its_pairs_of_characters() -> None:
    [question] = words("鈉離子電池的成本與安全性", 12)
    assert share([question], "鈉離子電池成本下降，安全性高") > 0.5
    assert share([question], "台灣高鐵的票價與準點率") < 0.2
    assert share(words("배터리의 안전성", 12), "배터리 안전성 보고서") > 0.5


@pytest.mark.parametrize(("tag", "code"), [("zh-Hant-TW", "zh"), ("EN_us", "en"), ("", ""), ("evil.com/", ""), ("x", "")])
def test_the_language_of_a_tag(tag: str, code: str) -> None:
    assert primary(tag) == code


def test_traditional_chinese() -> None:
    assert traditional("zh-Hant")
    assert traditional("zh_TW")
    assert not traditional("zh-Hans")
    assert not traditional("en-TW")


@pytest.mark.parametrize(
    ("since", "day"), [("2024", "2024-01-01"), ("2024-05", "2024-05-01"), ("2024-05-06", "2024-05-06"), ("", ""), ("soon", "")]
)
def test_a_year_or_a_month_to_search_from_begins_on_its_first_day(since: str, day: str) -> None:
    assert first_day(since) == day
