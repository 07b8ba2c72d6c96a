"""The cells of a sheet as text: blocks that empty rows and columns part, each a table below what stands over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dr_core.text.cut import with_note
from dr_plugins.read._grid import is_data, is_headed
from dr_plugins.read._table import pipe_table

Rows = list[list[str]]
CHARACTERS = 3_000_000
"""Letters in cells that are read; a longer file gives its first rows and says so at its end."""
MOST_HEADS = 3
"""Rows of a head: what a column is, of what, and in which unit."""


def within(rows: Iterator[Sequence[str]], room: int) -> tuple[str, bool]:
    """The text of as many rows as there is room for, and whether these are all."""
    kept: list[Sequence[str]] = []
    for row in rows:
        room -= sum(map(len, row))
        if room < 0:
            return with_note(text_of(kept), len(kept), len(kept) + 1 + sum(1 for _ in rows), "rows"), False
        kept.append(row)
    return text_of(kept), True


def text_of(rows: Sequence[Sequence[str]]) -> str:
    """The blocks of a sheet, one below the other; rows behind an empty one that have no head go on with the table above."""
    told: list[str] = []
    table: Rows = []
    for block in (part for across in _parted(rows) for part in _side_by_side(across)):
        over, cells, under = _with_words(block)
        if table and not over and cells and len(cells[0]) == len(table[0]) and not _has_head(cells):
            table += cells
        else:
            told += [_told(table), " – ".join(over)]  # in one line, all of it is the caption of the table
            table = whole_head(cells)
        if under:
            told += [_told(table), *under]
            table = []
    return "\n\n".join(filter(None, [*told, _told(table)]))


def _told(cells: Rows) -> str:
    """A table; of one column, its lines."""
    if not cells:
        return ""
    if len(cells[0]) == 1:
        return "\n\n".join(row[0] for row in cells)
    return pipe_table(cells, headed=_has_head(cells))


def _has_head(cells: Rows) -> bool:
    return len(cells) > 1 and is_headed(cells)


def _parted(rows: Sequence[Sequence[str]]) -> Iterator[Rows]:
    """Rows that follow each other, filled to one length."""
    block: Rows = []
    for row in (*rows, ()):
        if any(row):
            block.append([*row])
        elif block:
            width = max(map(len, block))
            yield [[*one, *[""] * (width - len(one))] for one in block]
            block = []


def _side_by_side(block: Rows) -> Iterator[Rows]:
    """The tables of a block that an empty column parts; a column that is empty beside a single other one parts nothing."""
    filled = [any(column) for column in zip(*block, strict=True)]
    starts = [at for at, there in enumerate(filled) if there and not (at and filled[at - 1])]
    ends = [at for at, there in enumerate(filled, 1) if there and not any(filled[at : at + 1])]
    spans = [*zip(starts, ends, strict=True)]
    if all(end - start > 1 for start, end in spans):
        for start, end in spans:
            yield [row[start:end] for row in block if any(row[start:end])]
    else:
        yield [[cell for cell, there in zip(row, filled, strict=True) if there] for row in block]


def _with_words(block: Rows) -> tuple[list[str], Rows, list[str]]:
    """The lines over a table, its rows, and the lines under it: a line is a row with nothing but its first cell."""
    if len(block[0]) == 1:
        return [], block, []
    several = [at for at, row in enumerate(block) if any(row[1:])]
    first, last = several[0], several[-1]
    return [row[0] for row in block[:first]], block[first : last + 1], [row[0] for row in block[last + 1 :]]


def whole_head(cells: Rows) -> Rows:
    """Rows with a head of several as one; what stands over several columns has its words over the first of them only."""
    high = 1
    while high < min(MOST_HEADS, len(cells) - 1) and _goes_on(cells, high):
        high += 1
    if high == 1:
        return cells
    heads = [_spread(row) for row in cells[: high - 1]] + [cells[high - 1]]
    columns = ([*dict.fromkeys(filter(None, column))] for column in zip(*heads, strict=True))
    return [[" ".join(column) for column in columns], *cells[high:]]


def _goes_on(cells: Rows, high: int) -> bool:
    """Whether a row is still of the head: it has no figures, those below have, and it has no name or what is over it has gaps."""
    row = cells[high]
    words = not any(map(is_data, row)) and any(map(is_data, (cell for other in cells[high + 1 :][:3] for cell in other)))
    return words and (not row[0] or not all(cells[high - 1][1:]))


def _spread(row: Sequence[str]) -> list[str]:
    """A row of a head with its words over all columns that they stand over; not the first, which names the rows."""
    spread = [*row]
    for at in range(2, len(row)):
        spread[at] = spread[at] or spread[at - 1]
    return spread
