"""The sentences that answer a question most directly: with them an abstract opens."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from dr_core.stage.extractive.about import is_abroad
from dr_core.stage.extractive.aftermath import aftermath_first, asks_aftermath
from dr_core.stage.extractive.balance import told_first
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.cause import asks_why, hinders
from dr_core.stage.extractive.correction import corrections
from dr_core.stage.extractive.criterion import Criterion
from dr_core.stage.extractive.duration import lasting, share_of, without_it, without_lasting
from dr_core.stage.extractive.effect import effect_first
from dr_core.stage.extractive.event import events_asked, in_own_words, says_event
from dr_core.stage.extractive.extent import from_there, up_to_date, with_name
from dr_core.stage.extractive.gain import LEADS_UP, agreed, causes, counted, figures, headings, timely
from dr_core.stage.extractive.headed import under_heading
from dr_core.stage.extractive.how import asks_how, steps_first
from dr_core.stage.extractive.judgement import judged
from dr_core.stage.extractive.mention import asks_beside, only_mentions
from dr_core.stage.extractive.piece import Item, words_of
from dr_core.stage.extractive.quantity import HOW_LONG, WHEN
from dr_core.stage.extractive.run import LONGEST, Runs, width
from dr_core.stage.extractive.speak import answers, directness, nearness, plain, speaks_of, spoken, unsaid, weights
from dr_core.stage.extractive.superlative import first_of_all
from dr_core.stage.extractive.tabled import MOST_WANTED, in_cell, in_table, of_tables
from dr_core.stage.extractive.verdict import verdicts
from dr_core.stage.extractive.want import Want
from dr_core.text import terms
from dr_core.text.country import is_elsewhere, lands, names_region
from dr_core.text.district import is_in_district, is_of_another_district
from dr_core.text.token import content_terms, function_words

SURE_APART = 0.5
"""How much less is enough for a date, where the title says nothing of what is asked."""

MANY = 3
"""So many sentences that say all words of a question tell that it asks about its subject as a whole."""

FIGURE, COUNTED = 0.15, 0.5
"""What a sentence with a figure gains where the question asks for one, and with one of what it counts."""

UNSAID = 0.2
"""The share of what is asked that the title must leave unsaid; where it says nearly all, the whole page is the answer."""

LONGEST_OF_ALL = 135
"""Words of all that an abstract opens with, where several things are asked for."""

STANDING = 0.2
"""What its score as evidence counts for a sentence beside its words."""

REASONS = 1.25
"""Reasons, and views, may take so much more room than a figure: there are mostly several."""

SAYS_IT, SAYS_NAME = 0.3, 0.2
"""What a sentence gains for what it says itself, where its title would say it for it; and for a name that the question gives."""

EVENT, AT_FIRST = 0.5, 0.15
"""What a sentence with a date gains that says what is asked to have happened, and more if its source opens with it."""

BESIDE = 0.5
"""What a sentence is worth whose passage says no word of the subject."""

BEARS = 0.5
"""A sentence with the figure that is asked for must speak of so much of the question as the best one does."""


class Answer(NamedTuple):
    """The sentence that answers, with those before it that it leans on and those after it; and whether an abstract opens with it,
    and not with how a source begins."""

    items: tuple[Item, ...] = ()
    sure: bool = False


def answer(asked: Brief, items: Sequence[Item]) -> Answer:
    """What answers most directly, and what corrects it; nothing where nothing is asked.

    Where several things are asked for (a cost and a speed, how many and why), each is answered in turn; where a subject is to be
    looked at by some sides of it, or things are to be compared by them, each side is.
    """
    prose = [item for item in items if not item.is_table]
    asks = asked.asks or asked.headed or asked.judges or asks_how(asked.question)
    if not (asks or any(want.cause for want in asked.wants)):
        return Answer()
    if not prose:
        rows = of_tables(asked, items)
        return Answer(rows, sure=bool(rows))
    runs = Runs(prose, asked.known)
    found = _answer(asked, items, prose, runs)
    room = LONGEST_OF_ALL * width(prose[0]) - words_of(found.items)
    return found._replace(items=(*found.items, *corrections(found.items, prose, runs, room, dates=asked.wants_date)))


def _answer(asked: Brief, items: Sequence[Item], prose: Sequence[Item], runs: Runs) -> Answer:
    if asked.balance and (begins := told_first(asked.question, asked.balance, prose, runs)):
        return Answer(begins, sure=True)
    if asks_aftermath(asked.question) and (begins := aftermath_first(asked.known, prose, runs)):
        return Answer(begins, sure=True)
    if asks_how(asked.question) and (begins := steps_first(asked.question, prose)):
        return Answer(begins, sure=True)
    if first := first_of_all(asked.query, items, runs, share_of(asked.query), asked.language):
        return Answer(first, sure=True)
    wanted = [want for want in asked.wants if want.sure][:MOST_WANTED]
    if not wanted or _judged_by_all(asked, wanted):
        criteria = asked.criteria if asked.judges else _headed(asked, prose)
        tables = [item for item in items if item.is_table]
        told = judged(asked, criteria, prose, runs, tables) if criteria or not asked.rivals else verdicts(asked, prose, runs)
        if told:
            return Answer(tuple(told), sure=True)
        if asked.rivals and not asked.asks and (cell := in_cell(asked, items)):
            return Answer((cell,), sure=True)
        if begins := under_heading(asked, prose, runs):
            return Answer(begins, sure=True)
        if not asked.asks:
            return Answer()
        if begins := effect_first(asked, prose, runs):
            return Answer(begins, sure=True)
        if cell := in_cell(asked, items):
            return Answer((cell,), sure=True)
        return _nearest(asked, prose, runs)
    found: list[Item] = []
    room = LONGEST_OF_ALL * width(prose[0])
    for number, want in enumerate(wanted):
        longest = min(LONGEST * width(prose[0]), (room - words_of(found)) / (len(wanted) - number))
        one = _answer_to(want, asked, prose, runs, longest, alone=len(wanted) == 1)
        if row := in_table(want, asked, items, one.items if one.sure else ()):
            one = Answer((row,), sure=True)
        found += [item for item in one.items if one.sure and item not in found]
    if found:
        return Answer(tuple(found), sure=True)
    return _answer_to(wanted[0], asked, prose, runs, LONGEST * width(prose[0]), alone=True)


def _nearest(asked: Brief, prose: Sequence[Item], runs: Runs) -> Answer:
    """The sentence nearest to a question; where that may only repeat the title of its source, the nearest of those that each say
    their title, too."""
    on_it = _on_the_subject(asked, prose)

    def near(*, titled: bool = False) -> dict[str, float]:
        return {name: worth * on_it[name] for name, worth in nearness(asked.query, prose, titled=titled).items()}

    found = _most_direct(asked, prose, near(), runs)
    other = found if found.sure else _most_direct(asked, prose, near(titled=True), runs)
    return other if other.sure else found


def _on_the_subject(asked: Brief, prose: Sequence[Item]) -> dict[str, float]:
    """How surely each item is about what is asked, by its words, its passage and what stands over them: what helps against
    something else has the same verb."""
    texts: dict[tuple[str, int], str] = {}
    for item in prose:
        place = (item.source, item.passage.start)
        texts[place] = f"{texts.get(place, f'{item.title} {item.passage.heading}')} {item.said}"
    held = {place: asked.keys & set(terms(text)) for place, text in texts.items()}
    most = max(map(len, held.values())) or 1
    return {item.id: BESIDE + (1 - BESIDE) * len(held[item.source, item.passage.start]) / most for item in prose}


def _judged_by_all(asked: Brief, wanted: Sequence[Want]) -> bool:
    """Whether all that is asked for are sides by which things are compared, or a subject is looked at that has others without a
    figure (its safety): each is then told, of each of the things."""
    measures = [one.measure for one in asked.criteria]
    sides = [want.measure for want in wanted if want.measure or want.cause]
    others = bool(asked.rivals) or (bool(sides) and None in measures)
    return asked.judges and others and all(one is not None and one in measures for one in sides)


def _headed(asked: Brief, prose: Sequence[Item]) -> tuple[Criterion, ...]:
    """The sides for which a heading has the question's own words: one that is only named may be a word of the subject."""
    over = {item.passage.heading for item in prose}
    return tuple(one for one in asked.criteria if any(one.is_called_so(heading) for heading in over))


def _answer_to(want: Want, asked: Brief, prose: Sequence[Item], runs: Runs, longest: float, *, alone: bool) -> Answer:
    """What tells the one thing wanted; where nothing does and it is the only one, what is most direct."""
    if want.measure and not asks_beside(want.part):
        prose = [item for item in prose if not only_mentions(asked.keys, item.said, dates=want.measure == WHEN)] or prose
    near = _near_names(asked, prose)
    # a reason of what happened need not have the question's word for it
    retold = [item._replace(said=_in_own_words(asked, item.said)) for item in prose] if want.cause else prose
    bearing = _bearing(want, asked, retold, near)
    if want.measure:
        gain = figures(want, asked, prose, runs)
    elif want.cause:
        gain = causes(want, asked, prose, runs)
        # of what a passage opens with all of it tells, but for a quantity, which a reason of it names
        opens = {item.id: runs.opening_on(asked.names, item) for item in prose if not want.about}
        bearing |= {name: max(bearing[name], bearing[first.id]) for name, first in opens.items() if first}
        most = max(bearing.values())
        bearing |= {item.id: most for item in prose if hinders(item.over, want.part)}
    else:
        gain = headings(want, prose)
    when = timely(want, asked, prose)
    # who only repeats what happened does not say why
    happened = bool(want.cause and not want.about and events_asked(want.part))
    least = BEARS * max((bearing[item.id] for item in prose if not happened or gain[item.id] > 0), default=0.0)
    # what a reason is the reason of, the sentence before it may say
    led = {item.id: bearing[before.id] for item in prose if want.cause and (before := runs.before.get(item.id))}
    pool = [
        item
        for item in prose
        if gain[item.id] > 0
        and (max(bearing[item.id], led.get(item.id, 0.0)) >= least or (want.measure and _is_there(asked, item)))
    ]
    if want.measure:  # the figure of something else answers nothing, though it stands among more of the question's words
        pool = [item for item in pool if (not near or item.id in near) and not is_abroad(item, asked, runs)]
    named = want.measure is None or want.measure.is_named
    if not alone and want.measure and not named:
        pool = lasting(want.part, pool, prose) if want.measure is HOW_LONG else _saying(want.part, pool, prose)
    if not alone or named:
        found = [
            (item, with_name(want, asked, from_there(item, runs.at_best(item, longest), asked, runs), runs)) for item in pool
        ]
        like = agreed(want.measure, [item for item, _ in found]) if want.measure else {}
        # sentences that only lead up to the one that answers keep the reader waiting
        worth = {
            item.id: bearing[item.id] + gain[item.id] + like.get(item.id, 0.0) + when[item.id] - LEADS_UP * run.index(item)
            for item, run in found
        }
        if found:
            _, run = max(found, key=lambda one: worth[one[0].id])
            room = longest * REASONS
            before = runs.before.get(run[0].id)
            if before and want.cause and not want.about and _names_more(want, before, run, prose, happened=happened):
                run = (before, *run)
            run = runs.with_causes(run, room, asked.names, want.part) if want.cause else runs.with_announced(run, room)
            return Answer(up_to_date(want, asked, run, runs, room), sure=True)
        if not alone:
            return Answer()  # what is said on the other things is no answer to this one
    if want.measure:
        prose = [item for item in prose if not is_of_another_district(item.said, asked.query)] or prose
    direct = directness(asked.query, prose)
    count = {item.id: COUNTED * counted(want, item.text) for item in prose}
    worth = {name: one + FIGURE * (gain[name] > 0) + count[name] + when[name] for name, one in direct.items()}
    if not asked.wants_date:
        return _most_direct(asked, prose, worth, runs)
    least = BEARS * max(direct.values())
    told = [item for item in prose if gain[item.id] > 0 and not is_elsewhere(item.said, asked.query)]
    read = directness(asked.query, [item._replace(said=_in_own_words(asked, item.said)) for item in prose])
    dated = [item for item in told if max(direct[item.id], read[item.id]) >= least]
    # where sentences give the question's names, and have its very word for what happens, others are on something else
    dated = [item for item in dated if asked.names & set(terms(item.said))] or dated
    dated = [item for item in dated if says_event(events_asked(asked.query), item.said) == 1] or dated
    # a date is the subject's if the sentence says so, or one that leads up to it; one ahead is seldom told of anything else
    own = {item.id for item in told if when[item.id] > 0 or _is_of_subject(asked, item, _led_up(item, runs))}
    return _most_direct(asked, prose, {item.id: worth[item.id] + _happens(asked, item) for item in dated} or worth, runs, own)


def _names_more(want: Want, before: Item, run: Sequence[Item], prose: Sequence[Item], *, happened: bool) -> bool:
    """Whether the sentence before a reason says of what that is one: what happened to what, or what the title leaves unsaid."""
    weight = weights(want.part, [item.said for item in prose])
    if happened:
        return spoken(weight, before.said) > spoken(weight, run[0].said)
    left = unsaid(weight, before)
    return not asks_why(run[0].text) and spoken(left, before.said) > spoken(left, " ".join(item.said for item in run))


def _in_own_words(asked: Brief, said: str) -> str:
    """What a sentence says, with the question's word for what it asks the date of: what began is the answer to what did begin."""
    return in_own_words(events_asked(asked.query), said)


def _happens(asked: Brief, item: Item) -> float:
    """What a sentence with a date gains because it says what is asked to have happened, and because its source opens with it."""
    return (EVENT + AT_FIRST * (item.passage.place == 0)) * says_event(events_asked(asked.query), item.said)


def _is_of_subject(asked: Brief, item: Item, said: str) -> bool:
    """Whether what a sentence with a date says is said of the subject, and is what is asked to have happened."""
    events = events_asked(asked.query)
    named = bool(events) and (not asked.names.isdisjoint(terms(said)) or is_in_district(said, asked.query))
    return says_event(events, said) > 0 and (named or _repeats(asked, item.title, said))


def _is_there(asked: Brief, item: Item) -> bool:
    """Whether a sentence names the asked country or region: its figure bears on it, whatever has more of the question's words."""
    return not lands(asked.query).isdisjoint(lands(item.text)) or names_region(item.text, asked.query)


def _saying(part: str, pool: Sequence[Item], prose: Sequence[Item]) -> list[Item]:
    """The items of a pool that speak of most of what one of several questions asks."""
    weight = weights(part, [item.said for item in prose])
    return [item for item in pool if speaks_of(weight, item.said, share_of(item.text))]


def _bearing(want: Want, asked: Brief, prose: Sequence[Item], near: Collection[str]) -> dict[str, float]:
    """How much each item bears on one thing that is asked for: its words, and what its passage is worth to the whole question.

    Where the question gives a name, what never comes near it bears on something else.
    """
    query = _query_for(want, asked)
    best = max(item.score for item in prose) or 1.0
    # the first of several questions names the subject, which titles say; what a later one asks, a sentence must say itself
    later = not asked.query.startswith(want.part)
    texts = [f"{item.passage.heading} {item.said}" for item in prose]
    later = later and not function_words().issuperset(content_terms(plain(own := _unnamed(want.part, asked))))
    said = answers(own, texts) if later else [0.0] * len(prose)
    most = max(said) or 1.0
    named = {item.id: bool(asked.names & set(terms(item.said))) for item in prose}
    direct = directness(query, prose, headed=True)
    return {
        item.id: (direct[item.id] + STANDING * item.score / best + SAYS_IT * own / most + SAYS_NAME * named[item.id])
        * (1.0 if not near or item.id in near else BEARS)
        for item, own in zip(prose, said, strict=True)
    }


def _near_names(asked: Brief, prose: Sequence[Item]) -> set[str]:
    """The items in whose passage, or over it, a name of the question stands; none where it has none, or nothing names it."""
    passages = {(item.source, item.passage.start) for item in prose if asked.names & set(terms(item.said))}
    return {
        item.id
        for item in prose
        if (item.source, item.passage.start) in passages or asked.names & set(terms(f"{item.title} {item.passage.heading}"))
    }


def _query_for(want: Want, asked: Brief) -> str:
    """The question as it asks for one thing: the words of its part count most, those of the parts before it name the subject.

    Left out are the words for quantities: sentences name these in many ways, which are looked at apart.
    """
    several = len({one.part for one in asked.wants}) > 1
    led = asked.query[: max(0, asked.query.find(want.part))] if several else asked.query
    query = _unnamed(f"{want.part} {want.part} {without_lasting(led)}", asked)
    return query if content_terms(plain(query)) else asked.query


def _unnamed(text: str, asked: Brief) -> str:
    """A text without the question's words for the quantities that it asks for, and for what it has named before."""
    for want in asked.wants:
        text = text.replace(want.words, " ") if want.measure and want.measure.is_named else text
    return without_it(text)


def _most_direct(
    asked: Brief, prose: Sequence[Item], worth: Mapping[str, float], runs: Runs, dated: Collection[str] | None = None
) -> Answer:
    """The sentence that is worth most of those in ``worth``; ``dated`` are those with a date of the subject, if asked for.

    What is asked may be told right behind it, so the rest of its passage follows; but where a side of a subject is asked for, or
    the subject itself, many passages have something to tell.
    """
    best = max((item for item in prose if item.id in worth), key=lambda item: worth[item.id])
    weight = weights(asked.query, [item.said for item in prose])
    saying_all = [item for item in prose if speaks_of(weight, item.said, 1.0)]
    asks_about_all = dated is None and best in saying_all and len(saying_all) >= MANY
    if asks_about_all:
        best = min(saying_all, key=lambda item: (item.passage.place, -worth[item.id]))
    run = runs.at_best(best, LONGEST * width(best))
    if dated is None and not asks_about_all and not asked.plain_sides:
        run = runs.with_rest(run, LONGEST_OF_ALL * width(best))
    else:
        run = runs.with_announced(run, LONGEST * width(best) * REASONS)
    sure = (
        _is_sure(weights(asked.question, [item.said for item in prose]), best)
        if dated is None
        else _is_dated(asked, weight, best, runs, dated)
    )
    return Answer(run, sure) if sure or not runs.tears(run) else Answer()  # nothing is torn apart for what may be no answer


def _is_sure(weight: Mapping[str, float], item: Item) -> bool:
    """Whether a sentence opens an abstract better than the beginning of a source: it has something of what the title leaves
    unsaid, and that is not next to nothing."""
    left = unsaid(weight, item)
    return math.fsum(left.values()) >= UNSAID * math.fsum(weight.values()) and spoken(left, item.said) > 0


def _is_dated(asked: Brief, weight: Mapping[str, float], item: Item, runs: Runs, dated: Collection[str]) -> bool:
    """Whether an item tells when what is asked happens. The title may say nearly all of the question: it gives no date."""
    left, said = unsaid(weight, item), _in_own_words(asked, _led_up(item, runs))
    apart = asked.known.isdisjoint(terms(item.title)) and says_event(events_asked(asked.query), said) > 0
    if apart and speaks_of(weight, said, SURE_APART * share_of(item.text)):
        return True
    if item.id not in dated:
        return False
    return speaks_of(left, said, share_of(item.text)) if left else _repeats(asked, item.passage.heading, said)


def _led_up(item: Item, runs: Runs) -> str:
    """What an item says, and the sentences before it that it leans on."""
    run = runs.of(item, LONGEST * width(item)) or (item,)
    return " ".join(one.said for one in run[: run.index(item) + 1])


def _repeats(asked: Brief, over: str, said: str) -> bool:
    """Whether something of the question that a title or a heading says is said again."""
    return bool(asked.known & set(terms(over)) & set(terms(said)))
