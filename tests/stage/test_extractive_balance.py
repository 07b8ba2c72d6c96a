"""Questions for good and bad sides, or what to do: each side has a section of its own, and advice comes first."""

from __future__ import annotations

import pytest
from headed_page import told_under, written

from dr_core.stage.extractive.balance import asks_for_both, asks_whether, title_of

STOVE = """
# The tiled stove

A tiled stove is a heater of brick and glazed tiles that is fired once or twice a day.

## What speaks for it

The great advantage of a tiled stove is its even warmth, which lasts for twelve hours after a fire. It saves wood.
However, the stove is heavy and expensive: it weighs two tonnes and costs 12,000 euros. Cleaning it is hard to do alone.

## Chimneys

The chimney must be swept twice a year. Its height is four metres at least.

## Is it worth it?

If you live in an old house with thick walls, the stove pays off within fifteen years. In a new one a heat pump is better.
"""
OVEN_JA = """
# 薪ストーブ

薪ストーブは薪を燃やして部屋を暖める器具である。

## 長所と短所

薪ストーブの長所は、停電しても使えることである。部屋全体が一日中あたたかい。薪ストーブの短所は、毎日の灰の掃除に手間がかかることである。
"""


def test_each_side_stands_in_a_section_of_its_own_and_both_in_the_abstract() -> None:
    state, arranged = written("What are the pros and cons of a tiled stove?", STOVE)
    told = told_under(state, arranged)
    assert list(told)[:2] == ["Advantages", "Drawbacks"]
    assert "even warmth" in told["Advantages"] and "two tonnes" not in told["Advantages"]
    assert "two tonnes" in told["Drawbacks"] and "even warmth" not in told["Drawbacks"]
    assert arranged.abstract is not None
    assert "even warmth" in arranged.abstract["text"] and "two tonnes" in arranged.abstract["text"]


def test_sentences_of_one_passage_are_told_on_the_side_that_they_name() -> None:
    told = told_under(*written("薪ストーブの長所と短所は何ですか", OVEN_JA))
    assert "停電" in told["利点"] and "灰" not in told["利点"]
    assert "灰" in told["欠点"]


def test_whether_to_do_something_is_answered_with_what_a_source_advises() -> None:
    _, arranged = written("Should I buy a tiled stove?", STOVE)
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith("If you live in an old house with thick walls")


def test_where_the_sources_tell_of_one_side_alone_there_are_no_sections_on_sides() -> None:
    page = STOVE.split("However")[0]
    assert not {"Advantages", "Drawbacks"} & told_under(*written("What are the pros and cons of a tiled stove?", page)).keys()


@pytest.mark.parametrize(
    ("question", "both", "whether"),
    [
        ("Advantages and disadvantages of heat pumps", True, False),
        ("台北捷運的優缺點", True, False),
        ("한글의 장단점은?", True, False),
        ("Vor- und Nachteile einer Wärmepumpe", True, False),
        ("Pros and cons of sodium-ion compared with LFP", False, False),
        ("How much is a heat pump?", False, False),
        ("Lohnt sich ein Kachelofen?", False, True),
        ("薪ストーブは買うべきか", False, True),
        ("Should I worry about fires?", False, False),
    ],
)
def test_what_asks_for_sides_and_what_asks_whether(question: str, both: bool, whether: bool) -> None:
    assert (asks_for_both(question), asks_whether(question)) == (both, whether)


def test_a_side_has_a_title_in_every_language_and_english_elsewhere() -> None:
    assert (title_of(1, "zh-Hant"), title_of(-1, "de"), title_of(-1, "fi")) == ("優點", "Nachteile", "Drawbacks")


def test_in_a_short_report_both_sides_are_told_before_anything_else() -> None:
    more = "\n\n".join(f"## Stove number {number}\n\nA tiled stove burns {number} logs." for number in range(2, 12))
    told = told_under(*written("What are the pros and cons of a tiled stove?", f"{STOVE}\n\n{more}\n", words=120))
    assert {"Advantages", "Drawbacks"} <= told.keys()


def test_how_to_do_something_is_not_whether_to() -> None:
    assert not asks_whether("사기를 막으려면 어떻게 해야 하나요") and not asks_whether("どうすべきか")


HOME = """
# Working from home at the Lindholm Insurance

The Lindholm Insurance let 1,200 clerks work from home in 2021. They save 70 minutes of travel a day. Sick days fell by a
quarter in the first year.

New clerks take longer to learn the work. In a survey 38 percent said that they feel lonely at home.
"""


def test_where_no_side_is_named_a_word_that_judges_tells_which_one_it_is() -> None:
    told = told_under(*written("What are the pros and cons of working from home?", HOME))
    assert "save 70 minutes" in told["Advantages"] and told["Advantages"].startswith("The Lindholm Insurance")
    assert "lonely" in told["Drawbacks"] and "save" not in told["Drawbacks"]
