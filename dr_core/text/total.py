"""Sums and products that leave no choice: all figures of a kind that the spans state, or so many of which each has so much.

A sum is sure where the spans give each of its parts once, for the same time and of the same things, and nothing else of the kind.
A product is, where the sentence states both of its factors and the source gives the one for each of the other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from dr_core.pattern import regex
from dr_core.text.counted import add_up
from dr_core.text.dated import undated, year_of
from dr_core.text.number import Quantity, states
from dr_core.text.overlap import split
from dr_core.text.reckoned import is_change, tells
from dr_core.text.token import CJK
from dr_core.text.worked import TOTAL

MOST = 6
"""Figures that are added up."""
_OF_TWO = frozenset({"x", "%", "pp", "°c", "°f", "s", "month"})
"""Units in which two figures have no sum."""
_EACH = regex(
    r"\b(?:each|every|per|apiece|je|jeder?|jedes|chaque|chacune?|cada|ogni|ciascun\w*|кажд\w+)\b|[每各]|ずつ|それぞれ|각|씩", re.I
)
_WORD = regex(rf"\s?(?:\([^)]*\)\s?)?([{CJK}]|[^\W\d_]+)")
"""What is counted; of CJK the word for one of it, behind which the sentence goes on."""
_BOTH = regex(
    r"\b(?:both|all|two|three|four|beiden?|allen?|zwei|drei|vier|les deux|deux|trois|quatre|ambos|ambas|dos|tres|cuatro|due|tre"
    r"|entrambi|dois|duas|três|оба|обе|два|две|три)\b|[两兩三四](?:[个個者])?|両|二つの|三つの|두|세|네",
    re.I,
)
_PART_OF = regex(
    r"\b(?:of (?:which|whom|these|them)|includ\w+|among|out of|davon|darunter|dont|di cui|из них|from|rose|fell|up|down)\b"
    r"|其中|包括|うち|그중|가운데",
    re.I,
)
_NUMBERED = regex(r"(?:[第제]|\b(?:phase|block|line|unit|no\.?|nr\.?|werk|plant|tower|lot|tranche))\s?\Z", re.I)
"""What stands before the number of one thing among others."""
_BOUND = regex(r"\b(?:than|least|most|up to|over|under|nearly|almost)\s\Z", re.I)


def is_total(claim: str, one: Quantity, given: Sequence[Quantity], spans: Sequence[str]) -> bool:
    """Whether a figure is what all figures of its kind in ``spans`` come to, and is said to be; the claim states either none or
    all of these."""
    if one.unit in _OF_TWO or not TOTAL.search(claim):
        return False
    sentences = list(dict.fromkeys(_prose(spans)))
    if any(TOTAL.search(sentence) or _PART_OF.search(sentence) for sentence in sentences):
        return False
    every = [(sentence, other) for sentence in sentences for other in undated(sentence) if other.unit == one.unit]
    told = [(sentence, other) for sentence, other in every if other.unit or not _NUMBERED.search(sentence, 0, other.start)]
    parts = list(dict.fromkeys(other.value for _, other in told))
    if not 1 < len(told) <= MOST or len(parts) != len({(sentence, other.start) for sentence, other in told}):
        return False
    if sum(other.unit == one.unit for other in given) not in (0, len(told)):
        return False
    if any(is_change(*pair) or _BOUND.search(pair[0], 0, pair[1].start) for pair in told):
        return False
    if len({year_of(*pair) for pair in told}) > 1 or (not one.unit and len({_word(*pair) for pair in told}) > 1):
        return False
    return tells(claim, one, sum(parts))


def comes_of_some(claim: str, one: Quantity, spans: Sequence[str], is_said: bool) -> bool:
    """Whether a figure is the sum of all figures of a kind in a sentence of ``spans`` or, where that ``is_said``, of some that
    stand one behind the other, or of its counts."""
    if is_said and not one.unit and add_up(int(one.value), spans):
        return True
    for sentence in _prose(spans):
        parts = [other.value for other in undated(sentence) if other.unit == one.unit][: 2 * MOST]
        runs = (
            parts[begin:end]
            for begin, end in combinations(range(len(parts) + 1), 2)
            if end - begin > 2 and (is_said or end - begin == len(parts))
        )
        if any(tells(claim, one, math.fsum(run)) for run in runs):
            return True
    return False


def is_product(claim: str, one: Quantity, given: Sequence[Quantity], spans: Sequence[str]) -> bool:
    """Whether a figure is what two that the claim states come to, of which the source gives the one for each of the other."""
    if len(given) != 2 or one.unit in _OF_TWO:
        return False
    for each, many in permutations(given):
        alike = each.unit == one.unit and not many.unit and (one.unit or _word(claim, each) == _word(claim, one))
        if alike and tells(claim, one, each.value * many.value):
            return any(_is_each(sentence, each, many) for sentence in _prose(spans))
    return False


def without(claim: str, sums: Iterable[Quantity]) -> str:
    """A claim without figures that it has summed up, and without the words that say so: what its source may say in its own."""
    for one in sorted(sums, reverse=True):
        claim = f"{claim[: one.start]} {claim[one.end :]}"
    return _BOTH.sub(" ", TOTAL.sub(" ", claim))


def _prose(spans: Sequence[str]) -> Iterator[str]:
    return (sentence for span in spans if "|" not in span for sentence in split(span))


def _is_each(sentence: str, each: Quantity, many: Quantity) -> bool:
    figures = undated(sentence)
    return bool(_EACH.search(sentence)) and states(figures, each) and states(figures, many)


def _word(text: str, one: Quantity) -> str:
    found = _WORD.match(text, one.end)
    return found[1].lower() if found else ""
