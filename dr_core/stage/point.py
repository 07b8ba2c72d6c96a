"""Evidence as a model is shown it: what several sources say of one point together, the most telling points first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heapreplace
from itertools import combinations
from typing import Any, NamedTuple

from dr_core.pattern import regex
from dr_core.stage.above import above, is_above
from dr_core.state import RunState
from dr_core.text.claim import differing, groups
from dr_core.text.dangling import dangles, turns
from dr_core.types import Evidence

LONGEST_PIECE = 700
"""Characters of a piece that are shown; a table may be longer than all prose around it."""
AGREEMENT = 0.15
"""What each further source adds to the worth of a point: what several say is what a synthesis is made of."""
FATIGUE, LEAST_LEFT = 0.9, 0.7
"""A source counts this much less each time it was taken, so that one long page does not fill the prompt; but never less than so
much, so that it does not give way to one that is hardly about the question."""
REPEATS, AGAIN = 0.75, 0.75
"""A table of whose figures so large a share was shown before counts so much less: pages give in a table what they say, and what
others have in theirs."""
MOST_PIECES = 80
MOST_FOR_POINT = 4
BETWEEN = 2
"""Characters between a sentence and the next one: none, a space, the end of a paragraph."""
_FIGURE = regex(r"\d+(?:[.,]\d+)*")


def points(
    evidence: Sequence[Evidence], state: RunState, *, most: int = MOST_PIECES, in_turn: bool = False
) -> list[dict[str, Any]]:
    """The pieces in order of worth, those of one point next to each other and announced by ``point``, which says where their
    figures differ.

    ``in_turn``: the sections take turns, so that however few there is room for, all that is asked for is in view.
    """
    ranked = sorted(_with_what_they_point_at(readable(evidence, state)), key=lambda item: (-item.score, item.id))
    waiting = [
        _Point.of(part) for group in groups([item.text for item in ranked]) for part in _parts([ranked[at] for at in group])
    ]
    used: Counter[str] = Counter()
    told: set[str] = set()
    chosen: list[_Point] = []
    best = [(-point.worth, at) for at, point in enumerate(waiting)]  # the first of the best: they stand in order
    heapify(best)
    while best and (in_turn or sum(len(point.items) for point in chosen) < most):
        before, at = best[0]
        together = waiting[at]
        now = -together.worth
        if together.figures and len(together.figures & told) >= AGAIN * len(together.figures):
            now *= REPEATS
        if not together.figures or now > -together.worth:  # a table with figures of its own is no more of the same
            now *= max(LEAST_LEFT, FATIGUE ** min(used[source] for source in together.sources))
        if now > before:  # its sources were taken since; a point only ever becomes worth less
            heapreplace(best, (now, at))
            continue
        heappop(best)
        used.update(item.source for item in together.items)
        told.update(figure for item in together.items for figure in _FIGURE.findall(item.text))
        chosen.append(together)
    return _told(_in_turn(chosen) if in_turn else chosen, state, most)


def _with_what_they_point_at(evidence: Sequence[Evidence]) -> list[Evidence]:
    """The evidence, a sentence at which another one points back ("They are tested ...") worth as much as that one."""
    worth = {item.id: item.score for item in evidence}
    scores = dict(worth)
    for name, before in pointed_at(evidence):
        worth[before] = max(worth[before], scores[name])
    return [item.model_copy(update={"score": worth[item.id]}) if worth[item.id] > item.score else item for item in evidence]


def pointed_at(evidence: Iterable[Evidence]) -> Iterator[tuple[str, str]]:
    """Each sentence that points back with the one that it leads back to, and with those on the way that turn to somebody else:
    who says 他說 is told by 不過部長不同意 right before it."""
    ordered = sorted(evidence, key=lambda item: (item.source, item.start))
    for at, item in enumerate(ordered):
        place = at
        while place and _goes_on(ordered[place - 1], ordered[place]) and _dangles(ordered[place].text):
            place -= 1
            if turns(ordered[place].text):
                yield item.id, ordered[place].id
        if place < at:
            yield item.id, ordered[place].id


def _goes_on(one: Evidence, other: Evidence) -> bool:
    return one.source == other.source and 0 <= other.start - one.end <= BETWEEN


@lru_cache(maxsize=2048)  # evidence is shown for findings, for the analysis and for the draft
def _dangles(text: str) -> bool:
    return dangles(text)


def _in_turn(chosen: Sequence[_Point]) -> list[_Point]:
    had: Counter[str] = Counter()
    turns = []
    for at, point in enumerate(chosen):
        home = point.items[0].section
        turns.append((had[home], at))
        had[home] += 1
    return [chosen[at] for _, at in sorted(turns)]


def _told(chosen: Sequence[_Point], state: RunState, most: int) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    number = 0
    for together in chosen:
        if len(told) >= most:
            break
        sources = len(together.sources)
        number += sources > 1
        for place, item in enumerate(together.items):
            apart = " whose figures differ" if together.differs else ""
            announced = f"Point {number}, told by {sources} sources{apart}:" if sources > 1 and place == 0 else ""
            own = {"text": clipped(item.text), "point": announced, "together": sources > 1, "differs": together.differs}
            told.append({**shown(item, state), **own})
    return told


def readable(evidence: Iterable[Evidence], state: RunState) -> list[Evidence]:
    """The evidence without heads and captions of large tables: they are shown over their rows."""
    return [item for item in evidence if not is_above(item, state.sources.get(item.source))]


def shown(item: Evidence, state: RunState) -> dict[str, Any]:
    """A piece of evidence as tasks see it: its words, what is known of its source, and what stands over it in a large table."""
    page = state.sources[item.source]
    return {
        "id": item.id,
        "text": item.text,
        "source": item.source,
        "title": page.title,
        "published": page.published,
        "kind": page.kind,
        "score": item.score,
        "start": item.start,
        "end": item.end,
        "point": "",
        "together": False,
        "differs": False,
        "home": "",
        "over": [clipped(page.text[span.start : span.end]) for span in above(item, page)],
    }


class _Point(NamedTuple):
    """What several sources say together, or one alone."""

    items: list[Evidence]
    sources: frozenset[str]
    worth: float
    figures: frozenset[str]
    """Of a table."""
    differs: bool
    """Whether its sources state figures for it that differ."""

    @classmethod
    def of(cls, items: list[Evidence]) -> _Point:
        sources = frozenset(item.source for item in items)
        figures = frozenset(_FIGURE.findall(items[0].text)) if len(items) == 1 and items[0].text.startswith("|") else frozenset()
        differs = any(differing(one.text, other.text) for one, other in combinations(items, 2))
        return cls(items, sources, items[0].score + AGREEMENT * (len(sources) - 1), figures, differs)


def _parts(group: Sequence[Evidence]) -> list[list[Evidence]]:
    """Of a point the best piece of each source together, a few in all, whoever states another figure before the rest; what is
    left of it stands for itself."""
    first: dict[str, Evidence] = {}
    for item in group:
        first.setdefault(item.source, item)
    best, *others = first.values()
    if len(others) >= MOST_FOR_POINT:
        others.sort(key=lambda item: not differing(best.text, item.text))
    together = [best, *others][:MOST_FOR_POINT]
    taken = {item.id for item in together}
    return [together, *([item] for item in group if item.id not in taken)]


def clipped(text: str) -> str:
    """As much of a piece as is shown."""
    return text if len(text) <= LONGEST_PIECE else text[: LONGEST_PIECE - 1] + "…"
