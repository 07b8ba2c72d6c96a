"""What commands print on stdout: tables and JSON."""

from __future__ import annotations

import sys
from itertools import accumulate
from typing import Any

from dr_core.cli.terminal import clean, is_terminal, put
from dr_core.unicode import seen


def table(rows: list[list[str]], headings: list[str]) -> str:
    """A plain table that fits the terminal: the last column is cut where it must be."""
    rows = [list(map(clean, row)) for row in rows]
    widths = [max(_width(row[column]) for row in [headings, *rows]) for column in range(len(headings))]
    room = columns()
    lines = []
    for row in [headings, *rows]:
        line = "  ".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        lines.append(_cut(line, room))
    return "\n".join(lines)


def columns() -> int:
    """How wide a line on stdout may be: as the terminal is; where there is none, as it likes."""
    import shutil

    return shutil.get_terminal_size((100, 24)).columns if is_terminal(sys.stdout) else 10_000


def _cut(line: str, room: int) -> str:
    if len(line) <= room and _width(line) <= room:
        return line
    fitting = sum(end < room for end in accumulate(map(_width, line[:room])))
    return f"{line[:fitting]}…"


def _width(text: str) -> int:
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def emit_json(value: Any) -> None:
    """One JSON value on stdout, CJK readable."""
    import json

    put(seen(json.dumps(value, ensure_ascii=False, indent=2)))
