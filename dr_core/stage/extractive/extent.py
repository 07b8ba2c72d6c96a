"""How far that reaches which is told around the sentence that answers: what must lead up to it, and what goes on from it."""

from __future__ import annotations

from collections.abc import Sequence

from dr_core.stage.extractive.about import is_abroad
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.gain import told_behind
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.piece import Item, is_wide, words_of
from dr_core.stage.extractive.run import Runs
from dr_core.stage.extractive.speak import speaks_of, unsaid, weights
from dr_core.stage.extractive.tense import about_now, lies_ahead, year_of
from dr_core.stage.extractive.want import Want
from dr_core.text import terms

ON_IT = 0.15
"""The share of which an answer must speak for that which goes on from it to be told, too."""


def from_there(item: Item, run: tuple[Item, ...], asked: Brief, runs: Runs) -> tuple[Item, ...]:
    """A run without the sentences on another place that only lead up to the one that answers."""
    while run[0] != item and is_abroad(run[0], asked, runs) and not runs.leans(run[1]):
        run = run[1:]
    return run


def with_name(want: Want, asked: Brief, run: tuple[Item, ...], runs: Runs) -> tuple[Item, ...]:
    """A run with the sentence before it, where only that one names the quantity whose figures it gives; or, in a language that
    leaves out what was named, the thing whose reasons."""
    before = runs.before.get(run[0].id)
    if before is None or not (want.measure or (want.about and is_wide(run[0].text))):
        return run
    named = told_behind(want.measure, run[0], before) if want.measure else _is_left_out(asked, run[0], before)
    return (before, *run) if named else run


def _is_left_out(asked: Brief, item: Item, before: Item) -> bool:
    """Whether the subject of a question is named in the sentence before an item and not in it."""
    return asked.keys.isdisjoint(terms(item.said)) and not asked.keys.isdisjoint(terms(before.said))


def up_to_date(want: Want, asked: Brief, run: tuple[Item, ...], runs: Runs, longest: float) -> tuple[Item, ...]:
    """A run with what stands right behind it and gives the figure of a later year, where a question asks how things are."""
    if not want.measure or not about_now(want.part):
        return run
    while (after := runs.behind.get(run[-1].id)) and 0 < year_of(run[-1].text) < year_of(after.text):
        more = runs.whole([after], longest - words_of(run))
        if not more or want.measure.kinds.isdisjoint(measures(after.text)) or lies_ahead(after.text, asked.today):
            break
        run = (*run, *more)
    return run


def is_on_it(asked: Brief, run: Sequence[Item], prose: Sequence[Item]) -> bool:
    """Whether sentences speak, under their headings, of a good part of what is asked and their titles do not say."""
    weight = weights(asked.query, [item.said for item in prose])
    for item in run:
        weight = unsaid(weight, item)
    said = " ".join(f"{item.passage.heading} {item.said}" for item in run)
    return speaks_of(weight, said, ON_IT)
