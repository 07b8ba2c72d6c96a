"""Kinds of a thing that differ in the first half of a word: what is said of a ground-source pump is not of an air-source one.

Only figures tell which sentence of a source a claim takes up, so a claim without one is not looked at.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from dr_core.pattern import regex
from dr_core.text.number import Quantity, quantities, read, states
from dr_core.text.overlap import split

_COMPOUND = regex(r"(?<![\w-])(?P<kind>[^\W\d_]{2,})[-\u2010\u2011](?P<thing>[^\W\d_]{4,})(?![\w-])", re.IGNORECASE)


def other_kind(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """A kind that ``claim`` names, and the one that the sentences with its figures name in place of it."""
    ours, numbers = _kinds(claim), read(claim)
    if not ours or not numbers:
        return None
    sources = [one for span in spans for one in split(span) if _states_all(one, numbers)]
    theirs = [_kinds(source) for source in sources]
    for thing, kinds in ours.items():
        told = [kinds_there[thing] for kinds_there in theirs if thing in kinds_there]
        if len(kinds) == 1 and told and len(told) == len(sources) and all(kinds.isdisjoint(one) for one in told):
            return f"{min(kinds)}-{thing}", f"{min(told[0])}-{thing}"
    return None


def _states_all(sentence: str, numbers: Sequence[Quantity]) -> bool:
    stated = quantities(sentence, loose=True)
    return all(states(stated, one) for one in numbers)


@lru_cache(maxsize=2048)
def _kinds(text: str) -> dict[str, set[str]]:
    """The kinds of each thing that a text names by compounds."""
    found: dict[str, set[str]] = defaultdict(set)
    for match in _COMPOUND.finditer(text):
        found[match["thing"].lower()].add(match["kind"].lower())
    return dict(found)
