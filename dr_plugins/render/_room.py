"""How much room the columns of a table need, and whether an upright page has it."""

from __future__ import annotations

import re
from unicodedata import east_asian_width

from dr_plugins.render._outline import Grid, Runs

UPRIGHT = 8
"""Columns that an upright page has room for, whatever stands in them."""
LETTER = 0.55
"""The width of a letter or a figure, in sizes of the font: about that of bold ones in the wider faces."""
LINES = 3
"""Lines that the longest cell of a column may take."""
LEAST = 1.5
"""What a column needs in any case."""
WIDEST = 4
"""How many times wider than the narrowest column the widest may be, as far as no word needs more."""
UNBROKEN = "[^\\s\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
"""A pattern for what a line does not end behind: neither a space nor a sign of Chinese, Japanese or Korean."""


def is_upright(grid: Grid, room: float, apart: float) -> bool:
    """Whether a table fits on an upright page with so much ``room``, of which each column takes so much to stand ``apart``; all
    in sizes of the font."""
    needs = [max(map(_need, column)) for column in _columns(grid)]
    return len(grid.head) <= UPRIGHT or sum(needs) + apart * len(needs) <= room


def shares(grid: Grid, room: float, apart: float) -> list[float]:
    """How the columns share that room: each has what its longest word needs where that is there, and the rest goes by how much
    is in them."""
    lengths = [[sum(len(run.text) for run in cell) for cell in column] for column in _columns(grid)]
    mean = [sum(column) / len(column) + max(column) for column in lengths]
    least = max(max(mean) / WIDEST, 1)
    wished = [max(one, least) / least for one in mean]
    words = [max(map(_word, column)) + apart for column in _columns(grid)]
    spare = room - sum(words)
    return wished if spare < 0 else [word + spare * wish / sum(wished) for word, wish in zip(words, wished, strict=True)]


def _columns(grid: Grid) -> list[tuple[Runs, ...]]:
    return list(zip(grid.head, *grid.rows, strict=True))


def _need(cell: Runs) -> float:
    """The width for the longest word of a cell, and for all of it in three lines."""
    return max(LEAST, _word(cell), _width(_text(cell)) / LINES)


def _word(cell: Runs) -> float:
    return max(map(_width, re.findall(f"{UNBROKEN}+|\\S", _text(cell))), default=0.0)


def _text(cell: Runs) -> str:
    return "".join(run.text for run in cell)


def _width(text: str) -> float:
    return sum(1.0 if east_asian_width(sign) in "WF" else LETTER for sign in text)
