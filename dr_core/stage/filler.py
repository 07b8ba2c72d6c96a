"""Sentences that say nothing to who writes a report: they ask, announce or pass the time, and take up the room of evidence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from dr_core.pattern import regex
from dr_core.text import Span
from dr_core.text.dangling import dangles, restricts, turns
from dr_core.text.name import names
from dr_core.text.negation import denials
from dr_core.text.number import read
from dr_core.text.token import content_terms, function_words, terms
from dr_core.types import Page

SHORT, SHORT_CJK, FEW = 6, 12, 2
"""Words (Chinese, Japanese: characters) of a sentence that may say nothing, and those of them that tell."""

_ASKS = regex(r"(?:[?？؟]|か。)[\"'”’」』）)\]】*_\s]*$")
_LABELS = regex(r"(?:^|\n)[ \t]*(?:[-*+•]|\d{1,2}[.)、])[ \t]*[*_]*$")
_PRESENTS = regex(r"^\W*(?:here(?:['’]s| is| are)|hier (?:ist|sind|kommt|kommen)|voici|ecco|aquí (?:está|están|hay))\b", re.I)
"""How a sentence begins that points forward, not back."""
_HANGUL = regex(r"[\uac00-\ud7a3]")
_CHARACTER = regex(r"[\u3041-\u30ff\u3400-\u9fff]")


def telling(page: Page, spans: Sequence[Span], asked: Collection[str]) -> Iterator[Span]:
    """The sentences of a passage that say something, and those at which the next one points back; ``asked`` are the terms of all
    that is asked. What opens an item of a list is its label."""
    for at, span in enumerate(spans):
        after = spans[at + 1] if at + 1 < len(spans) else None
        if (
            not is_filler(page.text[span.start : span.end], asked)
            or (after and dangles(page.text[after.start : after.end]))
            or _LABELS.search(page.text, max(0, span.start - 20), span.start)
        ):
            yield span


def is_filler(sentence: str, asked: Collection[str]) -> bool:
    """Whether a sentence has no figure and only asks; or is short, and has no name and no word that is asked for either, and does
    not take back or go on with what stands before it."""
    if any(map(str.isdigit, sentence)) or read(sentence):
        return False
    if _ASKS.search(sentence):
        return True
    size = len(_CHARACTER.findall(sentence))
    own = set(content_terms(sentence))
    if size > SHORT_CJK if size else len(sentence.split()) > SHORT:
        return False
    if not own.isdisjoint(asked) or (not size and not _HANGUL.search(sentence) and len(own - function_words()) > FEW):
        return False
    if _PRESENTS.match(sentence):
        return True
    goes_on = denials(sentence) or dangles(sentence) or turns(sentence) or restricts(sentence)
    return not (goes_on or names(sentence) or (not size and _opens_with_a_name(sentence)))


def _opens_with_a_name(sentence: str) -> bool:
    """Whether the first word, which is written large anyway, may be a name: it is none of those that every sentence has."""
    first = terms(sentence.split()[0])
    return sentence.strip("\"'“„«(* ")[:1].isupper() and not function_words().issuperset(first)
