"""How far the wording of one text stands in another: its terms, its phrases, and the sentence that holds most of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from dr_core.text.language import detect
from dr_core.text.sentence import sentences
from dr_core.text.token import function_words, terms

MOST = 60_000
"""Characters of a text that are compared: evidence is passages, and a hostile page must not cost more than they do."""

_GENERIC_WORDS = """
    import includ provid use help make need process approach way aspect variou specif potenti signific effect major key
    crucial ensur consid allow enabl overal addit exampl context factor case term result lead also may might can often typic
    gener
"""
_ENDS = frozenset('.!?。！？…;；|•*#\n"”」』)）]')
_GENERIC = frozenset(_GENERIC_WORDS.split())


class Overlap(NamedTuple):
    """Shares between 0 and 1 of a claim that stand in a source."""

    terms: float
    phrases: float


class Wording:
    """A text prepared for comparison."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = [text[:MOST] for text in texts]
        self.terms: set[str] = set()
        self.phrases: set[tuple[str, str]] = set()
        for text in self.texts:
            words = terms(text)
            self.terms.update(words)
            self.phrases.update(pairwise(words))

    def holds(self, claim: str) -> Overlap:
        """How far ``claim`` stands here."""
        words = terms(claim)
        weights = _weights(words)
        pairs = set(pairwise(words))
        total = sum(weights.values())
        return Overlap(
            sum(weight for word, weight in weights.items() if word in self.terms) / total if total else 0.0,
            len(pairs & self.phrases) / len(pairs) if pairs else 0.0,
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
    shared = (weights.keys() & wording((text,)).terms for text in texts)
    return max((sum(map(weights.__getitem__, words)) for words in shared), default=0.0) / total


def share(claim: str, text: str) -> float:
    """The share of the content terms of ``claim`` that stand in ``text``."""
    return wording((text,)).holds(claim).terms


@lru_cache(maxsize=2048)
def split(text: str) -> tuple[str, ...]:
    """The sentences of ``text``, remembered."""
    return tuple(text[span.start : span.end] for span in sentences(text[:MOST], detect(text))) or (text[:MOST],)


def nearest(claim: str, texts: Sequence[str]) -> tuple[str, float]:
    """The sentence of ``texts`` that shares most with ``claim``, and the share of the claim that it holds."""
    words = set(terms(claim)) - function_words()
    found, places = _places(tuple(texts))
    shared = Counter(chain.from_iterable(places[word] for word in words if word in places))
    if not shared:
        return "", 0.0
    best = min(shared, key=lambda at: (-shared[at], len(found[at]), at))
    return found[best], shared[best] / len(words)


def verbatim(claim: str, texts: Iterable[str]) -> bool:
    """Whether ``claim`` stands in one of ``texts`` word for word, as sentences of its own and not as a part of a longer one."""
    own = " ".join(claim.split())
    if not own:
        return False
    for text in texts:
        lines, flat = _flat(text)
        at = flat.find(own)
        while at >= 0:
            before, after = lines[:at].rstrip(" ")[-1:], lines[at + len(own) :].lstrip(" ")[:1]
            if (not before or before in _ENDS) and (not after or own[-1] in _ENDS or after in _ENDS):
                return True
            at = flat.find(own, at + 1)
    return False


@lru_cache(maxsize=2048)
def _flat(text: str) -> tuple[str, str]:
    """``text`` with one space for many, with and without its line ends."""
    lines = "\n".join(" ".join(line.split()) for line in text.split("\n"))
    return lines, lines.replace("\n", " ")


@lru_cache(maxsize=256)
def _places(texts: tuple[str, ...]) -> tuple[list[str], dict[str, list[int]]]:
    """The sentences of ``texts``, and in which of them each term stands."""
    found = [sentence for text in texts for sentence in split(text)]
    places: dict[str, list[int]] = {}
    for at, sentence in enumerate(found):
        for word in set(terms(sentence)):
            places.setdefault(word, []).append(at)
    return found, places


def _weights(words: Iterable[str]) -> dict[str, float]:
    """What the terms say: stopwords nothing, words that fit any subject little."""
    every = dict.fromkeys(words, 1.0)
    empty = function_words()
    return {word: 0.4 if word in _GENERIC else 1.0 for word in every if word not in empty} or every
