"""Tables of PDF pages, which have no marks of their own: rows of words that stand below each other, with white between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import takewhile
from typing import NamedTuple

from dr_core.pattern import regex
from dr_plugins.read._grid import LONG, has_figures, is_headed, is_table, may_have_figures, one_head, whole_rows
from dr_plugins.read._pdf_line import TAB, Line, joined
from dr_plugins.read._table import pipe_table

WIDE, WIDE_BEHIND_STOP = 0.8, 1.6
"""White between two words, in heights of the line, that prose does not have: more of it behind a stop, where a stretched line has
most. Less of it parts cells only in a table with a column of figures, which no lines of prose have."""
FARTHEST = 3.0
"""White between two rows of one table, in heights of a line."""
MOST_LINES = 12
"""Lines of the cells of a row that are wrapped; what begins anew farther up is a column of text."""
MOST_COLUMNS = 20
ACROSS = 0.2
"""The share of the cells of a table that may reach over more than one of its columns."""
CODE = 0.3
"""The share of cells with signs of code that makes a listing of a table."""

_CAPTION = regex(r"(?:tab(?:le|\.|elle|leau|la)|fig(?:ure|\.)|abbildung|source|note|[表图圖図표]\s?\d|그림\s?\d)", re.I)
_SECTION = regex(r"(?:[A-Z]|\d+)(?:\.\d+)*\.?")
_CODE = regex(r"[\\{}]|^[#%@$]|;$|^//")
_STOPS = (".", ",", ";", ":", "!", "?")
_SENTENCE_END = regex(r"[.!?。！？]$")


class Piece(NamedTuple):
    """Words with no wide white between them."""

    text: str
    left: float
    right: float
    bottom: float
    height: float
    bold: bool


class Row(NamedTuple):
    """Lines ``first`` to before ``end`` of a page that stand beside each other."""

    first: int
    end: int
    pieces: tuple[Piece, ...]

    @property
    def top(self) -> float:
        return max(piece.bottom + piece.height for piece in self.pieces)

    @property
    def low(self) -> float:
        return min(piece.bottom for piece in self.pieces)

    def stacks(self) -> list[list[Piece]]:
        """The pieces from left to right, those together that stand above each other: the lines of one cell."""
        found: list[list[Piece]] = []
        right = 0.0
        for piece in sorted(self.pieces, key=lambda one: one.left):
            if found and piece.left < right:
                found[-1].append(piece)
            else:
                found.append([piece])
            right = max(right, piece.right) if len(found[-1]) > 1 else piece.right
        return found


class Table(NamedTuple):
    """Lines ``first`` to before ``end`` of a page that are a table, its cells, and where its columns stand."""

    first: int
    end: int
    cells: list[list[str]]
    columns: tuple[tuple[float, float], ...]
    wide: bool

    def with_rest(self, page: Sequence[Line]) -> tuple[Table, int]:
        """This table with the rows at the top of the next page that stand in its columns, and how many lines these are."""
        rows = [*takewhile(lambda row: _stands_in(row, self.columns), next(_neighbours(page, wide=self.wide)))]
        cells = [_cells(row, self.columns) for row in rows]
        rest = [row for row in cells if row != self.cells[0]]  # its head may be told again
        return self._replace(cells=whole_rows([*self.cells, *rest])), rows[-1].end if rows else 0

    def written(self) -> str:
        """As a pipe table; one whose first row has figures where the others have them has no head."""
        return pipe_table(self.cells, headed=is_headed(self.cells))


def tables(page: Sequence[Line]) -> list[Table]:
    """The tables of a page, in their order: those with wide white between cells, and of others those with a column of figures."""
    found = [table for table in _tables(page, wide=True) if is_table(table.cells)]
    taken = {place for table in found for place in range(table.first, table.end)}
    for table in _tables(page, wide=False):
        if taken.isdisjoint(range(table.first, table.end)) and is_table(table.cells) and has_figures(table.cells):
            found.append(table)
    return sorted(found, key=lambda table: table.first)


def _tables(page: Sequence[Line], *, wide: bool) -> Iterator[Table]:
    """What may be a table, by how its words stand."""
    runs = (run for rows in _neighbours(page, wide=wide) for run in _runs(rows) if len(run) > 1)
    return (table for run in runs if _is_likely(run, wide=wide) and (table := _table(run, wide=wide)))


def _is_likely(run: Sequence[Row], *, wide: bool) -> bool:
    """Whether it is worth looking for columns: in no listing, and where white is narrow only among figures."""
    words = [piece.text for row in run for piece in row.pieces]
    if sum(bool(_CODE.search(one)) for one in words) > CODE * len(words):
        return False
    return wide or may_have_figures(words)


def _neighbours(page: Sequence[Line], *, wide: bool) -> Iterator[list[Row]]:
    """The rows of a page, apart where a column of text begins anew at the top."""
    rows: list[Row] = []
    for place, line in enumerate(page):
        pieces = tuple(_pieces(line, wide=wide))
        middle = line.bottom + line.height / 2
        back = next((at for at in range(len(rows), 0, -1) if middle < rows[at - 1].low), 0)
        if back == len(rows):  # below all
            rows.append(Row(place, place + 1, pieces))
        elif place - rows[back].first <= MOST_LINES and _stands_free(pieces, rows[back:]):
            beside = tuple(piece for row in rows[back:] for piece in row.pieces)
            rows[back:] = [Row(rows[back].first, place + 1, (*beside, *pieces))]
        else:
            yield rows
            rows = [Row(place, place + 1, pieces)]
    yield rows


def _stands_free(pieces: Sequence[Piece], rows: Sequence[Row]) -> bool:
    """Whether words that stand higher than the lines of a cell before them stand beside these: to the right, and on no others."""
    others = [piece for row in rows for piece in row.pieces]
    beside = pieces[0].left > min(one.left for one in others) and not any(_meet(one, other) for one in pieces for other in others)
    return beside and all(len(row.stacks()) == 1 for row in rows[1:])


def _meet(one: Piece, other: Piece) -> bool:
    beside = one.left < other.right and other.left < one.right
    return beside and abs(one.bottom - other.bottom) < 0.5 * one.height


def _pieces(line: Line, *, wide: bool) -> Iterator[Piece]:
    words, *more = line.text.split(TAB)
    left = line.left
    for text, (end, begin) in zip(more, line.whites, strict=True):
        least = WIDE_BEHIND_STOP if words[-1:] in _STOPS else WIDE
        if wide and begin - end < least * line.height:
            words = f"{words} {text}"
            continue
        yield Piece(words, left, end, line.last_bottom, line.height, line.bold)
        words, left = text, begin
    yield Piece(words, left, line.right, line.last_bottom, line.height, line.bold)


def _runs(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows that follow each other closely and may be one table: most of more than one cell."""
    run: list[Row] = []
    for row in rows:
        close = bool(run) and run[-1].low - row.top < FARTHEST * row.pieces[0].height
        several = len(row.stacks()) > 1 and not _is_heading(row)
        if close and (several or (len(row.pieces) == 1 and _is_inside(row, run))):
            run.append(row)
            continue
        yield run
        run = [row] if several else []
    yield run


def _is_heading(row: Row) -> bool:
    """Whether a row is the number of a section and what that is called."""
    return all(piece.bold for piece in row.pieces) and len(row.pieces) == 2 and bool(_SECTION.fullmatch(row.pieces[0].text))


def _is_inside(row: Row, run: Sequence[Row]) -> bool:
    """Whether a row of one cell may be part of a table: the next line of a cell, or what the rows behind it have in common."""
    one = row.pieces[0]
    others = [piece for each in run for piece in each.pieces]
    left, right = min(piece.left for piece in others), max(piece.right for piece in others)
    below = any(abs(one.left - piece.left) < 2 for piece in run[-1].pieces if piece.left > left + 2)
    alone = len(run) > 1 and len(run[-1].stacks()) == 1 and len(run[-2].stacks()) == 1
    within = one.left > left - 2 and one.right < right + 2 and not alone
    return (below or within) and not _CAPTION.match(one.text) and not _is_prose(one.text, 2 * LONG)


def _is_prose(text: str, long: int) -> bool:
    return len(text) > long and bool(_SENTENCE_END.search(text))


def _table(run: Sequence[Row], *, wide: bool) -> Table | None:
    """The rows as a table, where each of their cells has a column."""
    columns = _columns([row for row in run if len(row.stacks()) > 1])
    if not 2 <= len(columns) <= MOST_COLUMNS:
        return None
    lines = [_cells(row, columns) for row in run]
    while lines and not any(lines[-1][1:]):  # what is told below the table
        run, lines = run[:-1], lines[:-1]
    across = [_reaches_across(stack, columns) for row in run for stack in row.stacks()]
    if not lines or sum(across) > (ACROSS * len(across) if wide else 0):
        return None
    return Table(run[0].first, run[-1].end, whole_rows(one_head(lines)), tuple(columns), wide)


def _columns(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Where the columns stand: narrow cells say it first, and what reaches over several columns does not."""
    columns: list[tuple[float, float]] = []
    stacks = [(min(one.left for one in stack), max(one.right for one in stack)) for row in rows for stack in row.stacks()]
    for left, right in sorted(stacks, key=lambda place: place[1] - place[0]):
        over = [place for place in columns if place[0] < right and left < place[1]]
        if len(over) < 2:
            wider = (min([left, *(one for one, _ in over)]), max([right, *(one for _, one in over)]))
            columns = [place for place in columns if place not in over] + [wider]
    columns.sort()
    return _never_apart(columns, rows)


def _never_apart(columns: list[tuple[float, float]], rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Columns of which no row fills both are one, its words set to the left in some rows and to the right in others."""
    filled = [{_column_of(stack, columns) for stack in row.stacks()} for row in rows]
    kept = columns[:1]
    for at, (left, right) in enumerate(columns[1:], 1):
        if any({at - 1, at} <= each for each in filled):
            kept.append((left, right))
        else:
            kept[-1] = (kept[-1][0], right)
    return kept


def _stands_in(row: Row, columns: Sequence[tuple[float, float]]) -> bool:
    """Whether each of several cells stands in one column."""
    over = [
        sum(one[0].left < right and left < max(piece.right for piece in one) for left, right in columns) for one in row.stacks()
    ]
    return len(over) > 1 and set(over) == {1}


def _reaches_across(stack: Sequence[Piece], columns: Sequence[tuple[float, float]]) -> bool:
    left, right = min(one.left for one in stack), max(one.right for one in stack)
    return sum(place[0] < right - 1 and left < place[1] - 1 for place in columns) > 1


def _column_of(stack: Sequence[Piece], columns: Sequence[tuple[float, float]]) -> int:
    """The column that most of a cell stands in, else the nearest one."""
    left, right = min(one.left for one in stack), max(one.right for one in stack)
    return max(range(len(columns)), key=lambda at: min(right, columns[at][1]) - max(left, columns[at][0]))


def _cells(row: Row, columns: Sequence[tuple[float, float]]) -> list[str]:
    """The words of a row in its columns."""
    cells = [""] * len(columns)
    for stack in row.stacks():
        at = _column_of(stack, columns)
        cells[at] = joined(cells[at], _words(stack)) if cells[at] else _words(stack)
    return cells


def _words(stack: Sequence[Piece]) -> str:
    """The lines of a cell, from the top."""
    return reduce(joined, (piece.text for piece in sorted(stack, key=lambda one: (-round(one.bottom), one.left))))
