"""What a question asks and a table answers better than the sentences that were found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.duration import share_of
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.piece import Item, is_wide
from dr_core.stage.extractive.quantity import states
from dr_core.stage.extractive.row import cell_answer, row_answer
from dr_core.stage.extractive.run import Runs
from dr_core.stage.extractive.speak import spoken, weights
from dr_core.stage.extractive.superlative import first_of_all
from dr_core.stage.extractive.want import Want
from dr_core.text import terms
from dr_core.text.token import content_terms

MOST_WANTED = 3
"""Things asked for that an abstract opens with."""


def of_tables(asked: Brief, tables: Sequence[Item]) -> tuple[Item, ...]:
    """The rows that answer, where sources are nothing but tables."""
    if first := first_of_all(asked.query, tables, Runs([], asked.known), share_of(asked.query), asked.language):
        return first
    wanted = [want for want in asked.wants if want.sure][:MOST_WANTED]
    rows = [row for want in wanted if (row := in_table(want, asked, tables, ()))]
    return tuple(dict.fromkeys(rows)) or tuple(filter(None, [in_cell(asked, tables)]))


def in_table(want: Want, asked: Brief, items: Sequence[Item], told: Sequence[Item]) -> Item | None:
    """The row of a table that gives the figure or the date wanted, unless the sentences that are ``told`` surely give it and say
    as much of the question."""
    if not want.measure:
        return None
    named = want.measure.is_named
    weight = weights(_without(want.part, want.words) if named else want.part, [item.said for item in items])
    row = row_answer(want, weight, [item for item in items if item.is_table], share_of(want.part), asked.language)
    if row is None:
        return None
    kinds = want.measure.kinds - {"count"} or want.measure.kinds  # what is merely counted may be anything
    stated = any(kinds & measures(item.text) and (not named or states(want.measure, item.text)) for item in told)
    if stated and not named:  # a sentence that gives the date says more than a row
        called = set(content_terms(row.said.replace("：", ":").split(":")[0]))
        return None if called <= set(terms(" ".join(item.said for item in told))) else row
    return None if stated and spoken(weight, _around(told)) >= spoken(weight, _around([row])) else row


def in_cell(asked: Brief, items: Sequence[Item]) -> Item | None:
    """The cell of a table in the row and the column that a question names."""
    tables = [item for item in items if item.is_table]
    if not tables:
        return None
    weight = weights(asked.query, [item.said for item in items])
    return cell_answer(asked.query, weight, tables, share_of(asked.query), asked.language)


def _without(part: str, words: str) -> str:
    """A question without the words for a quantity; of a German compound (Strompreis) nothing is left."""
    return part.replace(words, " ") if is_wide(words) else re.sub(rf"\w*{re.escape(words)}\w*", " ", part)


def _around(run: Sequence[Item]) -> str:
    return " ".join([run[0].title, run[0].passage.heading, *(item.said for item in run)])
