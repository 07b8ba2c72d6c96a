"""Sentences with those of their passage without which they cannot be read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from dr_core.stage.extractive.cause import asks_why, gives_cause, hinders
from dr_core.stage.extractive.piece import Item, follows, is_alone, is_caveat_on, is_leaning, is_next_paragraph, is_wide, words_of
from dr_core.text import signature, terms
from dr_core.text.dangling import announces, restricts
from dr_core.text.duplicate import alike

LONGEST, MOST_BEFORE, MOST_AFTER = 85, 2, 2
"""Words of the answer, sentences before the one that answers which it may lean on, and those after it that lean on it."""
FIRST_WORDS = 4
"""The words with which a passage begins: the name among them is what it is on."""
REPEATS = 0.4
"""Sentences that share so much of their wording say the same."""
WIDE = 1.4
"""A CJK character is counted as a word and says less: so many more may stand for one."""


class Runs:
    """The sentences of some sources and what stands right beside each; ``known`` are the terms that a reader has met."""

    def __init__(self, prose: Sequence[Item], known: Collection[str]) -> None:
        near = [(item, after) for item, after in pairwise(prose) if _is_next(item, after)]
        self.before = {after.id: item for item, after in near}
        self.behind = {item.id: after for item, after in near}
        self._known = frozenset(known)

    def of(self, item: Item, longest: float) -> tuple[Item, ...]:
        """An item with those it leans on, those that lean on it and those that restrict it; nothing where they are too many or
        too long."""
        run = [item]
        while not self.begins(run[0]):
            if len(run) > MOST_BEFORE or run[0].id not in self.before:
                return ()
            run.insert(0, self.before[run[0].id])
        if not (run := self.whole(run, longest)):
            return ()
        size = len(run)
        while len(run) < size + MOST_AFTER and (after := self.behind.get(run[-1].id)):
            if not self.leans(after) or not (more := self.whole([after], longest - words_of(run))):
                break
            run += more
        return tuple(run)

    def at_best(self, item: Item, longest: float) -> tuple[Item, ...]:
        """As ``of``; where an item leans on more than that, without those before it."""
        return self.of(item, longest) or tuple(self.whole([item], longest)) or (item,)

    def whole(self, run: Sequence[Item], longest: float) -> list[Item]:
        """A run with the sentences right behind it that restrict it; nothing where they are too long together."""
        grown = list(run)
        while self.is_restricted(grown[-1]):
            grown.append(self.behind[grown[-1].id])
        return grown if words_of(grown) <= longest else []

    def is_restricted(self, item: Item) -> bool:
        """Whether the sentence right behind an item restricts it: without that one, it would mislead."""
        after = self.behind.get(item.id)
        return after is not None and restricts(after.text)

    def opening_on(self, names: Collection[str], item: Item) -> Item | None:
        """The sentence with which the passage of an item opens, where it begins with one of some names: the passage is on it. (On
        what the title of the source names, all of its passages are.)"""
        first = item
        while (before := self.before.get(first.id)) and before.passage == item.passage:
            first = before
        begins = " ".join(first.said.split()[:FIRST_WORDS])
        own = set(names).difference(terms(item.title))
        return first if first.start == item.passage.start and not own.isdisjoint(terms(begins)) else None

    def with_causes(self, run: tuple[Item, ...], longest: float, names: Collection[str], question: str = "") -> tuple[Item, ...]:
        """A reason with what stands right behind it: further reasons, or what follows under a heading that promises them; and
        with the sentence right before it that opens its passage with one of the ``names``."""
        before = self.before.get(run[0].id)
        run = (before, *run) if before and before == self.opening_on(names, run[0]) else run
        while (after := self.behind.get(run[-1].id)) and (more := self.whole([after], longest - words_of(run))):
            promised = asks_why(after.passage.heading) or hinders(after.over, question)
            if not gives_cause(after.text) and not promised and gives_cause(run[-1].text):
                break
            run = (*run, *more)
        return run

    def with_announced(self, run: tuple[Item, ...], longest: float) -> tuple[Item, ...]:
        """A run that announces several views with what stands right behind it: there they are told."""
        return self.with_rest(run, longest) if any(announces(item.text) for item in run) else run

    def with_rest(self, run: tuple[Item, ...], longest: float) -> tuple[Item, ...]:
        """A run with what follows it in its passage."""
        while (after := self.behind.get(run[-1].id)) and (more := self.whole([after], longest - words_of(run))):
            run = (*run, *more)
        return run

    def leans(self, item: Item) -> bool:
        """Whether an item points back at what stands before it."""
        return is_leaning(item, self._known)

    def tears(self, run: Sequence[Item]) -> bool:
        """Whether what stands behind a run could not be read without it."""
        after = self.behind.get(run[-1].id)
        return after is not None and not self.begins(after)

    def begins(self, item: Item) -> bool:
        """Whether an item can be read with nothing before it."""
        if restricts(item.text):
            return False
        return is_alone(item, self._known) or (item.start == item.passage.start and not self.leans(item))


def _is_next(item: Item, after: Item) -> bool:
    """Whether ``after`` is to be read right behind an item: in its passage, or in the next one, which tells what it announces."""
    return follows(item, after) or is_caveat_on(item, after) or (announces(item.text) and is_next_paragraph(item, after))


def repeats(run: Sequence[Item], told: Sequence[Item]) -> bool:
    """Whether something of a run is told already, in these or nearly these words."""
    marks = [signature(item.text) for item in told]
    return any(item in told or any(alike(signature(item.text), mark, REPEATS) for mark in marks) for item in run)


def width(item: Item) -> float:
    """How many of the words of an item say as much as one: 1, or ``WIDE`` where it is written in CJK characters."""
    return WIDE if is_wide(item.text) else 1.0
