"""Figures and the dates beside them: what was 67.4 million in 2019 and 78.3 million in 2024 was not 67.4 million in 2024.

A figure is taken for that of a date only where a sentence leaves no doubt: they stand in one clause, with nothing between them
that may have a date of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.date import Date, dates
from dr_core.text.number import Quantity, read, states
from dr_core.text.overlap import split

LONGEST = 600
_STOP = ",;，；、。"
_APART = regex(
    rf"[{_STOP}]|\b(?:and|but|while|whereas|which|that|who|or|to|und|aber|auf|et|mais|y|pero)\b|[的而但]|した|하는|[은한]\s", re.I
)
_IN = r"\b(?:in|by|during|for|at|through|im|en|nel|em)\s(?:the\s)?(?:[a-z]+\s){0,3}"
_DATE_BEHIND = regex(rf"[^{_STOP}]{{0,50}}?(?:{_IN}|\s?[(（\[]\s?)\Z", re.I)
_DATE_FIRST = regex(rf"(?:^|[{_STOP}(（])\s?(?:\b(?:and|but|while|und|et|y)\s)?(?P<before>[^{_STOP}]*)\Z", re.I)
_OPENS = regex(rf"(?:.*{_IN})?(?:.{{0,20}}[\u3041-\u9fff\uac00-\ud7a3]\s?)?", re.I)
_EVENT = regex(r"\b\w{3,}ed\b|\b(?:built|begun|since|from)\b", re.I)
"""What may have happened at a date that stands behind it, and not what the figure is of."""
_STATEMENT = regex(r"[;；。]\s?")
_FIRST = regex(r"(?:[^\W\d_]{1,8}|\s?\b(?:and |in |im |en )+)?", re.I)
_OTHER_TIME = regex(r"[上前去][一年]|同期|同比|전년|\b(?:previous|earlier|last|Vorjahr\w*|zuvor|than|from)\b", re.I)
"""What tells of a time without a date, of which a figure may be."""
_BRACKET = regex(r"\s?[(（\[][^\d)）\]]{0,12}")
_CJK = regex(r"[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]")
_COMPARED_BEFORE = regex(r"\b(?:compared (?:with|to)|relative to|versus|gegenüber|par rapport à)\s\Z|[与與和跟较較比]\s?\Z", re.I)
_COMPARED_BEHIND = regex(r"相比|に比べ|と比べ|보다|에 비해|대비")
"""What makes a year one that another is compared with."""
_NEAR, _NEAR_CJK = 60, 14
"""Characters between a date and the figure behind it."""


class Pair(NamedTuple):
    """A figure, and the date that it is of."""

    figure: Quantity
    date: Date


def misdated(claim: str, spans: Sequence[str]) -> tuple[str, str, str] | None:
    """The date that ``claim`` gives for a figure, the one that ``spans`` give for it, and the figure, where they give another one
    for the date, and none of them may give both together."""
    every = [sentence for span in spans for sentence in split(span)]
    for one in _pairs(claim):
        found = next(filter(None, (_other(one, sentence) for sentence in every)), None)
        if found and not any(_may_give(one, sentence) for sentence in every):
            return one.date.text.strip(), found.text.strip(), one.figure.text.strip()
    return None


def _other(one: Pair, sentence: str) -> Date | None:
    """The date that a sentence gives for a figure, where it has another figure for the date that is given for it."""
    told = _alike(one, sentence)
    said = next((other.date for other in told if states([other.figure], one.figure)), None)
    rival = any(_same(one.date, other.date) and not states([other.figure], one.figure) for other in told)
    return said if said and rival and not any(_is_of(other, one) for other in told) else None


def _may_give(one: Pair, sentence: str) -> bool:
    """Whether a sentence gives a figure with a date, or has no other date that it may be of."""
    if any(_is_of(other, one) for other in _pairs(sentence)):
        return True
    days = dates(sentence)
    return bool(days) and all(_same(one.date, day) for day in days) and states(read(sentence), one.figure)


def of_another_time(claim: str, source: str) -> tuple[str, str] | None:
    """A year of ``claim`` and one of ``source``, whose words and figures it has, where they share none; or a year that ``source``
    names only to compare another one with it."""
    ours, theirs = _years(claim), _years(source)
    figures = undated(claim)
    if not ours or not theirs or (figures and not any(states(read(source), one) for one in figures)):
        return None
    own, told = {day.year for day in ours}, {day.year for day in theirs}
    if own.isdisjoint(told):
        return ours[0].text.strip(), theirs[0].text.strip()
    base = [day for day in theirs if _COMPARED_BEFORE.search(source, 0, day.start) or _COMPARED_BEHIND.match(source, day.end)]
    other = next((day for day in theirs if day not in base), None)
    if (
        other
        and own <= {day.year for day in base}
        and not (_COMPARED_BEFORE.search(claim, 0, ours[0].start) or other.year in own)
    ):
        return ours[0].text.strip(), other.text.strip()
    return None


def _years(text: str) -> list[Date]:
    return [day for day in dates(text) if day.year and not day.decade]


def agrees(claim: str, source: str) -> bool:
    """Whether ``claim`` gives figures with dates, and ``source`` gives each of them with the same."""
    own = _pairs(claim)
    return bool(own) and all(any(_is_of(other, one) for other in _alike(one, source)) for one in own)


def year_of(text: str, one: Quantity) -> int:
    """The year that a figure of a sentence is of; 0 where that is not sure."""
    years = {day.year for day in dates(text) if day.year}
    own = [pair.date.year or 0 for pair in _pairs(text) if pair.figure == one]
    return own[0] if own else years.pop() or 0 if len(years) == 1 else 0


def _alike(one: Pair, sentence: str) -> Sequence[Pair]:
    """The figures with dates of a sentence of the same kind as ``one``, where there are several."""
    told = [other for other in _pairs(sentence) if other.figure.unit == one.figure.unit]
    return told if len(told) > 1 else ()


def _is_of(other: Pair, one: Pair) -> bool:
    return states([other.figure], one.figure) and _same(one.date, other.date)


def _same(one: Date, other: Date) -> bool:
    """Whether ``other`` is in the time that ``one`` gives."""
    return one.year == other.year and one.month in (None, other.month) and one.day in (None, other.day)


@lru_cache(maxsize=4096)
def undated(text: str) -> tuple[Quantity, ...]:
    """The figures of a sentence that are no part of a date."""
    days = dates(text)
    return tuple([one for one in read(text) if not any(one.start < day.end and day.start < one.end for day in days)])


@lru_cache(maxsize=2048)
def _pairs(text: str) -> tuple[Pair, ...]:
    """The figures of a sentence with their dates; none of a kind of which one has no date, or may have either of two."""
    if len(text) > LONGEST:
        return ()
    days = [day for day in dates(text) if day.year and not day.decade]
    every = [one for one in read(text) if days and not any(one.start < day.end and day.start < one.end for day in days)]
    every = [one for one in every if not any(_says_again(text, other, one) for other in every)]
    found: list[Pair] = []
    for unit in dict.fromkeys(one.unit for one in every):
        figures = [one for one in every if one.unit == unit]
        dated = _one_each([_dates_of(text, one, figures, days) for one in figures])
        if len(set(dated)) != len(figures):
            dated = _opening(text, figures, days)
        if len(dated) == len(figures):
            found += [Pair(one, own) for one, own in zip(figures, dated, strict=True)]
    return tuple(found)


def _one_each(dated: Sequence[tuple[Date | None, Date | None]]) -> Sequence[Date]:
    """The date of each figure, of the one behind it and the one before it. Where a figure has both, the side counts on which each
    has one, unless both do: "36 in 2011, 24 in 2016"."""
    either = [[day for day in both if day] for both in dated]
    if all(len(own) == 1 for own in either):
        return [own[0] for own in either]
    behind, before = ([both[side] for both in dated] for side in (0, 1))
    whole = [[day for day in side if day] for side in (behind, before) if None not in side]
    return whole[0] if len(whole) == 1 else ()


def _opening(text: str, figures: Sequence[Quantity], days: Sequence[Date]) -> Sequence[Date]:
    """The dates of figures in a sentence whose statements each begin with the only one that they have."""
    begins = [0, *(found.end() for found in _STATEMENT.finditer(text)), len(text)]
    if len(begins) < 3 or _OTHER_TIME.search(text):
        return ()
    parts = [([day for day in days if start <= day.start < end], start, end) for start, end in pairwise(begins) if start < end]
    if any(len(own) != 1 or not _FIRST.fullmatch(text, start, own[0].start) for own, start, _ in parts):
        return ()
    return [own[0] for one in figures for own, start, end in parts if start <= one.start < end]


def _says_again(text: str, other: Quantity, one: Quantity) -> bool:
    """Whether a figure is the one before it, in brackets, in another unit: 0.9 minutes (54 seconds)."""
    return bool(_BRACKET.fullmatch(text, other.end, max(other.end, one.start))) and states([other], one)


def _dates_of(text: str, one: Quantity, figures: Sequence[Quantity], days: Sequence[Date]) -> tuple[Date | None, Date | None]:
    """The dates that a figure may be of: the one behind it, and the one before it."""
    places: list[Quantity | Date] = sorted([*figures, *days], key=lambda item: item[0])
    at = places.index(one)
    behind = next((day for day in places[at + 1 : at + 2] if isinstance(day, Date) and _before_date(text, Pair(one, day))), None)
    first = max(0, at - 1)
    return behind, next((day for day in places[first:at] if isinstance(day, Date) and _behind_date(text, Pair(one, day))), None)


def _before_date(text: str, pair: Pair) -> bool:
    between = text[pair.figure.end : pair.date.start]
    return bool(_DATE_BEHIND.match(between)) and not (_APART.search(between) or _EVENT.search(between))


def _behind_date(text: str, pair: Pair) -> bool:
    between = text[pair.date.end : pair.figure.start].lstrip("的,，、 ")
    opens = _DATE_FIRST.search(text, 0, pair.date.start)
    if not opens or not _OPENS.fullmatch(opens["before"]) or _EVENT.search(opens["before"]):
        return False
    return len(between) <= (_NEAR_CJK if _CJK.search(between) else _NEAR) and not _APART.search(between)
