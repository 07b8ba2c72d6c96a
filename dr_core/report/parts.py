"""A paragraph of a report taken apart for renderers: words that are text and nothing else, and the evidence cited behind them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.report.clean import unseen_removed
from dr_core.report.mark import last_mark, split_marks
from dr_core.report.table import cells, is_rule
from dr_core.types import Report

_ITEM = regex(r"(\s*)([-*+]|\d{1,9}[.)])\s+(.*)", re.DOTALL)
_ESCAPED = regex(r"\\([\\`*_\[\]<>|#~-])")
"""A sign that a source's table has escaped: in markup it needs that, as text it does not."""


class Piece(NamedTuple):
    """Words, and the evidence that is cited behind them; the last words of a paragraph may have none."""

    text: str
    cites: tuple[str, ...] = ()


class Item(NamedTuple):
    """A line of a list: how far it is set in (0, 1, ...), its number ("3.") or nothing, and what it says."""

    depth: int
    number: str
    pieces: tuple[Piece, ...]


class Table(NamedTuple):
    """A table: the cells of its head and of its rows, each as pieces, as many in a row as in the head; and what it all cites."""

    head: tuple[tuple[Piece, ...], ...]
    rows: tuple[tuple[tuple[Piece, ...], ...], ...]
    cites: tuple[str, ...]


def pieces(text: str) -> tuple[Piece, ...]:
    """The words of a marked text, each run with what is cited behind it."""
    found = [Piece(" ".join(unseen_removed(words).split()), cites) for words, cites in split_marks(text)]
    return tuple(piece for piece in found if piece.text or piece.cites)


def items(text: str) -> tuple[Item, ...]:
    """The items of a list."""
    found = []
    indents: list[int] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        item = _ITEM.match(line)
        indent, sign, words = (len(item[1]), item[2], item[3]) if item else (0, "", line)
        while indents and indents[-1] > indent:
            indents.pop()
        if not indents or indents[-1] < indent:
            indents.append(indent)
        found.append(Item(len(indents) - 1, sign if sign[:1].isdigit() else "", pieces(words)))
    return tuple(found)


def table(text: str) -> Table:
    """The cells of a pipe table; short rows are filled up, long ones cut."""
    whole, cites = last_mark(text)
    lines = [line for line in whole.splitlines() if line.strip()]
    rows = [tuple(pieces(_ESCAPED.sub(r"\1", cell)) for cell in cells(line)) for line in lines if not is_rule(line)]
    if not rows:
        return Table((), (), tuple(cites))
    width = len(rows[0])
    body = tuple((*row[:width], *((),) * (width - len(row))) for row in rows[1:])
    return Table(rows[0], body, tuple(cites))


def cited_numbers(cites: tuple[str, ...], report: Report) -> Mapping[int, tuple[str, ...]]:
    """The reference numbers of pieces of evidence in order, each with those that it stands for."""
    found: dict[int, tuple[str, ...]] = {}
    for cite in cites:
        if cite in report.citations:
            number = report.citations[cite]
            found[number] = (*found.get(number, ()), cite)
    return dict(sorted(found.items()))
