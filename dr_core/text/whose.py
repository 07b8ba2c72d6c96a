"""Figures and what they are of, clause by clause: "20% of A and 13% of B" says nothing of 20% of B.

A figure is taken for that of a clause only where it is the only one of its kind there. What the clauses of a sentence do not
share is what they are of; where a verb stands in one of them only, it is left out in the others, so that all of what one is of
must be said of the figure of another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.dated import undated
from dr_core.text.number import Quantity, read, states
from dr_core.text.overlap import split
from dr_core.text.token import content_terms, terms

LONGEST = 600
_CLAUSE = regex(
    r"[;；，、。()（）]|,(?!\d)|\b(?:and|but|while|whereas|und|aber|während|sowie|et|mais|y|pero|e|ma|mas)\b|[而但]",
    re.IGNORECASE,
)
_WORD = regex(r"[^\W\d_]+")
_COMPARED = regex(
    r"\b(?:from|than|against|versus|vs|up|down|compared|after|of|out|von|aus|als|gegenüber|statt|nach|contre|que|di|de)\b(?:\s[^\s\d,;]+){0,4}\s?\Z"
    r"|から|より|に対|比|中|占|のうち|从|從|중|에서|보다",
    re.IGNORECASE,
)


class Clause(NamedTuple):
    """A clause with one figure of a kind, and its terms without those of its figures."""

    figure: Quantity
    terms: frozenset[str]
    text: str


def of_another(claim: str, spans: Sequence[str]) -> tuple[str, str, str] | None:
    """What ``claim`` gives a figure for, what ``spans`` give it for, and the figure, where they have another for the first."""
    every = [sentence for span in spans for sentence in split(span)]
    for one in figured(claim):
        telling = [sentence for sentence in every if states(read(sentence), one.figure) and _may_tell(sentence, one)]
        if len(telling) == 1 and (found := _exchanged(one, claim, telling[0])):
            return *found, one.figure.text.strip()
    return None


def _may_tell(sentence: str, one: Clause) -> bool:
    """Whether a figure in a sentence may be that of a clause: a row of a table with none of its words is of something else."""
    return not sentence.lstrip().startswith("|") or not one.terms.isdisjoint(content_terms(sentence))


def in_another_order(claim: str, figures: Sequence[Quantity], sentence: str) -> tuple[str, str] | None:
    """Two figures with one unit in the order in which ``claim`` has them, and in that of ``sentence``, where they differ. Where
    that is in another language, nothing else tells that they are in each other's place; what is compared ("245 from 298") is not.
    """
    told = read(sentence)
    places = [(one, [at for at, other in enumerate(told) if states([other], one)]) for one in figures if one.unit]
    once = [(one, at[0]) for one, at in places if len(at) == 1]
    found: list[tuple[str, str] | None] = []
    for unit in dict.fromkeys(one.unit for one, _ in once):
        for (one, before), (other, behind) in pairwise((one, at) for one, at in once if one.unit == unit):
            turned = before > behind and not _COMPARED.search(claim, one.end, other.start)
            first, second = one.text.strip(), other.text.strip()
            found.append((f"{first} … {second}", f"{second} … {first}") if turned else None)
    # where those of every unit are in another order, what they are of is, too
    units = {one.unit for one, _ in once}
    return next(filter(None, found), None) if len(units) == 1 or None in found else None


def clauses(text: str) -> list[str]:
    """The clauses of a sentence; none of one that is too long to be one."""
    return [text[start:end] for start, end in _cut(text)]


def _exchanged(one: Clause, claim: str, sentence: str) -> tuple[str, str] | None:
    told = [other for other in figured(sentence) if other.figure.unit == one.figure.unit]
    same = [other for other in told if states([other.figure], one.figure)]
    if len(same) != 1 or sum(states([figure], one.figure) for figure in read(sentence)) != 1:
        return None
    own = _alone(same[0], told)
    if not own or own <= one.terms or not own.isdisjoint(_unfigured(claim)):
        return None
    for other in told[told.index(same[0]) + 1 :]:  # what an earlier clause says may be left unsaid in the later ones
        of = _alone(other, told)
        if of and of <= one.terms:
            return _word(one.text, of), _word(same[0].text, own - one.terms)
    return None


def _alone(one: Clause, among: Sequence[Clause]) -> frozenset[str]:
    """The terms of a clause that none of the others has."""
    return one.terms.difference(*(other.terms for other in among if other is not one))


def _word(text: str, wanted: frozenset[str]) -> str:
    return next((found[0] for found in _WORD.finditer(text) if not wanted.isdisjoint(terms(found[0]))), text.strip())


@lru_cache(maxsize=2048)
def figured(text: str) -> tuple[Clause, ...]:
    """The clauses of a sentence that have one figure of a kind."""
    found: list[Clause] = []
    every = undated(text)
    for start, end in _cut(text):
        figures = [one for one in every if start <= one.start < end]
        for unit in dict.fromkeys(one.unit for one in figures):
            alike = [one for one in figures if one.unit == unit]
            if len(alike) == 1:
                found.append(Clause(alike[0], _said(text, start, end, figures), text[start:end]))
    return tuple(found)


def _unfigured(text: str) -> frozenset[str]:
    """The terms of the clauses of a text without a figure: it may be of them."""
    figures = read(text)
    bare = [text[start:end] for start, end in _cut(text) if not any(start <= one.start < end for one in figures)]
    return frozenset(content_terms(" ".join(bare))) if bare else frozenset()


def _said(text: str, start: int, end: int, figures: Sequence[Quantity]) -> frozenset[str]:
    said = text[start:end]
    for one in sorted(figures, key=lambda one: -one.start):
        said = said[: one.start - start] + " " + said[min(one.end, end) - start :]
    return frozenset(term for term in content_terms(said) if not term[:1].isdigit())


def _cut(text: str) -> list[tuple[int, int]]:
    if len(text) > LONGEST:
        return []
    places = [0, *(place for found in _CLAUSE.finditer(text) for place in found.span()), len(text)]
    return [(start, end) for start, end in zip(places[::2], places[1::2], strict=True) if re.search(r"\w", text[start:end])]
