"""Dates that a sentence works out: granted in March 2015 for ten years, a licence runs until March 2025.

The source must give the date and the length beside each other. What begins or ends on the day that comes of them it does not
say in figures, so that it is never sure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise

from dr_core.pattern import regex
from dr_core.text import numeral
from dr_core.text.date import Date, dates
from dr_core.text.lasting import DAY, lengths
from dr_core.text.number import Quantity, quantities
from dr_core.text.overlap import split
from dr_core.text.stated import in_months

MOST = 4
"""Dates, and lengths, of a sentence beyond which one that fits is found by chance."""
LONGEST = 600
BESIDE, BESIDE_CJK = 20, 4
"""Characters before or behind a date by which it is known again."""
_BEFORE = regex(
    r"\s?(?:before|earlier|ago|prior|zuvor|vorher|auparavant|antes|前|전|以前)|[^\d，。、]{0,4}(?:之前|以前|앞서)", re.IGNORECASE
)
_ENDS = " .。"
_CJK = regex(r"[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]")
_AGO = regex(r"\b(?:vor|il y a|hace)\s\Z", re.IGNORECASE)
_TOOK = regex(
    r"\b(?:took|lasted|dauert\w*|duré|duró|durou|durat[ao]|lang)\b|历时|歷時|耗时|耗時|用了|かかっ|かけて|걸[렸린]", re.IGNORECASE
)
_NEAR = 12
_YEAR_BEFORE = regex(
    r"\b(?:the (?:previous|preceding|prior) year|(?:a|the|one) year (?:earlier|before)|Vorjahr\w*|im Jahr (?:zuvor|davor)"
    r"|l['’]année précédente|un an plus tôt|el año anterior)\b|[上前]一?年(?:度|同期)?(?![间間代前])|去年|전년",
    re.IGNORECASE,
)
_MONTH_ALONE = regex(r"\s?(?:月(?![\d一二三四五六七八九十])|월)")
_IN_WORDS = regex(
    rf"\b({'|'.join(numeral.FOREIGN)})(?=\s(?:jahre?n?|monaten?|tagen?|ans|années|mois|jours|años|meses|días)\b)", re.IGNORECASE
)


def due(claim: str, days: Sequence[Date], numbers: Sequence[Quantity], spans: Sequence[str]) -> dict[Quantity, bool]:
    """Those of ``days`` and of the months among ``numbers`` that come of a date and a length of ``spans``, none of them sure."""
    asked = {Quantity(day.start, day.end, day.text, (float(day.year or 0),)): day for day in days if not day.decade}
    asked |= {
        one: Date(one.start, one.end, one.text, month=int(one.value))
        for one in numbers
        if not one.unit and 1 <= one.value <= 12 and _MONTH_ALONE.match(claim, one.end)
    }
    if not asked:
        return {}
    come = [found for text in _windows(spans) for found in _coming(text, claim)]
    found = [one for one, day in asked.items() if any(_is_on(day, *found) for found in come)]
    return {one: False for one in found if not _stands_for_another(claim, one, spans)}


def _stands_for_another(claim: str, one: Quantity, spans: Sequence[str]) -> bool:
    """Whether a source has another date between the same words: that one was changed, and this one not worked out."""
    size = BESIDE_CJK if _CJK.search(claim) else BESIDE
    before, behind = claim[: one.start].strip()[-size:], claim[one.end :].strip(_ENDS)[:size]
    return any(
        span[: day.start].rstrip().endswith(before) and span[day.end :].lstrip().startswith(behind)
        for span in spans
        if before in span and behind in span
        for day in dates(span)
    )


def _windows(spans: Sequence[str]) -> Iterator[str]:
    for span in spans:
        sentences = [sentence for sentence in split(span) if "|" not in sentence]
        yield from (text for text in (*sentences, *map(" ".join, pairwise(sentences))) if len(text) <= LONGEST)


def _coming(text: str, claim: str) -> Iterator[tuple[Date, int, int]]:
    """The dates of a text, each with the months and the days that pass since it, less where they passed before it; those that
    the claim says have passed among them."""
    known = [day for day in dates(text) if day.year and not day.decade]
    if not 0 < len(known) <= MOST:
        return
    if len(known) == 1 and _YEAR_BEFORE.search(text):
        yield known[0], -12, 0
    for months, days in (*_passed(text), *_passed(claim)):
        yield from ((day, months, days) for day in known)


@lru_cache(maxsize=2048)
def _passed(text: str) -> Sequence[tuple[int, int]]:
    """The months, or the days, that a text says have passed since a date, or before it; either where something took so long."""
    plain = _IN_WORDS.sub(lambda found: numeral.FOREIGN[found[0].lower()], text)
    figures = quantities(plain, loose=True)
    passed = dict.fromkeys(
        one
        for one in (*figures, *in_months(plain, figures), *lengths(plain, figures))
        if (one.unit == "month" or (one.unit == "s" and one.value >= DAY))
        and not any(one.start < day.end and day.start < one.end for day in dates(plain))
    )
    found = []
    for one in passed if len(passed) <= MOST else ():
        back = _BEFORE.match(plain, one.end) or _AGO.search(plain, 0, one.start)
        by = one.value if one.unit == "month" else one.value / DAY
        if by.is_integer():
            ways = (-1,) if back else (1, -1) if _TOOK.search(plain, max(0, one.start - _NEAR), one.end + _NEAR) else (1,)
            found += [(way * int(by), 0) if one.unit == "month" else (0, way * int(by)) for way in ways]
    return found


def _is_on(asked: Date, since: Date, months: int, days: int) -> bool:
    """Whether a date is that which comes of another; what lasts from the first of March ends with February."""
    return any(_is_same(asked, found) for found in _ends(since, months, days))


def _is_same(asked: Date, found: Date) -> bool:
    return asked.year in (None, found.year) and asked.month in (None, found.month) and asked.day in (None, found.day)


def _ends(since: Date, months: int, days: int) -> Iterator[Date]:
    year, month, day = since.year or 1, since.month, since.day
    if days:
        if month and day:
            try:
                first = date(year, month, day) + timedelta(days)
                for end in (first, first - timedelta(1)):
                    yield Date(0, 0, "", end.year, end.month, end.day)
            except (ValueError, OverflowError):
                return
    elif month:
        for at in (12 * year + month - 1 + months, 12 * year + month - 2 + months):
            yield Date(0, 0, "", at // 12, at % 12 + 1, day)
    elif months % 12 == 0:
        yield Date(0, 0, "", year + months // 12)
