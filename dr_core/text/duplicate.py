"""Near-duplicates by one-permutation MinHash: the share of equal bins estimates the share of common shingles.

Every shingle (three terms in a row) is hashed once; its hash picks a bin and the bin keeps its least value. Bins that are empty
in both texts say nothing and are left out, which keeps the estimate unbiased for short texts too (Li, Owen and Zhang 2012).
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Sequence
from itertools import repeat
from operator import eq

from dr_core.text.token import terms

BINS = 128
SHINGLE = 3
EMPTY = -1
MIX = 0x9E3779B1
"""An odd number that spreads a checksum, whose first bits choose the bin."""

Signature = tuple[int, ...]


def signature(text: str) -> Signature:
    """``BINS`` numbers that stand for the shingles of ``text``."""
    words = terms(text)
    bins = [EMPTY] * BINS
    for shingle in {" ".join(words[at : at + SHINGLE]) for at in range(max(1, len(words) - SHINGLE + 1))} if words else ():
        value = zlib.crc32(shingle.encode()) * MIX & 0xFFFFFFFF
        at, rest = value >> 25, value & 0x1FFFFFF
        if bins[at] == EMPTY or rest < bins[at]:
            bins[at] = rest
    return tuple(bins)


def similarity(a: Signature, b: Signature) -> float:
    """About which share of their shingles two texts have in common, 0 to 1."""
    void = sum(map(eq, map(max, a, b), repeat(EMPTY)))  # empty in both: the least value there is
    same = sum(map(eq, a, b)) - void
    return same / (BINS - void) if void < BINS else 0.0


class Seen:
    """The texts met so far, asked whether another one nearly repeats one of them."""

    def __init__(self, threshold: float = 0.8) -> None:
        # Texts that are alike agree on a whole band of bins almost surely, so only those that share one are compared:
        # at threshold 0.8 with bands of 4 the chance to miss one is 1 in 10 million.
        self._threshold = threshold
        self._width = 4 if threshold >= 0.7 else 2 if threshold >= 0.35 else 1
        self._met: list[Signature] = []
        self._bands: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)

    def add(self, text: str) -> bool:
        """Whether ``text`` is new; if so, it is met from now on. What has no terms at all is always new."""
        own = signature(text)
        bands = [
            (at, *band) for at in range(0, BINS, self._width) if (band := own[at : at + self._width]).count(EMPTY) < self._width
        ]
        near = {other for band in bands for other in self._bands.get(band, ())}
        if any(similarity(own, self._met[other]) >= self._threshold for other in near):
            return False
        for band in bands:
            self._bands[band].append(len(self._met))
        self._met.append(own)
        return True


def unique(texts: Sequence[str], threshold: float = 0.8) -> list[int]:
    """Indices of ``texts`` without those that repeat an earlier one; what has no terms at all is kept as it is."""
    seen = Seen(threshold)
    return [index for index, text in enumerate(texts) if seen.add(text)]
