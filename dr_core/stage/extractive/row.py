"""Values that stand only in a table, as sentences made of its own words: what the row is called, what the column is, the cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.stage.extractive.column import stated_unit, without_unit
from dr_core.stage.extractive.event import events_asked, says_event
from dr_core.stage.extractive.gain import usual
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.quantity import WHEN, Measure, states
from dr_core.stage.extractive.speak import speaks_of, spoken
from dr_core.stage.extractive.tense import outdated
from dr_core.stage.extractive.want import Want
from dr_core.text import is_cjk, terms
from dr_core.text.caption import named_unit, with_unit
from dr_core.text.date import dates
from dr_core.text.token import content_terms

MOST_ALIKE, MOST_VALUES = 3, 3
"""Rows that are told where a question asks for several, and values of a row."""
CALLED = 0.6
"""The share of the words for a row that a question must say to ask for that row."""

_NUMBER = regex(r"[-−~≈约約약]?\s?\d[\d.,\s]*")
_RULE = regex(r":?-{2,}:?")
_DATE = regex(
    r"\byears?\b|\bdates?\b|年|日期|時期|时间|연도|날짜|\bjahr\b|\bdatum\b|\bannée\b|\bdate\b|\baño\b|\bfecha\b|\bann?o\b|\bdata\b",
    re.I,
)
"""What a column of dates is called."""
_YEAR = regex(r"(?:1[89]|20)\d\d\s?[年년]?")


class _Value(NamedTuple):
    """What a cell is of, the quantity that it states, and the cell."""

    thing: str
    quantity: str
    cell: str


def rows_of(table: str) -> list[list[str]]:
    """The rows of a pipe table, its head first, without those that have another number of cells."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.splitlines() if line.strip()]
    rows = [row for row in rows if not all(_RULE.fullmatch(cell) for cell in row)]
    return [row for row in rows if len(row) == len(rows[0])]


def row_answer(want: Want, weight: Mapping[str, float], tables: Sequence[Item], share: float, language: str) -> Item | None:
    """The row of a table that gives the wanted quantity of the very thing that is asked about, as an item that cites the table.

    The question says what the row is called; and of the question, whose words count by ``weight``, the row and what stands over
    it say this ``share``.
    """
    measure = want.measure
    if measure is not None and measure.is_named:
        return _row(want.part, weight, [(table, _values(measure, table)) for table in tables], share, language)
    return cell_answer(want.part, weight, tables, share, language, dated=measure == WHEN)


def cell_answer(
    question: str, weight: Mapping[str, float], tables: Sequence[Item], share: float, language: str, *, dated: bool = False
) -> Item | None:
    """As ``row_answer``, for what no quantity is known by: the cell in the row and the column that the question names; where a
    date is asked for (``dated``), the date in its row, in the column that says what happened, or that it is one."""
    found = _dated if dated else _called
    return _row(question, weight, [(table, found(question, table)) for table in tables], share, language)


def _row(
    question: str, weight: Mapping[str, float], found: Iterable[tuple[Item, Iterable[_Value]]], share: float, language: str
) -> Item | None:
    asked = set(terms(question))
    best, told = 0.0, None
    for table, values in found:
        # above the names of the rows stands what they are
        over = " ".join([table.title, table.passage.heading, *rows_of(table.text)[0][:1]])
        named: dict[str, list[_Value]] = {}
        for value in values:
            called = set(content_terms(value.thing))
            if called and len(called & asked) >= CALLED * len(called):
                named.setdefault(value.thing, []).append(value)
        fitting = _most_named(named, asked)
        said = " ".join(word for values in fitting.values() for value in values for word in value)
        most = max((spoken(weight, thing) for thing in fitting), default=0.0)
        if most > best and len(fitting) <= MOST_ALIKE and speaks_of(weight, f"{over} {said}", share):
            text = _sentences([_closest(values, asked) for values in fitting.values()], language)
            best, told = most, _as_prose(table, text, [*fitting])
    return told


def _most_named(named: Mapping[str, list[_Value]], asked: set[str]) -> dict[str, list[_Value]]:
    """The rows of which a question says words that it says of no other row with more of them: both of Berlin and Copenhagen, and
    not "lithium" where it says "lithium iron phosphate"."""
    own = {thing: asked.intersection(content_terms(thing)) for thing in named}
    return {thing: values for thing, values in named.items() if not any(own[thing] < other for other in own.values())}


def row_told(table: Item, thing: str, quantity: str, cell: str, *, language: str) -> Item:
    """A cell of a table, as an item that cites it."""
    return _as_prose(table, _sentences([[_Value(thing, quantity, cell)]], language), [thing])


def _as_prose(table: Item, text: str, things: Sequence[str]) -> Item:
    """What rows of a table say, as an item that cites it; of a large one only the head and those rows."""
    below = zip(table.rows, table.text.splitlines()[2:], strict=True) if table.rows else ()
    own = tuple(name for name, row in below if any(one in row for one in things)) or table.rows
    return table._replace(text=text, said=text, passage=table.passage._replace(kind="prose"), rows=own)


def rows_side_by_side(
    measure: Measure, tables: Sequence[Item], things: Callable[[str], frozenset[int]], language: str
) -> list[tuple[Item, frozenset[int]]]:
    """The rows of each table that give a quantity of several compared things, as an item that cites the table, with the numbers
    of these: the first row of each that is of one of them only, and of what is usual today."""
    found = []
    for table in tables:
        rows: dict[int, _Value] = {}
        for value in _values(measure, table):
            named = things(value.thing)
            if len(named) == 1 and not outdated(value.thing) and usual(value.quantity) >= 0:
                rows.setdefault(min(named), value)
        if len(rows) > 1:
            text = _sentences([[rows[number]] for number in sorted(rows)], language)
            found.append((_as_prose(table, text, [value.thing for value in rows.values()]), frozenset(rows)))
    return found


def _values(measure: Measure, table: Item) -> Iterator[_Value]:
    """The values of a quantity that a table states; a column or a row may be called after the quantity, or the table itself."""
    head, *body = rows_of(table.text)
    over = table.passage.heading or table.title
    of_it = measure.said.any(over) and not any(measure.said.any(name) for name in head[1:])
    for label, *cells in body:
        for name, bare in zip(head[1:], cells, strict=True):
            cell = _with_unit_of_all(table, bare, name, label)
            if of_it and not measure.kinds.isdisjoint(measures(cell)):
                yield _Value(label, name, cell)
                continue
            for thing, quantity in ((label, name), (name, label)):
                unit = stated_unit(quantity)
                stated = (f"{without_unit(quantity)} {cell} {one}" for one in (unit, unit.split("/")[0]))
                if any(char.isdigit() for char in cell) and any(states(measure, one) for one in stated):
                    yield _Value(thing, quantity, cell)


def _with_unit_of_all(table: Item, cell: str, name: str, label: str) -> str:
    """A cell with the unit that the caption of its table names, where nothing nearer does."""
    unit = named_unit(table.caption[1]) if table.caption and _is_bare(cell, name, label) else ""
    return with_unit(cell, unit) if unit else cell


def _is_bare(cell: str, name: str, label: str) -> bool:
    """Whether a cell is a number and nothing else, and neither its column nor its row names a unit."""
    return bool(_NUMBER.fullmatch(cell)) and not stated_unit(name) and not stated_unit(label)


def _called(question: str, table: Item) -> Iterator[_Value]:
    """The cells of the columns that a question names by a word that neither the row nor the title of the page says."""
    asked = set(content_terms(question)) - set(terms(table.title))
    head, *body = rows_of(table.text)
    for row in body:
        at = _label_at(row)
        own = asked.difference(terms(row[at]))
        for name, cell in [*zip(head, row, strict=True)][at + 1 :]:
            if cell and not own.isdisjoint(content_terms(without_unit(name))):
                yield _Value(row[at], name, _with_unit_of_all(table, cell, name, row[at]))


def _dated(question: str, table: Item) -> Iterator[_Value]:
    """The cells with a date, in the columns that say what a question asks the date of; or that they are of dates."""
    events = events_asked(question)
    head, *body = rows_of(table.text)
    for row in body:
        at = _label_at(row)
        given = [(name, cell) for name, cell in [*zip(head, row, strict=True)][at + 1 :] if dates(cell)]
        said = [(name, cell) for name, cell in given if events and says_event(events, name)]
        for name, cell in said or [(name, cell) for name, cell in given if _DATE.search(name)]:
            yield _Value(row[at], name, cell)


def _label_at(row: Sequence[str]) -> int:
    """Where a row says what it is of: in its first cell, or behind the number of the row."""
    return int(len(row) > 2 and row[0].rstrip(".").isdigit() and len(row[0]) < 4)


def _closest(values: Sequence[_Value], asked: set[str]) -> list[_Value]:
    """Of the values of a row those whose names have most words of the question."""
    shared = [len(asked & set(terms(value.quantity))) for value in values]
    return [value for value, own in zip(values, shared, strict=True) if own == max(shared)][:MOST_VALUES]


def _sentences(rows: Iterable[Sequence[_Value]], language: str) -> str:
    """Rows in the words of their table, one sentence each, units where they stand: so they can be verified."""
    wide = is_cjk(language) and not language.startswith("ko")
    colon, comma, stop, gap = ("：", "、", "。", "") if wide else (": ", ", ", ".", " ")
    return gap.join(f"{row[0].thing}{colon}{comma.join(_said(one, wide) for one in row)}{stop}" for row in rows)


def _said(value: _Value, wide: bool) -> str:
    """A cell behind what it is of, or before its year."""
    if _YEAR.fullmatch(value.quantity):
        return f"{value.cell}（{value.quantity}）" if wide else f"{value.cell} ({value.quantity})"
    return f"{value.quantity} {value.cell}"
