"""Figures of a row that stand in each other's columns, told by the other rows: where these have the first column of a source's
table on the left, a row that has it on the right was crossed. No names are compared, so that the two may be in two languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from dr_core.text.number import quantities

LEAST = 2
"""Rows that must agree on which column is which."""
Row = Sequence[str]


def crossed(row: Row, rows: Sequence[Row], sources: Sequence[Sequence[Row]]) -> int:
    """The first column of ``row``, one of ``rows``, that has the figures of another one; 0, that of the labels, where none has.

    ``sources`` are the tables of the sources, each row with its label. One whose rows are the columns of another is the same.
    """
    for source in sources:
        for turned in (source, tuple(zip(*source, strict=False))):
            own = _columns(row, turned)
            others = [found for one in rows if one != row and (found := _columns(one, turned))]
            for at, column in own.items():
                for beside, other in own.items():
                    straight = sum(one.get(at) == other and one.get(beside) == column for one in others)
                    alike = sum(one.get(at) == column or one.get(beside) == other for one in others)
                    if at < beside and straight >= LEAST and not alike:
                        return at
    return 0


def _columns(row: Row, source: Sequence[Row]) -> dict[int, int]:
    """In which column of the one row of a source that has all figures of a row each stands; none where that is not known."""
    found = [places for one in source if (places := dict(_places(row, one)))]
    return found[0] if len(found) == 1 else {}


def _places(row: Row, source: Row) -> Iterator[tuple[int, int]]:
    told = {at: figures for at, cell in enumerate(row) if at and (figures := _figures(cell))}
    there = [_figures(cell) if at else () for at, cell in enumerate(source)]
    if len(told) > 1 and len(set(told.values())) == len(told) and all(there.count(one) == 1 for one in told.values()):
        yield from ((at, there.index(one)) for at, one in told.items())


@lru_cache(maxsize=1024)
def _figures(cell: str) -> tuple[float, ...]:
    """The figures of a cell as they stand: their unit may be in a head."""
    return tuple(-one.bare if one.negative else one.bare for one in quantities(f": {cell}", loose=True))
