"""A table as a sentence speaks of it: which of its rows and columns are named, and where in the sentence.

A row or a column is named by the words that no other has, by its whole label, by a short form of it that a text defines
("lithium iron phosphate (LFP)"), or by its unit; the only one need not be named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.caption import caption_unit, with_unit
from dr_core.text.column import note_removed, table_rows, unit_of
from dr_core.text.dated import undated
from dr_core.text.form import Forms, shortened
from dr_core.text.number import Quantity, quantities, states
from dr_core.text.token import content_terms

NAMED = 0.5
"""The share of a label's own words that a sentence has which names it."""
MOST_CELLS = 200

_WORD = regex(r"[A-Za-z0-9\u00c0-\u024f][A-Za-z0-9\u00c0-\u024f’'.-]*")
_POSSESSIVE = regex(r"['’]s?$")
Cell = tuple[int, int]
"""A row and a column."""


class Table(NamedTuple):
    """A table: the labels of its rows and columns, their units, and what each cell states."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    row_units: tuple[str, ...]
    column_units: tuple[str, ...]
    cells: tuple[tuple[int, int, tuple[Quantity, ...]], ...]
    values: tuple[tuple[int, int, tuple[Quantity, ...]], ...]
    """The one number of each cell that has one, as it stands and in its unit."""
    words: frozenset[str]

    def holding(self, one: Quantity) -> set[Cell]:
        """The cells that state a number."""
        return {(row, column) for row, column, stated in self.cells if states(stated, one)}


class Claim(NamedTuple):
    """A sentence, the words in it, and the sentence with the other forms of the names in it."""

    text: str
    words: frozenset[str]
    lowered: str
    forms: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, text: str, defining: Iterable[str]) -> Claim:
        """``defining`` are texts that may give names with their short forms."""
        pairs = tuple(dict.fromkeys(pair for one in defining for pair in _defined(one)))
        told = Forms(pairs).read(text)
        return cls(text, frozenset(content_terms(told)), told.lower(), pairs)


def is_said(name: str, text: str, defining: Iterable[str]) -> bool:
    """Whether a text has another form of a name that ``defining`` texts give: "lithium iron phosphate" for LFP."""
    bare = _POSSESSIVE.sub("", name)
    others = {other for one in defining for pair in _defined(one) if bare in pair for other in pair if other != bare}
    return any(next(_places(other.lower(), text.lower()), None) is not None for other in others)


@lru_cache(maxsize=4096)  # of each sentence of a run, which is asked for every other one
def _defined(text: str) -> tuple[tuple[str, str], ...]:
    return shortened(text) if "(" in text or "（" in text else ()


@lru_cache(maxsize=256)
def table_in(span: str) -> Table | None:
    """The table in a span; None where there is none, or one too large to be looked through."""
    lines = table_rows(span)
    if len(lines) < 2 or len(lines) * len(lines[0]) > MOST_CELLS:
        return None
    columns, rows, caption = lines[0][1:], [line[0] for line in lines[1:]], caption_unit(span)
    told = [
        (row, column, *_stated(cell, unit_of(columns[column], rows[row]) or caption))
        for row, line in enumerate(lines[1:])
        for column, cell in enumerate(line[1 : len(columns) + 1])
    ]
    single = [(row, column, (*bare, *measured)) for row, column, bare, measured in told if len(bare) == 1 >= len(measured)]
    return Table(
        tuple(rows),
        tuple(columns),
        tuple(unit_of("", label) for label in rows),
        tuple(unit_of(label, "") for label in columns),
        tuple((row, column, (*bare, *measured)) for row, column, bare, measured in told),
        tuple(single),
        frozenset(content_terms(span)),
    )


def _stated(cell: str, unit: str) -> tuple[list[Quantity], list[Quantity]]:
    """What a cell states, without the unit of its row or column and with it."""
    measured = quantities(with_unit(note_removed(cell), unit), loose=True) if unit else []
    return quantities(f": {cell}", loose=True), measured  # a number of up to three digits alone would be that of an item


def named(labels: tuple[str, ...], claim: Claim) -> set[int]:
    """Which of some labels a claim names by words; of those that are alike but for a note in brackets, those whose note it has,
    where it has one."""
    found = {
        at
        for at, (label, own) in enumerate(zip(labels, _own(labels), strict=True))
        if (own and len(own & claim.words) >= NAMED * len(own)) or _is_whole(note_removed(label).lower(), claim.lowered)
    }
    noted = {at: name for at, (name, note) in _notes(labels).items() if at in found and not note.isdisjoint(claim.words)}
    return {at for at in found if at in noted or _notes(labels).get(at, ("",))[0] not in noted.values()} if noted else found


def meant(labels: tuple[str, ...], units: tuple[str, ...], one: Quantity, claim: Claim) -> set[int]:
    """Which of some labels a claim names for a number; the only one there is, where it names none."""
    found = named(labels, claim)
    behind = claim.text[one.end - 1 : one.end + 24].lower()
    fitting = {at for at, unit in enumerate(units) if unit and (_kind(unit) == one.unit if one.unit else unit.lower() in behind)}
    if found or len(labels) == 1:
        # "24 million m³ behind a dam 42 m high": each figure has the column of its unit, whichever is named
        return (found or {0}) | (fitting if one.unit and len(fitting) == 1 else set())
    return fitting if len(fitting) == 1 else set()


def stands(one: Quantity, table: Table, claim: Claim) -> str:
    """Where a table has a number: in a cell that is named (``fits``), only in others (``off``), or that cannot be told."""
    holding = table.holding(one)
    rows = meant(table.rows, table.row_units, one, claim)
    columns = meant(table.columns, table.column_units, one, claim)
    if not (holding and rows and columns):
        return ""
    return "fits" if any(row in rows and column in columns for row, column in holding) else "off"


def without_labels(claim: str, tables: Sequence[Table]) -> str:
    """A claim with blanks for the words of labels: "lower limit" is not lower than anything."""
    labels = {word for table in tables for label in (*table.rows, *table.columns) for word in re.findall(r"[^\W\d_]+", label)}
    for label in sorted(labels, key=len, reverse=True):
        name = rf"\b{re.escape(label)}\b" if label.isascii() else re.escape(label)
        claim = re.sub(name, lambda found: " " * len(found[0]), claim, flags=re.IGNORECASE)
    return claim


@lru_cache(maxsize=256)
def mentions(labels: tuple[str, ...], others: tuple[str, ...], claim: Claim) -> tuple[tuple[int, int], ...]:
    """Where a claim names some of several labels: places in its text and numbers of labels, in order, each time once. A word that
    ``others``, the labels across, have too may be of them."""
    across = frozenset(content_terms(" ".join(others)))
    figures = {place for one in undated(claim.text) for place in range(one.start, one.end)}
    found: dict[int, int] = {}
    lowered = claim.text.lower()
    for at in named(labels, claim):
        label = note_removed(labels[at]).lower()
        also = [short.lower() for name, short in claim.forms if name.lower() in label or label in name.lower()]
        for name in (label, *also):
            found.update(dict.fromkeys(_places(name, lowered), at))
        own = _own(labels)[at] - across
        found.update({place: at for place, terms in _terms(claim.text) if own & terms and place not in figures})
    every = sorted(found.items())
    return tuple(one for number, one in enumerate(every) if not number or every[number - 1][1] != one[1])


@lru_cache(maxsize=256)
def _terms(text: str) -> tuple[tuple[int, frozenset[str]], ...]:
    """The words of a text, pairs of characters of Chinese or Japanese, each with its terms and where it stands."""
    words = [(word.start(), frozenset(content_terms(word[0]))) for word in _WORD.finditer(text)]
    pairs = [
        (at, frozenset(content_terms(text[at : at + 2]))) for at in range(len(text) - 1) if min(text[at : at + 2]) > "\u2e80"
    ]
    return tuple(words + pairs)


def _places(name: str, lowered: str) -> Iterator[int]:
    if len(name) >= 2:
        around = (
            rf"(?<![A-Za-z0-9])(?<!(?<![A-Za-z])[A-Za-z]-){re.escape(name)}(?![A-Za-z0-9])" if name.isascii() else re.escape(name)
        )
        yield from (place.start() for place in re.finditer(around, lowered))


@lru_cache(maxsize=256)
def _own(labels: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """The words of each label that no other has; a unit is none."""
    every = [frozenset(content_terms(note_removed(label) or label)) for label in labels]
    return tuple(one.difference(*(other for place, other in enumerate(every) if place != at)) for at, one in enumerate(every))


@lru_cache(maxsize=256)
def _notes(labels: tuple[str, ...]) -> dict[int, tuple[str, frozenset[str]]]:
    """The labels that others are like but for what stands in brackets, each without this and with its words that no other has."""
    bare = [note_removed(label).lower() for label in labels]
    every = {at: frozenset(content_terms(labels[at][len(name) :])) for at, name in enumerate(bare) if bare.count(name) > 1}
    return {
        at: (bare[at], note.difference(*(other for place, other in every.items() if place != at and bare[place] == bare[at])))
        for at, note in every.items()
    }


def _is_whole(label: str, lowered: str) -> bool:
    return label in lowered and next(_places(label, lowered), None) is not None


@lru_cache(maxsize=256)
def _kind(unit: str) -> str:
    return next((one.unit for one in quantities(f"1 {unit}" if unit.isascii() else f"1{unit}", loose=True)), "")
