"""Whether a sentence is carried by the spans it cites: ``supported``, ``unclear`` or ``contradicted``, with a score and a reason.

``contradicted`` is said only of what can be pointed at: a number, a date, a quotation or a name that stands in none of the spans,
or a denial turned round. Everything else that the wording does not carry is ``unclear``: prose that tells its source in other
words must survive. The weights and thresholds below were chosen on one half of
the labelled questions; ``bench/claims.py`` prints both halves.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from dr_core.text import cause, course, negation
from dr_core.text.affirmed import affirmed
from dr_core.text.bearer import borne_by_another
from dr_core.text.belied import belied
from dr_core.text.bystander import bystander
from dr_core.text.cell import Cells, in_cells
from dr_core.text.column import in_other_unit, of_other_row, put_together
from dr_core.text.compared import other_base
from dr_core.text.contrast import other_side
from dr_core.text.counted import miscounted, unhalved
from dr_core.text.country import is_unsaid, other_country
from dr_core.text.couple import torn_apart
from dr_core.text.date import Date, stated
from dr_core.text.dated import misdated
from dr_core.text.doubt import against, against_in_part, doubtful, doubtful_in_part
from dr_core.text.due import due
from dr_core.text.fact import Facts, facts, family
from dr_core.text.han import simplified
from dr_core.text.inferred import inferred, unsure
from dr_core.text.labelled import is_said
from dr_core.text.language import detect
from dr_core.text.lasting import cut_off
from dr_core.text.marker import strip_marks
from dr_core.text.multiple import multiples
from dr_core.text.noun import in_another_s_place
from dr_core.text.number import Quantity, quantities, states
from dr_core.text.outdone import outdone
from dr_core.text.overlap import MOST, Overlap, best, nearest, split, verbatim, wording
from dr_core.text.owner import mistaken
from dr_core.text.parallel import mixed_up
from dr_core.text.per import per_another
from dr_core.text.person import other_person
from dr_core.text.reckoned import is_of_the_rest
from dr_core.text.site import of_another_place
from dr_core.text.speaker import of_another_speaker
from dr_core.text.stated import are_years_before, as_date, is_plain_number, misplaced, stated_by, states_figure
from dr_core.text.swap import swapped_name
from dr_core.text.total import is_product, is_total, without
from dr_core.text.whose import in_another_order, of_another

Verdict = Literal["supported", "unclear", "contradicted"]

SUPPORTED = 0.5
"""From this score on the wording carries a sentence."""
AGAINST = 0.2
"""No contradicted sentence scores higher, however much of its wording stands in the spans."""
DOUBTED = 0.45
"""The score of a claim whose wording carries it, but which may turn round what the source says."""
ENOUGH = 0.20
"""The raw score that becomes ``SUPPORTED``: about this share of a claim's phrases stands in the spans."""
CARRIED = 0.85
"""So large a share of a claim's terms in the spans carries it, in whatever order."""
NEAR = 0.55
"""The share of a claim's terms in the spans from which on a name that is missing was changed, not told in other words."""
SHARED = 0.5
"""Texts that share so many terms are in one language, whatever was detected: short ones are often guessed wrong."""
AHEAD = 0.1
"""By so much another span of the run may hold more of a claim's terms than the cited ones without speaking against them."""
EXPECTED = 0.5
"""The share of a claim's terms that a fitting span usually holds; it stands in for the others where none are known."""
LONGEST = 5_000
"""Characters of a sentence; what is longer is none, and is not compared."""
ANCHORS = 2
"""So many figures, days, Latin names, and one year beside them, must agree across languages before a sentence is supported."""
RIVAL = 3.0
"""How heavily every further step ahead weighs."""


class Judgement(NamedTuple):
    """The word on one sentence."""

    verdict: Verdict
    score: float
    reason: str


def judge(sentence: str, spans: Sequence[str], *, language: str = "", others: Sequence[str] = ()) -> Judgement:
    """The word on ``sentence`` against the union of ``spans``.

    ``language`` is the sentence's, where known. ``others`` are spans of the same run that the sentence does not cite: one that
    carries it much better speaks against the citation.
    """
    claim = strip_marks(sentence).strip()
    if not any(char.isalnum() for char in claim):
        return Judgement("supported", 1.0, "states nothing")
    if len(claim) > LONGEST:
        return Judgement("unclear", 0.0, "too long for one sentence")
    held = tuple(span[:MOST] for span in put_together(spans) if span.strip())
    if not held:
        return Judgement("unclear", 0.0, "cites nothing")
    if verbatim(claim, held) or (claim != sentence and verbatim(sentence, held)):
        return Judgement("supported", 1.0, "stands in the cited words as it is")
    own = language or detect(claim)
    if own.startswith("zh") and any(_language(span).startswith("zh") and _language(span) != own for span in held):
        # the other script of Chinese: the words are the same, and so are the names in them
        own, claim, held, others = "zh-Hans", simplified(claim), tuple(map(simplified, held)), tuple(map(simplified, others))
    same = tuple(span for span in held if _is_in(own, span) or wording((span,)).holds(claim).terms >= SHARED)
    if not same and wording(held).holds(claim).terms >= SHARED:
        same = held
    said = facts(claim, own)
    cells = in_cells(claim, _to_place(claim, said), held, others)  # another language may state a figure in prose
    if not same:
        return _across(claim, said, held, cells)
    overlap = wording(same).holds(claim)
    missing = _missing(claim, said, held, overlap, cells.worked, others)
    score = _score(overlap, missing, best(claim, others) if others else EXPECTED)
    if missing.fact:
        return Judgement("contradicted", min(score, AGAINST), missing.fact)
    source, near = nearest(claim, same)
    of_rest = any(is_of_the_rest(claim, one) for one in missing.worked)  # what a source says of the others is denied of these
    turned = "" if of_rest else against(claim, source, near) or against_in_part(claim, same)
    turned = turned or _swapped(claim, same, overlap) or _of_another(claim, said, held) or _of_other_course(claim, held)
    if turned:
        return Judgement("contradicted", min(score, AGAINST), turned)
    if cells.turned or cells.wrong:
        return Judgement("contradicted", min(score, AGAINST), _in_other_cells(cells))
    if cells.right and not missing.names:
        score = max(score, SUPPORTED)
    told = cells.right  # a row is no sentence, and what cells say no sentence of another source takes back
    if _sums_up(claim, missing.worked, said, held) and wording(same).holds(without(claim, missing.worked)).terms >= SHARED:
        score = max(score, SUPPORTED)
    made = (*cells.worked, *missing.worked)
    doubt = (
        doubtful(claim, source, near, same, made) or _doubted(claim, same, made, own) if score >= SUPPORTED and not told else ""
    )
    doubt = doubt or unsure(missing.worked)
    if not doubt and not cells.fits:
        doubt = _in_other_cells(cells) or _of_something_else(of_other_row(claim, same))
    if not doubt and not missing.worked:
        doubt = _of_something_else(in_other_unit(claim, held))
    if doubt:
        return Judgement("unclear", min(score, DOUBTED), doubt)
    if score >= SUPPORTED:
        return Judgement("supported", score, "the cited words carry it")
    foreign = stated_by(tuple(span for span in held if span not in same))
    if any(states_figure(claim, one, foreign) for one in said.numbers):  # told in the words of another language
        across = _across(claim, said, held, cells)
        if across.verdict == "supported":
            return across
    return Judgement("unclear", score, missing.doubt or "told in other words than the cited ones")


class _Missing(NamedTuple):
    fact: str = ""
    doubt: str = ""
    names: float = 0.0
    numbers: float = 0.0
    worked: Mapping[Quantity, bool] = {}
    """The numbers that follow from other figures, and whether it is sure that these are meant."""


def _missing(
    claim: str, own: Facts, spans: tuple[str, ...], overlap: Overlap, worked: Sequence[Quantity], others: Sequence[str]
) -> _Missing:
    """What ``claim`` states and ``spans`` do not; ``worked`` are figures that they give by arithmetic, ``others`` are texts that
    may define another form of a name."""
    source = stated_by(spans)
    for words in own.quotations:
        if not source.mentions.quotation(words):
            return _Missing(f"the quotation “{_cut(words)}” stands in no cited span", numbers=1)
    days = [day for day in own.dates if not stated(source.dates, day) and not is_plain_number(claim, day, source.numbers)]
    numbers = [one for one in own.numbers if not states_figure(claim, one, source)]
    come = due(claim, days, numbers, spans)
    days = [day for day in days if not _is_among(day, come)]
    if days and not are_years_before(days, source):
        return _Missing(f"the date {days[0].text.strip()} stands in no cited span", numbers=1)
    numbers = [one for one in numbers if one not in come]
    here = [one for one in own.numbers if states(source.numbers, one) and not as_date(claim, one, source)]
    numbers += [one for one in here if misplaced(claim, one, own, source)]
    numbers = [one for one in numbers if one not in worked]
    made = inferred(claim, numbers, [one for one in own.numbers if one not in numbers], spans)
    if numbers := [one for one in numbers if one not in made]:
        return _Missing(f"the number {numbers[0].text.strip()} stands in no cited span", numbers=1)
    if days and not made:
        return _Missing(f"the date {days[0].text.strip()} stands in no cited span", numbers=1)
    made |= come
    exchanged = [name for name in own.nouns if not source.mentions.name(name) and in_another_s_place(claim, name, spans)]
    if exchanged and overlap.terms >= NEAR:
        return _Missing(f"the name {exchanged[0].text} stands in no cited span", names=1)
    unnamed = [name for name in own.names if not source.mentions.name(name)]
    text = "\n".join(spans)
    unnamed = [name for name in unnamed if not is_said(name.text, text, (*spans, *others))]
    if not unnamed:
        return _Missing(worked=made)
    elsewhere = [name for name in unnamed if not is_unsaid(name.text, text)]
    said = f"the name {(elsewhere or unnamed)[0].text} stands in no cited span"
    part = len(unnamed) / len(own.names)
    if not elsewhere:
        return _Missing(doubt=said, names=part, worked=made)
    # Near the source's wording a name that is not there was changed; far from it the writer may speak of things by another name.
    return _Missing(said, names=part) if overlap.terms >= NEAR else _Missing(doubt=said, names=part, worked=made)


def _sums_up(claim: str, worked: Mapping[Quantity, bool], own: Facts, spans: tuple[str, ...]) -> bool:
    """Whether all that a claim works out are sums, or products, of all that there is to add up."""
    given = [one for one in own.numbers if one not in worked] if worked else []
    return bool(worked) and all(is_total(claim, one, given, spans) or is_product(claim, one, given, spans) for one in worked)


def _is_among(day: Date, figures: Iterable[Quantity]) -> bool:
    return any((one.start, one.end) == (day.start, day.end) for one in figures)


def _score(overlap: Overlap, missing: _Missing, rival: float) -> float:
    """Phrases weigh most: words alone are shared by any two texts on one subject."""
    raw = overlap.phrases - 0.35 * missing.names - 0.2 * missing.numbers
    behind = max(0.0, rival - overlap.terms - AHEAD)
    if overlap.terms >= CARRIED and not behind:
        raw = max(raw, ENOUGH)  # the same words in another order
    return 1 / (1 + math.exp(-8 * (raw - RIVAL * behind - ENOUGH)))


def _across(claim: str, own: Facts, spans: tuple[str, ...], cells: Cells) -> Judgement:
    """Sources in another language are held to numbers, dates, quotations of Latin script and Latin names."""
    source = stated_by(spans)
    days = [day for day in own.dates if not stated(source.dates, day) and not is_plain_number(claim, day, source.numbers)]
    numbers = [one for one in own.numbers if not states_figure(claim, one, source) and one not in cells.worked]
    come = due(claim, days, numbers, spans)
    numbers = [one for one in numbers if one not in come]
    made = inferred(claim, numbers, [one for one in own.numbers if one not in numbers], spans) | come
    numbers = [one for one in numbers if one not in made]
    days = [day for day in days if not _is_among(day, come)]
    latin = [name for name in own.names if name.text.isascii()]
    days = [] if made and are_years_before(days, source) else days
    for what, gone in (("date", days), ("number", numbers)):
        if gone:
            return Judgement("contradicted", AGAINST, f"the {what} {gone[0].text.strip()} stands in no cited span")
    if told := _in_other_cells(cells):  # names may be written alike in both, as those of Chinese and Japanese are
        return Judgement(*(("contradicted", AGAINST) if cells.turned or cells.wrong else ("unclear", 0.4)), told)
    if told := unsure(made):
        return Judgement("unclear", 0.4, told)
    checkable = [name for name in latin if any(span.isascii() or re.search("[A-Za-z]{3}", span) for span in spans)]
    unnamed = [name for name in checkable if not source.mentions.name(name) and not is_unsaid(name.text, "\n".join(spans))]
    if unnamed:
        return Judgement("unclear", 0.4, f"in another language; the name {unnamed[0].text} was not found")
    # Any two texts may share a year: it counts only beside a figure, a day or a name, by which a sentence can be recognised.
    figures = len({one.readings for one in own.numbers}) + sum(day.day is not None for day in own.dates)
    anchors = figures + len({name.text for name in checkable})
    anchors += bool(anchors) and any(day.day is None for day in own.dates)
    if anchors < ANCHORS:
        return Judgement("unclear", 0.4 if anchors or own.dates else 0.3, "in another language, with too little to compare")
    if told := _of_another(claim, own, spans) or _of_other_course(claim, spans):
        return Judgement("contradicted", AGAINST, told)
    source_sentence = _holding(own, spans)
    opposite = (
        negation.reversed_direction(claim, source_sentence)
        or in_another_order(claim, own.numbers, source_sentence)
        or of_another_place(claim, spans)
        or other_side(claim, source_sentence)
        or course.exchanged(claim, source_sentence)
    )
    if opposite:
        return Judgement("unclear", 0.4, f"in another language; says “{opposite[0]}” where the source says “{opposite[1]}”")
    return Judgement("supported", min(1.0, 0.5 + 0.1 * anchors), "in another language; its numbers, dates and names agree")


def _holding(own: Facts, spans: tuple[str, ...]) -> str:
    """The sentence of ``spans`` that states most of the numbers and names of a claim in another language."""

    def held(sentence: str) -> int:
        stated = quantities(sentence, loose=True)
        return sum(states(stated, one) for one in own.numbers) + sum(name.text in sentence for name in own.names)

    return max((sentence for span in spans for sentence in split(span)), key=held, default="")


def _swapped(claim: str, spans: tuple[str, ...], overlap: Overlap) -> str:
    swap = swapped_name(claim, spans) if overlap.terms >= NEAR else None
    return f"says {swap.said} where the source says {swap.written}" if swap else ""


def _of_another(claim: str, own: Facts, spans: tuple[str, ...]) -> str:
    found = misdated(claim, spans) or of_another(claim, spans)
    told = "says of {} what the source says of {} ({})".format(*found) if found else ""
    if not told and (torn := torn_apart(claim, own.numbers, spans)):
        told = "says {} where the source says {}".format(*torn)
    return told or per_another(claim, own.numbers, spans) or belied(claim)


def _of_other_course(claim: str, spans: tuple[str, ...]) -> str:
    found = course.turned(claim, spans)
    return f"says “{found[0]}” where the source says “{found[1]}”" if found else ""


def _doubted(claim: str, spans: tuple[str, ...], made: Sequence[Quantity], language: str) -> str:
    """Why a sentence that the wording of the spans carries may not say what they say; "" where nothing speaks against it."""
    return (
        doubtful_in_part(claim, spans, made)
        or _mistaken(claim, spans, language)
        or _affirmed(claim, spans)
        or _counted_or_compared(claim, spans)
    )


def _mistaken(claim: str, spans: tuple[str, ...], language: str) -> str:
    found = mistaken(claim, spans) or borne_by_another(claim, spans)
    if found and not any(course.agrees(claim, sentence) for span in spans for sentence in split(span)):
        return "says of “{}” {}, which the source says of another".format(*found)
    if one := cause.turned(claim, spans):
        return "puts “{}” and “{}” in each other's place".format(*one)
    if one := cause.made_up(claim, spans):
        return "says of “{}” that it came of “{}”, which the source does not".format(*one)
    other = other_base(claim, spans) or bystander(claim, spans, language) or mixed_up(claim, spans)
    other = other or of_another_place(claim, spans)
    if other := other or other_person(claim, spans, language) or other_country(claim, spans):
        return "says of “{}” what the source says of “{}”".format(*other)
    if speakers := of_another_speaker(claim, spans):
        return "gives as the word of {} what the source gives as that of {}".format(*speakers)
    return f"says {rest} where the source gives more" if (rest := cut_off(claim, spans)) else ""


def _affirmed(claim: str, spans: tuple[str, ...]) -> str:
    denial = affirmed(claim, spans)
    return f"affirms what the source denies (“{denial}”)" if denial else ""


def _counted_or_compared(claim: str, spans: tuple[str, ...]) -> str:
    if count := miscounted(claim, spans) or unhalved(claim, spans):
        return f"says “{count}”, which the source does not count"
    word = outdone(claim, spans)
    return f"says “{word}”, which the figures of the source belie" if word else ""


@lru_cache(maxsize=4096)
def _language(text: str) -> str:
    return detect(text)


def _is_in(language: str, text: str) -> bool:
    """Whether a text may be in a language, as far as either is known."""
    return not language or family(_language(text)) in (family(language), "")


def _to_place(claim: str, own: Facts) -> list[Quantity]:
    """The figures of a claim that a table may have in its cells; where it states a year alone, that."""
    if own.numbers or multiples(claim):
        return own.numbers
    return [
        Quantity(day.start, day.end, day.text, (float(day.year),))
        for day in own.dates
        if day.year and day.month is None and not day.decade
    ]


def _in_other_cells(cells: Cells) -> str:
    if cells.turned:
        return f"says {cells.turned}, which the table gives the other way round"
    if cells.unsure:
        return f"says {cells.unsure}, which can be worked out, but not from what is named alone"
    if cells.untrue:
        return f"says “{cells.untrue}”, which the figures of the table do not give"
    return _of_something_else(cells.off)


def _of_something_else(number: str) -> str:
    return f"says {number}, which the table gives for something else" if number else ""


def _cut(words: str) -> str:
    return words if len(words) <= 60 else words[:57] + "..."
