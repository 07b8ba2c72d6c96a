"""What the spans that a sentence cites state of numbers, dates and names, and whether a figure or a year is among it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text import negation
from dr_core.text.bound import rounds
from dr_core.text.column import figures
from dr_core.text.date import Date, dates, is_year_before
from dr_core.text.fact import Facts
from dr_core.text.lasting import lengths
from dr_core.text.name import Mentions
from dr_core.text.notation import notation
from dr_core.text.number import Quantity, quantities, read, states
from dr_core.text.pound import GRAMS
from dr_core.text.token import content_terms

COUNT, AROUND = 20, 60
"""Bare whole numbers up to this one must stand within so many characters of a word that the claim puts near it, too."""
_NEXT = regex(r"[^\w]{0,3}([A-Za-z]+|\w)")
_ENDS = regex(
    r"(?:\s?(?:[-–~〜～]|to|or|and|bis|oder|und|至|到|から|에서)\s?\d[\d.,]*)?\s?(?:[,;.:)](?!\d)|[，；。、）]|\Z)", re.IGNORECASE
)
"""What stands behind a number, or a range, that has no word of its own behind it."""
_DEGREES = regex(r"\s?(?:degrees?|Grad|degrés?|grad[oi]s?|graus?|度|도)(?![^\W\d_])", re.IGNORECASE)
_CENTURY = regex(r"[\s-]?(?:century|centuries|世纪|世紀|세기)", re.IGNORECASE)
_DAY = regex(r"\s?(?:st|nd|rd|th)?\s?(?:[月日号號월일]|of\s)")
_MONTH = regex(
    r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)\w*\.?\s\Z|\bon the\s\Z|[月월]\s?\Z",
)
_YEARS = regex(r"\s?(?:年(?![代级級生度号])|년(?![대생도]))")


class Stated(NamedTuple):
    numbers: tuple[Quantity, ...]
    counts: tuple[tuple[Quantity, frozenset[str]], ...]
    """The small bare whole numbers, each with the terms around it."""
    days: tuple[tuple[Quantity, str], ...]
    """The numbers of days and months, each with the word behind it."""
    dates: tuple[Date, ...]
    between: frozenset[int]
    """The years from one date to the next that is told."""
    mentions: Mentions


@lru_cache(maxsize=1024)
def stated_by(spans: tuple[str, ...]) -> Stated:
    found: list[tuple[Quantity, str]] = []
    in_dates: list[tuple[Quantity, str]] = []
    days: list[Date] = []
    between: set[int] = set()
    for span in spans:
        numbers, own = quantities(span, loose=True), dates(span, loose=True)
        covered = [(day.start, day.end) for day in own if day.month is not None]
        for one in numbers:
            dated = not one.unit and any(one.start < end and start < one.end for start, end in covered)
            (in_dates if dated else found).append((one, span))
        found += [(one, span) for one in in_months(span, numbers)]
        found += [(one._replace(readings=(GRAMS * one.bare,), unit="g"), span) for one in numbers if _may_weigh(one)]
        found += [(one, span) for one in lengths(span, numbers)]
        found += [(one, figure) for figure in figures(span) for one in quantities(figure, loose=True, comma=notation(span))]
        days += own
        between |= {abs(first.year - second.year) for first, second in pairwise(own) if first.year and second.year}
    counts = {(one.value, around): (one, around) for one, span in found if _is_count(one) for around in [_around(span, one)]}
    every = {(one.readings, one.unit, one.negative): one for one, _ in found}
    behind = tuple((one, _behind(span, one)) for one, span in in_dates)
    return Stated(tuple(every.values()), tuple(counts.values()), behind, tuple(days), frozenset(between), Mentions(spans))


def _may_weigh(one: Quantity) -> bool:
    """Whether a number is one of pounds of which nothing tells whether they are money."""
    return not one.unit and one.text.endswith(("pound", "pounds"))


def _behind(text: str, one: Quantity) -> str:
    found = _NEXT.match(text, one.end)
    return found[1].lower() if found else ""


def _is_count(one: Quantity) -> bool:
    return not one.unit and one.value <= COUNT and one.value.is_integer() and len(one.readings) == 1


def _around(text: str, one: Quantity) -> frozenset[str]:
    return frozenset(content_terms(text[max(0, one.start - AROUND) : one.start] + " " + text[one.end : one.end + AROUND]))


def misplaced(claim: str, one: Quantity, own: Facts, source: Stated) -> bool:
    """Whether a small number stands in the spans only beside other things: any page has a 4 somewhere."""
    if not _is_count(one) or _elided(claim, one, own, source) or _between(claim, one, source) or _in_degrees(claim, one, source):
        return False
    near = _around(claim, one)
    return bool(near) and not any(states([other], one) and near & around for other, around in source.counts)


def in_months(text: str, found: Iterable[Quantity]) -> Iterator[Quantity]:
    """Those of ``found`` that count years (2年, 2년) in the unit of "24 months"; the year 2024 is none of them."""
    for one in found:
        if not one.unit and one.value < 100 and _YEARS.match(text, one.end):
            yield one._replace(readings=(12 * one.value,), unit="month")


def are_years_before(days: Sequence[Date], source: Stated) -> bool:
    """Whether dates are years of which the spans speak as the ones before: what a sentence tells of them is worked out."""
    return all(is_year_before(day, source.dates, source.mentions.text) for day in days)


def is_plain_number(claim: str, day: Date, numbers: Sequence[Quantity]) -> bool:
    """Whether what may be a year is no more than a number that the spans state, or round: 约1200名 of 1206."""
    if day.month is not None or day.decade:
        return False
    if any(day.year in one.readings for one in numbers):
        return True
    return (day.year or 0) % 50 == 0 and any(one.start == day.start and states(numbers, one) for one in read(claim))


def states_figure(claim: str, one: Quantity, source: Stated) -> bool:
    if states(source.numbers, one) or rounds(claim, one, source.numbers) or as_date(claim, one, source):
        return True
    if _between(claim, one, source) or any(states(source.numbers, years) for years in in_months(claim, [one])):
        return True
    if one.unit in ("s", "month", "") and any(
        whole.start <= one.start < whole.end and states(source.numbers, whole) for whole in lengths(claim, read(claim))
    ):
        return True
    # A fall of 3 is a change of -3; but what is at 40 degrees is not at -40, whatever fell.
    if one.unit in ("°c", "°f") or not (one.negative or negation.lowers(claim)):
        return False
    return states(source.numbers, one._replace(negative=not one.negative)) and (
        not one.negative or negation.lowers(source.mentions.text)
    )


def _between(claim: str, one: Quantity, source: Stated) -> bool:
    """Whether a number is that of the years from one date of the spans to the next."""
    months = [one] if one.unit == "month" else list(in_months(claim, [one]))
    return any(years.value / 12 in source.between for years in months)


def _in_degrees(claim: str, one: Quantity, source: Stated) -> bool:
    """Whether the spans say of which degrees a number is that the claim gives in degrees alone."""
    if not _DEGREES.match(claim, one.end):
        return False
    return any(other.unit in ("°c", "°f") and states([other], one) for other in source.numbers)


def _elided(claim: str, one: Quantity, own: Facts, source: Stated) -> bool:
    """Whether the spans state a number with the unit that the claim gives only beside another one: "20 years instead of 15"."""
    if one.unit or not _ENDS.match(claim, one.end):
        return False
    units = {other.unit for other in own.numbers if other.unit and other.text != one.text}
    return any(other.unit in units and other.bare == one.value for other in source.numbers)


def as_date(claim: str, one: Quantity, source: Stated) -> bool:
    """Whether a number is stated by a date: as its year or century, or, where the claim gives it as a day or month, as that."""
    if one.unit:
        return False
    if any(day.year == one.value for day in source.dates):
        return True
    if _CENTURY.match(claim, one.end) and any(day.year and (day.year + 99) // 100 == one.value for day in source.dates):
        return True
    if one.value > 31 or not source.days:
        return False
    behind = _behind(claim, one)
    in_date = _DAY.match(claim, one.end) or _MONTH.search(claim[max(0, one.start - 12) : one.start])
    return any(states([day], one) and (in_date or word == behind) for day, word in source.days)
