"""What one of two clauses says, told of the other: "its cars run on hydrogen" of "its trucks run on hydrogen, its cars on
batteries".

Of either clause the claim has words that the other one lacks, and leaves such words out. Where it takes what stands first from
one and what stands last from the other, it has mixed the two up. It raises no more than a doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise, takewhile

from dr_core.pattern import regex
from dr_core.text.kin import KIN
from dr_core.text.overlap import share, split
from dr_core.text.token import content_terms, terms

LONGEST, MOST = 300, 5
"""Characters of a sentence, and its clauses; longer ones tell a story."""
HELD = 0.6
"""The share of a claim that the sentence has."""
APART = 1.0
"""By so many words what is taken of a clause stands, on average, before or behind what is left out."""
ALIKE = 0.3
"""The share of the words of the shorter of two clauses that the other one has, if they are alike."""
ENDING = 2
"""Terms of the ending of a Korean or Japanese verb."""
_RELATIVE = r"(?:\w+ )?(?:which|whom?|whose)|where|when|wo|dessen|deren|où|dont|qui|donde|cuy[oa]s?"
"""What goes on from the word before it, and is no clause beside another."""
_CUT = regex(
    rf"[;；。，]|,(?!\d)(?!\s(?:{_RELATIVE})\b)"
    r"|\b(?:while|whereas|but|and|während|aber|und|tandis que|mais|et|mientras que|pero|y)\b|[而但]"
    r"|(?<=[\u3041-\u3096])(?<!は)、|고,?\s|며,?\s|지만,?\s",
    re.IGNORECASE,
)
_LATIN = regex(r"[a-zß-öø-ÿœ]+", re.IGNORECASE)
_KANA = regex(r"[\u3041-\u3096]|[은는이가을를에의도]\Z")
_OF_KIN = regex(rf"[\u4e00-\u9fff]{{2,3}}的{KIN}")
"""Whose kin a person is, stands in no clause of its own."""
_ENDS = regex(r"[\u3041-\u3096\uac00-\ud7a3](?<![はがをにでの이가을를은는에])\Z")


def mixed_up(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """What ``claim`` is about in the words of one clause of a sentence, and what the clause is about whose other words it takes;
    None where it does not mix two up."""
    claim = _OF_KIN.sub("", claim)
    ours = _parts(claim)
    own = set(content_terms(claim))
    for sentence in (one for span in spans if "|" not in span for one in split(span) if len(one) <= LONGEST):
        parts = _parts(sentence)
        if not 1 < len(parts) <= MOST or share(claim, sentence) < HELD:
            continue
        if len(ours) > 1:
            if len(ours) <= MOST and (found := _crossed(ours, parts)):
                return _word(claim, found[0]), _word(sentence, found[1])
            continue
        for first, second in pairwise(parts):
            one, other = _order(first, second, own), _order(second, first, own)
            # "passed in June, two months before the election" may be told without its middle, but for clauses that are alike
            if one and other and (one[0] > 0 > other[0] or (one[0] < 0 < other[0] and _are_alike(first, second))):
                said, written = (other[1], one[2]) if one[0] > 0 else (one[1], other[2])
                return _word(claim, said), _word(sentence, written)
    return None


def _crossed(ours: Sequence[Sequence[str]], theirs: Sequence[Sequence[str]]) -> tuple[str, str] | None:
    """A word each of two clauses that a source keeps apart, where each of two clauses of a claim has words of both."""
    for first, second in combinations(theirs, 2):
        one, other = _own(first, second), _own(second, first)
        for here, there in pairwise(ours):
            apart, beside = _own(here, there), _own(there, here)
            if not all(part & side for part in (apart, beside) for side in (one, other)):
                continue
            # what both begin with and end with is said of all: the company uses hydrogen for trucks, batteries for cars
            if apart & one <= _begin(here, first) and beside & other <= _begin(there[::-1], second[::-1]):
                continue
            return min(apart & one), min(apart & other)
    return None


def _begin(one: Sequence[str], other: Sequence[str]) -> set[str]:
    return {word for word, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))}


def _own(part: Sequence[str], beside: Sequence[str]) -> frozenset[str]:
    """The words of a clause that the one beside it lacks; no figures, and no pairs of characters that are none of a word."""
    return frozenset(word for word in part if word not in beside and not word[0].isdigit() and not _KANA.search(word))


def _are_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two clauses share so many words that each has a subject of its own."""
    both = [word for word in set(one) & set(other) if not word[0].isdigit()]
    return len(both) >= ALIKE * min(len(one), len(other))


def _order(part: Sequence[str], beside: Sequence[str], claim: set[str]) -> tuple[float, str, str] | None:
    """By how much what a claim takes of a clause stands behind what it leaves out, with the first word of both; only words that
    the clause beside it lacks count. None where it does not take and leave out, or where they stand among each other."""
    # the last syllables of a Korean or Japanese verb tell no more than whether the sentence goes on
    most = len(part) - ENDING * bool(_ENDS.search(part[-1]))
    places = [(at, word) for at, word in enumerate(part[:most]) if word not in beside and not word[0].isdigit()]
    taken, left = ([place for place in places if (place[1] in claim) == has] for has in (True, False))
    if not taken or not left:
        return None
    behind = sum(at for at, _ in taken) / len(taken) - sum(at for at, _ in left) / len(left)
    return (behind, taken[0][1], left[0][1]) if abs(behind) >= APART else None


def _word(text: str, term: str) -> str:
    """The word of a text that has a term."""
    return next((found[0] for found in _LATIN.finditer(text) if term in terms(found[0])), term)


@lru_cache(maxsize=2048)
def _parts(text: str) -> tuple[tuple[str, ...], ...]:
    """The terms of the clauses of a sentence, in order."""
    found = (tuple(content_terms(part)) for part in _CUT.split(text))
    return tuple(part for part in found if len(part) > 1)
