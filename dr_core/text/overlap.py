"""How far the wording of one text stands in another: its terms, its phrases, its letters, and in which sentence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from dr_core.text.sentence import sentences
from dr_core.text.stopword import STOPWORDS
from dr_core.text.token import terms

LETTERS = 5
"""The length of the pieces in which letters are compared; it forgives endings and compounds."""
MOST = 60_000
"""Characters of a text that are compared: evidence is passages, and a hostile page must not cost more than they do."""

_SPACE = re.compile(r"[\W_]+")
_GENERIC_WORDS = """
    import includ provid use help make need process approach way aspect variou specif potenti signific effect major key
    crucial ensur consid allow enabl overal addit exampl context factor case term result lead also may might can often typic
    gener
"""
_GENERIC = frozenset(_GENERIC_WORDS.split())


class Overlap(NamedTuple):
    """Shares between 0 and 1 of a claim that stand in a source."""

    terms: float
    phrases: float
    letters: float


class Wording:
    """A text prepared for comparison."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = [text[:MOST] for text in texts]
        self.terms: set[str] = set()
        self.phrases: set[tuple[str, str]] = set()
        self.letters: set[str] = set()
        for text in self.texts:
            words = terms(text)
            self.terms.update(words)
            self.phrases.update(pairwise(words))
            self.letters |= _pieces(text)

    def holds(self, claim: str) -> Overlap:
        """How far ``claim`` stands here."""
        words = terms(claim)
        weights = _weights(words)
        pairs = set(pairwise(words))
        letters = _pieces(claim)
        total = sum(weights.values())
        return Overlap(
            sum(weight for word, weight in weights.items() if word in self.terms) / total if total else 0.0,
            len(pairs & self.phrases) / len(pairs) if pairs else 0.0,
            len(letters & self.letters) / len(letters) if letters else 0.0,
        )


@lru_cache(maxsize=2048)
def wording(texts: tuple[str, ...]) -> Wording:
    """``Wording``, remembered: one span is cited by many sentences."""
    return Wording(texts)


def best(claim: str, texts: Iterable[str]) -> float:
    """The largest share of the content terms of ``claim`` that stands in one of ``texts``."""
    weights = _weights(terms(claim))
    total = sum(weights.values())
    if not total:
        return 0.0
    return (
        max((sum(weight for word, weight in weights.items() if word in wording((text,)).terms) for text in texts), default=0.0)
        / total
    )


def share(claim: str, text: str) -> float:
    """The share of the content terms of ``claim`` that stand in ``text``."""
    return wording((text,)).holds(claim).terms


@lru_cache(maxsize=2048)
def split(text: str) -> tuple[str, ...]:
    """The sentences of ``text``, remembered."""
    return tuple(text[span.start : span.end] for span in sentences(text[:MOST])) or (text[:MOST],)


def nearest(claim: str, texts: Sequence[str]) -> tuple[str, float]:
    """The sentence of ``texts`` that shares most with ``claim``, and the share of the claim that it holds."""
    words = {word for word in terms(claim) if word not in STOPWORDS}
    best, most = "", 0.0
    for text in texts:
        for sentence in split(text):
            found = _terms(sentence)
            shared = len(words & found) / len(words) if words else 0.0
            if shared > most or (shared == most and best and len(sentence) < len(best)):
                best, most = sentence, shared
    return best, most


@lru_cache(maxsize=8192)
def _terms(sentence: str) -> frozenset[str]:
    return frozenset(terms(sentence))


def _pieces(text: str) -> set[str]:
    plain = _SPACE.sub(" ", unicodedata.normalize("NFKC", text[:MOST]).lower()).strip()
    size = LETTERS if plain.isascii() else 3
    return {plain[at : at + size] for at in range(len(plain) - size + 1)}


def _weights(words: Iterable[str]) -> dict[str, float]:
    """What the terms say: stopwords nothing, words that fit any subject little."""
    every = dict.fromkeys(words, 1.0)
    return {word: 0.4 if word in _GENERIC else 1.0 for word in every if word not in STOPWORDS} or every
