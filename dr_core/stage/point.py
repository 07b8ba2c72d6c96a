"""Evidence as a model is shown it: what several sources say of one point together, the most telling points first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dr_core.stage.extract import shown
from dr_core.state import RunState
from dr_core.text.claim import groups
from dr_core.types import Evidence

LONGEST_PIECE = 700
"""Characters of a piece that are shown; a table may be longer than all prose around it."""
AGREEMENT = 0.15
"""What each further source adds to the worth of a point: what several say is what a synthesis is made of."""
FATIGUE = 0.9
"""A source counts this much less each time it was taken, so that one long page does not fill the prompt."""
MOST_PIECES = 80
MOST_FOR_POINT = 4


def points(evidence: Sequence[Evidence], state: RunState, *, most: int = MOST_PIECES) -> list[dict[str, Any]]:
    """The pieces in order of worth, those of one point next to each other and announced by ``point``."""
    ranked = sorted(evidence, key=lambda item: (-item.score, item.id))
    waiting = [part for group in groups([item.text for item in ranked]) for part in _parts([ranked[at] for at in group])]
    used: dict[str, int] = {}
    told: list[dict[str, Any]] = []
    number = 0
    while waiting and len(told) < most:
        best = max(range(len(waiting)), key=lambda at: (_worth(waiting[at], used), -at))
        together = waiting.pop(best)
        sources = len({item.source for item in together})
        number += sources > 1
        for place, item in enumerate(together):
            used[item.source] = used.get(item.source, 0) + 1
            announced = f"Point {number}, told by {sources} sources:" if sources > 1 and place == 0 else ""
            told.append({**shown(item, state), "text": _clipped(item.text), "point": announced})
    return told


def _worth(group: Sequence[Evidence], used: dict[str, int]) -> float:
    tired = min(used.get(item.source, 0) for item in group)
    return float((group[0].score + AGREEMENT * (len({item.source for item in group}) - 1)) * FATIGUE**tired)


def _parts(group: Sequence[Evidence]) -> list[list[Evidence]]:
    """Of a point the best piece of each source together, a few in all; what is left of it stands for itself."""
    first: dict[str, Evidence] = {}
    for item in group:
        first.setdefault(item.source, item)
    together = list(first.values())[:MOST_FOR_POINT]
    taken = {item.id for item in together}
    return [together, *([item] for item in group if item.id not in taken)]


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST_PIECE else text[: LONGEST_PIECE - 1] + "…"
