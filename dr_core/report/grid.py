"""Whether the cells of a table stand in the right row and column: what a row claims depends on the head above it.

Held against a source's own table, cell by cell; held against prose, each number by the column and the row that its sentence
speaks of. A table that a source holds as it is passes whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.report.crossed import crossed
from dr_core.report.table import cells, is_not_found, is_rule, measured
from dr_core.text.language import detect, is_cjk
from dr_core.text.marker import strip_marks
from dr_core.text.name import Mentions, names
from dr_core.text.number import Quantity, quantities, states
from dr_core.text.overlap import split
from dr_core.text.stopword import STOPWORDS
from dr_core.text.support import Judgement
from dr_core.text.token import terms

MOST_CELLS = 400
"""Cells of a table that are compared one by one."""
LONGEST_TO = 4
"""Characters between the ends of a range."""

_BRACKETS = regex(r"\s*[（(\[][^（）()\[\]]{0,40}[)）\]]")
_WORD = regex(r"[^\W_]+")
_WHO_AND_WHEN = regex(r"[^\W\d_]\D{2,60}[,(（，]\s?(?:1[89]|20)\d\d年?[)）]?")
"""Whose figures stand in a row, and of when they are: "World Bank, 2019"."""
_CLAUSE = regex(r"[;,.，；。、：:]")
_GENERIC_WORDS = """
    value amount description detail note source status year metric figure number date comment remark feature category result
    total unit share rate level type name item aspect summary evidence finding
    数值 數值 说明 說明 备注 備註 来源 來源 年份 数量 值 値 備考 出典 数値 値 項目 값 비고 출처 수치 항목
"""
_GENERIC = frozenset(terms(_GENERIC_WORDS)) | frozenset(_GENERIC_WORDS.split())
_NO_MEASURE = frozenset(terms("year date source note comment remark 年份 年度 来源 來源 出典 備考 备注 備註 연도 출처 비고"))
"""Of these columns: a year or a source is of the whole row, and no figure that belongs to one of its columns."""


class Grid(NamedTuple):
    """A table taken apart."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def grids(text: str) -> list[Grid]:
    """The pipe tables of ``text``."""
    lines = [line.strip() for line in text.splitlines()]
    found: list[Grid] = []
    for at in range(1, len(lines)):
        if lines[at].startswith("|") and is_rule(lines[at]) and lines[at - 1].startswith("|"):
            rows = []
            for line in lines[at + 1 :]:
                if not line.startswith("|"):
                    break
                rows.append(_cells(line))
            found.append(Grid(_cells(lines[at - 1]), tuple(rows)))
    return found


def misplaced(table: Grid, row: str, spans: tuple[str, ...], titles: tuple[str, ...] = ()) -> Judgement | None:
    """The word against ``row`` of ``table`` where one of its cells belongs elsewhere, or its column is none of the source's.

    A column may be named in the ``titles`` of the cited sources only; one in which nothing was found needs no source.
    """
    own = _cells(row)
    label, values = own[0], own[1:]
    told = [(column, value) for column, value in zip(table.head[1:], values, strict=False) if not is_not_found(value)]
    if not told or len(table.head) * len(table.rows) > MOST_CELLS:
        return None
    known, word = _in_tables(label, told, spans)
    if known:
        return word
    if at := crossed(own, table.rows, [(grid.head, *grid.rows) for span in spans for grid in _grids(span)]):
        told_there = f"gives {own[at]} under {table.head[at]}, where the source's table has it elsewhere"
        return Judgement("contradicted", 0.2, told_there)
    filled = [head for at, head in enumerate(table.head) if at and not all(is_not_found(_get(one, at)) for one in table.rows)]
    unknown = _unknown(filled, (*spans, *titles))
    if unknown:
        return Judgement("unclear", 0.4, unknown)
    heads, labels = _things(table.head[1:]), _things([one[0] for one in table.rows])
    for at, value in enumerate(values[: len(table.head) - 1]):
        numbers = [] if is_not_found(value) else quantities(": " + measured(value, label, table.head[at + 1]))
        if not (len(numbers) == 1 or _is_range(numbers)) or _WHO_AND_WHEN.fullmatch(value):
            continue
        other = _other(numbers[-1], table.head[at + 1], heads, spans)
        if not other and len(numbers) == 1:
            other = _other(numbers[0], label, labels, spans)
        if other:
            return Judgement("unclear", 0.4, f"says of {other[0]} what the source says of {other[1]} ({value})")
    return None


def _cells(row: str) -> tuple[str, ...]:
    return tuple(strip_marks(cell).strip(" *") for cell in cells(row))


def _in_tables(label: str, told: Sequence[tuple[str, str]], spans: tuple[str, ...]) -> tuple[bool, Judgement | None]:
    """Whether a source's own table has this row, and what it says against it. The unit of a column may stand elsewhere there."""
    elsewhere = ""
    for span in spans:
        for grid in _grids(span):
            at = {_bare(name): place for place, name in enumerate(grid.head)}
            rows = [row for row in grid.rows if row and _plain(row[0]) == _plain(label)]
            if not rows or any(_bare(column) not in at for column, _ in told):
                continue
            for row in rows:
                wrong = [(column, value) for column, value in told if _plain(_get(row, at[_bare(column)])) != _plain(value)]
                if not wrong:
                    return True, None
            column, value = wrong[0]
            others = [cell for row in rows for cell in row] + [_get(row, at[_bare(column)]) for row in grid.rows]
            if _plain(value) in map(_plain, others):
                elsewhere = elsewhere or f"gives {value} under {column}, where the source's table has it elsewhere"
    return bool(elsewhere), Judgement("contradicted", 0.2, elsewhere) if elsewhere else None


@lru_cache(maxsize=256)
def _grids(span: str) -> Sequence[Grid]:
    return grids(span) if "|" in span else ()


def _get(row: Sequence[str], at: int) -> str:
    return row[at] if at < len(row) else ""


def _plain(cell: str) -> str:
    return " ".join(cell.lower().split())


def _bare(head: str) -> str:
    """A head without its unit."""
    return _plain(_BRACKETS.sub("", head) or head)


def _unknown(heads: Sequence[str], spans: tuple[str, ...]) -> str:
    """Why the head of a table is none of the source's: a name that it does not mention, or no word of any column."""
    mentions = _mentions(spans)
    for head in heads:
        for name in names(_BRACKETS.sub("", head)):
            if not mentions.name(name):
                return f"the column {head} stands in no cited span"
    if len(heads) < 2 or not _one_language(" ".join(heads), spans):
        return ""
    words = _words(spans)
    absent = [head for head in heads if not any(term in words or term in _GENERIC for term in _terms(head))]
    return f"the column {absent[0]} stands in no cited span" if len(absent) == len(heads) else ""


def _one_language(text: str, spans: tuple[str, ...]) -> bool:
    return any(is_cjk(detect(span)) == any(ord(char) > 0x2E80 for char in text) for span in spans)


@lru_cache(maxsize=256)
def _mentions(spans: tuple[str, ...]) -> Mentions:
    return Mentions(spans)


@lru_cache(maxsize=256)
def _words(spans: tuple[str, ...]) -> frozenset[str]:
    return frozenset(term for span in spans for term in terms(span))


def _terms(head: str) -> list[str]:
    plain = _BRACKETS.sub("", head) or head
    return [term for term in terms(plain) if term not in STOPWORDS] or terms(plain)


@lru_cache(maxsize=256)
def _things_of(heads: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Each head with the terms that no other has."""
    every = {head: set(_terms(head)) - _NO_MEASURE for head in heads}
    return {
        head: frozenset(own.difference(*(other for name, other in every.items() if name != head))) for head, own in every.items()
    }


def _things(heads: Sequence[str]) -> dict[str, frozenset[str]]:
    return _things_of(tuple(dict.fromkeys(heads)))


def _other(number: Quantity, own: str, things: dict[str, frozenset[str]], spans: tuple[str, ...]) -> tuple[str, str] | None:
    """``own`` and the thing that the spans say ``number`` of, where they never say it of ``own``."""
    if len(things) < 2 or not things.get(own):
        return None
    told: str | None = None
    for span in spans:
        for sentence in split(span):
            numbers, mentions = _numbers(sentence), _mentioned(sentence, tuple(things.items()))
            for at, one in enumerate(numbers):
                if not states([one], number):
                    continue
                first = at - 1 if at and _is_range(numbers[at - 1 : at + 1]) else at
                begin = numbers[first - 1].end if first else 0
                end = numbers[at + 1].start if at + 1 < len(numbers) else len(sentence)
                said = _said_of(sentence, one, begin, end, mentions)
                if said is None or own in said:
                    return None
                told = told or min(said)
    return (own, told) if told else None


def _is_range(numbers: Sequence[Quantity]) -> bool:
    """Whether two numbers are the ends of one range: nothing but a dash or a "to" stands between them."""
    return len(numbers) == 2 and 0 < numbers[1].start - numbers[0].end <= LONGEST_TO and numbers[0].value < numbers[1].value


def _said_of(sentence: str, one: Quantity, begin: int, end: int, mentions: Sequence[tuple[int, str]]) -> frozenset[str] | None:
    """The things that a number may be said of; None where the sentence names none of them."""
    since = frozenset(name for place, name in mentions if begin <= place < one.start)
    before = [name for place, name in mentions if place < one.start]
    clause = _CLAUSE.search(sentence, one.end)
    stop = min(end, clause.start() if clause else end)
    behind = frozenset(name for place, name in mentions if one.end <= place < stop)
    # "A and B reach 5 and 7": whose is which, "respectively" knows.
    listed = since if len(since) > 1 else frozenset(before[-1:])
    if len(frozenset(before)) > 1 and not since:
        listed = frozenset(before)
    return listed | behind or None


@lru_cache(maxsize=1024)
def _numbers(sentence: str) -> Sequence[Quantity]:
    return tuple(quantities(sentence))


@lru_cache(maxsize=1024)
def _mentioned(sentence: str, things: tuple[tuple[str, frozenset[str]], ...]) -> Sequence[tuple[int, str]]:
    """Where ``sentence`` names which of the things, in order."""
    if any(ord(char) > 0x2E80 for char in sentence):
        plain = sentence.lower()
        found = []
        for head, own in things:
            for term in own:
                at = plain.find(term)
                while at >= 0:
                    found.append((at, head))
                    at = plain.find(term, at + 1)
        return tuple(sorted(found))
    owner = {term: head for head, own in things for term in own}
    return tuple(
        (word.start(), owner[term]) for word in _WORD.finditer(sentence) for term in terms(word.group()) if term in owner
    )
