"""A name from one sentence of the source beside the figure of another: who writes "the contract of Alba stands at 0.36 dollars"
has mixed two up where one sentence says this of the contract with Brava, and another has 0.28 dollars for Alba.

A source may name a thing once and go on with "it", so that this is no more than a doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.pattern import regex
from dr_core.text.dated import undated
from dr_core.text.fact import facts
from dr_core.text.name import Mentions
from dr_core.text.number import Quantity, read, states
from dr_core.text.overlap import split
from dr_core.text.token import function_words

LEAST = 3
"""Digits of a figure by which a sentence is known, where it has no unit."""
_FIRST = regex(r"\W*([A-ZÀ-Ý][\w-]{2,})")
_STATEMENT = regex(r"[;；。]|\b(?:while|whereas)\b")


def bystander(claim: str, spans: Sequence[str], language: str) -> tuple[str, str] | None:
    """A name of ``claim``, and the one that ``spans`` have beside the figure that it is said of; None where there are none."""
    every = [sentence for span in spans if "|" not in span for sentence in split(span)]
    said = Mentions([claim])
    for statement in _STATEMENT.split(claim):
        for figure in (one for one in undated(statement) if one.unit or one.digits >= LEAST):
            telling = [sentence for sentence in every if states(read(sentence), figure)]
            if len(telling) != 1:
                continue
            own = Mentions(telling)
            first = _opening(statement, telling[0], every)
            strange = [*first, *(name.text for name in facts(statement, language).names if not own.name(name))]
            written = [name.text for name in facts(telling[0], language).names if not said.name(name)]
            written += _opening(telling[0], statement, every) if first else ()
            for name in strange if written else ():
                if _has_another(name, figure, [sentence for sentence in every if sentence is not telling[0]]):
                    return name, written[0]
    return None


def _opening(text: str, other: str, every: Sequence[str]) -> list[str]:
    """The word that begins ``text``, where it is a name that ``other`` does not have: another sentence has it, too, and none
    without its capital."""
    found = _FIRST.match(text)
    word = found[1] if found else ""
    if not word or word in other or word.lower() in function_words():
        return []
    alone = re.compile(rf"\b{re.escape(word)}\b")
    known = any(alone.search(sentence) for sentence in every if sentence != text) or text in every
    return [word] if known and not any(re.search(rf"\b{re.escape(word.lower())}\b", sentence) for sentence in every) else []


def _has_another(name: str, figure: Quantity, sentences: Sequence[str]) -> bool:
    """Whether a sentence gives what has a name another figure of the same kind."""
    return any(
        name in sentence and any(one.unit == figure.unit and not states([one], figure) for one in undated(sentence))
        for sentence in sentences
    )
