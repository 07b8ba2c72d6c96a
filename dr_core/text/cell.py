"""Whether the figures of a sentence stand in the cells of a table that it names: one of another row or column is another one.

A row or a column is named by the words that no other has, by its whole label, or by its unit; the only one need not be named.
A sentence that sets things against each other ("less than the 9.3 GW of ...") may name one row and give the figure of another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.column import note_removed, table_rows, unit_of
from dr_core.text.number import Quantity, quantities, states
from dr_core.text.token import content_terms

NAMED = 0.5
"""The share of a label's own words that a sentence has which names it."""
LEFT, LEFT_CJK, FEW = 0.4, 0.5, 2
"""The share of a sentence's words that need not stand in the table, more of Chinese, Japanese or Korean, whose pairs of letters
reach over the ends of words; and how many need not in any case."""
MOST_CELLS = 200

_MEASURES = frozenset(content_terms("per cubic metre meter kilometre kilometer kilowatt hour day year percent US dollars each"))
_SET_AGAINST = regex(
    r"\b(?:than|compar\w*|against|versus|vs|unlike|while|whereas|from|below|above|before|earlier|later|after|since|over|under"
    r"|exceed\w*|more|less|fewer|higher|lower|times|twice|half|double\w*|instead|not|no|nor|without|into|ago|once|start\w*|beg[iau]n\w*"
    r"|previous\w*|former\w*|prior|last|next|almost|nearly)\b"
    r"|[比較较倍未非不初]|より|から|前|後|后|以上|以下|高[於于]|低[於于]|超[過过]|[從从]|[開开]始|보다|부터|이전|이후|아니|시작",
    re.IGNORECASE,
)


class Cells(NamedTuple):
    """What tables say of the figures of a sentence: that all of them stand in the named cells, and its other words in the table
    (``right``); that one does (``fits``); or which of them stands in other cells only (``off``), in a sentence that says little
    else (``wrong``)."""

    right: bool = False
    fits: bool = False
    off: str = ""
    wrong: bool = False


def in_cells(claim: str, numbers: Sequence[Quantity], spans: Sequence[str]) -> Cells:
    """What the tables among ``spans`` say of the ``numbers`` of a claim."""
    tables = [table for span in spans if (table := _table(span))]
    if not (tables and numbers):
        return Cells()
    words, lowered = frozenset(content_terms(claim)), claim.lower()
    told = [[_stands(one, claim, table, words, lowered) for table in tables] for one in numbers]
    fitting = ["fits" in one for one in told]
    if _SET_AGAINST.search(_without_labels(claim, tables)):
        return Cells(fits=any(fitting))
    known = set().union(_MEASURES, content_terms(" ".join(claim[one.start : one.end] for one in numbers)))
    left, share = words.difference(known, *(table.words for table in tables)), LEFT if claim.isascii() else LEFT_CJK
    plain = len(left) <= max(FEW, share * len(words))
    if any(fitting):
        return Cells(right=plain and all(fitting), fits=True)
    prose = [one for span in spans if not _table(span) for one in quantities(span, loose=True)]
    off = [one for one, found in zip(numbers, told, strict=True) if "off" in found and not states(prose, one)]
    return Cells(off=off[0].text.strip(), wrong=plain) if len(off) == len(numbers) else Cells()


class _Table(NamedTuple):
    """A table: the labels of its rows and columns, their units, and what each cell states."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    row_units: tuple[str, ...]
    column_units: tuple[str, ...]
    cells: tuple[tuple[int, int, tuple[Quantity, ...]], ...]
    words: frozenset[str]


@lru_cache(maxsize=256)
def _table(span: str) -> _Table | None:
    lines = table_rows(span)
    if len(lines) < 2 or len(lines) * len(lines[0]) > MOST_CELLS:
        return None
    columns, rows = lines[0][1:], [line[0] for line in lines[1:]]
    cells = [
        (row, column, _stated(cell, unit_of(columns[column], rows[row])))
        for row, line in enumerate(lines[1:])
        for column, cell in enumerate(line[1 : len(columns) + 1])
    ]
    return _Table(
        tuple(rows),
        tuple(columns),
        tuple(unit_of("", label) for label in rows),
        tuple(unit_of(label, "") for label in columns),
        tuple(cells),
        frozenset(content_terms(span)),
    )


def _stated(cell: str, unit: str) -> tuple[Quantity, ...]:
    """What a cell states, with the unit of its row or column and without it."""
    bare = note_removed(cell)
    measured = quantities(f"{bare} {unit}" if unit.isascii() else f"{bare}{unit}", loose=True) if unit else []
    return (*quantities(cell, loose=True), *measured)


def _stands(one: Quantity, claim: str, table: _Table, words: frozenset[str], lowered: str) -> str:
    """Where a table has a number: in a cell that is named (``fits``), only in others (``off``), or that cannot be told."""
    holding = {(row, column) for row, column, stated in table.cells if states(stated, one)}
    rows = _meant(table.rows, table.row_units, one, claim, words, lowered)
    columns = _meant(table.columns, table.column_units, one, claim, words, lowered)
    if not (holding and rows and columns):
        return ""
    return "fits" if any(row in rows and column in columns for row, column in holding) else "off"


def _meant(
    labels: tuple[str, ...], units: tuple[str, ...], one: Quantity, claim: str, words: frozenset[str], lowered: str
) -> set[int]:
    """Which of some labels a claim names for a number; the only one there is, where it names none."""
    own = _own(labels)
    named = {
        at
        for at, label in enumerate(labels)
        if (own[at] and len(own[at] & words) >= NAMED * len(own[at])) or _is_whole(note_removed(label).lower(), lowered)
    }
    if named or len(labels) == 1:
        return named or {0}
    behind = claim[one.end - 1 : one.end + 24].lower()
    fitting = {at for at, unit in enumerate(units) if unit and (_kind(unit) == one.unit if one.unit else unit.lower() in behind)}
    return fitting if len(fitting) == 1 else set()


@lru_cache(maxsize=256)
def _own(labels: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """The words of each label that no other has; a unit is none."""
    every = [frozenset(content_terms(note_removed(label) or label)) for label in labels]
    return tuple(one.difference(*(other for place, other in enumerate(every) if place != at)) for at, one in enumerate(every))


def _is_whole(label: str, lowered: str) -> bool:
    if len(label) < 2 or label not in lowered:
        return False
    return not label.isascii() or bool(re.search(rf"(?<![^\W_]){re.escape(label)}(?![^\W_])", lowered))


@lru_cache(maxsize=256)
def _kind(unit: str) -> str:
    return next((one.unit for one in quantities(f"1 {unit}" if unit.isascii() else f"1{unit}", loose=True)), "")


def _without_labels(claim: str, tables: Sequence[_Table]) -> str:
    """A claim without the words of labels: "lower limit" is not lower than anything."""
    labels = {word for table in tables for label in (*table.rows, *table.columns) for word in re.findall(r"[^\W\d_]+", label)}
    for label in sorted(labels, key=len, reverse=True):
        claim = re.sub(rf"\b{re.escape(label)}\b" if label.isascii() else re.escape(label), " ", claim, flags=re.IGNORECASE)
    return claim
