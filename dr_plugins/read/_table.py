"""Pipe tables."""

from __future__ import annotations

from collections.abc import Sequence

WIDEST, LARGEST = 50, 200
"""Columns, and places in all, that a cell spans at most: one that says a hundred million would be as many cells."""


def pipe_table(rows: Sequence[Sequence[str]], *, headed: bool = True) -> str:
    """``rows`` as a markdown table with the first as its head, if it has one; "" where there is nothing in it."""
    cleaned = [[" ".join(cell.split()).replace("|", "\\|") for cell in row] for row in rows]
    cleaned = [row for row in cleaned if any(row)]
    if not cleaned:
        return ""
    width = max(map(len, cleaned))
    lines = ["| " + " | ".join([*row, *[""] * (width - len(row))]) + " |" for row in cleaned]
    return "\n".join([lines[0], "|" + "---|" * width, *lines[1:]] if headed else lines)
