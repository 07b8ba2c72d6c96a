"""The cells of a table that has no marks of its own, of a PDF page or a sheet: which lines are one row, which is the head, and
whether they are those of a table at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from dr_core.pattern import regex
from dr_plugins.read._pdf_line import joined

LONG = 30
"""Characters of a line of prose, even of a narrow column of it."""
FILLED = 0.6
"""The share of the cells of a table that are filled, and of its rows that fill more than one column."""
MOST, FEWEST = 0.7, 0.2
"""The share of the cells of a column that are figures, in a column of figures, and of those of a table that has one."""
_MARK = regex(r"[•‣◦▪●○*–—-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]|\[\d{1,3}\]", re.IGNORECASE)
_LEADERS = regex(r"(?:\.\s?){4,}|…{2,}|·{4,}")
_FIGURE = regex(r"[^\w\s]{0,3}\s?\d[\d.,\s\u2009\u202f]*(?:[%‰°]|\s?\(.*\))?[^\w\s]{0,2}")
_MEASURED = regex(r"\D{0,3}\d[\d.,\s\u2009\u202f]*\D{0,12}")
_LAST_FIGURE = regex(r"[^\W\d_][.,)]?\s\d[\d.,]*$")
_YEAR = regex(r"[^\w\s]{0,2}(?:1[89]|20)\d\d\s?[年년]?\D{0,2}")


def whole_rows(cells: list[list[str]]) -> list[list[str]]:
    """Rows with the next lines of their cells: lines with nothing in the first column, and no figure of their own."""
    kept = cells[:1]
    for row in cells[1:]:
        filled = [cell for cell in row if cell]
        if not row[0] and len(filled) < len(row) and kept[-1][0] and not any(_FIGURE.fullmatch(cell) for cell in filled):
            kept[-1] = [joined(above, below) if below else above for above, below in zip(kept[-1], row, strict=True)]
        else:
            kept.append(row)
    return kept


def one_head(cells: list[list[str]]) -> list[list[str]]:
    """A head of two rows as one, where each word of the upper one stands over as many columns."""
    if len(cells) < 3:
        return cells
    upper, lower = cells[:2]
    spans = [cell for cell in upper[1:] if cell]
    each = (len(upper) - 1) // len(spans) if spans else 0
    fits = each > 1 and each * len(spans) == len(upper) - 1
    if not fits or not all(lower[1:]) or any(map(is_data, upper + lower)) or not any(map(is_data, cells[2])):
        return cells
    heads = [f"{spans[at // each]} {cell}" for at, cell in enumerate(lower[1:])]
    return [[joined(upper[0], lower[0]).strip(), *heads], *cells[2:]]


def is_data(cell: str) -> bool:
    """Whether a cell is a figure that is no year: years are heads."""
    return bool(_FIGURE.fullmatch(cell)) and not _YEAR.fullmatch(cell)


def is_table(cells: Sequence[Sequence[str]]) -> bool:
    """Whether rows are those of a table, and not of a list, a table of contents, a listing, or prose in two columns."""
    if len(cells) < 2 or (len(cells) < 3 and len(cells[0]) < 3):
        return False
    filled = [cell for row in cells for cell in row if cell]
    several = sum(sum(map(bool, row)) > 1 for row in cells)
    if several < FILLED * len(cells) or len(filled) < FILLED * len(cells) * len(cells[0]):
        return False
    if any(_LEADERS.search(cell) for cell in filled):
        return False
    columns = [[cell for cell in column if cell] for column in zip(*cells, strict=True)]
    if all(map(_MARK.fullmatch, columns[0])) or (len(columns) == 2 and _are_numbered(columns[0])):
        return False
    if not all(columns) or any(map(_are_two, filled)) or any(_ends_in_next(row) for row in cells):
        return False
    return any(median(map(len, column)) <= LONG for column in columns) and sum(len(cell) > 1 for cell in filled) >= len(cells)


def _are_numbered(names: Sequence[str]) -> bool:
    """Whether rows are named by one number after the other, as lines and notes are."""
    return all(map(str.isdecimal, names)) and all(int(other) == int(one) + 1 for one, other in pairwise(names))


def is_headed(cells: Sequence[Sequence[str]]) -> bool:
    """Whether the first row is the head of the others: it is not where it has figures where they have them."""
    heads, *rest = cells
    return not any(is_data(head) and any(is_data(row[at]) for row in rest) for at, head in enumerate(heads) if at)


def _are_two(cell: str) -> bool:
    """Whether a cell holds figures of two: 1,200 1,300, and neither 1 200 300 nor (1.2, 1.3)."""
    parts = cell.split()
    grouped = all(one.isdigit() and len(one) == 3 for one in parts[1:])
    return not grouped and cell[:1].isdigit() and all(map(_FIGURE.fullmatch, parts))


def _ends_in_next(row: Sequence[str]) -> bool:
    """Whether a cell ends with a figure that may be that of the next one, which is empty."""
    return any(_LAST_FIGURE.search(cell) and not other for cell, other in pairwise(row))


def may_have_figures(words: Sequence[str]) -> bool:
    """Whether as many of the words of a table are figures as where a column of it has them."""
    return sum(bool(_MEASURED.fullmatch(one)) for one in words) > FEWEST * len(words)


def has_figures(cells: Sequence[Sequence[str]]) -> bool:
    """Whether most of what stands below the head of a column is figures, with their units or without."""
    below = [[cell for cell in column if cell] for column in zip(*(row[1:] for row in cells[1:]), strict=True)]
    return any(
        len(column) > 1 and sum(bool(_MEASURED.fullmatch(cell)) for cell in column) > MOST * len(column) for column in below
    )
