"""Which of many texts answer a query: BM25 over the texts at hand, and a choice that weighs relevance against repetition."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from dr_core.text.token import content_terms, terms

K1, B = 1.2, 0.75
"""The usual constants: how soon a repeated term stops counting, and how much a long text is held back."""


class Texts:
    """Texts as their counted terms. Which of them have a term, and how long they are, is found once for all that is asked."""

    def __init__(self, bags: Sequence[Counter[str]]) -> None:
        self.bags = bags
        self.lengths = [bag.total() for bag in bags]
        self._having: dict[str, list[int]] = {}

    def having(self, term: str) -> list[int]:
        """The places of those that have a term; to be read only."""
        found = self._having.get(term)
        if found is None:
            found = self._having[term] = [at for at, bag in enumerate(self.bags) if term in bag]
        return found


def bm25(query: str, texts: Sequence[str]) -> list[float]:
    """The BM25 score of each of ``texts`` for ``query``; how rare a term is, is learned from ``texts``."""
    return score(query, Texts([Counter(terms(text)) for text in texts]))


def score(query: str, texts: Texts, among: Texts | None = None) -> list[float]:
    """``bm25`` of texts whose terms are counted already; how rare a term is, is learned from ``among`` if that is given."""
    among = among or texts
    average = sum(texts.lengths) / max(1, len(texts.bags)) or 1.0
    held = [K1 * (1 - B + B * length / average) for length in texts.lengths]
    parts: list[list[float]] = [[] for _ in texts.bags]
    for term, times in Counter(content_terms(query)).items():
        weight = min(times, 2) * _idf(len(among.bags), len(among.having(term)))
        for at in texts.having(term):
            count = texts.bags[at][term]
            parts[at].append(weight * count * (K1 + 1) / (count + held[at]))
    return list(map(math.fsum, parts))


def select(query: str, texts: Sequence[str], limit: int) -> list[int]:
    """Indices of at most ``limit`` of ``texts``, best first: each is relevant to ``query`` and unlike those chosen before it.

    A plain repetition is worth nothing. Texts that share no term with the query come last, in order; equal ones keep their order,
    so the same input always gives the same choice.
    """
    bags = [Counter(terms(text)) for text in texts]
    scores = score(query, Texts(bags))
    top = max(scores, default=0.0) or 1.0
    relevance = [score / top for score in scores]
    weights = _unit(bags)
    nearest = [0.0] * len(texts)  # the likeness to the most similar of the chosen texts that it was compared with
    compared = [0] * len(texts)
    chosen: list[int] = []
    left = set(range(len(texts)))
    while left and len(chosen) < limit:
        best = max(left, key=lambda at: (relevance[at] * (1 - nearest[at] ** 2), -nearest[at], -at))
        if compared[best] < len(chosen):  # likeness only takes from what a text is worth: who is not the best now never is
            likeness = [_cosine(weights[one], weights[best]) for one in chosen[compared[best] :]]
            nearest[best], compared[best] = max(nearest[best], *likeness), len(chosen)
        else:
            left.discard(best)
            chosen.append(best)
    return chosen


def _idf(total: int, having: int) -> float:
    """Never negative: a term that most texts have still counts a little, so that a single text can score."""
    return math.log(1 + (total - having + 0.5) / (having + 0.5))


def _unit(bags: Sequence[Counter[str]]) -> list[dict[str, float]]:
    """``bags`` as vectors of length 1, rare terms weighing more."""
    having = Counter(chain.from_iterable(bags))
    rare = [_idf(len(bags), count) for count in range(len(bags) + 1)]
    vectors = []
    for bag in bags:
        vector = {term: (1 + math.log(count)) * rare[having[term]] for term, count in bag.items()}
        norm = math.sqrt(sum(value * value for value in vector.values())) or 1.0
        vectors.append({term: value / norm for term, value in vector.items()})
    return vectors


def _cosine(one: dict[str, float], other: dict[str, float]) -> float:
    small, large = (one, other) if len(one) <= len(other) else (other, one)
    return sum(value * large[term] for term, value in small.items() if term in large)
