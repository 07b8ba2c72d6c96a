"""The sentences that answer a question most directly: with them an abstract opens."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.piece import Item, follows, is_wide
from dr_core.text import terms
from dr_core.text.dangling import leans, stands_alone
from dr_core.text.token import content_terms

LONGEST, MOST_BEFORE, MOST_AFTER = 85, 2, 2
"""Words of the answer, sentences before the one that answers which it may lean on, and those after it that lean on it."""
SURROUNDINGS = 0.2
"""What the passage around a sentence counts beside its own words: it names what the sentence leaves unsaid."""
SURE, SURE_WIDE = 0.55, 0.3
"""The share of what is asked (CJK: of its pairs of characters) that a sentence speaks of if it is to open the abstract. On the
shared questions such a sentence holds the answer six times of seven, one that speaks of less every second time."""
NEARLY = 0.75
"""Where the best sentence cannot be read without a page of others, the next best is taken if it is worth so much of it."""


class Answer(NamedTuple):
    """The sentence that answers, with those before it that it leans on and those after it that lean on it; and whether it speaks
    of most of what is asked."""

    items: tuple[Item, ...] = ()
    sure: bool = False


def answers(question: str, texts: Sequence[str]) -> list[float]:
    """How much of what is asked each text speaks of, 0 to 1: rare terms of the question count more, and each counts once."""
    held = [set(terms(text)) for text in texts]
    times = Counter(content_terms(question))
    weight = {term: min(times[term], 2) * math.log(1 + len(texts) / (1 + sum(term in own for own in held))) for term in times}
    total = math.fsum(weight.values()) or 1.0
    return [math.fsum(weight[term] for term in sorted(own & weight.keys())) / total for own in held]


def answer(asked: Brief, items: Sequence[Item]) -> Answer:
    """What answers most directly; nothing where nothing is asked, or where it cannot be read without a page of others."""
    prose = [item for item in items if not item.is_table] if asked.asks else []
    own = dict(zip((item.id for item in prose), answers(asked.query, [item.text for item in prose]), strict=True))
    worth = _directness(asked, prose, own)
    before = {after.id: item for item, after in pairwise(prose) if follows(item, after)}
    behind = {item.id: after for item, after in pairwise(prose) if follows(item, after)}
    for item in sorted(prose, key=lambda item: -worth[item.id]):
        if worth[item.id] < NEARLY * max(worth.values()):
            break
        run = _readable(item, before, asked)
        if run:
            return Answer(_with_those_behind(run, behind, asked), own[item.id] >= (SURE_WIDE if is_wide(item.text) else SURE))
    return Answer()


def _directness(asked: Brief, prose: Sequence[Item], own: Mapping[str, float]) -> dict[str, float]:
    """How directly each item answers: by its own words, and a little by those around it."""
    around: dict[tuple[str, int], str] = {}
    for item in prose:
        place = (item.source, item.passage.start)
        around[place] = f"{around.get(place, item.passage.heading)} {item.text}"
    wide = dict(zip(around, answers(asked.query, list(around.values())), strict=True))
    top, widest = max(own.values(), default=0.0) or 1.0, max(wide.values(), default=0.0) or 1.0
    return {item.id: own[item.id] / top + SURROUNDINGS * wide[item.source, item.passage.start] / widest for item in prose}


def _readable(item: Item, before: Mapping[str, Item], asked: Brief) -> list[Item]:
    """The item, after as many sentences of its passage as it needs to be understood; nothing where these are too many."""
    run = [item]
    known = {*asked.known, *terms(item.title)}
    while not _begins(run[0], known):
        if len(run) > MOST_BEFORE or run[0].id not in before:
            return []
        run.insert(0, before[run[0].id])
    return run if _fits(run) else []


def _with_those_behind(run: Sequence[Item], behind: Mapping[str, Item], asked: Brief) -> tuple[Item, ...]:
    """The run with the sentences behind it that could not be understood elsewhere."""
    whole = tuple(run)
    while len(whole) < len(run) + MOST_AFTER and (after := behind.get(whole[-1].id)):
        if not leans(after.text, {*asked.known, *terms(after.title)}) or not _fits([*whole, after]):
            break
        whole = (*whole, after)
    return whole


def _fits(run: Sequence[Item]) -> bool:
    return sum(item.words for item in run) <= LONGEST * (1.4 if is_wide(run[0].text) else 1)


def _begins(item: Item, known: set[str]) -> bool:
    return stands_alone(item.text, known) or (item.start == item.passage.start and not leans(item.text, known))
