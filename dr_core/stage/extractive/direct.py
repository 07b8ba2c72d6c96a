"""The sentences that answer a question most directly: with them an abstract opens."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.piece import Item, follows, is_wide
from dr_core.stage.extractive.query import without_asking
from dr_core.text import terms
from dr_core.text.dangling import leans, stands_alone
from dr_core.text.token import content_terms

LONGEST, MOST_BEFORE, MOST_AFTER = 85, 2, 2
"""Words of the answer, sentences before the one that answers which it may lean on, and those after it that lean on it."""
SURROUNDINGS = 0.2
"""What the passage around a sentence counts beside its own words: it names what the sentence leaves unsaid."""
SURE, SURE_WIDE = 0.55, 0.3
"""The share of what is asked and the page's title does not say (CJK: of its pairs of characters) of which a sentence must speak
to open the abstract."""
FIGURE = 0.15
"""What a sentence with a figure gains where the question asks for one."""
UNSAID = 0.3
"""The share of what is asked that the title must leave unsaid; where it says nearly all, the whole page is the answer."""
NEARLY = 0.75
"""Where the best sentence cannot be read without a page of others, the next best is taken if it is worth so much of it."""


class Answer(NamedTuple):
    """The sentence that answers, with those before it that it leans on and those after it that lean on it; and whether it speaks
    of most of what is asked."""

    items: tuple[Item, ...] = ()
    sure: bool = False


def weights(question: str, texts: Sequence[str]) -> dict[str, float]:
    """How much each term of a question tells: what fewer of ``texts`` have, tells more."""
    held = [set(terms(text)) for text in texts]
    times = Counter(content_terms(without_asking(question)))
    return {term: min(times[term], 2) * math.log(1 + len(texts) / (1 + sum(term in own for own in held))) for term in times}


def answers(question: str, texts: Sequence[str]) -> list[float]:
    """How much of what is asked each text speaks of: rare terms of the question count more, and each counts once."""
    weight = weights(question, texts)
    return [_sum(weight, text) for text in texts]


def _sum(weight: Mapping[str, float], text: str) -> float:
    return math.fsum(weight[term] for term in sorted(weight.keys() & set(terms(text))))


def answer(asked: Brief, items: Sequence[Item]) -> Answer:
    """What answers most directly; nothing where nothing is asked, or where it cannot be read without a page of others."""
    prose = [item for item in items if not item.is_table] if asked.asks else []
    worth = _directness(asked, prose)
    before = {after.id: item for item, after in pairwise(prose) if follows(item, after)}
    behind = {item.id: after for item, after in pairwise(prose) if follows(item, after)}
    for item in sorted(prose, key=lambda item: -worth[item.id]):
        if worth[item.id] < NEARLY * max(worth.values()):
            break
        run = _with_those_behind(_readable(item, before, asked), behind, asked)
        if not run:
            continue
        after = behind.get(run[-1].id)
        torn = after is not None and not _begins(after, {*asked.known, *terms(after.title)})
        sure = _is_sure(asked, item, prose)
        return Answer(run, sure) if sure or not torn else Answer()  # no passage is torn apart for what may be no answer
    return Answer()


def _is_sure(asked: Brief, item: Item, prose: Sequence[Item]) -> bool:
    weight = weights(asked.query, [one.text for one in prose])
    given = set(terms(item.title))
    unsaid = {term: one for term, one in weight.items() if term not in given}
    total = math.fsum(unsaid.values())
    if total < UNSAID * math.fsum(weight.values()):
        return False
    return _sum(unsaid, item.text) >= (SURE_WIDE if is_wide(item.text) else SURE) * total


def _directness(asked: Brief, prose: Sequence[Item]) -> dict[str, float]:
    """How directly each item answers: by its own words and its title's, and a little by those around it."""
    around: dict[tuple[str, int], str] = {}
    for item in prose:
        place = (item.source, item.passage.start)
        around[place] = f"{around.get(place, item.passage.heading)} {item.text}"
    own = answers(asked.query, [f"{item.title} {item.text}" for item in prose])
    wide = dict(zip(around, answers(asked.query, list(around.values())), strict=True))
    top, widest = max(own, default=0.0) or 1.0, max(wide.values(), default=0.0) or 1.0
    return {
        item.id: one / top
        + SURROUNDINGS * wide[item.source, item.passage.start] / widest
        + FIGURE * (asked.figure and any(char.isnumeric() for char in item.text))
        for item, one in zip(prose, own, strict=True)
    }


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
    while whole and len(whole) < len(run) + MOST_AFTER and (after := behind.get(whole[-1].id)):
        if not leans(after.text, {*asked.known, *terms(after.title)}) or not _fits([*whole, after]):
            break
        whole = (*whole, after)
    return whole


def _fits(run: Sequence[Item]) -> bool:
    return sum(item.words for item in run) <= LONGEST * (1.4 if is_wide(run[0].text) else 1)


def _begins(item: Item, known: set[str]) -> bool:
    return stands_alone(item.text, known) or (item.start == item.passage.start and not leans(item.text, known))
