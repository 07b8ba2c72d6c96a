"""From what to what figures go: "rose from 18.7 to 20.4" is no word for "was 18.7, down from 20.4", whatever words they share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.dated import undated
from dr_core.text.lasting import merged
from dr_core.text.number import Quantity, states
from dr_core.text.overlap import split
from dr_core.text.reckoned import is_change
from dr_core.text.unit import compatible

LONGEST, APART = 600, 70
"""Characters of a sentence that is read so, and the most between its two figures."""

_ABOUT = r"(?:(?:about|around|some|nearly|almost|over|under|just|only|roughly|etwa|rund|knapp|environ|casi|circa)\s)*"
_FROM = regex(rf"\bfrom\s{_ABOUT}\Z", re.I)
_OF_EITHER = regex(rf"\b(?:von|vom|de|del|da|di|desde)\s{_ABOUT}\Z", re.I)
"""Words that say from where only before those that say to where."""
_TO = regex(rf"\b(?:to|auf|à|a|hasta)\s{_ABOUT}\Z", re.I)
_FROM_EASTERN = regex(r"[从從由][^，、。；\d]{0,10}\Z")
_EARLIER = regex(
    r"(?:低[于於]|高[于於]|[较較比])[^，、。；\d]{0,6}(?:上一?年度?|去年|前一?年度?|上一?季度?|前一?季度?)[^，、。；\d]{0,4}\Z"
)
_TO_EASTERN = regex(r"[至到為为成](?:了)?[约約]?\Z")
_FROM_BEHIND = regex(r"(?:から|より(?!も)|에서)")
_TO_BEHIND = regex(r"(?:に|へ|まで|となっ|となり|으?로|까지)")
_BY = regex(rf"\b(?:by|um|de|del|of)\s{_ABOUT}\Z", re.I)
_RANGE = regex(r"\b(?:rang\w+|between|reicht\w*|vari\w+|var[ií]a\w*|span\w*)\b|幅|範囲|范围|範圍|[~～〜]", re.I)
_CHANGE_BEHIND = regex(r"\s?(?:減|增|増|下が|上が|上昇|低下|下降|감소|증가|줄|늘|상승|하락)")


class Course(NamedTuple):
    """A figure as it was, and as it became."""

    before: Quantity
    after: Quantity


def turned(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """What ``claim`` says of the course of a figure and what ``spans`` say, where they give it the other way round."""
    for one in courses(claim):
        told = [other for span in spans for sentence in split(span) for other in courses(sentence)]
        if any(_same(one, other) for other in told):
            continue
        if any(_same(one, Course(other.after, other.before)) for other in told):
            before, after = one.before.text.strip(), one.after.text.strip()
            return f"{before} → {after}", f"{after} → {before}"
    return None


def agrees(claim: str, source: str) -> bool:
    """Whether both tell the same course of a figure, in whatever order they name what it was and what it became."""
    told = courses(source)
    return any(_same(one, other) for one in courses(claim) for other in told)


def _same(one: Course, other: Course) -> bool:
    return states([other.before], one.before) and states([other.after], one.after)


def exchanged(claim: str, source: str) -> tuple[str, str] | None:
    """Two figures of which ``claim`` gives the one for a change, and ``source`` the other: 43,482 births, 727,277 fewer than the
    year before, where births fell by 43,482 to 727,277."""
    ours, theirs = _changes(claim), _changes(source)
    for one in ours[0]:
        for other in theirs[0]:
            if other.unit == one.unit and states(theirs[1], one) and not states(theirs[0], one) and not states(ours[0], other):
                return one.text.strip(), other.text.strip()
    return None


@lru_cache(maxsize=2048)
def _changes(text: str) -> tuple[list[Quantity], list[Quantity]]:
    """The figures of a sentence that are changes, and the others."""
    figures = undated(text)
    changes = [one for one in figures if is_change(text, one)]
    return changes, [one for one in figures if one not in changes]


@lru_cache(maxsize=2048)
def courses(text: str) -> tuple[Course, ...]:
    """The figures of a sentence that go from one value to another."""
    if len(text) > LONGEST or _RANGE.search(text):
        return ()
    figures = merged(text, undated(text))
    found = (_course(text, figures, at) for at in range(len(figures)))
    return tuple(one for one in found if one and not states([one.before], one.after))


def _course(text: str, figures: Sequence[Quantity], at: int) -> Course | None:
    """The course that begins with a figure: it ends with the next one, or was told before it."""
    one = figures[at]
    lead, behind = text[max(0, one.start - 40) : one.start], text[one.end : one.end + 6]
    sure = bool(_FROM.search(lead) or _FROM_EASTERN.search(lead) or _FROM_BEHIND.match(behind) or _EARLIER.search(lead))
    if not (sure or _OF_EITHER.search(lead)):
        return None
    after = figures[at + 1] if at + 1 < len(figures) else None
    if after and _alike(one, after) and after.start - one.end <= APART and _is_goal(text, one, after):
        return Course(one, after)
    before = figures[at - 1] if at else None
    if not (sure and before and _alike(one, before) and one.start - before.end <= APART) or _is_change(text, before):
        return None
    return Course(one, before)


def _alike(one: Quantity, other: Quantity) -> bool:
    return compatible(one.unit, other.unit) or compatible(other.unit, one.unit)


def _is_goal(text: str, one: Quantity, other: Quantity) -> bool:
    between = text[one.end : other.start]
    return bool(_TO.search(between) or _TO_EASTERN.search(between) or _TO_BEHIND.match(text, other.end))


def _is_change(text: str, one: Quantity) -> bool:
    """Whether a figure is by how much something changed, and not what it became."""
    return bool(_BY.search(text[max(0, one.start - 40) : one.start]) or _CHANGE_BEHIND.match(text, one.end))
