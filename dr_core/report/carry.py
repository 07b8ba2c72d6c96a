"""Which of a paragraph's cited spans a sentence stands on: those that share its words, and those that alone state a fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from dr_core.text.date import Date, dates
from dr_core.text.date import stated as date_stated
from dr_core.text.fact import Facts, facts
from dr_core.text.han import simplified
from dr_core.text.language import detect
from dr_core.text.name import Mentions
from dr_core.text.negation import clauses
from dr_core.text.number import Quantity, quantities, states
from dr_core.text.overlap import share
from dr_core.text.support import judge
from dr_core.text.token import content_terms
from dr_core.types import Evidence

CARRIES = 0.5
"""A span that holds this share of a sentence's terms is one the sentence stands on."""
LITTLE, TERMS = 0.25, 5
"""A span that holds less of a clause does not carry it, and a clause of fewer terms tells nothing of its own."""


def carriers(sentence: str, cite_ids: Sequence[str], evidence: Mapping[str, Evidence]) -> tuple[str, ...]:
    """Those of the cited spans that a sentence stands on, and is held by; all of them where none stands out."""
    return tuple(cite_ids[at] for at in _carrying(sentence, tuple(evidence[cite].text for cite in cite_ids)))


def stating(words: str, cite_ids: Sequence[str], evidence: Mapping[str, Evidence]) -> list[str]:
    """Those of the cited spans that state the facts of ``words``: all of them, or else some; none where it states none."""
    told = {cite: _told(words, evidence[cite].text) for cite in cite_ids}
    every = frozenset().union(*told.values())
    return [cite for cite in cite_ids if every and told[cite] == every] or [cite for cite in cite_ids if told[cite]]


@lru_cache(maxsize=1024)  # asked while the summary is being written, and again when the report is composed
def _carrying(sentence: str, spans: tuple[str, ...]) -> tuple[int, ...]:
    """The places of the spans that a sentence stands on."""
    if detect(sentence).startswith("zh"):  # both scripts have the same words
        sentence, spans = simplified(sentence), tuple(map(simplified, spans))
    found = _of_whole(sentence, spans)
    return tuple(sorted({*found, *_of_clauses(sentence, found, spans)}))


def _of_clauses(sentence: str, shown: Sequence[int], spans: Sequence[str]) -> Iterator[int]:
    """The places of the spans that alone carry a clause of a sentence, one for each. A clause of which a shown one states a fact
    is told by that, be it in another language."""
    for clause in clauses(sentence):
        if len(content_terms(clause)) < TERMS or any(_told(clause, spans[at]) for at in shown):
            continue
        held = [share(clause, span) for span in spans]
        best = max(range(len(spans)), key=held.__getitem__)
        if held[best] >= CARRIES and not any(held[at] >= LITTLE for at in shown):
            yield best


def _of_whole(sentence: str, spans: tuple[str, ...]) -> tuple[int, ...]:
    """The places of the spans that a sentence as a whole stands on."""
    held = [share(sentence, span) for span in spans]
    best = max(held, default=0.0)
    if best < CARRIES:
        return _by_facts(sentence, spans) or tuple(range(len(spans)))
    shown = {at for at, one in enumerate(held) if one >= max(CARRIES, 0.75 * best)}
    others = sorted(set(range(len(spans))) - shown, key=lambda at: (-held[at], at))
    shown |= _stating(sentence, shown, others, spans)
    if others and _denied(sentence, shown, spans) and not _denied(sentence, range(len(spans)), spans):
        for at in others:  # whatever it is that only they carry
            shown.add(at)
            if not _denied(sentence, shown, spans):
                break
    return tuple(sorted(shown))


def _by_facts(sentence: str, spans: Sequence[str]) -> tuple[int, ...]:
    """The places of the spans that state all numbers and dates of a sentence, together if no one does; nothing where it has none,
    or where the spans are of its own language, whose words would have told."""
    language = detect(sentence).split("-")[0]
    own = _own(sentence)
    wanted = {*(("number", at) for at in range(len(own.numbers))), *(("date", at) for at in range(len(own.dates)))}
    if not wanted or all(detect(span).split("-")[0] == language for span in spans):
        return ()
    told = [_told(sentence, span) & wanted for span in spans]
    if not wanted <= frozenset().union(*told):
        return ()
    shown = {at for at, one in enumerate(told) if one == wanted} or _stating(sentence, set(), range(len(spans)), spans)
    return () if _denied(sentence, shown, spans) else tuple(sorted(shown))


def _stating(sentence: str, shown: set[int], others: Sequence[int], spans: Sequence[str]) -> set[int]:
    """As few of the others as state what the shown ones do not: a number, a date, a name, a quotation."""
    known = {fact for at in shown for fact in _told(sentence, spans[at])}
    if shown and not _denied(sentence, shown, spans):  # what they do not state is worked out from them
        known |= {("number", at) for at in range(len(_own(sentence).numbers))}
    told = {at: _told(sentence, spans[at]) - known for at in others}
    added: set[int] = set()
    while told and told[best := max(told, key=lambda at: len(told[at]))]:
        added.add(best)
        new = told.pop(best)
        told = {at: rest - new for at, rest in told.items()}
    return added


def _told(sentence: str, span: str) -> frozenset[tuple[str, int]]:
    """Which facts of a sentence a span states, by kind and place."""
    own, (numbers, days, mentions) = _own(sentence), _facts_of(span)
    return frozenset(
        [
            *(("number", at) for at, one in enumerate(own.numbers) if states(numbers, one)),
            *(("date", at) for at, day in enumerate(own.dates) if date_stated(days, day) or _as_number(day, numbers)),
            *(("name", at) for at, name in enumerate(own.names) if mentions.name(name)),
            *(("quotation", at) for at, words in enumerate(own.quotations) if mentions.quotation(words)),
        ]
    )


@lru_cache(maxsize=256)  # each is held against every span of its paragraph
def _own(sentence: str) -> Facts:
    return facts(sentence)


def _as_number(day: Date, numbers: Sequence[Quantity]) -> bool:
    """A bare year may be read as a number."""
    return day.month is None and any(day.year in one.readings for one in numbers)


@lru_cache(maxsize=1024)
def _facts_of(span: str) -> tuple[tuple[Quantity, ...], tuple[Date, ...], Mentions]:
    return tuple(quantities(span, loose=True)), tuple(dates(span)), Mentions([span])


def _denied(sentence: str, places: Iterable[int], spans: Sequence[str]) -> bool:
    return judge(sentence, [spans[at] for at in sorted(places)]).verdict == "contradicted"
