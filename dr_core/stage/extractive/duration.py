"""How long something takes, where that is one of several questions: the time itself is the answer, whatever stands beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.pattern import regex
from dr_core.stage.extractive.piece import Item, is_wide
from dr_core.stage.extractive.speak import plain, speaks_of, unsaid, weights
from dr_core.text.token import content_terms, function_words

SURE, SURE_WIDE = 0.55, 0.3
"""The share of what is asked and the page's title does not say (CJK: of its pairs of characters) of which a sentence must speak
to be surely on it."""

_LASTS = regex(
    r"\b(?:dauer[nt]|dauerte|braucht|hält|take[sn]?|took|last(?:s|ed)?|needs?|time|faut(?:-il)?|dure(?:nt)?|temps|tardan?|dura[no]?"
    r"|lleva|demora|tiempo|tempo|leva|vuole)\b|かか|[需花]要?|걸[리려린]",
    re.I,
)
"""What says of something that it takes some time."""
_IT = regex(r"\b(?:er|es|ihn|man|il|elle)\b")
"""German and French words for what was named before, which are too much like others to be little words everywhere."""


def lasting(part: str, pool: Sequence[Item], prose: Sequence[Item]) -> list[Item]:
    """The items of a pool that say how long something takes: they speak of most of what is asked, or say that it takes so long,
    of what their title names."""
    rest = without_lasting(without_it(part))
    named = not function_words().issuperset(content_terms(plain(rest)))
    weight = weights(rest, [item.said for item in prose]) if named else {}
    return [
        item
        for item in pool
        if (weight and speaks_of(weight, item.said, share_of(item.text)))
        or (_LASTS.search(item.text) and speaks_of(unsaid(weight, item), item.said, share_of(item.text)))
    ]


def without_lasting(text: str) -> str:
    """A text without the words that say that something takes time."""
    return _LASTS.sub(" ", text)


def without_it(text: str) -> str:
    """A text without the words that only point at what was named before."""
    return _IT.sub(" ", text)


def share_of(text: str) -> float:
    """The share of a question of which a text must speak to be surely on it; ``text`` is either, in whose script both are."""
    return SURE_WIDE if is_wide(text) else SURE
