"""Whether a report tells when: a date that stands near something else answers no question for one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.stage.extractive.event import events_asked, says_event
from dr_core.stage.extractive.speak import speaks_of, weights
from dr_core.stage.extractive.want import in_sentences
from dr_core.text import is_cjk, terms
from dr_core.text.country import is_elsewhere
from dr_core.text.date import dates
from dr_core.text.district import is_of_another_district
from dr_core.text.season import is_seasonal

SAID, SAID_WIDE = 0.4, 0.3
"""The share of what is asked and a paragraph's titles do not say of which the sentence with the date, and the one before it, must
speak; in CJK of its pairs of characters."""

_AGE = regex(r"\bcentur(?:y|ies)\b|世[纪紀]|세기|\bjahrhundert|\bsiècles?\b|\bsiglos?\b")


class Told(NamedTuple):
    """A paragraph, and the titles that stand over it: those of its section and of the sources that it cites."""

    text: str
    over: str


def tells_when(question: str, told: Sequence[Told], language: str) -> bool:
    """Whether a paragraph gives a date of what a question asks the date of: in a sentence that speaks of it, or right behind one;
    not where that names only other places."""
    events = events_asked(question)
    weight = weights(question, [part for one in told for part in in_sentences(one.text)])
    share = SAID_WIDE if is_cjk(language) else SAID
    for one in told:
        over = set(terms(one.over))
        left = {term: own for term, own in weight.items() if term not in over}
        for near, part in _with_near(one.text):
            if not (dates(part) or _AGE.search(part) or is_seasonal(part)):
                continue
            if not says_event(events, near) or _is_elsewhere(part, question) or _is_elsewhere(near, question):
                continue
            if speaks_of(left, near, share) if left else not weight.keys().isdisjoint(terms(near)):
                return True
    return False


def _is_elsewhere(text: str, question: str) -> bool:
    return is_elsewhere(text, question) or is_of_another_district(text, question)


def _with_near(text: str) -> list[tuple[str, str]]:
    """The sentences of a paragraph, each with the one before it; the rows of a table, each with its head."""
    parts = in_sentences(text)
    if "|" in text:
        return [(f"{parts[0]} {part}", part) for part in parts]
    return [(f"{before} {part}", part) for before, part in pairwise(["", *parts])]
