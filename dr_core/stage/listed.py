"""Lists in running text: "Three conditions recur. First, ... Second, ...". What announces one says nothing without its items."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.pattern import regex
from dr_core.text.sentence import Span
from dr_core.types import Page, Section

BEHIND = 0.0001
"""How much less an item is worth than what stands before it in its list: it is shown right behind that."""
_ITEM = regex(
    r"\W*(?:(?:first|second|third|fourth|fifth)(?:ly)?|finally|lastly)(?=,| (?:is|are|was|comes?)\b)"
    r"|第[一二三四五六](?:[，、,：是]|に)|其[一二三四][，、,是]|首先|其次|再次[，,]|最后[，,]|最後(?:[，,]|に)|まず|次に|첫째|둘째|셋째|넷째|마지막으로",
    re.IGNORECASE,
)

Placed = tuple[Page, Span, Section, float]


def with_their_lists(found: Sequence[Placed]) -> list[Placed]:
    """The sentences, in the order of their passages, with the items of a list in the section of what announces it, and worth as
    much."""
    kept: list[Placed] = []
    before: Placed | None = None  # what announces the list, or its last item
    for one in found:
        page, span, _, score = one
        if kept and not _is_one_paragraph(kept[-1], one):
            before = None
        if _ITEM.match(page.text, span.start, span.end):
            before = before or (kept[-1] if kept and _is_one_paragraph(kept[-1], one) else None)
            if before:
                one = before = (page, span, before[2], max(score, round(before[3] - BEHIND, 4)))
        kept.append(one)
    return kept


def _is_one_paragraph(one: Placed, other: Placed) -> bool:
    (page, span, *_), (same, following, *_) = one, other
    return page is same and span.end <= following.start and "\n\n" not in page.text[span.end : following.start]
