"""What a question wants its subject looked at by: "by cost and safety", 在成本和安全方面, 速度と費用で."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from dr_core.stage.extractive.facet import ABOUT_ANYTHING, Facet, asked, named_at, names_in, speaks_for
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.quantity import BY_UNIT, MEASURES, NONE, Measure, states
from dr_core.stage.extractive.want import AND

MOST = 4
"""Criteria that an abstract answers one by one."""
BETWEEN = 24
"""Letters that may stand between two names of a list ("the speed of the trains and the cost")."""


class _Hit(NamedTuple):
    """Where a question names a facet."""

    start: int
    end: int
    facet: Facet


class Criterion(NamedTuple):
    """A side of a subject as a question names it: the facet, the question's ``words`` for it, in small letters, and the quantity
    that they name."""

    facet: Facet
    words: tuple[str, ...]
    measure: Measure | None = None
    narrow: bool = False
    """Whether another criterion is of the same facet: only its own words tell them apart."""

    def names(self, text: str) -> bool:
        """Whether a text has words for it: those for the quantity that the question names, or else any for the side."""
        if self.measure and self.measure.side != "scale":  # a capacity is not an output, though both are sizes
            return bool(self.measure.cues.search(text))
        return self.is_called_so(text) or (self.measure is None and not self.narrow and names_in(text, self.facet))

    def is_called_so(self, text: str) -> bool:
        """Whether a text has the question's own words for it."""
        if self.measure and self.measure.cues.search(self.words[-1]):  # 大規模 says nothing of a 規模
            return any(word in match[0].lower() for match in self.measure.cues.finditer(text) for word in self.words)
        return bool(_pattern(self.words).search(text))

    def is_spelled_out(self, text: str) -> bool:
        """Whether a text has the plainest word for it: the question's own, or what a section on it is called."""
        return self.is_called_so(text) or bool(_pattern(self.facet.titles).search(text))

    def is_said(self, text: str, heading: str) -> bool:
        """Whether a text itself speaks of it, by words for it or by a figure that the heading over it announces."""
        if self.measure is None and not self.narrow and speaks_for(self.facet, "", text):
            return True
        return self.names(text) or self.has_figure(text, heading)

    def has_figure(self, text: str, heading: str) -> bool:
        """Whether a text states its quantity."""
        if self.measure is None or not self._kinds & measures(text):
            return False
        how = states(self.measure, text)
        if how == BY_UNIT and any(one.kinds & self._kinds and one.cues.search(text) for one in MEASURES if one != self.measure):
            return False  # a debt is money, too, and no cost
        return how != NONE or bool(self.measure.cues.search(heading))

    def is_told(self, text: str) -> bool:
        """Whether a text names its quantity and gives a figure of it."""
        return self.measure is not None and self.names(text) and self.has_kind(text)

    def is_counted(self, text: str) -> bool:
        """Whether a text states a quantity of a side for which the question names none."""
        return self.measure is None and any(one.side == self.facet.id and states(one, text) != NONE for one in MEASURES)

    def has_other_figure(self, text: str) -> bool:
        """Whether a text states quantities with units, and none of its kind."""
        found = measures(text)
        return self.measure is not None and self._kinds.isdisjoint(found) and not found <= {"count", "date"}

    def goes_on(self, text: str) -> bool:
        """Whether a text that follows one on it still speaks of it."""
        return self.names(text) or self.has_kind(text)

    def has_kind(self, text: str) -> bool:
        """Whether a text has a figure of the kind that states its quantity."""
        return bool(self.measure and self._kinds & measures(text))

    @property
    def _kinds(self) -> frozenset[str]:
        """The kinds of figure that state its quantity; what is merely counted may be anything."""
        assert self.measure is not None
        return self.measure.kinds - {"count"} or self.measure.kinds


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<![\w-]){re.escape(word)}" if word.isascii() else re.escape(word) for word in words), re.I)


@lru_cache(maxsize=64)
def criteria(question: str) -> tuple[Criterion, ...]:
    """The sides that a question lists, in its order; where it lists none, those that it names, of which any may only be a word of
    its subject ("drug policy")."""
    groups = _groups(question)
    listed = [group for group, linked in zip(groups, _in_list(question, groups), strict=True) if linked]
    return _told_apart([_criterion(question, group) for group in (listed or groups)[: 3 * MOST]])[:MOST]


def lists(question: str) -> bool:
    """Whether a question lists several sides."""
    return any(_in_list(question, _groups(question)))


def _groups(question: str) -> list[list[_Hit]]:
    """Where a question names sides; what names one thing together ("cold performance", "market outlook") is a group."""
    hits = sorted(
        _Hit(start, end, facet)
        for facet in asked(question)
        if facet.id not in ABOUT_ANYTHING
        for start, end in named_at(question, facet)
    )
    groups: list[list[_Hit]] = []
    for hit in hits:
        last = groups[-1][-1] if groups else None
        if last is None:
            groups.append([hit])
        elif not (between := question[last.end : hit.start]).strip() or (last.facet == hit.facet and not AND.search(between)):
            groups[-1].append(hit)
        elif hit.start >= last.end:
            groups.append([hit])
    return groups


def _in_list(question: str, groups: Sequence[Sequence[_Hit]]) -> list[bool]:
    """Which of the groups stand in a list: right behind or before another, with "and" or a comma between them."""
    between = [question[one[-1].end : other[0].start] for one, other in pairwise(groups)]
    linked = [len(words) <= BETWEEN and AND.search(words) is not None for words in between]
    return [any(linked[max(0, at - 1) : at + 1]) for at in range(len(groups))]


def _criterion(question: str, group: Sequence[_Hit]) -> Criterion:
    """What a group of words names; the last of them says what it is."""
    words = tuple(dict.fromkeys(question[hit.start : hit.end].lower() for hit in group))
    first, last = group[0].start, group[-1].end
    named = (
        measure
        for measure in MEASURES
        if any(first <= match.start() < last or match.start() <= first < match.end() for match in measure.cues.finditer(question))
    )
    return Criterion(group[-1].facet, words, next(named, None))


def _told_apart(found: Sequence[Criterion]) -> tuple[Criterion, ...]:
    """The criteria, one for each name; those that share a facet are narrow."""
    kept = list({(one.facet.id, one.words): one for one in found}.values())
    sides = [one.facet.id for one in kept]
    return tuple(one._replace(narrow=sides.count(one.facet.id) > 1) for one in kept)
