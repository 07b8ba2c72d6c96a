"""Figures in each other's place: "A has 3 and B has 5" where the table gives A 5 and B 3.

Only where the order of names and figures tells which is whose: name and figure in turn, or all names and then all figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.column import note_removed
from dr_core.text.labelled import Claim, Table, meant, mentions
from dr_core.text.number import Quantity

_IN_TURN = regex(r"\brespectively\b|分别|分別|それぞれ|각각", re.IGNORECASE)
_APART = regex(
    r"[,;:，；：、。(（)）—–]|\b(?:and|while|whereas|but|versus|vs|than|against|compared|is|are|was|were|has|have|had)\b"
    r"|[而和与與及比]|は|が|で",
    re.IGNORECASE,
)
"""What stands between a figure and the next name where the two do not belong together: "the 5 of B" has none of it."""


class Pairing(NamedTuple):
    """The numbers that a claim gives to names, those of them that are of others, and whether it can be read in no other way."""

    given: tuple[Quantity, ...]
    off: tuple[Quantity, ...]
    sure: bool


class _Given(NamedTuple):
    label: int
    number: Quantity
    cells: set[int]


def pairings(numbers: Sequence[Quantity], table: Table, claim: Claim) -> Iterator[Pairing]:
    """Which of ``numbers`` a claim gives to which rows, and to which columns, where their order tells."""
    both = ((table.rows, table.row_units), (table.columns, table.column_units))
    for axis, ((labels, _), (across, units)) in enumerate((both, both[::-1])):
        places = mentions(labels, across, claim)
        if len({label for _, label in places}) < 2:
            continue
        held = [(one, cells) for one in numbers if (cells := _cells(one, table, axis, meant(across, units, one, claim)))]
        given, sure = _given(claim.text, places, held) if len(held) > 1 else ([], False)
        if given:
            names = [note_removed(label) for label in labels]
            off = tuple(one.number for one in given if names[one.label] not in {names[at] for at in one.cells})
            yield Pairing(tuple(one.number for one in given), off, sure)


def _cells(one: Quantity, table: Table, axis: int, across: set[int]) -> set[int]:
    """The rows (the columns) that hold a number, in one of the columns (the rows) that are meant where that can be told."""
    return {cell[axis] for cell in table.holding(one) if not across or cell[1 - axis] in across}


def _given(text: str, places: Sequence[tuple[int, int]], held: Sequence[tuple[Quantity, set[int]]]) -> tuple[list[_Given], bool]:
    """Which number a claim gives to which label, by their order, and whether it can be read in no other way."""
    items: list[tuple[int, int, int]] = [(at, -1, label) for at, label in places]  # place, number, label
    items += [(one.start, number, -1) for number, (one, _) in enumerate(held)]
    items.sort()
    kinds = "".join("N" if number >= 0 else "L" for _, number, _ in items)

    def given(pairs: list[tuple[int, int]]) -> list[_Given]:
        return [_Given(items[label][2], *held[items[number][1]]) for label, number in pairs]

    if re.fullmatch(r"(?:LN+){2,}", kinds):
        last = [max(at for at in range(number) if kinds[at] == "L") for number in range(len(kinds))[1:] if kinds[number] == "N"]
        pairs = list(zip(last, (at for at, kind in enumerate(kinds) if kind == "N"), strict=True))
        between = [text[held[items[at - 1][1]][0].end : items[at][0]] for at, kind in enumerate(kinds) if kind == "L" and at]
        return given(pairs), all(map(_APART.search, between))
    if re.fullmatch(r"(?:NL){2,}", kinds):
        return given([(at + 1, at) for at in range(0, len(kinds), 2)]), True
    if kinds in ("LNNL", "NLLN"):
        return given([(0, 1), (3, 2)] if kinds[0] == "L" else [(1, 0), (2, 3)]), True
    if re.fullmatch(r"L{2,}N{2,}", kinds) and len(kinds) == 2 * kinds.count("L"):
        half = len(kinds) // 2
        return given([(at, at + half) for at in range(half)]), bool(_IN_TURN.search(text))
    return [], False
