"""Who bears a figure, told by what sets the parts of a sentence apart: in "11.2% of those given lorexin and 6.4% of those given
placebo" the parts differ in the figure and in one word, and who writes the one figure beside the other word has mixed them up.

The parts are laid side by side. Where each has words of its own in the same place, these are rivals; what only one of them has is
not, because the others may leave it out. Nothing is known here of names, verbs or the order of words, so that it can raise no
more than a doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.bound import rounds
from dr_core.text.dated import undated
from dr_core.text.han import simplified
from dr_core.text.lasting import merged
from dr_core.text.number import Quantity, states
from dr_core.text.overlap import split
from dr_core.text.token import CJK, function_words, terms

LONGEST = 400
"""Characters of a sentence that is cut into parts; longer ones are lists, or no prose."""
MOST = 8
"""Parts of a sentence that are laid side by side."""
HELD = 0.5
"""The share of what only another part has that a claim must have, to be taken for one of it."""
FAR = 100
"""Bare numbers of which one is more than so many times the other are of different things."""
_FIGURE = "#"
_CUTS = (
    regex(r"[;；]"),
    regex(
        r"\b(?:while|whereas|but|compared (?:with|to)|versus|vs|against|während|gegenüber|aber|contre|tandis que|mais"
        r"|mientras que|frente a|pero)\b|[而但]|(?:으나|지만|는데)\s",
        re.IGNORECASE,
    ),
    regex(r"\b(?:and|und|sowie|et|y|e)\b|고\s|며\s", re.IGNORECASE),
    regex(r",(?!\d)|[，、,]"),
)
"""Between two figures, where one part may end and the next begin, the surest first."""
_WORD = regex(rf"#|\d+|[{CJK}]|[^\W\d_{CJK}]+(?:[-’'][^\W\d_{CJK}]+)*")
_IS_CJK = regex(rf"[{CJK}]")
_EMPTY = frozenset("的之了是为有约达则就也仅只各共均及和与其在中はがをにのでもとたしだっりるれ은는이가을를의에도로서과와였했다")
"""Characters that say nothing of what a figure is of."""


class _Part(NamedTuple):
    """A part of a sentence: its figures of one kind, its words with a mark for each of these, and its text without them."""

    figures: tuple[Quantity, ...]
    words: tuple[str, ...]
    text: str
    known: frozenset[str]


def borne_by_another(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """What ``claim`` gives a figure to, and the figure, where the only sentence of ``spans`` that has it gives it to another
    thing and has another figure for this one; None where there is none."""
    ours = [(part, one) for part in _parts(claim) for one in part.figures]
    if not ours:
        return None
    every = [_parts(sentence) for span in spans if "|" not in span for sentence in split(span)]
    for part, one in ours:
        told = [parts for parts in every if any(_tells(claim, one, other) for other in parts)]
        if len(told) == 1 and (rival := _rival(claim, part, one, told[0])):
            return rival, one.text.strip()
    return None


def _rival(claim: str, part: _Part, one: Quantity, parts: Sequence[_Part]) -> str:
    own = [other for other in parts if _tells(claim, one, other)]
    beside = [other for other in parts if other is not own[0] and _are_alike(one, other.figures[0])] if len(own) == 1 else []
    if any(_tells(claim, mine, other) for other in beside for mine in part.figures):
        return ""
    for other in beside:
        for mine, theirs in _rivals(own[0].words, other.words):
            here, there = _share(mine, part), _share(theirs, part)
            if here > there:
                break  # what stands first is what the figure is of, the rest is what is said of it
            if there >= HELD and there > here:
                return ("" if _IS_CJK.match(theirs[0]) else " ").join(theirs)
    return ""


def _are_alike(one: Quantity, other: Quantity) -> bool:
    """Whether two figures may be of one kind: a number of a note in brackets is none of deaths."""
    if one.unit or other.unit or not (one.value and other.value):
        return one.unit == other.unit
    return max(one.value, other.value) <= FAR * min(one.value, other.value)


def _tells(claim: str, one: Quantity, part: _Part) -> bool:
    return states(part.figures, one) or rounds(claim, one, part.figures)


def _share(words: tuple[str, ...], part: _Part) -> float:
    """The share of some words that a part has; of characters, which mean little alone, of the pairs of them."""
    return sum(word in part.known for word in words) / len(words)


@lru_cache(maxsize=1024)
def _rivals(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """What two parts have in each other's place: words, or pairs of characters."""
    found = []
    for kind, start, end, begin, stop in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind == "replace":
            here, there = _telling(one, start, end), _telling(other, begin, stop)
            if here and there:
                found.append((here, there))
    return tuple(found)


def _telling(words: Sequence[str], start: int, end: int) -> tuple[str, ...]:
    """Those of the ``words`` from ``start`` to ``end`` that say something, characters with one that stands beside them."""
    own = [at for at in range(start, end) if words[at] not in _EMPTY and words[at] != _FIGURE]
    if not own or not _IS_CJK.match(words[own[0]]):
        return tuple(words[at] for at in own if words[at] not in function_words())
    pairs = [words[at] + words[at + 1] for at in own if at + 1 < end and words[at + 1] not in _EMPTY and words[at + 1] != _FIGURE]
    if pairs or len(own) > 1:
        return tuple(pairs)
    at = own[0]
    beside = [words[near : near + 2] for near in (at, at - 1) if 0 <= near < len(words) - 1]
    whole = ["".join(pair) for pair in beside if _FIGURE not in pair and _EMPTY.isdisjoint(pair)]
    return tuple(whole[:1])


@lru_cache(maxsize=2048)
def _parts(text: str) -> tuple[_Part, ...]:
    """The parts of a sentence by its figures of each kind; those between which nothing is cut are of one part."""
    if len(text) > LONGEST:
        return ()
    every = merged(text, undated(text))
    found: list[_Part] = []
    for unit in dict.fromkeys(one.unit for one in every):
        figures = [one for one in every if one.unit == unit]
        if len(figures) <= MOST:
            found += _of_kind(text, figures, every)
    return tuple(found)


def _of_kind(text: str, figures: Sequence[Quantity], every: Sequence[Quantity]) -> Iterator[_Part]:
    begin, since = 0, 0
    for at, (one, after) in enumerate(pairwise(figures), 1):
        if cut := _cut(text, one.end, after.start):
            yield _part(text, begin, cut[0], figures[since:at], every)
            begin, since = cut[1], at
    yield _part(text, begin, len(text), figures[since:], every)


def _cut(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where a part ends between two figures, and where the next begins."""
    return next((found.span() for cut in _CUTS if (found := cut.search(text, start, end))), None)


def _part(text: str, start: int, end: int, figures: Sequence[Quantity], every: Sequence[Quantity]) -> _Part:
    told, last = "", start
    for one in sorted(one for one in every if start <= one.start < end):
        told += text[last : max(last, one.start)] + (_FIGURE if one in figures else f" {one.text} ")
        last = max(last, min(one.end, end))
    told = simplified(told + text[last:end]).lower()
    words = tuple(_word(found[0]) for found in _WORD.finditer(told))
    pairs = {"".join(pair) for pair in pairwise(words)}
    return _Part(tuple(figures), words, told, frozenset({*words, *pairs}))


@lru_cache(maxsize=4096)
def _word(word: str) -> str:
    return word if word == _FIGURE or _IS_CJK.match(word) else "-".join(terms(word)) or word
