"""What a report on a question for one kind of thing is made of: passages that tell it, and no others."""

from __future__ import annotations

from collections.abc import Sequence

from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.figure import figures_told
from dr_core.stage.extractive.piece import Item, is_wide, words_of
from dr_core.stage.extractive.reason import reasons_told
from dr_core.stage.extractive.side import asks_for_sides

LEAST_WORDS, WIDE = 120, 1.25
"""Words (CJK: times so much) that a report is made of at least: what is asked may be told without the words that tell so."""


def is_enough(pointed: Sequence[Item]) -> bool:
    """Whether so much tells what is asked that a report can be made of it alone."""
    prose = [item for item in pointed if not item.is_table]
    return words_of(prose) >= LEAST_WORDS * (WIDE if any(is_wide(item.text) for item in prose) else 1)


def on_the_point(asked: Brief, items: Sequence[Item], answer: Sequence[Item] = ()) -> list[Item]:
    """The items, without the passages that tell nothing of what is asked, where nothing but reasons, nothing but figures and
    dates, or nothing but sides of the subject are asked for. What stands around the ``answer`` stays."""
    around = {(item.source, item.passage.start) for item in answer}
    tells = None if asked.judges else reasons_told(asked, items) or figures_told(asked, items, answer)
    if tells is None:
        if not asks_for_sides(asked) and (not asked.headed or ((asked.wants or asked.judges) and not asked.balance)):
            return list(items)
        return [item for item in items if item.section in asked.first or (item.source, item.passage.start) in around]
    passages: dict[tuple[str, int], list[Item]] = {}
    for item in items:
        passages.setdefault((item.source, item.passage.start), []).append(item)
    kept = {place for place, own in passages.items() if not own[0].is_table and tells(own)} | around
    # a table stays with what stands under the same heading
    under = {(own[0].source, own[0].passage.heading) for place, own in passages.items() if place in kept}
    kept |= {place for place, own in passages.items() if own[0].is_table and (own[0].source, own[0].passage.heading) in under}
    return [item for item in items if (item.source, item.passage.start) in kept]


def beside(pointed: Sequence[Item], items: Sequence[Item]) -> list[Item]:
    """The items of the sources that tell what is asked: where they say too little of it, what else they say is nearer to it than
    what others do."""
    sources = {item.source for item in pointed}
    return [item for item in items if item.source in sources]
