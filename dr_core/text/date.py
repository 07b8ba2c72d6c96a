"""The dates a text states, whole or in part, Western and CJK: 6 May 2024 = 2024-05-06 = 2024年5月6日 = 令和6年5月6日."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text import numeral
from dr_core.text.unit import AFTER

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_NAMES = (*(month.title() for month in _MONTHS), "FY", "fiscal")
_RUN = regex(r"\d+")
_ERAS = {"民國": 1911, "民国": 1911, "令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867}
_WIDE = str.maketrans("０１２３４５６７８９", "0123456789")
_YEAR = r"1\d{3}|20\d{2}"
_N = r"\d{1,2}|[一二三四五六七八九十]{1,3}"
_HAN_YEAR = r"[一二][零〇一二三四五六七八九]{3}"
_COUNTED = r"\s?(?:[只隻名辆輛艘座户戶棵株枚匹頭명]|人(?![大民工才口間间气氣類类权權])|건(?![강설축]))"
"""What is counted by the number before it, which is no year: 1100只."""
_DATE = regex(
    rf"(?<![\w.,])(?:"
    rf"(?P<iso>(?P<iy>{_YEAR})[-/.](?P<im>0?[1-9]|1[0-2])[-/.](?P<id>0?[1-9]|[12]\d|3[01])(?!\d))"
    rf"|(?P<mdy>(?P<mm>{_MONTH})\s+(?P<md>[0-3]?\d)(?:st|nd|rd|th)?(?![\d%,.]*\d{{3}}\b(?<!{_YEAR}))(?:\s*,?\s+(?P<my>{_YEAR}))?(?!\d))"
    rf"|(?P<dmy>(?P<dd>[0-3]?\d)(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<dm>{_MONTH})(?:,?\s+(?P<dy>{_YEAR}))?(?!\d))"
    rf"|(?P<my2>(?P<ym>{_MONTH}),?\s+(?:of\s+)?(?P<yy>{_YEAR})(?!\d))"
    rf")"
    rf"|(?<![\d.,])(?:(?P<cjk>(?:(?P<era>{'|'.join(_ERAS)})\s?(?P<ey>\d{{1,3}}|元|[一二三四五六七八九十百]+)|(?P<cy>\d{{4}}|{_HAN_YEAR}))\s?[年년]"
    rf"(?:度)?(?:\s?(?P<cm>{_N})\s?[月월](?:\s?(?P<cd>{_N})\s?[日号號일])?)?(?![代間间]))"
    rf"|(?P<md2>(?P<nm>{_N})\s?[月월]\s?(?P<nd>{_N})\s?[日号號일])"
    rf"|(?P<tens>(?:(?P<century>\d{{2}}|[一二]?十[一二三四五六七八九]?)|上(?:[个個一])?)\s?(?:世[纪紀]|세기)\s?(?P<ten>[1-9]0|[二三四五六七八九]?十)"
    rf"\s?(?:年代|년대))"
    rf"|(?P<decade>(?:1\d|20)\d0(?:s\b|年代))"
    rf"|(?P<span>(?P<s1>{_YEAR})\s?[-–—~～〜至到/]\s?(?P<s2>{_YEAR}|\d{{2}})(?![\d%]|[.,]\d))"
    rf"|(?P<year>(?<![\w$€£¥.,-])(?:{_YEAR})(?![\d%％]|,\d{{3}}|\.\d|[a-zA-Z]|-\d|(?i:{AFTER})|{_COUNTED})))"
    rf"|(?<![A-Za-z])(?:FY|fiscal)\s?['’]?(?P<fy>20\d{{2}}|\d{{2}})(?:[/-](?:20)?\d{{2}})?(?![\d%])"
    rf"|(?P<cyear>(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])(?:{_YEAR})(?![\d%％,.]|(?i:{AFTER})|\s?[{numeral.SCALES}]|{_COUNTED}))",
)
_TENS_WORDS = ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"]
_TENS = regex(
    rf"(?<!\w)(?<!her )(?<!his )(?<!my )(?<!their )(?:nineteen[- ])?(?P<word>{'|'.join(_TENS_WORDS)})\b"
    r"|(?<![\w.,])['’]?(?P<digits>[2-9]0)s\b|(?<![\d.,])(?P<cjk>[2-9]0)(?:年代|년대)",
    re.IGNORECASE,
)
_YEAR_BEFORE = regex(
    r"\b(?:(?:previous|prior|preceding|last) year|year (?:before|earlier)|year-on-year|Vorjahr\w*|année précédente|sur un an"
    r"|año anterior|interanual|anno precedente|ano anterior)\b|[上前去]年|同比|年[增減减]|전년|지난해|작년",
    re.I,
)


class Date(NamedTuple):
    """A date with what is known of it; ``decade`` is set for "the 1990s"."""

    start: int
    end: int
    text: str
    year: int | None = None
    month: int | None = None
    day: int | None = None
    decade: bool = False


def dates(text: str, *, loose: bool = False) -> list[Date]:
    """The dates and years of ``text``, in order; ``loose`` also gives "the nineties", whose century nobody states."""
    plain = text.translate(_WIDE)
    found: list[Date] = []
    for match in _found(plain):
        found.extend(_read(match))
    if loose and ("ties" in plain or "0s" in plain or "0年代" in plain or "0년대" in plain):
        for match in _TENS.finditer(plain):
            word = match["word"]
            year = 1900 + (10 * (_TENS_WORDS.index(word.lower()) + 2) if word else int(match["digits"] or match["cjk"]))
            found.append(Date(*match.span(), match.group(), year, decade=True))
    return found


def _found(text: str) -> Iterator[re.Match[str]]:
    """Where dates stand. In plain ASCII without the name of a month they begin with a digit: nothing else is looked at."""
    if not text.isascii() or any(map(text.__contains__, _NAMES)):
        yield from _DATE.finditer(text)
        return
    end = 0
    for run in _RUN.finditer(text):
        if run.start() >= end and (match := _DATE.match(text, run.start())):
            yield match
            end = match.end()


def stated(sources: Sequence[Date], claim: Date) -> bool:
    """Whether ``sources`` state ``claim``: its day and month together, its year with them or anywhere among them."""
    if claim.decade:
        return any(one.year is not None and one.year // 10 == (claim.year or 0) // 10 for one in sources)
    if claim.month is None:
        return any(one.year == claim.year for one in sources)
    for one in sources:
        same_year = claim.year is None or one.year in (None, claim.year)
        if one.month == claim.month and same_year and claim.day in (None, one.day):
            return claim.year is None or one.year == claim.year or any(other.year == claim.year for other in sources)
    return False


def is_year_before(claim: Date, told: Sequence[Date], text: str) -> bool:
    """Whether a year is the one before another that ``text`` gives, and it speaks of the year before."""
    if claim.month is not None or claim.decade or claim.year is None:
        return False
    return any(one.year == claim.year + 1 for one in told) and bool(_YEAR_BEFORE.search(text))


def _read(match: re.Match[str]) -> list[Date]:
    def date(year: str | None, month: str | None = None, day: str | None = None) -> list[Date]:
        return [Date(match.start(), match.end(), match.group(), _number(year), _month(month), _number(day))]

    if match["iso"]:
        return date(match["iy"], match["im"], match["id"])
    if match["mdy"]:
        return date(match["my"], match["mm"], match["md"])
    if match["dmy"]:
        return date(match["dy"], match["dm"], match["dd"])
    if match["my2"]:
        return date(match["yy"], match["ym"])
    if match["cjk"]:
        if match["era"]:
            first = _ERAS[match["era"]]
            years = 1 if match["ey"] == "元" else _number(match["ey"]) or 0
            return date(str(first + years), match["cm"], match["cd"])
        return date(match["cy"], match["cm"], match["cd"])
    if match["md2"]:
        return date(None, match["nm"], match["nd"])
    if match["tens"]:
        century = (_number(match["century"]) or 20) if match["century"] else 20
        return [Date(match.start(), match.end(), match.group(), 100 * (century - 1) + (_number(match["ten"]) or 0), decade=True)]
    if match["decade"]:
        return [Date(match.start(), match.end(), match.group(), int(match["decade"][:4]), decade=True)]
    if match["span"]:
        last = match["s2"] if len(match["s2"]) == 4 else match["s1"][:2] + match["s2"]
        return date(match["s1"]) + date(last)
    if match["fy"]:
        return date(f"20{match['fy'][-2:]}")
    return date(match["year"] or match["cyear"])


def _number(text: str | None) -> int | None:
    if not text:
        return None
    if text.isascii() and text.isdigit():
        return int(text)
    value = numeral.han(text)
    return int(value) if value is not None else None


def _month(text: str | None) -> int | None:
    if text and text[:3].lower() in _MONTHS:
        return _MONTHS.index(text[:3].lower()) + 1
    return _number(text)
