"""What corrects a figure: who is told the one must be told the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.pattern import regex
from dr_core.stage.extractive.piece import Item, is_wide, words_of
from dr_core.stage.extractive.run import Runs
from dr_core.text.correction import corrects
from dr_core.text.country import lands
from dr_core.text.number import read
from dr_core.text.token import content_terms

MOST_BEHIND = 2
"""Sentences behind the one that names a wrong figure among which the right one stands."""
SMALLEST = 10
"""Below it a number stands in two sentences by chance."""

_YEAR = regex(r"(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,]*\d)")
_EARLIER = regex(
    r"\b(?:earlier|previous(?:ly)?|former(?:ly)?|until then|used to|at first|originally)\b"
    r"|此前|[过過]去|以往|以前|原[先来來]|当初|當初|[从從]前|従来|これまで|それまで|이전|기존|종전|당초|과거",
    re.I,
)


def corrections(told: Sequence[Item], prose: Sequence[Item], runs: Runs, room: float, *, dates: bool) -> list[Item]:
    """What sets right a figure that is told: sentences of another source that name it, say that it is wrong or was so once, and
    give another one; as many as there is room for. A year is such a figure only if ``dates`` are asked for."""
    figures = [(item.source, _values(item.text, dates=dates), set(content_terms(item.text)), _lands(item)) for item in told]
    found: list[Item] = []
    for item in prose:
        if item in told or item in found or not runs.begins(item):
            continue
        values, words = _values(item.text, dates=dates), set(content_terms(item.text))
        named = {
            value
            for source, own, said, where in figures
            if source != item.source and len(said & words) > is_wide(item.text)
            if not where or not (here := _lands(item)) or where & here  # the same number elsewhere is another figure
            for value in own & values
        }
        if not named:
            continue
        run = [one for one in _to_the_right_one(item, named, runs) if one not in told]
        if run and words_of([*found, *run]) <= room:
            found += run
    return found


def _lands(item: Item) -> frozenset[str]:
    """The countries that an item is about: those that it names, or else those that are named over it."""
    return lands(item.text) or lands(item.passage.heading) or lands(item.title)


def _values(text: str, *, dates: bool) -> set[float]:
    years = {float(year) for year in _YEAR.findall(text)} if not dates else ()
    return {one.value for one in read(text) if one.value >= SMALLEST}.difference(years)


def _to_the_right_one(item: Item, wrong: set[float], runs: Runs) -> list[Item]:
    """A sentence with a wrong figure and those behind it up to the right one; nothing where none is given, or none corrects."""
    run, given = [item], _values(item.text, dates=True) - wrong
    while (after := runs.behind.get(run[-1].id)) and len(run) <= MOST_BEHIND:
        behind = _values(after.text, dates=True) - wrong
        if given and not (behind and corrects(after.text)):
            break
        run.append(after)
        given |= behind
    if not given:
        return []
    text = " ".join([item.title, item.passage.heading, *(one.text for one in run)])
    return run if corrects(text) or _EARLIER.search(item.text) else []
