"""Figures worked out from cells: "150 MW more than B", "twice as many", 高出 20 %, 合计 300.

A difference, a share, a ratio or a sum that the words of a sentence announce is one if the cells of the rows and columns that it
names give it, as exactly as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.date import Date
from dr_core.text.labelled import Cell, Claim, Table, mentions, named
from dr_core.text.multiple import Multiple
from dr_core.text.number import Quantity
from dr_core.text.unit import compatible

NEAR = 0.03
"""How far from what it rounds "about 150" may be."""
MOST_SUMMED = 12

_UP = (
    r"\b(?:more|higher|greater|larger|bigger|longer|taller|above|exceed\w*|rise[ns]?|rose|rising|rais(?:e[ds]?|ing)|grew|grow\w*|gain\w*|increas\w*"
    r"|climb\w*|up|later|add(?:ed|s)|surpass\w*|dearer|mehr|höher\w*|größer\w*|länger\w*|st(?:ei|ie)g\w*|gestiegen\w*|Anstieg\w*"
    r"|w[aäu]chs\w*|gewachsen\w*|Zuwachs|Zunahme|zu(?:ge)?nehm\w*|erhöh\w*|Erhöhung|augment\w*|progress\w*|hauss\w*|cr[uû]|supérieur\w*"
    r"|de plus|aument\w*|crec\w*|subi(?:ó|eron|da)|superior\w*|más que)\b"
    r"|(?<![最至])[高多](?![铁鐵速])|[超增升昇涨漲]|更[大长長]|长[约約出了]|長[約出了]|[贵貴](?![州阳陽公重宾賓])|長い|大きい|上回|増|上[がげ]|伸び|많|높|늘|증가"
    r"|오[르른를름]|올[라랐린렸릴]|상승|인상|초과|비[싸쌌]|길[다고어었]|긴|웃[도돌돈]|상회|더 (?![작적낮짧싸느])"
)
_DOWN = (
    r"\b(?:less|fewer|lower|smaller|short(?:er|ened|ens)|below|fall\w*|fell|declin\w*|decreas\w*|drop\w*|down|cheaper|earlier|reduc\w*|lost|cuts?|lowered"
    r"|shrank|shrunk|weniger|niedriger\w*|geringer\w*|kleiner\w*|kürzer\w*|s[aiu]nk\w*|gesunken\w*|f(?:iel|äll|all)\w*|gefallen\w*"
    r"|Rückgang\w*|Abnahme|abnehm\w*|verringer\w*|gesenkt\w*|Senkung|baiss\w*|diminu\w*|recul\w*|chut\w*|inférieur\w*|de moins"
    r"|disminu\w*|cay(?:ó|eron)|baj(?:ó|aron|ada)|descen\w*|inferior\w*|menos)\b"
    r"|(?<![最至])[低少]|[减減降跌]|更[小短]|短[约約了\d縮]|[缩縮]短|便宜|安[いくか]|短い|小さい|下回|減|下[がげ]|적|낮|줄|감소"
    r"|떨어|하락|인하|내[려렸린리릴]|(?<!비)[싸쌌][다고며지]|저렴|짧|단축|밑[도돌돈]|하회|더 작"
)
_APART = (
    r"\b(?:differ\w*|gap|margin|apart|chang\w*|between|range|ahead|behind|lead\w*|led|trail\w*|faster|slower|quicker)\b"
    r"|差|之间|之間|[快慢速遅]い?|차이"
)
"""Of these nobody knows whether more or less is meant: what is faster takes less time."""
RISEN, FALLEN = regex(_UP, re.IGNORECASE), regex(_DOWN, re.IGNORECASE)
_CHANGED = regex(f"{_UP}|{_DOWN}|{_APART}", re.IGNORECASE)
_SHARE = regex(r"\b(?:share|of|account\w*|represent\w*|make\w*|made)\b|占|佔|份额|割合|比率|비중|차지", re.IGNORECASE)
_RATE = regex(r"\b(?:rate|ratio|share|cover(?:s|ed|age)?)\b|率|占比|覆[盖蓋]|比重|비율|률", re.IGNORECASE)
_RATIO = regex(r"\b(?:times|ratio|factor|multiple)\b|fold\b|倍|배", re.IGNORECASE)
TOTAL = regex(
    r"\b(?:total\w*|together|combin\w*|sum\w*|altogether|in all|jointly|both|overall|add(?:s|ed|ing)?|zusammen\w*|insgesamt"
    r"|gemeinsam|Summe|alles in allem|ensemble|en tout|cumul\w*|junt[oa]s|suma\w*"
    r"|insieme|complessiv\w*|in tutto|вместе|всего|в сумме)\b"
    r"|合[计計わ]|共|总|總|計|全部で|足[しす]|加上|총|합|모두|도합|다 해",
    re.IGNORECASE,
)
_REFERENCE = regex(
    r"(?:\b(?:than|compared (?:with|to)|relative to|against|versus|vs|over|exceed(?:s|ed)?|above|below|unlike|surpass(?:es|ed)?"
    r"|as (?:much|many|large|high|long|big|great|far)(?: \w+){0,3} as|that of|those of)"
    r"(?: (?:in|on|at|for|of|the|that|those|its))*\s"
    r"|[比较較]|相[对對][于於]|[高低多少][于於]|超[过過])\Z",
    re.IGNORECASE,
)
_REFERENCE_BEHIND = regex(r"[^、，。,はがも]{0,6}?(?:より|に比べ|を(?:上|下)回|을 |를 |보다)")
_YEAR = regex(r"(?:1[89]|20)\d\d")
_WRITTEN = regex(r"\d[\d,]*(?:\.(\d+))?")
_OF_WHICH = regex(r"[的の][^、，。,はが比是为為]{0,6}?(?:[约約近]|ほぼ)?\s?")
_BY_HOW_MUCH = regex(
    r"(?: (?!more|less|fewer|(?:is|are|was|were)\b)[\w/%³²]{1,12}){0,2}"
    r" (?:more|less|fewer|higher|lower|greater|larger|smaller|longer|shorter|faster|slower|above|below)\b"
    r"(?: \w+){0,3}? (?:than|that)\b",
    re.IGNORECASE,
)
_BY_HOW_MUCH_BEFORE = regex(r"(?:高出|多出|低了|少了|相差|[比较較][^，。、]{1,30}?[高低多少](?:了|出)?)(?:[约約近]|将近)?\s?\Z")
_PART_OF = regex(r"\s?(?:percent )?of (?:the |all |its |total )*", re.IGNORECASE)
_FRACTION = regex(r"分[之の]|분의")
_CLAUSE = regex(r"(?<!\d)[,;，；。、]|[,;，；。、](?!\d)|\b(?:while|whereas|but|and)\b|而", re.IGNORECASE)
_MORE_BY = regex(r"高出|多出|多了|增加了?|增[长長]了?|高|多")


ARITHMETIC = (_CHANGED, _SHARE, _RATIO, TOTAL)
"""The words that announce what is worked out."""


class Worked(NamedTuple):
    """A figure that cells give: ``sure`` where both are named; ``turned`` where they give it the other way round."""

    sure: bool
    turned: bool = False


class Multiplied(NamedTuple):
    """Whether two cells give a multiple in words, and whether it is these that are meant and in this order."""

    given: bool
    sure: bool


class _Said(NamedTuple):
    """What the words of a claim say of a figure that is worked out."""

    changed: bool
    rises: bool
    falls: bool
    ratio: bool
    more_by: bool
    share: bool
    total: bool


@lru_cache(maxsize=256)
def _says(text: str) -> _Said:
    return _Said(*(bool(words.search(text)) for words in (_CHANGED, RISEN, FALLEN, _RATIO, _MORE_BY, _SHARE, TOTAL)))


def _direction(text: str, one: Quantity) -> tuple[bool, bool]:
    """Whether a claim says that a figure is by how much something rises, and falls: where it says both, as its clause does."""
    begins, ends = clause_of(text, one)
    whole, clause = _says(text), _says(text[begins:ends])
    told = clause if whole.rises and whole.falls and (clause.rises or clause.falls) else whole
    return told.rises, told.falls


def clause_of(text: str, one: Quantity | Multiple | Date) -> tuple[int, int]:
    """Where the clause of a figure or a date begins and ends."""
    begins = max((cut.end() for cut in _CLAUSE.finditer(text, 0, one.start)), default=0)
    return begins, next((cut.start() for cut in _CLAUSE.finditer(text, one.end)), len(text))


class _Operand(NamedTuple):
    value: float
    unit: str


def is_announced(one: Quantity, text: str) -> bool:
    """Whether a number is said to be by how much something is more or less: "20 GW more than"."""
    return bool(_BY_HOW_MUCH.match(text, one.end) or _BY_HOW_MUCH_BEFORE.search(text, 0, one.start))


def worked_out(one: Quantity, claim: Claim, tables: Sequence[Table], text: str, numbers: Sequence[Quantity]) -> Worked | None:
    """How tables give a number that a claim has worked out; None where they do not. ``text`` is the claim with blanks for the
    words of labels, of which "highest" and "total" may be some; ``numbers`` are all that it states, and what it is worked out
    from may be among them."""
    others = [other for other in numbers if other != one]
    found = [told for table in tables for told in _of_table(one, claim, table, text, others)]
    return max(found, key=lambda told: (told.sure, not told.turned), default=None)


def multiplied(one: Multiple, claim: Claim, tables: Sequence[Table], numbers: Sequence[Quantity]) -> Multiplied | None:
    """Whether tables give a multiple that a claim tells in words; None where they have no two cells for it."""
    every = [told for table in tables for told in _ratios(one, claim, table, numbers)]
    return max(every, key=lambda told: (told.sure, told.given), default=None)


def _ratios(one: Multiple, claim: Claim, table: Table, numbers: Sequence[Quantity]) -> Iterator[Multiplied]:
    values = {(row, column): _operands(stated) for row, column, stated in table.values}
    stated = set().union(*map(table.holding, numbers))
    lines, (begins, ends) = _named(table, claim), clause_of(claim.text, one)
    both = (table.rows, table.columns)
    told = [{label for at, label in mentions(*labels, claim) if begins <= at < ends} for labels in (both, both[::-1])]
    for first, second, sure in _pairs(values, *lines, stated):
        axis = int(first[0] == second[0])
        half_named = not sure and len(lines[axis]) > 1 and not {first[axis], second[axis]} <= lines[axis]
        of_other_clause = told[1 - axis] and first[1 - axis] not in told[1 - axis]
        if half_named or of_other_clause or table.column_units[first[1]] != table.column_units[second[1]]:
            continue
        subject, known = _subject(one, claim, table, first, second)
        x, y = (values[cell][0].value for cell in (subject, second if subject == first else first))
        if x and y:
            yield Multiplied(one.holds(x / y) or (not known and one.holds(y / x)), sure and known)


def _named(table: Table, claim: Claim) -> tuple[set[int], set[int]]:
    """The rows and the columns that a claim names; the only one need not be."""
    return (
        named(table.rows, claim) or ({0} if len(table.rows) == 1 else set()),
        named(table.columns, claim) or ({0} if len(table.columns) == 1 else set()),
    )


def _of_table(one: Quantity, claim: Claim, table: Table, text: str, others: Sequence[Quantity]) -> Iterator[Worked]:
    rows, columns = _named(table, claim)
    values = {(row, column): _operands(stated) for row, column, stated in table.values}
    says = _says(text)
    if says.total:
        for column in sorted(columns) or range(len(table.columns)):
            group = [values[row, column] for row in sorted(rows)[: MOST_SUMMED // 2] if (row, column) in values]
            for size in range(2, len(group) + 1):
                if any(_is_sum(one, part) for part in combinations(group, size)):
                    yield Worked(bool(columns) and size == len(group))
            every = [values[row, column] for row in range(len(table.rows)) if (row, column) in values]
            if 1 < len(every) <= MOST_SUMMED and _is_sum(one, every):
                yield Worked(sure=False)
    if says.share and one.unit == "%":
        yield from _shares(one, table, rows, columns, values, others)
    if one.unit == "%" and not columns and _RATE.search(text):
        yield from _rates(one, table, rows, values)
    if not (says.changed or says.ratio or one.unit == "%"):
        return
    told_cells = set().union(*(table.holding(other) for other in others))
    for first, second, sure in _pairs(values, rows, columns, told_cells):
        if table.column_units[first[1]] != table.column_units[second[1]]:
            continue  # kilometres and stations have no difference
        if not any(_may_give(one, x.value, y.value) for x, y in zip(values[first], values[second], strict=False)):
            continue
        for told in _of_pair(one, claim, table, text, first, second, values, given={first, second} <= told_cells):
            if sure or not told.turned:
                yield told._replace(sure=told.sure and sure)


def _shares(
    one: Quantity,
    table: Table,
    rows: set[int],
    columns: set[int],
    values: dict[Cell, list[_Operand]],
    others: Sequence[Quantity],
) -> Iterator[Worked]:
    """Whether a number is the share of a named row in all of its column; it is sure where the claim states the sum, too."""
    for column in sorted(columns) or range(len(table.columns)):
        every = [values[row, column] for row in range(len(table.rows)) if (row, column) in values]
        if not 1 < len(every) <= MOST_SUMMED:
            continue
        total = sum(told[0].value for told in every)
        told = any(_is_sum(other, every) for other in others)
        for row in sorted(rows):
            if total and (row, column) in values and _matches(one, _Operand(100 * values[row, column][0].value / total, "%")):
                yield Worked(sure=told)


def _rates(one: Quantity, table: Table, rows: set[int], values: dict[Cell, list[_Operand]]) -> Iterator[Worked]:
    """Whether a number is what one cell of a named row is of another: the rate that a claim gives may have a name of its own."""
    for row in sorted(rows):
        cells = [(column, values[row, column][0]) for column in range(len(table.columns)) if (row, column) in values]
        for (first, x), (second, y) in permutations(cells, 2):
            alike = table.column_units[first] == table.column_units[second]
            if alike and x.value and y.value and _matches(one, _Operand(100 * x.value / y.value, "%")):
                yield Worked(sure=False)


def _pairs(
    values: dict[Cell, list[_Operand]], rows: set[int], columns: set[int], stated: set[Cell]
) -> Iterator[tuple[Cell, Cell, bool]]:
    """Pairs of cells of one column or of one row of which a claim names one or states both, and whether it is these and no others
    that it names or states."""
    for axis, across, there, only in ((0, rows, columns, bool(columns)), (1, columns, rows, True)):
        lines: dict[int, list[Cell]] = {}
        for place in values:
            lines.setdefault(place[1 - axis], []).append(place)
        for line, cells in lines.items():
            named_line = line in there or (axis == 0 and not columns)
            for first, second in combinations(cells, 2):
                ends, both = {first[axis], second[axis]}, first in stated and second in stated
                if both or (named_line and not ends.isdisjoint(across)):
                    yield first, second, both or (only and ends == across)


def _may_give(one: Quantity, x: float, y: float) -> bool:
    """Whether any arithmetic of two values gives a number: asked of every pair, before its words are looked at."""
    if not (x and y):
        return False
    change, ratio, other = x - y, x / y, y / x
    given = (change, 100 * change / x, 100 * change / y, ratio, other, ratio - 1, other - 1, 100 * ratio, 100 * other)
    near = _exactness(one)
    return any(abs(abs(value) - one.value) <= near for value in given)


def _of_pair(
    one: Quantity,
    claim: Claim,
    table: Table,
    text: str,
    first: Cell,
    second: Cell,
    values: dict[Cell, list[_Operand]],
    *,
    given: bool,
) -> Iterator[Worked]:
    """How two cells give a number, by what the words of the claim say of it; ``given`` where it states both, so that a reader
    sees what is more."""
    says, (rises, falls) = _says(text), _direction(text, one)
    subject, known = _subject(one, claim, table, first, second)
    reference = second if subject == first else first
    for x, y in zip(values[subject], values[reference], strict=False):
        change = x.value - y.value
        if not (x.value and y.value and change):
            continue
        parts, backwards = _Operand(100 * change / y.value, "%"), _Operand(100 * change / x.value, "%")
        turned = known and rises != falls and (change > 0) != rises
        if says.changed:
            by = _Operand(change, "pp" if one.unit == "pp" and x.unit == "%" else x.unit)
            if _matches(one, by) or _matches(one, parts):
                yield Worked(known or given or rises == falls, turned)
            elif _matches(one, backwards) and (turned or not known):
                yield Worked(known, turned)
        if says.ratio:
            ratio = x.value / y.value
            if _matches(one, _Operand(ratio, "x")) or (says.more_by and _matches(one, _Operand(ratio - 1, "x"))):
                yield Worked(known, turned)  # 高出一倍 is twice as much
            elif _matches(one, _Operand(1 / ratio, "x")):
                yield Worked(known, turned=known and not falls)
        if one.unit == "%" and (says.share or _PART_OF.match(claim.text, one.end) or _FRACTION.search(one.text)):
            if _matches(one, _Operand(100 * x.value / y.value, "%")):
                yield Worked(known)
            elif not known and _matches(one, _Operand(100 * y.value / x.value, "%")):
                yield Worked(sure=False)


def _subject(one: Quantity | Multiple, claim: Claim, table: Table, first: Cell, second: Cell) -> tuple[Cell, bool]:
    """Which of two cells a claim speaks of, and whether that is told: it is not the one behind "than", nor the earlier year."""
    axis = 0 if first[1] == second[1] else 1
    labels, others = (table.rows, table.columns)[:: -1 if axis else 1]
    places = [(at, label) for at, label in mentions(labels, others, claim) if label in (first[axis], second[axis])]
    for at, label in places:
        if _REFERENCE.search(claim.text[:at]) or _is_reference(claim.text, at, labels[label], one):
            return (second if label == first[axis] else first), len({other for _, other in places}) == 2
    years = [_YEAR.search(labels[cell[axis]]) for cell in (first, second)]
    if years[0] and years[1] and years[0][0] != years[1][0]:
        return (first if years[0][0] > years[1][0] else second), True
    return (second if places and places[0][1] == second[axis] else first), False


def _is_reference(text: str, at: int, label: str, one: Quantity | Multiple) -> bool:
    """Whether what stands behind a name says that another thing is measured by it: BのN倍, Bより."""
    if one.end <= at and isinstance(one, Quantity) and one.unit == "%" and _PART_OF.fullmatch(text, one.end, at):
        return True
    if text.isascii():
        return False
    same = next((size for size in range(min(len(label), len(text) - at), 0, -1) if text[at : at + size] == label[:size]), 0)
    return bool(_REFERENCE_BEHIND.match(text, at + same)) or bool(_OF_WHICH.fullmatch(text, at + same, max(at + same, one.start)))


def _operands(stated: Sequence[Quantity]) -> list[_Operand]:
    """The number of a cell as it stands, and in its unit."""
    told = [_Operand(-one.value if one.negative else one.value, one.unit) for one in stated]
    return [told[0], told[-1]]


def _is_sum(one: Quantity, group: Sequence[Sequence[_Operand]]) -> bool:
    return any(_matches(one, _Operand(sum(told.value for told in column), column[0].unit)) for column in zip(*group, strict=True))


def _matches(one: Quantity, told: _Operand) -> bool:
    """Whether a number is a value, as exactly as it is written."""
    strict = told.unit in ("%", "x", "pp")
    if one.unit != told.unit and (strict or (one.unit and not (told.unit and compatible(told.unit, one.unit)))):
        return False
    return bool(one.value) and abs(abs(told.value) - one.value) <= _exactness(one)


@lru_cache(maxsize=256)
def _exactness(one: Quantity) -> float:
    """How far a number may be from what it rounds."""
    written = _WRITTEN.search(one.text)
    figure = float(written[0].replace(",", "")) if written else 0.0
    step = one.value / figure * 10.0 ** -len(written[1] or "") if written and figure else 0.0
    return max(0.5001 * step, NEAR * one.value if one.approximate or not written else 0.0)
