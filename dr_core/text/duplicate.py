"""Near-duplicates by one-permutation MinHash: the share of equal bins estimates the share of common shingles.

Every shingle (three terms in a row) is hashed once; its hash picks a bin and the bin keeps its least value. Bins that are empty
in both texts say nothing and are left out, which keeps the estimate unbiased for short texts too (Li, Owen and Zhang 2012).
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence

from dr_core.text.token import terms

BINS = 128
SHINGLE = 3
EMPTY = -1

Signature = tuple[int, ...]


def signature(text: str) -> Signature:
    """``BINS`` numbers that stand for the shingles of ``text``."""
    words = terms(text)
    bins = [EMPTY] * BINS
    for shingle in {" ".join(words[at : at + SHINGLE]) for at in range(max(1, len(words) - SHINGLE + 1))} if words else ():
        value = int.from_bytes(hashlib.blake2b(shingle.encode(), digest_size=8).digest(), "big")
        at, rest = value % BINS, value // BINS
        if bins[at] == EMPTY or rest < bins[at]:
            bins[at] = rest
    return tuple(bins)


def similarity(a: Signature, b: Signature) -> float:
    """About which share of their shingles two texts have in common, 0 to 1."""
    same = used = 0
    for one, other in zip(a, b, strict=True):
        if one != EMPTY or other != EMPTY:
            used += 1
            same += one == other
    return same / used if used else 0.0


def unique(texts: Sequence[str], threshold: float = 0.8) -> list[int]:
    """Indices of ``texts`` without those that repeat an earlier one; what has no terms at all is kept as it is."""
    # Texts that are alike agree on a whole band of bins almost surely, so only those that share one are compared:
    # at threshold 0.8 with bands of 4 the chance to miss one is 1 in 10 million.
    width = 4 if threshold >= 0.7 else 2 if threshold >= 0.35 else 1
    seen: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    signatures: dict[int, Signature] = {}
    kept: list[int] = []
    for index, text in enumerate(texts):
        own = signature(text)
        bands = [(at, *own[at : at + width]) for at in range(0, BINS, width) if any(v != EMPTY for v in own[at : at + width])]
        near = {other for band in bands for other in seen.get(band, ())}
        if any(similarity(own, signatures[other]) >= threshold for other in near):
            continue
        kept.append(index)
        signatures[index] = own
        for band in bands:
            seen[band].append(index)
    return kept
