"""Figures that a sentence works out from two of its own, from one of them and one of its source, or from two of its source:
128.4万辆，是上年的近2.5倍, where the source says 51.2万辆 of the year before.

It is sure only where the source leaves no choice which figures are meant: there are but two of the kind, or but two of the years
that the sentence names. Where the source itself gives a share or a multiple of them, another one is not worked out but wrong; one
that it gives of other figures makes it unsure. Unsure is always what comes of figures of two kinds (39 % of 239,900, 9.4 billion
for 27 million people), and the rest of a share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.bound import rounds
from dr_core.text.date import dates
from dr_core.text.dated import year_of
from dr_core.text.lasting import lengths, merged
from dr_core.text.number import Quantity, quantities, read, states
from dr_core.text.overlap import share, split
from dr_core.text.per import converted
from dr_core.text.reckoned import MOST, Steps, has_part, is_change, reckoned, steps, tells, whole_of
from dr_core.text.remainder import is_left
from dr_core.text.total import comes_of_some, is_product, is_total
from dr_core.text.unit import MONEY

_FROM = regex(r"\b(?:from|than|versus|against|over|von|als|gegenüber|ab|de|desde|que)\s(?:the\s)?\Z|[从從比较較由]\s?\Z", re.I)
_FROM_BEHIND = regex(r"[^\s\d,，、。;；]{0,2}?(?:から|より|に比べ|에서|보다|에 비해)")
_THAN_THIS = regex(r"\bthan (?:this|that)\b|比[这這此]|[こそ]れより|[이그]보다")
_OF_TWO = frozenset({"x", "%", "pp"})
"""The units of what comes of two figures of another one."""
EXACT = 9
"""Digits of what is exact."""
TELLING = 3
"""So many digits are hardly those of a figure that was changed, where they come of two others."""
SMALL = 20
"""Bare whole numbers up to this one are of anything."""
_WORD = regex(r"\s?([^\W\d_]+|\W)")
_TAIL = regex(r"[\d\s.,·十百千万萬亿億兆만억조]+")
_NO_WORD = regex(r"\s?(?:[.,;)，；。）](?!\d)|\Z)|\s(?:in|im|en|nel)\s(?:(?:19|20)\d\d\b|[A-ZÀ-Ý])")
_OF_WHICH = regex(
    r"\b(?:of (?:which|whom|these|them)|davon|darunter|dont|d[ei] los cuales|di cui)\b|其中|うち|그중|이\s?가운데|이\s?중", re.I
)
_EACH_IN_SOURCE = regex(
    r"\b(?:per|each|every|apiece|daily|hourly|weekly|monthly|a (?:day|night|week|month|year|piece|head)|an hour"
    r"|(?:a|one) single|costs?|price\w*|kostet?n?|Preis\w*|coûten?t?|prix|cuestan?|precio|pro|je|jeweils"
    r"|jede\w*|täglich\w*|stündlich\w*|par|chacune?|chaque|l['’]heure|por|cada)\b"
    r"|[每毎各]|(?<!\d)[1一]\s?[^\d\s、。，]{1,6}?(?:[にはで]|あたり|当たり|につき)|当たり|あたり|につき"
    r"|それぞれ|각|매[일주월달년]|하루|씩|당(?=\s)|인당|/",
    re.I,
)
"""Words near a figure that say that it is of each of some things."""
_BEFORE, _BEHIND = 120, 30
"""Characters before and behind a figure in which they stand."""
_POINTS = regex(r"\s(?:points?|Punkte?n?|puntos?)\b", re.I)
_FOR_EACH = regex(
    r"\b(?:per|each|every|average\w*|mean|apiece|pro|je|jede\w*|durchschnittlich|Schnitt|par|chaque|moyenne|por|cada|media|promedio)\b"
    r"|[每均]|当たり|あたり|につき|당|평균",
    re.I,
)
_MANY = {
    "100": 1e2,
    "百": 1e2,
    "千": 1e3,
    "1,000": 1e3,
    "1000": 1e3,
    "万": 1e4,
    "萬": 1e4,
    "10,000": 1e4,
    "10万": 1e5,
    "100,000": 1e5,
}
_FOR_MANY = regex(
    r"(?<=\bper )(?:100|1,?000|10,000|100,000)\b|(?<=[每毎])[百千万萬](?=[\u4e00-\u9fff])|10万(?=人[当あ]たり)", re.I
)
"""Of how many a figure is given for each."""


class _Role(NamedTuple):
    """Whether a source gives a figure for a change, as part of another figure, and for each of some things."""

    changes: bool
    is_part: bool
    is_each: bool


class _Figure(NamedTuple):
    """A figure, the word behind it, and the year that it is of (0 where that is not known); the units of the shares and multiples
    of it that the claim does not state, and of those beside it, each with whether it is a change; what the source gives it for,
    and whether the claim states it."""

    one: Quantity
    word: str
    year: int
    given: frozenset[tuple[str, bool]]
    beside: frozenset[tuple[str, bool]]
    role: _Role
    own: bool


class _Pair(NamedTuple):
    """Two figures, the first of which is measured by the second; ``known`` where the claim or the years tell which it is."""

    first: _Figure
    second: _Figure
    known: bool


def inferred(claim: str, numbers: Sequence[Quantity], given: Sequence[Quantity], spans: Sequence[str]) -> dict[Quantity, bool]:
    """Those of ``numbers`` that figures of ``claim`` that are ``given`` and those of ``spans`` come to, and whether it is sure
    that these are meant. Hours and the minutes behind them are one number."""
    whole = {
        one: length._replace(digits=EXACT) for length in lengths(claim, read(claim)) for one in numbers if _is_within(one, length)
    }
    asked = list(dict.fromkeys(whole.get(one, one) for one in numbers))
    found = _inferred(claim, asked, [one for one in given if not any(_is_within(one, it) for it in whole.values())], spans)
    return {one: found[told] for one in numbers if (told := whole.get(one, one)) in found}


def _is_within(one: Quantity, length: Quantity) -> bool:
    return length.start <= one.start < length.end


def _inferred(claim: str, numbers: Sequence[Quantity], given: Sequence[Quantity], spans: Sequence[str]) -> dict[Quantity, bool]:
    found = dict.fromkeys(reckoned(claim, numbers, given) if numbers else (), True)
    if found:  # one step further
        given = [*given, *found]
        found |= dict.fromkeys(reckoned(claim, [one for one in numbers if one not in found], given), True)
    wanted = {one: _meant(claim, one) for one in numbers if one not in found}
    wanted = {
        one: meant
        for one, meant in wanted.items()
        if meant.unit or one.value > SMALL or not one.value.is_integer() or _behind(one) or has_part(claim, one)
    }
    told = _told(claim, given, spans) if wanted else []
    for one, meant in wanted.items():
        if one in found:
            continue
        if is_total(claim, one, given, spans) or is_product(claim, one, given, spans):
            found[one] = True
            continue
        if (sure := _directly(claim, one, spans)) is not None:
            found[one] = sure
            continue
        said = steps(claim, meant)
        pairs = [pair for pair in _pairs(claim, meant, said, told) if _is_of_kind(meant, said, pair)]
        giving = [pair for pair in pairs if _gives(claim, meant, said, pair)]
        if giving:
            first, second, known = giving[0]
            alike = (first.one.unit or first.word == second.word) and (one.unit, said.changes) not in first.beside | second.beside
            found[one] = (
                len(pairs) == 1 and known and bool(alike) and not (said.total and _is_of_another_time(claim, first, second))
            )
            left = [other for other in numbers if other not in found]
            found |= dict.fromkeys(reckoned(claim, left, [*given, one]), found[one])
        elif (
            any(tells(claim, meant, value) for value in _of_two_kinds(claim, meant, said, told))
            and (said.total or not _stands_for(claim, meant, spans))
        ) or (
            is_left(claim, meant, spans)
            or comes_of_some(claim, meant, spans, said.total)
            or (_was_before(claim, meant, told) and (meant.digits >= TELLING or not _stands_for(claim, meant, spans)))
        ):
            found[one] = False
    return found


def _is_of_another_time(claim: str, first: _Figure, second: _Figure) -> bool:
    """Whether two figures are of two years, and a claim does not name both."""
    both = {first.year, second.year}
    return len(both) == 2 and 0 not in both and not both <= {day.year for day in dates(claim)}


def _directly(claim: str, one: Quantity, spans: Sequence[str]) -> bool | None:
    """Whether it is sure that a figure is the time between two years, or one of the source for another measure; None where it is
    neither."""
    lasts = _lasts(claim, one.value / 12, spans) if one.unit == "month" else None
    return (converted(claim, one, spans) or None) if lasts is None else lasts


def _meant(claim: str, one: Quantity) -> Quantity:
    """A figure; "14 points" as those of a percentage, which they may be."""
    return one._replace(unit="pp") if not one.unit and _POINTS.match(claim, one.end) else one


def _is_part(one: Quantity, of: _Figure) -> bool:
    """Whether a figure may be part of one that the claim states."""
    return of.own and of.one.unit == one.unit and of.one.value >= one.value


def _stands_for(claim: str, one: Quantity, spans: Sequence[str]) -> bool:
    """Whether the words before a figure are those before another one of its kind: it was changed and not worked out."""
    before = claim[: one.start].rstrip()
    before = before[-(12 if before.isascii() else 6) :]
    return bool(before) and any(
        other.unit == one.unit and span[: other.start].rstrip().endswith(before)
        for span in spans
        if before in span
        for other in read(span)
    )


def _of_two_kinds(claim: str, one: Quantity, said: Steps, told: Sequence[_Figure]) -> Iterator[float]:
    """What comes of a share and what it is of, of an amount and those it is shared by, of an amount and its change, and what a
    share leaves."""
    if one.unit == "%" and (said.apart or not said.changes):
        yield from (100 - it.one.value for it in told if it.one.unit == "%" and not it.role.changes)
    each, many = _FOR_EACH.search(claim), _FOR_MANY.search(claim)
    is_stated = any(_is_part(one, it) for it in told)
    for first, second in permutations(told[: 2 * MOST], 2):
        value, by = first.one.value, second.one
        if first.role.is_each and first.one.unit == one.unit and by.unit not in (one.unit or "%", "%"):
            yield value * by.bare  # 24 turbines of 5 MW each
        if is_stated and not _is_part(one, first):
            continue
        if said.base:
            yield from said.of_two(one, first.one, by)
        elif one.unit == "%" and first.one.unit == by.unit:
            if said.share and not said.changes and by.value < value:
                yield 100 - 100 * by.value / value
            elif said.changes and second.role.changes and by.value < value:
                yield from (100 * by.value / (value - by.value), 100 * by.value / (value + by.value))
        elif one.unit in _OF_TWO or first.one.unit != one.unit:
            continue
        elif by.unit == "%":
            yield from [value * by.value / 100] if first.own or second.own or one.digits > 1 else ()
            yield from [100 * value / by.value] if said.total and by.value and not second.role.changes else ()
            yield from (
                (value / (1 + by.value / 100), value / abs(1 - by.value / 100)) if second.role.changes and by.value != 100 else ()
            )
        elif by.unit == one.unit and second.role.is_part and by.value < value:
            yield value - by.value
        elif many and not (by.unit or one.unit) and by.value > value:
            yield value / by.value * _MANY[many[0]]  # 5.5 of 5.4万 for each hundred of 98万
        elif each and not by.unit and by.value > 1:
            yield from (value / by.value, value * by.value)


def _was_before(claim: str, one: Quantity, told: Sequence[_Figure]) -> bool:
    """Whether a figure is what there was before a change that the source tells."""
    alike = [it.one.value for it in told if it.one.unit == one.unit]
    by = [it.one for it in told if it.role.changes and it.one.unit in (one.unit, "cent" if one.unit in MONEY else one.unit)]
    return any(tells(claim, one, value + way * change.value) for value in alike for change in by for way in (1, -1))


def unsure(found: Mapping[Quantity, bool]) -> str:
    """Why it is unclear that a sentence works out what ``inferred`` has ``found``; "" where it is sure."""
    number = next((one.text.strip() for one, sure in found.items() if not sure), "")
    return f"says {number}, which can be worked out, but not from what is named alone" if number else ""


def _lasts(claim: str, years: float, spans: Sequence[str]) -> bool | None:
    """Whether it is sure that so many years are between two that are named; None where there are no such two."""
    own = {day.year for day in dates(claim) if day.year}
    every = own | {day.year for span in spans for day in dates(span) if day.year}
    if any(later - sooner == years for later in own for sooner in own):
        return True
    return len(every) == 2 if any(abs(year - other) == years for year in own or every for other in every) else None


def _told(claim: str, given: Sequence[Quantity], spans: Sequence[str]) -> list[_Figure]:
    """The figures of a claim, and those of the sentences of prose that share most with it."""
    years = {day.year for day in dates(claim) if day.year}
    own: list[_Figure] = []
    every = sorted({one for span in spans for one in split(span) if "|" not in one}, key=lambda one: (-share(claim, one), one))
    found: list[_Figure] = []
    nearest: frozenset[tuple[str, bool]] = frozenset()
    for sentence in every:
        days = [(day.start, day.end) for day in dates(sentence)]
        figures = [
            one
            for one in merged(sentence, _figures(sentence))
            if not any(one.start < end and start < one.end for start, end in days)
        ]
        unstated = [one for one in figures if one.unit in _OF_TWO and not states(given, one)]
        rivals = {one: (one.unit, steps(sentence, one).changes) for one in unstated}
        beside = frozenset(rivals.values())
        shared = nearest | {rivals[one] for one in rivals if _is_of_given(one, figures, given)}
        nearest = shared if sentence is every[0] else nearest
        for one in figures:
            year, role = year_of(sentence, one), _role(sentence, one)
            if same := next((it for it in given if states([one], it) or rounds(claim, it, [one])), None):
                # what comes of it comes of what it rounds
                told = same if same.value in one.readings else same._replace(readings=one.readings)
                own.append(_Figure(told, _word(claim, same), year_of(claim, same), shared, beside, role, own=True))
            elif (len(years) < 2 or not year or year in years) and one.value and not states([other.one for other in found], one):
                found.append(_Figure(one, _word(sentence, one), year, shared, beside, role, own=False))
    return list({figure.one.start: figure for figure in own}.values()) + found


def _role(sentence: str, one: Quantity) -> _Role:
    each = _EACH_IN_SOURCE.search(sentence, max(0, one.start - _BEFORE), one.end + _BEHIND)
    return _Role(is_change(sentence, one), bool(_OF_WHICH.search(sentence, 0, one.start)), bool(each))


def _is_of_given(one: Quantity, figures: Sequence[Quantity], given: Sequence[Quantity]) -> bool:
    """Whether a share or a multiple may be of a figure that a claim states: the nearest one."""
    others = [other for other in figures if other.unit not in _OF_TWO]
    near = min(others, key=lambda other: max(other.start - one.end, one.start - other.end), default=None)
    return near is None or states(given, near)


def _pairs(claim: str, one: Quantity, said: Steps, told: Sequence[_Figure]) -> Iterator[_Pair]:
    """Pairs of figures of one kind, of which the claim states one, or of two of the source where it states none of the kind."""
    years = {day.year for day in dates(claim) if day.year}
    is_part = one.unit == "x" or (one.unit == "%" and said.share and said.rises == said.falls)
    whole = whole_of(claim, one, [figure.one for figure in told if figure.own]) if is_part else ()
    for unit in dict.fromkeys(figure.one.unit for figure in told):
        own = [figure for figure in told if figure.own and figure.one.unit == unit]
        if not (unit or one.unit) and not any(_behind(figure.one) == _behind(one) for figure in own):
            own = []  # 4000 passengers are no 0.53元, though neither has a unit that is known
        others = [figure for figure in told if not figure.own and figure.one.unit == unit][:MOST]
        for figure in own:
            measures = (
                figure.one in whole
                or _FROM.search(claim, 0, figure.one.start)
                or _FROM_BEHIND.match(claim, figure.one.end)
                or _THAN_THIS.search(claim, figure.one.end, max(figure.one.end, one.start))
            )
            for other in others:
                yield _Pair(other, figure, known=True) if measures else _Pair(figure, other, known=True)
        for first, second in () if own else combinations(others, 2):
            both = {first.year, second.year}
            if years and 0 not in both and (years.isdisjoint(both) or len(both) < len(years) < 3):
                continue
            later, sooner = (first, second) if first.year >= second.year else (second, first)
            yield _Pair(later, sooner, known=bool(sooner.year) and later.year > sooner.year)


def _is_of_kind(one: Quantity, said: Steps, pair: _Pair) -> bool:
    """Whether a figure may come of two others, and the source does not give such a one beside them."""
    unit = pair.first.one.unit
    if one.unit not in _OF_TWO or (said.total and one.unit == unit) or (one.unit, unit) == ("pp", "%"):
        return one.unit == unit or one.unit == "pp"
    return unit != one.unit and (one.unit, said.changes) not in pair.first.given | pair.second.given


def _gives(claim: str, one: Quantity, said: Steps, pair: _Pair) -> bool:
    """Whether a figure is what comes of two others. What rises is more than what it is measured by."""
    first, second = pair.first.one, pair.second.one
    outcomes = list(said.of_two(one, first, second))
    if not pair.known or one.unit == "%":
        outcomes += said.of_two(one, second, first)
    up = first.value > second.value
    if said.apart or said.rises == said.falls or said.rises == up or not pair.known:
        outcomes += said.change(one, *((first, second) if up else (second, first)))
    return any(tells(claim, one, value) for value in outcomes)


def _figures(sentence: str) -> list[Quantity]:
    """The figures of a sentence, those of a rate of one ("1 peso per litre") among them; one that has its unit from the next
    ("from 135 to 88 tonnes") or from the one before it ("118 tonnes, at sea 23.") in that unit."""
    found = [one._replace(readings=one.readings[-1:]) if one.unit else one for one in read(sentence)]
    for (at, one), before in zip(enumerate(found[1:], 1), found, strict=False):
        alone = one.text[-1].isdigit() or min(one.bare, before.bare) >= 1e5  # "1.2 million euros ... 0.9 million"
        if before.unit and not one.unit and before.bare and alone and _NO_WORD.match(sentence, one.end):
            factor = before.value / before.bare
            found[at] = one._replace(unit=before.unit, readings=tuple(factor * value for value in one.readings))
    ones = [one for one in quantities(sentence, loose=True) if one.bare == 1.0 and one.text[0] == "1"]
    return [*found, *(one for one in ones if one not in found)]


def _behind(one: Quantity) -> str:
    """What a figure without a known unit is written with: 元, 名."""
    return "" if one.unit else _TAIL.sub("", one.text.strip())


def _word(text: str, one: Quantity) -> str:
    found = _WORD.match(text, one.end)
    return found[1].lower() if found else ""
