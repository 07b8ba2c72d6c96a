"""Things that a sentence takes together: "coal and gas combined", 煤电和气电合计, the mean of several, the share of one in all.

What they give together is a row more in the table, and the share of each is a table of its own: what a sentence says of it is
held against these as against any other row, also where it takes a second step ("... rose by 5 TWh").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text import numeral
from dr_core.text.column import note_removed
from dr_core.text.labelled import Cell, Claim, Table, mentions, named, stands, without_labels
from dr_core.text.multiple import Multiple
from dr_core.text.number import Quantity
from dr_core.text.pair import pairings
from dr_core.text.worked import Multiplied, Worked, clause_of, is_announced, multiplied, worked_out

_SUM = regex(
    r"\b(?:totals?|together(?! with)|combined|sum|altogether|jointly|in all)\b"
    r"|合[计計]|[总總][和计計]|共[计計]|[总總]共|合わせ|総計|총|합",
    re.IGNORECASE,
)
_MEAN = regex(r"\b(?:mean|average|averaged)\b|平均", re.IGNORECASE)
_SHARE = regex(
    r"\b(?:share|proportion|account\w* for|ma[kd]e\w* up|represent\w*)\b|占|佔|割合|比率|比重|份[额額]|シェア", re.IGNORECASE
)
_SHARE_OF = regex(r"\s?(?:percent )?of\b")
_AND = r"(?:['’]s?)?\s*(?:[,、，・+&]\s*(?:and\s|以?及|和)?|\band\b|以及|および|及び|[和与與及跟とや])\s*(?:the\s)?"
_ALL = regex(
    r"\b(?:the|all)\s(?P<word>two|three|four|five|six|seven|eight|nine|ten)\b(?:\s[a-z]+)?"
    r"|(?P<han>[二两兩三四五六七八九十])(?:[个個座家市省州国國县縣者项項社]|大)",
    re.IGNORECASE,
)
_YEAR = regex(r"\d+年?")
_BY = regex(r"\bby (?:about |around |roughly |nearly |some |over )?\Z|[加长長少升降高低多]了?(?:[约約近])?\Z", re.IGNORECASE)
PLACES = 3
"""Decimals to which a sentence may round what several things give together."""


class Group(NamedTuple):
    """A claim with one name for the things that it takes together, and the tables that tell of it."""

    claim: Claim
    whole: Table
    """The table with a row for them together."""
    shares: Table
    """The table of the share that each has in all of them, in per cent."""
    of_share: bool
    named: bool
    """Whether the claim names the things, and not only says how many they are."""

    def speaks_of(self, one: Quantity) -> bool:
        """Whether a number stands beside the things together, and not beside another one."""
        begins, ends = clause_of(self.claim.text, one)
        beside = {row for at, row in mentions(self.whole.rows, self.whole.columns, self.claim) if begins <= at < ends}
        return not beside or len(self.whole.rows) - 1 in beside

    def multiplied(self, one: Multiple, numbers: Sequence[Quantity]) -> Multiplied | None:
        """Whether a multiple in words holds of them."""
        return multiplied(one, self.claim, [self.whole], numbers)

    def table(self, one: Quantity) -> Table:
        """The table that a number of the claim is of."""
        part = one.unit == "pp" or (one.unit == "%" and (self.of_share or _SHARE_OF.match(self.claim.text, one.end)))
        return self.shares if part else self.whole


def group_of(claim: Claim, plain: str, table: Table) -> Group | None:
    """What a claim takes together of a table's rows or columns; ``plain`` is the claim with blanks for the words of labels."""
    mean, of_share = bool(_MEAN.search(plain)), bool(_SHARE.search(plain))
    if not (mean or of_share or _SUM.search(plain)):
        return None
    for one in (table, _turned(table)):
        listed = _list_in(claim.text, one.rows)
        found = listed or _all_in(claim.text, one.rows)
        if found and len({one.row_units[row] for row in found[2]}) == 1:
            begins, ends, rows = found
            name = "z" * (ends - begins)
            told = claim.text[:begins] + name + claim.text[ends:]
            values = {(row, column): stated for row, column, stated in one.values}
            return Group(
                Claim.read(told, ())._replace(forms=claim.forms),
                _with_row(one, name, dict(_together(one, rows, values, mean=mean))),
                _of_shares(one, rows, values),
                of_share,
                named=bool(listed),
            )
    return None


def in_group(group: Group, numbers: Sequence[Quantity]) -> dict[Quantity, Worked | None]:
    """What a group gives of the numbers that stand beside it; None for all of these where it gives none of them."""
    beside = [one for one in numbers if group.speaks_of(one)]
    plain = without_labels(group.claim.text, [group.whole])
    given = {one: told for one in beside if (told := _given(one, group, numbers, plain))}
    if not group.named:
        return {one: Worked(sure=False) for one in given}
    return {**given} or dict.fromkeys(beside)


def _given(one: Quantity, group: Group, numbers: Sequence[Quantity], plain: str) -> Worked | None:
    claim, table = group.claim, group.table(one)
    changes = is_announced(one, claim.text) or _BY.search(claim.text, 0, one.start)
    if not changes and stands(one, table, claim) == "fits":
        pairing = next((pairing for pairing in pairings(numbers, table, claim) if one in pairing.given), None)
        if pairing:
            return Worked(pairing.sure, turned=pairing.sure and one in pairing.off)
        if len(named(table.columns, claim)) < 2:
            return Worked(sure=True)
    return worked_out(one, claim, [table], plain, numbers)


def _list_in(text: str, labels: Sequence[str]) -> tuple[int, int, set[int]] | None:
    """Where a text has several labels in a row, and which; the years of "between 2018 and 2023" are no such list."""
    names = {note_removed(label).lower(): at for at, label in enumerate(labels)}
    known = sorted((name for name in names if len(name) > 1 and not _YEAR.fullmatch(name)), key=len, reverse=True)
    if len(known) < 2:
        return None
    one = "|".join(rf"(?<![A-Za-z\d]){re.escape(name)}(?![A-Za-z\d])" if name.isascii() else re.escape(name) for name in known)
    found = max(
        re.finditer(rf"(?:{one})(?:{_AND}(?:{one}))+", text, re.IGNORECASE), key=lambda match: len(match[0]), default=None
    )
    if not found:
        return None
    rows = {names[name[0].lower()] for name in re.finditer(one, found[0], re.IGNORECASE)}
    return (*found.span(), rows) if len(rows) > 1 else None


def _all_in(text: str, labels: Sequence[str]) -> tuple[int, int, set[int]] | None:
    """Where a text speaks of as many things as there are labels."""
    for found in _ALL.finditer(text):
        if (numeral.english(found["word"]) if found["word"] else numeral.han(found["han"])) == len(labels):
            return (*found.span(), set(range(len(labels))))
    return None


def _together(
    table: Table, rows: set[int], values: dict[Cell, tuple[Quantity, ...]], *, mean: bool
) -> Iterator[tuple[int, tuple[Quantity, ...]]]:
    """The sums (the means) of the rows of a group, by column."""
    for column in range(len(table.columns)):
        cells = [values[row, column] for row in rows if (row, column) in values]
        if len(cells) == len(rows):
            bare, measured = _sum(cells, 0), _sum(cells, -1)
            by, factor = len(rows) if mean else 1, measured / bare if bare else 1.0
            yield column, (_quantity(bare / by), _quantity(bare / by, cells[0][-1].unit, factor))


def _of_shares(table: Table, rows: set[int], values: dict[Cell, tuple[Quantity, ...]]) -> Table:
    told: list[tuple[int, int, tuple[Quantity, ...]]] = []
    for column, (whole, *_) in _together(table, rows, values, mean=False):
        told += [
            (row, column, (_quantity(100 * _signed(values[row, column][0]) / whole.value, "%"),)) for row in rows if whole.value
        ]
    units = ("%",) * len(table.columns)
    return table._replace(row_units=("",) * len(table.rows), column_units=units, cells=tuple(told), values=tuple(told))


def _with_row(table: Table, name: str, told: dict[int, tuple[Quantity, ...]]) -> Table:
    own = tuple((len(table.rows), column, stated) for column, stated in told.items())
    return table._replace(
        rows=(*table.rows, name),
        row_units=(*table.row_units, ""),
        cells=table.cells + own,
        values=table.values + own,
    )


def _turned(table: Table) -> Table:
    """A table with its columns as rows."""
    return Table(
        table.columns,
        table.rows,
        table.column_units,
        table.row_units,
        tuple((column, row, stated) for row, column, stated in table.cells),
        tuple((column, row, stated) for row, column, stated in table.values),
        table.words,
    )


def _sum(cells: Sequence[Sequence[Quantity]], at: int) -> float:
    return sum(_signed(stated[at]) for stated in cells)


def _signed(one: Quantity) -> float:
    return -one.value if one.negative else one.value


def _quantity(value: float, unit: str = "", factor: float = 1.0) -> Quantity:
    """A quantity that may be rounded to any of a few places."""
    size = abs(value)
    readings = (size * factor, *(round(size, places) * factor for places in range(PLACES)))
    return Quantity(0, 0, "", readings, unit, negative=value < 0)
