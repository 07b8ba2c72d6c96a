"""What a report on a question for reasons is made of: passages that give reasons for what is asked, and no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.cause import asks_why, gives_cause
from dr_core.stage.extractive.ending import closes
from dr_core.stage.extractive.piece import Item, words_of
from dr_core.stage.extractive.speak import plain
from dr_core.stage.extractive.want import only_reasons
from dr_core.text import terms
from dr_core.text.token import content_terms

SUBJECT = 0.5
"""What more than this share of all texts say, with what stands over them, is the subject, and not what is asked of it."""
LEAST_WORDS = 120
"""Words that a report is made of at least: reasons may be given without the words that tell so."""


def on_the_reasons(asked: Brief, items: Sequence[Item], answer: Sequence[Item] = ()) -> list[Item]:
    """The items, without the passages that give no reason, or one of something else, where nothing but reasons is asked for; all
    of them where those say too little. What stands around the ``answer`` stays."""
    if asked.judges or not only_reasons(asked.wants):
        return list(items)
    is_on_it = _teller(asked, items)
    passages: dict[tuple[str, int], list[Item]] = {}
    for item in items:
        passages.setdefault((item.source, item.passage.start), []).append(item)
    kept = {place for place, own in passages.items() if not own[0].is_table and _gives_reasons(own, is_on_it)}
    kept |= {(item.source, item.passage.start) for item in answer}
    under = {(items[0].source, items[0].passage.heading) for place, items in passages.items() if place in kept}
    kept |= {place for place, own in passages.items() if own[0].is_table and (own[0].source, own[0].passage.heading) in under}
    left = [item for item in items if (item.source, item.passage.start) in kept]
    return left if words_of(item for item in left if not item.is_table) >= LEAST_WORDS else list(items)


def _gives_reasons(own: Sequence[Item], is_on_it: Callable[[str, str], bool]) -> bool:
    """Whether a passage gives reasons for what is asked, comes to a close on it, or stands under a heading that announces it."""
    title, heading = own[0].title, own[0].passage.heading
    if is_on_it("", heading):
        return True
    told = asks_why(heading) or closes(heading) or any(gives_cause(item.text) for item in own)
    return told and is_on_it(title, " ".join([heading, *(item.said for item in own)]))


def _teller(asked: Brief, items: Sequence[Item]) -> Callable[[str, str], bool]:
    """What tells whether a text, under a title, speaks of that for which reasons are asked: the quantity, where it is one, or a
    word of the question that not most of the texts have."""
    measures = [want.about for want in asked.wants if want.about]
    if measures:
        return lambda _title, text: any(measure.said.any(text) for measure in measures)
    held = [set(terms(f"{item.title} {item.passage.heading} {item.said}")) for item in items]
    times: Mapping[str, int] = {term: sum(term in own for own in held) for term in set(content_terms(plain(asked.query)))}
    point = {term for term, count in times.items() if 0 < count <= SUBJECT * len(held)}
    return lambda title, text: bool(text) and (not point or not point.isdisjoint(terms(f"{title} {text}")))
