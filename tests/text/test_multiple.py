"""Multiples in words are held against the two cells that they are about."""

from __future__ import annotations

import pytest

from dr_core.text.multiple import multiples
from dr_core.text.support import judge

WHEAT = """\
| Region | Wheat harvest 2010 (million tonnes) | Wheat harvest 2022 (million tonnes) |
|---|---|---|
| North | 12.0 | 36.0 |
| Coast | 18.0 | 9.0 |
| Uplands | 6.0 | 6.2 |"""
PORTS = """\
| Port | Containers handled, 2013 (million TEU) | Containers handled, 2023 (million TEU) |
|---|---|---|
| Ostrava Bay | 2.4 | 5.1 |
| Kelm | 10.2 | 9.9 |
| Sundhaven | 4.0 | 1.7 |"""
ROADS = """\
| 省份 | 2012年高速公路里程（公里） | 2022年高速公路里程（公里） |
|---|---|---|
| 东山 | 3,000 | 6,000 |
| 西原 | 4,200 | 8,000 |
| 南川 | 2,000 | 2,400 |"""
VISITORS = """\
| 県 | 2013年の観光客数（万人） | 2023年の観光客数（万人） |
|---|---|---|
| 青葉県 | 250 | 510 |
| 白浜県 | 400 | 190 |
| 緑山県 | 300 | 330 |"""
SAID = [  # the right words, the wrong ones
    (WHEAT, "The wheat harvest of the North {} between 2010 and 2022.", "tripled", "doubled"),
    (WHEAT, "The wheat harvest of the Coast {} between 2010 and 2022.", "halved", "doubled"),
    (WHEAT, "In 2010 the wheat harvest of the Uplands was {} that of the North.", "half", "twice"),
    (WHEAT, "In 2010 the wheat harvest of the Coast was {} that of the Uplands.", "three times", "four times"),
    (PORTS, "{} its containers between 2013 and 2023.", "Ostrava Bay more than doubled", "Kelm more than doubled"),
    (PORTS, "Containers handled at {} more than halved between 2013 and 2023.", "Sundhaven", "Kelm"),
    (PORTS, "In 2023 Kelm handled {} as many containers as Ostrava Bay.", "nearly twice", "less than half"),
    (ROADS, "2012年至2022年，{}的高速公路里程翻了一番。", "东山", "南川"),
    (ROADS, "2022年东山的高速公路里程是2012年的{}。", "两倍", "三倍"),
    (ROADS, "2022年{}的高速公路里程不到西原的一半。", "南川", "东山"),
    (ROADS, "东山的高速公路里程从2012年的3,000公里增至2022年的6,000公里，增加了{}倍。", "一", "两"),
    (VISITORS, "{}の観光客数は2013年から2023年に倍増した。", "青葉県", "緑山県"),
    (VISITORS, "2023年の{}の観光客数は2013年の半分以下である。", "白浜県", "緑山県"),
    (VISITORS, "2023年の{}の二倍以上である。", "青葉県の観光客数は白浜県", "白浜県の観光客数は青葉県"),
]


@pytest.mark.parametrize(("table", "sentence", "right", "wrong"), SAID)
def test_a_multiple_in_words_is_what_the_two_cells_give(table: str, sentence: str, right: str, wrong: str) -> None:
    assert judge(sentence.format(right), [table]).verdict == "supported"
    judged = judge(sentence.format(wrong), [table])
    assert judged.verdict == "contradicted" and "which the figures of the table do not give" in judged.reason


def test_each_multiple_is_that_of_its_clause() -> None:
    told = "Between 2013 and 2023 {} more than doubled, whereas {} more than halved."
    assert judge(told.format("Ostrava Bay", "Sundhaven"), [PORTS]).verdict == "supported"
    assert judge(told.format("Sundhaven", "Ostrava Bay"), [PORTS]).verdict == "contradicted"


def test_a_multiple_of_cells_that_are_not_all_named_is_only_doubted() -> None:
    table = (
        "| Bridge | Length (m) | Opened |\n|---|---|---|\n| Arden | 640 | 1932 |\n| Holm | 320 | 1998 |\n| Vale | 1,980 | 2011 |"
    )
    assert judge("Vale is three times as long as Holm.", [table]).verdict == "unclear"


def test_a_multiple_that_prose_tells_is_none_of_the_table() -> None:
    prose = "Between 2013 and 2023 Kelm doubled its number of cranes."
    assert judge("Kelm doubled its number of cranes between 2013 and 2023.", [PORTS, prose]).verdict == "supported"


@pytest.mark.parametrize(
    "text",
    [
        "Kelm was closed twice in 2023, for half a day.",
        "It grew at a double-digit rate in the first half of 2023.",
        "The port was struck three times in 2019.",
        "Its harvest has not doubled.",
        "里程没有翻番，是原来的一倍。",
        "客数は倍増していない。",
        "前半分は山である。",
    ],
)
def test_words_that_multiply_nothing_are_no_multiples(text: str) -> None:
    assert not multiples(text)


@pytest.mark.parametrize(
    ("text", "holds", "fails"),
    [
        ("It rose by half.", 1.5, 0.5),
        ("It fell by half.", 0.5, 1.5),
        ("增加了两倍", 3.0, 2.0),
        ("翻两番", 4.0, 2.0),
        ("It nearly halved.", 0.55, 0.4),
        ("减少了一半以上", 0.4, 0.6),
        ("半分以上減った", 0.4, 0.6),
        ("two and a half times as many", 2.5, 2.0),
    ],
)
def test_words_around_a_multiple_say_what_it_holds_for(text: str, holds: float, fails: float) -> None:
    (one,) = multiples(text)
    assert one.holds(holds) and not one.holds(fails)
