"""Figures that a source gives together, torn apart: "30 plants with 137 MW, 27 with 109 MW" of 30 with 109 and 27 with 137.

Each pair of a sentence that tells of several in turn must stand together somewhere; two pairs that do not are known by their
exchange: the source has the first figure of either beside the second figure of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from dr_core.pattern import regex
from dr_core.text.number import Quantity, quantities, states
from dr_core.text.overlap import split

FEWEST = 4
"""Figures of two pairs."""
_BEHIND = regex(r"\s?([^\W\d_]+|\S)?")
_CJK = regex(r"[\u3041-\u9fff]")


def torn_apart(claim: str, numbers: Sequence[Quantity], spans: Sequence[str]) -> tuple[str, str] | None:
    """A figure that ``claim`` has beside another one, and the one that the source has there; None where it tears none apart."""
    if len(numbers) < FEWEST:
        return None
    every = [quantities(piece, loose=True) for span in spans for piece in (span.split("\n") if "|" in span else split(span))]

    def together(*wanted: Quantity) -> bool:
        return any(all(states(stated, one) for one in wanted) for stated in every)

    for pairs in _in_turn(claim, sorted(numbers)):
        for (first, second), (other, beside) in combinations(pairs, 2):
            if together(first, beside) and together(other, second) and not (together(first, second) or together(other, beside)):
                return second.text.strip(), beside.text.strip()
    return None


def _in_turn(claim: str, numbers: Sequence[Quantity]) -> Iterator[list[tuple[Quantity, Quantity]]]:
    """The figures of each two kinds that a claim gives in turn: so many plants, so many megawatts, and again."""
    kinds: dict[str, list[Quantity]] = {}
    for one in numbers:
        kinds.setdefault(one.unit or _word_behind(claim, one), []).append(one)
    for some, others in combinations([one for kind, one in kinds.items() if kind and len(one) > 1], 2):
        if len(some) == len(others) and all(one.start < other.start for one, other in zip(some, others, strict=True)):
            pairs = list(zip(some, others, strict=True))
            if all(before[1].start < after[0].start for before, after in pairwise(pairs)):
                yield pairs


def _word_behind(claim: str, one: Quantity) -> str:
    """What a figure without a unit counts: the word behind it, of Chinese or Japanese the character."""
    found = _BEHIND.match(claim, one.end)
    word = (found[1] or "") if found else ""
    return word[:1] if _CJK.match(word) else word.lower()
