"""What is left of a whole without its parts: of 480 wells, 112 of one kind and 68 of another, "the remaining 300" are the rest.

Every figure of its kind in the source's sentence, or in two that follow each other, must be taken off: of some of many, what is
left is found by chance. Whose rest it is the figures do not tell, so that it is never sure.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dr_core.pattern import regex
from dr_core.text.dated import undated
from dr_core.text.number import Quantity
from dr_core.text.overlap import split
from dr_core.text.reckoned import MOST, tells

LEAST = 3
"""Figures of which one is what the others leave of another; what two leave is a difference."""
_REST = regex(
    r"\b(?:rest|remain\w*|left|balance|others?|übrig\w*|restlich\w*|verbleib\w*|reste\w*|restant\w*|autres|resto|demás)\b"
    r"|其[余餘他它]|剩|尚[余餘有]|残り|残る|その他|나머지|남[은는았]",
    re.IGNORECASE,
)


def is_left(claim: str, one: Quantity, spans: Sequence[str]) -> bool:
    """Whether a figure of ``claim`` is what the parts that a source tells leave of a whole, where either speaks of a rest."""
    said = bool(_REST.search(claim))
    return any(
        tells(claim, one, rest)
        for text in _windows(spans)
        if said or _REST.search(text)
        for rest in _rests(text, one)
        if rest > 0
    )


def _windows(spans: Sequence[str]) -> Iterator[str]:
    for span in spans:
        sentences = [sentence for sentence in split(span) if "|" not in sentence]
        yield from sentences
        yield from map(" ".join, pairwise(sentences))


def _rests(text: str, one: Quantity) -> Iterator[float]:
    parts = [other.value for other in undated(text) if other.unit == one.unit]
    whole = max(parts, default=0.0)
    if LEAST <= len(parts) <= MOST:
        yield 2 * whole - math.fsum(parts)
    if one.unit == "%" and LEAST - 1 <= len(parts) <= MOST:
        yield 100 - math.fsum(parts)
