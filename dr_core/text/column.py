"""Figures of pipe tables: their units, which stand in the heads (350 below "speed (km/h)" is 350 km/h), and whose they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.caption import caption_unit, named_unit, with_unit
from dr_core.text.number import quantities, read, states
from dr_core.text.token import content_terms
from dr_core.text.unit import compatible

_UNIT = regex(r"[（(]((?:[^（）()\d]|(?<=[A-Za-z^])[23](?!\d)){1,40})[）)]\s*$")
_BARE = regex(r"[-−+~≈约約]?\s*(\d[\d.,\s\u2009\u202f]*)")
_TO = regex(r"(?<=\d)\s?(?:[-–—~～〜至到]|\bto\b)\s?(?=\d)", re.IGNORECASE)
_NUMBER = regex(r"\d+(?:[.,]\d+)*")
_NOTE = regex(r"(?<=\S)\s*[（(][^（）()]{0,60}[）)]\s*$")
_RULE = regex(r"[\s|:-]+")
_FOOTNOTE = regex(r"[\s*†‡§¶]+$|(?<=[)）])[\s¹²³⁴⁵ᵃᵇᶜ]+$")
"""The mark of a footnote behind a head: "(kg)*"."""
NAMED = 0.5
"""The share of a row's own words that a sentence has which speaks of it."""


class _Figure(NamedTuple):
    text: str
    number: str
    row: int
    column: int


def figures(text: str) -> list[str]:
    """The bare numbers of a table with the unit of their column's head, else of their row's, else of its caption; none where
    there is no table."""
    return [one.text for one in _figures(table_rows(text), caption_unit(text))]


def of_other_row(claim: str, spans: Sequence[str]) -> str:
    """The number of ``claim`` that a table of ``spans`` gives for something else than what is spoken of; "" where none is."""
    told = _numbers(claim)
    words = set(content_terms(claim))
    tables = [rows for rows in map(table_rows, spans) if rows]
    in_prose = _numbers(*(span for span in spans if not table_rows(span)))
    for rows in tables:
        labels = [set(content_terms(row[0])) for row in rows]
        own = [label - set().union(*(other for other in labels if other is not label)) for label in labels]
        held = [_share(words, label) for label in own]
        cells = list(_figures(rows))
        in_named = _numbers(*(cell for row, share in zip(rows, held, strict=True) if share >= NAMED for cell in row))
        for number in told - in_prose - in_named:
            given = [one for one in cells if one.number == number]
            rivals = [one for one in cells if any(one.column == here.column for here in given) and one.number != number]
            if given and not any(held[one.row] for one in given) and any(held[one.row] >= NAMED for one in rivals):
                return given[0].text
    return ""


def in_other_unit(claim: str, spans: Sequence[str]) -> str:
    """The figure of ``claim`` whose number stands only in columns of other units; "" where there is none."""
    tables = [span for span in spans if table_rows(span)]
    if not tables:
        return ""
    prose = [one for span in spans if span not in tables for one in quantities(span, loose=True)]
    cells = [one for span in tables for one in _figures(table_rows(span), caption_unit(span))]
    for one in (one for one in read(claim) if one.unit and not states(prose, one)):
        number = f"{one.bare:.12g}"
        same = [quantities(cell.text, loose=True)[0].unit for cell in cells if cell.number == number]
        every = sum(number in _numbers(cell) for span in tables for row in table_rows(span) for cell in row)
        if len(same) == every and same and not any(compatible(unit, one.unit) for unit in same):
            return one.text.strip()
    return ""


def stands_over(words: str, claim: str, row: str, spans: Sequence[str]) -> bool:
    """Whether ``words`` of ``claim`` name the column, by a head in ``spans``, where the row that it is about has its figure."""
    cells = [cell.strip() for cell in row.strip().strip("|").split("|")]
    wanted, told = set(content_terms(words)), _numbers(claim)
    if not any(cell and set(content_terms(cell)) <= set(content_terms(claim)) for cell in cells[:2]):
        return False
    for head in (line for span in spans for line, below in pairwise(span.splitlines()) if _is_head(line, below)):
        names = head.strip().strip("|").split("|")
        if len(names) == len(cells) and any(
            wanted <= set(content_terms(name)) and not told.isdisjoint(_numbers(cell))
            for name, cell in zip(names, cells, strict=True)
        ):
            return True
    return False


def _is_head(line: str, below: str) -> bool:
    return line.count("|") > 1 and "-" in below and bool(_RULE.fullmatch(below))


def _numbers(*texts: str) -> set[str]:
    return {found.group().replace(",", "") for text in texts for found in _NUMBER.finditer(text)}


def _share(words: set[str], label: set[str]) -> float:
    return len(words & label) / len(label) if label else 0.0


def table_rows(text: str) -> list[list[str]]:
    """The cells of the pipe table in ``text``, its head first; none where there is none."""
    lines = [line for line in text.splitlines() if line.count("|") > 1 and not _RULE.fullmatch(line)]
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines] if len(lines) > 1 else []


def put_together(spans: Sequence[str]) -> tuple[str, ...]:
    """Spans with the rows of a table below its head, and the table below a caption that names its unit, where they are spans of
    their own."""
    told = _below_heads(spans)
    captions = [
        at for at, (span, below) in enumerate(pairwise(told)) if _is_table(below) and "|" not in span and named_unit(span)
    ]
    return tuple(
        f"{told[at - 1]}\n\n{span}" if at - 1 in captions else span for at, span in enumerate(told) if at not in captions
    )


def _is_table(span: str) -> bool:
    return span.lstrip().startswith("|") and len(table_rows(span)) > 1


def _below_heads(spans: Sequence[str]) -> tuple[str, ...]:
    """Spans with the rows of a table below its head; a row goes to the last head before it that has as many columns, else to the
    first one behind."""
    heads = {at: span.count("|", 0, span.index("\n")) for at, span in enumerate(spans) if _is_only_head(span)}
    if not heads:
        return tuple(spans)
    below: dict[int, list[str]] = {at: [] for at in heads}
    kept: dict[int, str] = {}
    for at, span in enumerate(spans):
        bars = span.count("|") if "|" in span and "\n" not in span else 0
        fitting = [place for place, columns in heads.items() if columns == bars]
        if bars > 1 and fitting:
            below[max((place for place in fitting if place < at), default=fitting[0])].append(span)
        else:
            kept[at] = span
    return tuple("\n".join([span, *below.get(at, ())]) for at, span in kept.items())


def _is_only_head(span: str) -> bool:
    lines = span.splitlines()
    return len(lines) == 2 and _is_head(*lines)


def _figures(rows: Sequence[Sequence[str]], caption: str = "") -> Iterator[_Figure]:
    units = [_unit(cell) for cell in rows[0]] if rows else []
    for number, row in enumerate(rows[1:], 1):
        for at, cell in enumerate(row):
            unit = _likelier(units[at] if at < len(units) else "", _unit(row[0]) if at else "") or (caption if at else "")
            bare = note_removed(cell)
            ends = [_BARE.fullmatch(end) for end in _TO.split(bare)] if unit else []
            if all(ends):
                told = with_unit(bare, unit) if unit else ""
                yield from (_Figure(told, end[1].strip().replace(",", ""), number, at) for end in ends if end)


def unit_of(column: str, row: str) -> str:
    """The unit of a cell, by the head of its column or the label of its row."""
    return _likelier(_unit(column), _unit(row))


def note_removed(cell: str) -> str:
    """A cell or a label without what stands in brackets behind it: 443 (1996)."""
    return _NOTE.sub("", cell)


def _unit(head: str) -> str:
    head = _FOOTNOTE.sub("", head)
    found = _UNIT.search(head)
    return found[1].strip() if found else named_unit(head)


def _likelier(column: str, row: str) -> str:
    """The one that is a unit we know, else the column's: what stands in brackets may be another name of the thing above it."""
    return row if row and not _is_known(column) and _is_known(row) else column or row


@lru_cache(maxsize=256)
def _is_known(name: str) -> bool:
    return any(one.unit or one.bare != 1.0 for one in quantities(f"1 {name}" if name.isascii() else f"1{name}", loose=True))
