"""Multiples in words: "twice as many as", "halved", 翻了一番, 半分. Two cells of a table say whether they hold.

Only words that can be nothing else are read: "half a year", "three times in 2019" and "double-digit" multiply nothing.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text import numeral

EXACT, NEAR, ALMOST = 0.05, 0.12, 0.25
"""How far "twice" may be from 2, how far "about twice", and by how much "almost twice" may be less."""

_SMALL = "two|three|four|five|six|seven|eight|nine|ten"
_OF_WHAT = "number|size|length|amount|level|rate|share|figure|price|cost|output|capacity|value|total|population|area"
_AS = (
    r"(?=\s(?:as\s(?:much|many|large|high|long|big|great|far|heavy|fast|old|tall|wide|deep|expensive)\b|(?:of\s)?(?:that|those)\sof"
    rf"|what\b|the\s(?:\w+\s)?(?:{_OF_WHAT})\b))"
)
_HAN = "一二两兩三四五六七八九十"
_MULTIPLE = regex(
    rf"\b(?:(?:(?P<twice>twice|double)|(?P<half>half)|(?P<times>{_SMALL})(?P<and> and a half)? times){_AS}"
    r"|(?P<doubled>doubled|doubling)(?! down)|(?P<tripled>tripled|tripling)|(?P<quadrupled>quadrupled)|(?P<halved>halved|halving)"
    rf"|(?P<fold>{_SMALL})fold|(?P<by>by half))\b(?!-)"
    r"|(?P<more>(?:增加|增[长長]|上升|提高|[高多](?:出)?)了?)?(?:"
    rf"(?<![{_HAN}百千\d点點])(?P<han>[{_HAN}])倍(?![{_HAN}数數率体體])"
    r"|(?P<turns>翻了?(?P<turn>[一两兩二])番|翻番|翻倍|倍増|加倍|倍增)"
    r"|(?P<halves>(?<!另)一半|(?<![前後上下])半分(?!の1)|半減|[减減]半))",
    re.IGNORECASE,
)
_WHOSE = r"(?:[^，。、]{1,12}的)?"  # 不到东山的一半
_ABOUT = regex(rf"(?:(?:about|around|roughly|approximately)\s|(?:[约約]|およそ|ほぼ)(?:是|为|為)?{_WHOSE})\Z", re.IGNORECASE)
_MORE = regex(rf"(?:(?:more|greater) than\s|over\s|at least\s|(?:超[过過]?了?|逾|至少){_WHOSE})\Z", re.IGNORECASE)
_LESS = regex(rf"(?:(?:less|fewer) than\s|under\s|at most\s|up to\s|(?:不到|不足|至多){_WHOSE})\Z", re.IGNORECASE)
_ALMOST = regex(rf"(?:nearly\s|almost\s|close to\s|(?:近|将近|將近|接近|几乎|幾乎){_WHOSE})\Z", re.IGNORECASE)
_BEHIND = regex(r"(?P<more>以上|[强強多余])|(?P<less>以下|未満)|(?P<almost>弱|近く|足らず)|(?P<about>程度|ほど|左右)")
_UP = regex(r"\b(?:rose|risen|rises?|grew|grown?|grows|increas\w+|up|higher|larger|more)\b[^,;.]{0,40}\Z", re.IGNORECASE)
_DOWN = regex(r"[减減降跌落](?:少|低)?(?:了|至)?[^，。、]{0,3}\Z")
_DOWN_BEHIND = regex(r"[^、。，]{0,4}?(?:減|下が|落ち|低下)")
_DENIED = regex(r"(?:\bnot|n['’]t|\bnever|\bwithout|没有?|沒有?|[未非]|不是)(?: \w+)?\s?\Z", re.IGNORECASE)
_DENIED_BEHIND = regex(r"[^、。，]{0,6}?(?:なかった|ではな|ていな)")


class Multiple(NamedTuple):
    """Words for how many times as much one thing is as another, and between which values they hold."""

    start: int
    end: int
    text: str
    low: float
    high: float

    def holds(self, ratio: float) -> bool:
        return self.low <= ratio <= self.high


@lru_cache(maxsize=1024)
def multiples(text: str) -> tuple[Multiple, ...]:
    """The multiples that a text tells in words; none of those that it denies."""
    return tuple(
        Multiple(*found.span(), found[0], *_bounds(text, found, value))
        for found in _MULTIPLE.finditer(text)
        if not (_DENIED.search(text[: found.start()]) or _DENIED_BEHIND.match(text, found.end()))
        and (value := _value(text, found)) != 1
    )


def _value(text: str, found: re.Match[str]) -> float:
    if found["half"] or found["halved"] or found["halves"] or found["by"]:
        return 1.5 if found["more"] or (found["by"] and _UP.search(text[: found.start()])) else 0.5
    if found["times"] or found["fold"]:
        return (numeral.english(found["times"] or found["fold"]) or 1.0) + 0.5 * bool(found["and"])
    if found["han"]:  # 增加两倍 is three times as much, and 一倍 alone is nothing
        return (numeral.han(found["han"]) or 1.0) + bool(found["more"])
    if found["turns"]:
        return 4.0 if (found["turn"] or "一") != "一" else 2.0
    return 3.0 if found["tripled"] else 4.0 if found["quadrupled"] else 2.0


def _bounds(text: str, found: re.Match[str], value: float) -> tuple[float, float]:
    """Between which values a multiple holds: "more than halved" is less than half."""
    before, after = text[: found.start()], _BEHIND.match(text, found.end())
    said = after.lastgroup if after else ""
    more, less = said == "more" or bool(_MORE.search(before)), said == "less" or bool(_LESS.search(before))
    almost = said == "almost" or bool(_ALMOST.search(before))
    falls = value < 1 and bool(found["halved"] or found[0] in ("半減", "减半", "減半") or _falls(text, found))
    if more or less:
        return (value, math.inf) if more != falls else (0.0, value)
    if almost:
        return (value * (1 - EXACT), value * (1 + ALMOST)) if falls else (value * (1 - ALMOST), value * (1 + EXACT))
    near = NEAR if said == "about" or _ABOUT.search(before) else EXACT
    return value * (1 - near), value * (1 + near)


def _falls(text: str, found: re.Match[str]) -> bool:
    return bool(found["halves"] and (_DOWN.search(text[: found.start()]) or _DOWN_BEHIND.match(text, found.end())))
