"""Dates as ISO 8601 days, from the forms that files and pages carry them in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime

from dr_core.pattern import regex

TOP, LONGEST = 12, 120
"""The lines at the top of a text that may tell its date, and the characters of such a line; what is longer is prose."""

_MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "mär": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10,
    "okt": 10, "nov": 11, "dec": 12, "dez": 12,
}  # fmt: skip
_MONTH = (
    r"(?P<name>January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Okt|Dez)\b\.?)"
)
_FORMS = (
    regex(r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)"),
    regex(r"(?<!\d)(?P<y>\d{4})\s?[年년]\s?(?P<m>\d{1,2})\s?[月월]\s?(?P<d>\d{1,2})\s?[日일]"),
    regex(r"^D?:?(?P<y>\d{4})(?P<m>\d{2})(?P<d>\d{2})"),
    regex(r"(?<!\d)(?P<y>\d{4})\.\s(?P<m>\d{1,2})\.\s(?P<d>\d{1,2})(?!\d)\.?"),
    regex(rf"(?<![\d.,])(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?\s{_MONTH},?\s(?P<y>\d{{4}})(?!\d)", re.I),
    regex(rf"(?<!\w){_MONTH}\s(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<y>\d{{4}})(?!\d)", re.I),
    regex(r"(?<![\d.])(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})(?![\d.])"),
)
_PUBLISHED = regex(
    r"(?:^|[|·•｜]\s?|\s{2})(?:(?:(?:first|originally)\s)?(?:published|posted|released|issued)|(?:publication|release)\sdate"
    r"|date\s(?:published|posted|of\spublication)|veröffentlicht|erschienen|publiziert|(?:veröffentlichungs|erscheinungs)datum"
    r"|(?:date|datum)(?=\s?:))\s?:?(?:\s(?:on|am))?\s?(?:[^\W\d_]{2,10},\s)?\Z"
    r"|(?:^|[\s|·•｜】\]）)])(?:(?:[发發][布佈表]|刊登|刊[发發]|公[開开]|掲載|投稿|発[表行]|公表|配信|(?:기사\s?)?입력|작성|등록|게시|발행)"
    r"(?:时间|時間|日期|日時|日|于|於|일자|일시|일)?|(?:日期|时间|時間|日付|날짜|일자)(?=\s?[:：]))\s?[:：]?\s?\Z",
    re.I,
)
"""What says, right before a day, that the text was published then."""
_BEHIND = regex(r"\s?(?:[发發][布佈表]|公[開开]|掲載|投稿|配信|입력|작성|등록|게시)(?:[\s|·•｜)）]|\Z)")
_BYLINE = regex(r"(?:(?:by|von)\s.{1,60}|.{1,60}\s?[|·•｜–—])?\s?(?:[^\W\d_]{2,10},\s)?\Z", re.I)
_REST = regex(r"[.,]?\s?(?:[(（]\S{1,3}[)）])?(?:\s?(?:\D{0,12}\d{1,2}:\d{2}.{0,20}|[|·•｜–—].{1,60}))?\s?\Z")
"""What may stand before and behind the day of a line that tells nothing else: who wrote it, the time, the minutes it takes."""


def iso_date(value: str) -> str:
    """The first day named in ``value`` as YYYY-MM-DD; "" where there is none, or none that exists."""
    return next((day for _, _, day in _days(value[:200])), "")


def own_date(text: str) -> str:
    """The day that the top of ``text`` gives as that of its publication: by a word, or by its place at the title; else ""."""
    lines = [line.strip(" \t>*_") for line in text[:8_000].split("\n") if line.strip()]
    for line in lines[:TOP]:
        for start, end, day in _days(line) if len(line) <= LONGEST else ():
            if _PUBLISHED.search(line, 0, start) or (not line[:start].strip("(（ ") and _BEHIND.match(line, end)):
                return _past(day)
    dated = [(at, day) for at, line in enumerate(lines) if (day := _alone(line))]
    title = next((at for at, line in enumerate(lines[:TOP]) if line.startswith("#")), 0)
    # more of such lines are those of a list of events
    return _past(dated[0][1]) if len(dated) == 1 and -1 <= dated[0][0] - title <= 2 else ""


def _alone(line: str) -> str:
    """The day of a line that has no more than that, and who wrote the text."""
    found = next(_days(line), None) if len(line) <= LONGEST else None
    return found[2] if found and _BYLINE.match(line, 0, found[0]) and _REST.match(line, found[1]) else ""


def _past(day: str) -> str:
    """``day``, but for one that is yet to come."""
    return day if day <= datetime.now().astimezone().date().isoformat() else ""


def _days(value: str) -> Iterator[tuple[int, int, str]]:
    """The days in ``value`` that exist: where they begin and end, and what they are."""
    for form in _FORMS:
        for found in form.finditer(value):
            part = found.groupdict()
            month = _MONTHS[part["name"][:3].lower()] if "name" in part else int(part["m"])
            try:
                yield found.start(), found.end(), date(int(part["y"]), month, int(part["d"])).isoformat()
            except ValueError:
                continue
