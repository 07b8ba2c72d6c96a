"""What a claim turns round although its words are the source's, sentence against sentence.

``against`` can be pointed at: a denial, a direction or a bound turned into its opposite. ``doubtful`` is the rest: order,
sureness, share, speaker, the number of another year. It caps a claim at ``unclear``, because wording alone cannot tell them
from a fair retelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from re import Pattern

from dr_core.pattern import regex
from dr_core.text import bound, column, compound, contrast, course, exchange, hedge, negation, place, portion
from dr_core.text.date import Date, dates
from dr_core.text.dated import agrees, of_another_time, undated
from dr_core.text.number import Quantity, read, states
from dr_core.text.overlap import nearest, wording
from dr_core.text.owner import is_own
from dr_core.text.token import content_terms
from dr_core.text.worked import clause_of

SAME_SENTENCE = 0.60
"""The share of a claim's terms in one source sentence from which on the two say the same thing, or its opposite."""
LEAST = 0.3
"""Below this share of pairs of characters two CJK sentences are not compared at all."""
CLOSE, OF_FEW = 0.75, 3
"""The share from which on single words are compared; of so few words all but one."""
SHORTEST = 6
"""Characters of a CJK claim below which there is nothing to turn round; an English one needs twice as many."""
LONGEST = 1_000
"""Characters of a sentence that is compared word by word; longer ones are lists, or no prose."""
ALL = 0.95
"""The share from which on a clause has hardly a word of its own."""
CLOSE_CHARACTERS = 0.7
"""The same of the characters of a CJK sentence."""

STATES, HELD = 4, 0.7
"""The terms of a part of a sentence that states something by itself, and the share of it that another sentence must hold."""
_STATEMENT, _CLAUSE = regex(r"[;；。：]|，[而但却卻]|,\s(?:while|whereas|but)\b"), regex(r"[;；。，]")
"""Where a statement ends for certain, and where it may."""
_AND_NO = regex(r"\b(?:and|but|or)\s(?:no|without)\s((?:(?:an?|any|the)\s)?[\w-]+(?:\s[\w-]+)?)", re.IGNORECASE)
_CJK = regex(r"[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]")


def against(claim: str, source: str, near: float) -> str:
    """Why ``claim`` says the opposite of ``source``; "" where it does not."""
    if near < LEAST:
        return ""
    close = _close(claim, source, near)
    opposite = negation.reversed_direction(claim, source) if close else None
    ours, theirs = negation.denials(claim), negation.denials(source)
    uneven = len(ours) % 2 != len(theirs) % 2
    # as many denials on both sides may still be of different things
    if (
        near >= SAME_SENTENCE
        and (uneven or (ours and theirs and not opposite))
        and not _elsewhere(claim, source, len(ours) > len(theirs))
    ):
        if opposite or _left_out(*((source, claim) if len(ours) > len(theirs) else (claim, source))):
            return ""  # "did not rise" where the source says "fell", "excluded" where it says "did not cover"
        return (
            f"denies what the source says (“{ours[0].text}”)"
            if len(ours) > len(theirs)
            else f"affirms what the source denies (“{theirs[0].text}”)"
        )
    if opposite and exchange.exchanged(claim, source):
        return ""  # "A is cheaper than B" where the source says "B is more expensive than A"
    opposite = opposite or (_turned_figure(claim, source) if near >= SAME_SENTENCE else None)
    if opposite and not negation.says_as_much(claim, source, opposite):
        return f"says “{opposite[0]}” where the source says “{opposite[1]}”"
    return bound.at_odds(claim, source) if near >= SAME_SENTENCE or close or not claim.isascii() else ""


def doubtful(claim: str, source: str, near: float, spans: tuple[str, ...], worked: Sequence[Quantity] = ()) -> str:
    """Why ``claim`` may not say what ``source`` says; "" where nothing speaks against it. ``worked`` are numbers that follow from
    others."""
    kind = compound.other_kind(claim, spans)
    if kind:
        return f"says of “{kind[0]}” what the source says of “{kind[1]}”"
    close = _close(claim, source, near)
    if len(claim) < (2 * SHORTEST if claim.isascii() else SHORTEST) or max(len(claim), len(source)) > LONGEST:
        return ""
    if near >= LEAST and (told := hedge.proven(claim, source)):
        return told
    if near < SAME_SENTENCE and not close:
        return portion.of_more(claim, source) if portion.same_but_for(claim, source) else ""
    other = place.replaced(claim, source, spans)
    # beside the figure in a row stands the cell before it; what the figure is of stands in the head
    if other and not (source.lstrip().startswith("|") and column.stands_over(other[0], claim, source, spans)):
        return f"says of “{other[0]}” what the source says of “{other[1]}”"
    if times := of_another_time(claim, source):
        return "says of “{}” what the source says of “{}”".format(*times)
    number = place.elsewhere(claim, source, worked)
    if number:
        return f"says {number} where the source says another number"
    if sides := negation.moves(claim, source) or next(
        filter(None, (negation.moves(*both) for both in _clauses(claim, source))), None
    ):
        return f"says “{sides[0]}” where the source says “{sides[1]}”"
    if sides := contrast.other_side(claim, source) or _of_other_side(claim, source):
        return f"says “{sides[0]}” where the source says “{sides[1]}”"
    if changed := course.exchanged(claim, source):
        return "says “{}” where the source says “{}”".format(*changed)
    if told := next(filter(None, (hedge.foretold(claim, theirs) for _, theirs in _clauses(claim, source))), ""):
        return told
    if not close:
        return hedge.of_others(claim, source) or hedge.by_others(claim, source)
    swap = exchange.exchanged(claim, source)
    if (
        swap
        and not (portion.is_portion(swap.one) or portion.is_portion(swap.other))
        and not negation.reversed_direction(claim, source)
        and not course.agrees(claim, source)
    ):
        return f"puts “{swap.one}” and “{swap.other}” in each other's place"
    number = "" if agrees(claim, source) or is_own(claim, source) else place.wrong_number(claim, source)
    if number:
        return f"says of {number} what the source says of another number"
    return (
        bound.differently(claim, source)
        or hedge.surer(claim, source)
        or hedge.of_others(claim, source)
        or hedge.by_others(claim, source)
    )


def against_in_part(claim: str, spans: Sequence[str]) -> str:
    """Why a clause of a sentence says the opposite of the sentence of ``spans`` that holds most of it: the one that holds most of
    the whole may say nothing of that."""
    for part, source, near in _parts(claim, _CLAUSE, spans):
        told = against(part, source, near)
        # what another part denies as the source does is not affirmed by this one: 设时为15000，不设时为7500
        if told and not (negation.denials(source) and negation.denies_alike(claim.replace(part, ""), source)):
            return told
    return ""


def doubtful_in_part(claim: str, spans: tuple[str, ...], worked: Sequence[Quantity] = ()) -> str:
    """As ``doubtful``, of the statements of a sentence that makes several."""
    return next(filter(None, (doubtful(*part, spans, worked) for part in _parts(claim, _STATEMENT, spans))), "")


def _parts(claim: str, ends: Pattern[str], spans: Sequence[str]) -> Iterator[tuple[str, str, float]]:
    for part in ends.split(claim):
        if part != claim and len(set(content_terms(part))) >= STATES:
            source, near = nearest(part, spans)
            if near >= HELD and not source.lstrip().startswith("|"):  # the cells of a row are held against it by their columns
                yield part, source, near


def _close(claim: str, source: str, near: float) -> bool:
    """Whether nearly all words are shared; in CJK, where one other word changes several pairs, nearly all characters."""
    if near >= CLOSE or near < LEAST:
        return near >= CLOSE
    own = () if claim.isascii() else _CJK.findall(claim)
    if not own:
        return near >= SAME_SENTENCE and _all_but_one(content_terms(claim), content_terms(source))
    return len(own) >= 4 and sum(char in source for char in own) >= CLOSE_CHARACTERS * len(own)


def _all_but_one(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether a source has all words but one of a claim with few of them, in the same order."""
    shared = [word for word in ours if word in theirs]
    return len(set(ours)) <= OF_FEW and len(ours) - len(shared) <= 1 and shared == [word for word in theirs if word in ours]


def _turned_figure(claim: str, source: str) -> tuple[str, str] | None:
    """The word of ``claim`` by which a figure rises or falls, and its opposite that ``source`` has in the clause of this figure,
    whatever it says of others."""
    return next(filter(None, (negation.reversed_direction(ours, theirs) for ours, theirs in _clauses(claim, source))), None)


def _of_other_side(claim: str, source: str) -> tuple[str, str] | None:
    """As ``contrast.other_side``, for the clause of a figure or a year: of another, the source may speak of both sides."""
    every = (*_clauses(claim, source), *_of_years(claim, source))
    return next(filter(None, (contrast.other_side(ours, theirs) for ours, theirs in every)), None)


def _clauses(claim: str, source: str) -> Iterator[tuple[str, str]]:
    """The clauses in which ``claim`` and ``source`` have a figure that ``source`` has but once."""
    for one in undated(claim):
        same = [other for other in read(source) if states([other], one)]
        if len(same) == 1:
            yield _clause(claim, one), _clause(source, same[0])


def _of_years(claim: str, source: str) -> Iterator[tuple[str, str]]:
    """The clauses without a figure in which ``claim`` has a year, and those of ``source``, where both have it but once."""
    ours, theirs = dates(claim), dates(source)
    for one in ours:
        same, clause = [other for other in theirs if other.year == one.year], _clause(claim, one)
        if len(same) == 1 == sum(other.year == one.year for other in ours) and not undated(clause):
            yield clause, _clause(source, same[0])


def _clause(text: str, one: Quantity | Date) -> str:
    begins, ends = clause_of(text, one)
    return text[begins:ends]


def _left_out(one: str, other: str) -> bool:
    """Whether ``one`` says by leaving out ("excluded"), or by what is alike, what ``other`` says by a denial."""
    return (negation.leaves_out(one) and not negation.leaves_out(other)) or negation.is_alike(one, other)


def _elsewhere(claim: str, source: str, ours: bool) -> bool:
    """Whether the surplus denial stands in a clause that the other text does not tell; one that it tells as a denial is none."""
    from_text, to_text = (claim, source) if ours else (source, claim)
    if negation.is_denied_of(from_text, to_text):
        return False
    affirming = " ".join(clause for clause in negation.clauses(from_text) if not negation.denied(clause))
    for clause in filter(negation.denied, negation.clauses(_without_unmentioned(from_text, to_text))):
        if not ours and _is_told_beside(clause, affirming, claim):
            continue
        told = wording((to_text,)).holds(_undenied(clause)).terms >= SAME_SENTENCE or _tells_less(to_text, clause)
        others = list(filter(negation.denied, negation.clauses(to_text))) if told else ()
        if told and not any(_same(clause, other) or negation.denies_alike(other, clause) for other in others):
            return False
    return True


def _is_told_beside(clause: str, affirming: str, text: str) -> bool:
    """Whether the clauses of a source that affirm hold nearly all of a text, with all words that it has of one that denies: "The
    benefit falls by 10% a quarter of an hour; after three hours there is no benefit"."""
    words = set(content_terms(text))
    shared = words & set(content_terms(_undenied(clause)))
    beside = set(content_terms(affirming))
    return (
        bool(shared) and len(words - shared) >= STATES and shared <= beside and wording((affirming,)).holds(text).terms >= CLOSE
    )


def _without_unmentioned(text: str, other: str) -> str:
    """A text without what it denies beside something else and the other one does not speak of: "and no second supplier"."""
    said = set(content_terms(other))
    return _AND_NO.sub(lambda found: found[0] if said & set(content_terms(found[1])) else " ", text)


def _tells_less(text: str, clause: str) -> bool:
    """Whether a text has a clause with nothing but words of a longer one that denies."""
    whole = wording((_undenied(clause),))
    return any(len(set(content_terms(one))) > 2 and whole.holds(one).terms >= ALL for one in negation.clauses(text))


def _same(one: str, other: str) -> bool:
    """Whether two clauses, both of which deny, deny the same; one of them may be cut short."""
    one, other = _undenied(one), _undenied(other)
    if wording((other,)).holds(one).terms >= SAME_SENTENCE:
        return True
    return len(content_terms(other)) > 1 and wording((one,)).holds(other).terms >= CLOSE


def _undenied(clause: str) -> str:
    for denial in reversed(negation.denials(clause)):
        clause = clause[: denial.start] + " " + clause[denial.end :]
    return clause
