"""Questions that ask for sides of their subject and for nothing else: what names one of them is told where it is looked for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.pattern import regex
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.facet import Facet, named_at, of_title
from dr_core.stage.extractive.past import HISTORY, happened
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.speak import pointing
from dr_core.stage.extractive.want import parts
from dr_core.text import terms
from dr_core.types import Section

_JOINS = r"(?:\s(?:and|or|und|oder|et|ou|y|e)\s|,\s|\s?[、和與与及]\s?|[とや]|[와과]\s|하고\s)(?:(?:the|its|their)\s)?"
_WORD_AND = regex(rf"(?:[a-zà-ÿ]*|[가-힣]{{0,2}}?){_JOINS}", re.I)
_AND = regex(rf"{_JOINS}$", re.I)
_OPENS = regex(r"(?:the |die |der |das |l['’]|la |le |el |il |lo |a |o )?", re.I)
_OF_IT = regex(r"[^\W\d_]*(?: and [^\W\d_]+)? (?:of|von|der|des|de|du|del|della|do|da) ", re.I)
_ITS = regex(r"(?:的|の|의\s)$")
_CLOSES = " .。?？"
LONGEST_ENDING, LONGEST_REST = 6, 1
"""Letters of a word behind the part of it that names a side: "econom" begins "economics", 发展历 begins 发展历程."""


def asks_for_sides(asked: Brief) -> bool:
    """Whether a question asks for sides of its subject and for nothing else; of reasons and comparisons any passage may tell.

    Where nothing is asked, the words of a side may be part of a name ("climate policy"), but not where they are said to be its:
    "the history of", 的成本, の歴史, 의 역사.
    """
    plain = asked.plain_sides
    meant = asked.asks or asked.judges or any(_is_of_subject(asked.question, *span) for span in _spans(asked.question, plain))
    return bool(plain) and meant and all(_asks_for_them(part, plain) for part in parts(asked.question))


def at_home(asked: Brief, items: Sequence[Item], sections: Sequence[Section]) -> list[Item]:
    """The items, where nothing but sides are asked for; a passage of another section that names one of them, stands under a
    heading that does, or tells what happened where that is one, in the section on it: it is told there or nowhere."""
    homes = {section.id: side for section in sections if (side := of_title(section.title)) in asked.plain_sides}
    if not homes or not asks_for_sides(asked):
        return list(items)
    point = pointing(asked.query, items)
    passages: dict[tuple[str, int], list[Item]] = {}
    for item in items:
        passages.setdefault((item.source, item.passage.start), []).append(item)

    def home(own: Sequence[Item]) -> str:
        heading, text = own[0].passage.heading, " ".join(item.said for item in own)
        headed = [name for name, side in homes.items() if named_at(heading, side)]
        on_it = not point or not point.isdisjoint(terms(f"{heading} {text}"))
        named = {name: len(found) for name, side in homes.items() if on_it and (found := named_at(text, side))}
        tells_past = happened(text) > 0 and own[0].section not in asked.apart
        past = [name for name, side in homes.items() if side.id == HISTORY and not own[0].is_table and tells_past]
        return next(iter(headed), "") or max(named, key=lambda name: named[name], default="") or next(iter(past), "")

    moved = {place: name for place, own in passages.items() if own[0].section not in asked.first and (name := home(own))}
    return [item._replace(section=moved.get((item.source, item.passage.start), item.section)) for item in items]


def _spans(text: str, sides: Sequence[Facet]) -> list[tuple[int, int]]:
    return sorted(span for side in sides for span in named_at(text, side))


def _is_of_subject(question: str, start: int, end: int) -> bool:
    """Whether words that name a side begin a question before "of", or end it behind 的, の or 의."""
    begins = _OPENS.fullmatch(question[:start]) and _OF_IT.match(question, end)
    return bool(begins or (_ITS.search(question[:start]) and len(question[end:].strip(_CLOSES)) <= LONGEST_REST))


def _asks_for_them(part: str, sides: Sequence[Facet]) -> bool:
    """Whether one of several questions names sides, and beside them nothing that is none ("cost and taste")."""
    spans = _spans(part, sides)
    begins, ends = {start for start, _ in spans}, {end for _, end in spans}

    def stands_alone(start: int, end: int) -> bool:
        behind, ahead = _WORD_AND.match(part, end), _AND.search(part[:start])
        return (not behind or behind.end() in begins) and (not ahead or _near(ahead.start(), ends))

    return bool(spans) and all(stands_alone(*span) for span in spans)


def _near(place: int, ends: set[int]) -> bool:
    """Whether the word that ends at a place is one that names a side."""
    return any(0 <= place - end <= LONGEST_ENDING for end in ends)
