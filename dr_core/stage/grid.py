"""Tables of a page: their spans, and what stands right above them and is their caption."""

from __future__ import annotations

from collections.abc import Sequence

from dr_core.pattern import regex
from dr_core.text import Span
from dr_core.text.caption import named_unit, names_scale
from dr_core.text.sentence import prose_sentences

MOST_ROWS, MOST_COLUMNS = 12, 7
"""A larger table is data, not reading: see ``passage.large_tables``."""
MOST_ROWS_READ, MOST_COLUMNS_READ = 50_000, 40
"""Rows of a large table that are looked at, and columns beyond which it is none."""

_DELIMITER = regex(r"^\s*\|[\s:|-]+\|\s*$")


def right_above(text: str, parts: Sequence[tuple[str, int, int, int]], at: int, headed: Span | None) -> Span | None:
    """What stands right above a table and is its caption: a line, or a heading or the end of a paragraph that names the unit or
    the time of its figures. Another heading is that of the text below as well."""
    if not at:
        return None
    kind, start, end, body = parts[at - 1]
    if headed and headed.start >= start and (kind == "prose" or names_scale(text[headed.start : headed.end])):
        return headed
    last = list(prose_sentences(text, body, end))[-1:] if kind == "prose" else []
    return next((one for one in last if named_unit(text[one.start : one.end])), None)


def caption_in(text: str, start: int, head: int) -> Span | None:
    """The caption that a reader put above the head of a table: the words of a row with one filled cell."""
    line = text[start:head].partition("\n")[0]
    words = line.strip("| \t")
    at = start + line.find(words)
    return Span(at, at + len(words)) if words and "|" not in words else None


def spans_of(text: str, start: int, end: int) -> tuple[Span, ...]:
    """A table with a head, a delimiter and rows, in one; if it is too large to be shown, its head and each of its rows. A caption
    that a reader put above the head is left out."""
    lines: list[Span] = []
    at = start
    for line in text[start:end].split("\n"):
        lines.append(Span(at + len(line) - len(line.lstrip()), at + len(line.rstrip())))
        at += len(line) + 1
    told = [text[line.start : line.end] for line in lines]
    rules = [number for number, line in enumerate(told) if _DELIMITER.match(line)]
    if not rules or rules[-1] == 0 or len(rules) > 2 or (len(rules) == 2 and rules != [1, 3]):
        return ()
    head, first = rules[-1] - 1, rules[-1] + 1
    columns = told[head].strip("|").count("|") + 1
    rows = len(lines) - first
    if not 2 <= columns <= MOST_COLUMNS_READ or rows < 2:
        return ()
    if columns <= MOST_COLUMNS and rows <= MOST_ROWS:
        return (Span(lines[head].start, end),)
    return (Span(lines[head].start, lines[head + 1].end), *lines[first : first + MOST_ROWS_READ])
