"""The abstract without a model: sentences that can be read alone and together say what the sources come to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from dr_core.stage.answer import MOST_CITED
from dr_core.stage.extractive.about import About, is_abroad
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.correction import corrections
from dr_core.stage.extractive.direct import Answer
from dr_core.stage.extractive.ending import closes
from dr_core.stage.extractive.extent import is_on_it
from dr_core.stage.extractive.facet import BY_ID, speaks, votes
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.past import first_year, happened, in_time
from dr_core.stage.extractive.piece import Item, Piece, follows, is_alone, is_leaning, words_of
from dr_core.stage.extractive.quantity import SAME_SENTENCE, states
from dr_core.stage.extractive.run import Runs, width
from dr_core.stage.extractive.speak import answers, distinct, plain, telling, weights
from dr_core.stage.extractive.tense import about_now, lies_ahead, year_of
from dr_core.text import signature, similarity, terms
from dr_core.text.country import countries
from dr_core.text.dangling import announces, restricts
from dr_core.text.district import is_of_another_district
from dr_core.text.token import content_terms

ABSTRACT_WORDS = (105, 195)
"""S2-8 asks for 100 to 200 words (CJK: characters); the bounds leave room for what is counted differently."""
ALIKE = 0.3
LEAD_WORDS, LEAD_SENTENCES = 85, 5
ENOUGH_NAMED = 4
ON_THE_POINT = 0.3
"""A sentence of the abstract shares so much with the question, measured by the one that shares most."""
VERDICT, SIDE = 0.2, 0.12
"""What a sentence gains if it stands where its source comes to a close, and for each side of the question that it speaks of."""
DIRECT, ASKED_FOR = 0.5, 0.3
"""A sentence of the abstract is worth this share of the best one, or that where it speaks of an asked side in its section; a
section that has none is not in the abstract."""
ENOUGH_TOLD = 0.5
"""The share of the fewest words of an abstract with which one that answers need not be filled up with what is far from it."""
PAST = 0.5
"""What a sentence gains that tells what happened in some year, where a history is asked for."""
FIGURES = frozenset(("money", "percent"))
"""What a history does not begin with, though its date may be the first of all."""
AS_MUCH = 0.5
"""A history begins with the source that begins first, of those that have so much to say as the one that has most."""
BESIDE = 1
"""How far from the answer a sentence may stand to be told before others (see ``_away``): under the same heading."""
ELSEWHERE = 3
"""How far from the answer a sentence of another source stands."""
SCARCE, FEW = 1.0, 5
"""What a sentence loses if its section was asked for and has no more sentences than these."""
BREAKS, OPENS = 0.8, 0.2
"""What a sentence loses if the next one leans on it, or if it opens its paragraph."""


def opening(asked: Brief, items: Sequence[Item], answer: Answer) -> list[Item]:
    """What an abstract opens with: the answer if it is sure to be one, and what goes on from it; or else how the best source
    opens."""
    prose = [item for item in items if not item.is_table]
    if not prose:
        return list(answer.items) if answer.sure else []
    runs, bounds = Runs(prose, asked.known), _bounds(prose)
    lead = list(answer.items) if answer.sure else _lead(prose, asked, bounds[1], runs)
    lead += corrections(lead, prose, runs, bounds[1] - words_of(lead), dates=asked.wants_date)
    # things that are compared are told side by side already; and what stands elsewhere and hardly has a word of the question may
    # be no answer
    goes_on = answer.sure and not asked.rivals and (lead[-1].section in asked.first or is_on_it(asked, lead, prose))
    return _gone_on(asked, lead, runs, bounds) if goes_on else lead


def _bounds(prose: Sequence[Item]) -> tuple[int, int]:
    """The words that an abstract has at least and at most, where there is so much to tell."""
    every = words_of(prose)
    return min(ABSTRACT_WORDS[0], every // 3), min(ABSTRACT_WORDS[1], max(every // 2, 1))


def _gone_on(asked: Brief, lead: Sequence[Item], runs: Runs, bounds: tuple[int, int]) -> list[Item]:
    """What answers, with what stands behind the last of it in its passage, until there are enough words."""
    grown = list(lead)
    while words_of(grown) < bounds[0] and (after := runs.behind.get(grown[-1].id)) and after not in grown:
        more = runs.whole([after], bounds[1] - words_of(grown))
        if not more or is_abroad(after, asked, runs):
            break
        grown += more
    return grown


def abstract(
    asked: Brief, items: Sequence[Item], answer: Answer, opening: Sequence[Item], *, every: Sequence[Item] = ()
) -> list[Item]:
    """The gist: what it opens with, then what each section has to say; as long as fits all that was found (``every``).

    Where enough sentences speak of what the question names, only those are taken.
    """
    known, first = asked.known, asked.first
    prose = [item for item in items if not item.is_table and (not asked.balance or item.section in asked.balance)]
    if not prose:
        return list(opening)
    bounds = _bounds([item for item in every if not item.is_table] or prose)
    texts = [item.said for item in prose]
    scores = answers(asked.query, texts)
    point = telling(weights(asked.query, texts), texts).keys()
    top = max(scores) or 1.0
    worth = {item.id: item.score + 0.5 * score / top for item, score in zip(prose, scores, strict=True)}
    sizes = Counter(item.section for item in prose)
    for item in prose:
        worth[item.id] -= SCARCE * (item.section in first and sizes[item.section] <= FEW)
        worth[item.id] += VERDICT * closes(item.passage.heading) + SIDE * min(2, speaks(item.text, asked.sides))
        worth[item.id] += PAST * (asked.is_history and happened(item.text) > 0)
    runs = Runs(prose, known)
    for item, after in pairwise(prose):
        if follows(item, after):
            worth[item.id] -= BREAKS if is_leaning(after, known) else OPENS * (item.start == item.passage.start)
    lead, chosen = list(opening), list(opening)
    if not answer.sure and words_of({*lead, *answer.items}) <= bounds[1]:
        chosen += [item for item in answer.items if item not in chosen]
    at_home = [item for item in prose if item.section in first]
    chosen += [item for item in _beginning(asked, at_home, runs) if item not in chosen] if asked.is_history else []
    bearing = {item.id for item in at_home if asked.is_pointed and _bears(asked, point, item)}
    bearing |= {item.id for item in at_home if asked.is_history and happened(item.text)}
    readable = [
        item
        for item, score in zip(prose, scores, strict=True)
        if (score >= ON_THE_POINT * top or item.id in bearing) and is_alone(item, known) and _is_free(item, runs)
    ]
    # of another place than the asked one there is always something to tell
    readable = [item for item in readable if not is_abroad(item, asked, runs)] or readable
    # what is asked for need not be named again in a sentence that speaks of the asked side of it
    named = [item for item in readable if asked.keys & set(terms(item.said)) or item.id in bearing]
    past = [item for item in readable if happened(item.text)] if asked.is_history else []
    alone = next((own for own in (past, named) if len(own) >= ENOUGH_NAMED), readable)
    best = max((worth[item.id] for item in alone), default=0.0)
    plain = asked.plain_sides if asked.is_pointed else []
    # a sentence on an asked side need not share as many words with the question as one on its subject
    least = {item.id: best * (ASKED_FOR if item.section in first and speaks(item.text, plain) else DIRECT) for item in alone}
    rows = {
        section: sorted(
            (item for item in alone if item.section == section and worth[item.id] >= least[item.id]),
            key=lambda item: -worth[item.id],
        )
        for section in asked.order
    }
    for_asked = [rows[section] for section in asked.order if section in first]
    chosen = _fill(chosen, _on_the_others(asked, prose, chosen, runs, worth), (bounds[1], bounds[1]), turns=1)
    # a sentence for each side that was asked for, even where the lead alone were long enough
    if not (asked.judges and answer.sure):  # those answer side by side already
        chosen = _fill(chosen, for_asked, (bounds[1], bounds[1]), turns=1)
    chosen = _fill(chosen, for_asked, bounds)
    others = [rows[section] for section in asked.order if section not in first]
    # where something answers, what hardly has a word of the question only fills up
    least_said = DIRECT * top if answer.sure and not asked.wants else 0.0
    said = {item.id for item, score in zip(prose, scores, strict=True) if score >= least_said}
    chosen = _fill(chosen, [[item for item in row if item.id in said and _bears(asked, point, item)] for row in others], bounds)
    # where sources say no more of it, what stands beside the answer is nearer to it than what is said elsewhere
    free = [item for item in prose if _is_free(item, runs) and not is_of_another_district(item.said, asked.query)]
    rest = readable + [
        item for item in free if item not in readable and not is_leaning(item, {*known, *terms(item.passage.heading)})
    ]
    near = lead if answer.sure else []
    beside = [
        item for item in rest if _away(item, near) <= BESIDE and not is_abroad(item, asked, runs) and not runs.tears([item])
    ]
    chosen = _fill(chosen, [sorted(beside, key=lambda item: (_away(item, near), -worth[item.id]))], bounds)
    if not answer.sure or words_of(chosen) < ENOUGH_TOLD * bounds[0]:
        chosen = _fill(chosen, [[item for item in row if item.id in said] for row in others], bounds)
        # too few that stand quite alone: those that do not point back with their first word, the nearest to the answer first
        chosen = _fill(
            chosen,
            [
                sorted(
                    [item for item in rest if item.id in said or _away(item, near) < ELSEWHERE],
                    key=lambda item: (item not in readable, _away(item, near), not _bears(asked, point, item), -worth[item.id]),
                )
            ],
            bounds,
        )
    chosen = chosen or [max(prose, key=lambda item: worth[item.id])]
    chosen = _up_to_date(asked, chosen, lead, runs, bounds[1])
    chosen += corrections(chosen, prose, runs, bounds[1] - words_of(chosen), dates=asked.wants_date)
    ordered = _in_order(chosen, lead)
    return _told_in_time(ordered, known) if asked.is_history else ordered


def _beginning(asked: Brief, items: Sequence[Item], runs: Runs) -> list[Item]:
    """The first thing that happened of what sentences tell that can be read with nothing before them, are about the subject and
    of no sum or share."""
    told = [item for item in items if happened(item.text) and measures(item.text).isdisjoint(FIGURES)]
    told = [item for item in told if runs.begins(item) and _is_free(item, runs)]
    about = [item for item in told if asked.keys & set(terms(f"{item.title} {item.said}")) and not is_abroad(item, asked, runs)]
    return [min(about, key=lambda item: first_year([item]))] if about else []


def _told_in_time(ordered: Sequence[Item], known: Collection[str]) -> list[Item]:
    """The sentences of a history in the order of time, each with those behind it that cannot be read without it."""
    told: list[list[Item]] = []
    for item in ordered:
        if told and follows(told[-1][-1], item) and not is_alone(item, known):
            told[-1].append(item)
        else:
            told.append([item])
    return [item for piece in in_time([Piece(tuple(run)) for run in told]) for item in piece.items]


def _away(item: Item, lead: Sequence[Item]) -> int:
    """How far a sentence stands from what an abstract opens with: 0 in its passage, 1 under its heading, 2 in its source."""
    near = [one for one in lead if one.source == item.source]
    under = [one for one in near if one.passage.heading == item.passage.heading]
    return 3 - bool(near) - bool(under) - any(one.passage == item.passage for one in under)


def _is_free(item: Item, runs: Runs) -> bool:
    """Whether a sentence neither restricts another one nor is restricted by one, and announces none: it misleads without that."""
    return not (runs.is_restricted(item) or restricts(item.text) or announces(item.text))


def _up_to_date(asked: Brief, chosen: Sequence[Item], lead: list[Item], runs: Runs, most: int) -> list[Item]:
    """What is chosen, with the sentences right behind that give the figure of a later year, where a question asks how things are:
    what was only chosen besides makes room for them. In the ``lead`` they stand behind those that they go on."""
    kept = list(chosen)
    if not about_now(asked.query):
        return kept
    for item in chosen:
        after = runs.behind.get(item.id)
        if item not in kept or after is None or after in kept or not _goes_on(item, after, asked.today):
            continue
        more = runs.whole([after], most)
        others = [one for one in kept if one not in lead and one is not item]
        while others and words_of([*kept, *more]) > most:
            kept.remove(others.pop())
        if more and words_of([*kept, *more]) <= most:
            kept += more
            if item in lead:
                lead[lead.index(item) + 1 : lead.index(item) + 1] = more
    return kept


def _goes_on(item: Item, after: Item, today: int) -> bool:
    """Whether a sentence gives a figure of some year, and the one behind it the same kind of figure of a later one, for no other
    country."""
    same = (measures(item.text) & measures(after.text)) - {"date", "count"}
    later = 0 < year_of(item.text) < year_of(after.text) and not lies_ahead(after.text, today)
    return bool(same) and later and countries(after.text) <= countries(item.text)


def _on_the_others(
    asked: Brief, prose: Sequence[Item], chosen: Sequence[Item], runs: Runs, worth: Mapping[str, float]
) -> list[list[Item]]:
    """For each of the compared things that what is chosen leaves out the sentences on it that can be read alone: how a source on
    it opens, then the best."""
    about = About(asked, list(dict.fromkeys([*prose, *chosen])))
    alone = [item for item in prose if is_alone(item, asked.known) and not runs.is_restricted(item)]
    # where figures are asked for, a thing of which there are none is not made up for by others of it
    measures_asked = [one.measure for one in asked.criteria if one.measure]
    alone = [
        item for item in alone if not measures_asked or any(states(one, item.text) == SAME_SENTENCE for one in measures_asked)
    ]
    left = frozenset(range(len(asked.rivals))) - about.named(*chosen)
    return [
        sorted(
            (item for item in alone if number in about.things(item)),
            key=lambda item: (item.passage.place > 0 or number not in about.titled(item), -worth[item.id]),
        )
        for number in sorted(left)
    ]


def _bears(asked: Brief, point: Collection[str], item: Item) -> bool:
    """Whether a sentence bears on a side that was asked for; where none was, every one does.

    Of reasons and comparisons any sentence may speak: it must also have a word to the ``point`` of the question.
    """
    if not asked.sides or not asked.is_pointed or any(want.measure and states(want.measure, item.text) for want in asked.wants):
        return True
    plain = asked.plain_sides
    return speaks(item.text, plain) > 0 or (len(plain) < len(asked.sides) and not set(terms(item.said)).isdisjoint(point))


def _in_order(chosen: Sequence[Item], lead: Sequence[Item]) -> list[Item]:
    """The lead first, then the sentences of each source in its own order, the lead's source before the others."""
    place = {item.id: number for number, item in enumerate(lead)}
    sources = list(dict.fromkeys(item.source for item in (*lead, *chosen)))
    return sorted(chosen, key=lambda item: (place.get(item.id, len(lead)), sources.index(item.source), item.start))


def _lead(prose: Sequence[Item], asked: Brief, most: int, runs: Runs) -> list[Item]:
    """How the source opens that has most to say on what was asked: its first sentences, as many as are short together and end
    in none that the next one restricts."""
    openings = [item for item in prose if item.passage.place == 0 and is_alone(item, asked.known)]
    # how a source on another country opens is not what was asked for
    openings = [item for item in openings if not is_abroad(item, asked, runs)] or openings
    if not openings:
        return []
    says: dict[str, float] = defaultdict(float)
    for item in prose:
        says[item.source] += item.score * (1.0 if item.section in asked.first or not asked.first else 0.2)
    # a source whose title says what is asked, and those of others do not, is on it
    titles = {item.title for item in openings}
    point = set() if asked.rivals else distinct(content_terms(plain(asked.query)), titles)
    worth = {item.id: says[item.source] * (1 + len(point & set(terms(item.title)))) for item in openings}
    if BY_ID["background"] in asked.sides:  # what a thing is, who defines it says
        worth = {item.id: worth[item.id] * (1 + (votes("", item.text)["background"] > 0)) for item in openings}
    best = max(openings, key=lambda item: worth[item.id])
    if asked.is_history:
        told = [item for item in prose if says[item.source] >= AS_MUCH * says[best.source] and happened(item.text)]
        told = [item for item in told if not is_abroad(item, asked, runs)]
        own = {item.source: item for item in reversed(openings)}
        # where no source opens with what happened, with the first event that stands alone
        opens = [item for item in told if item.passage.place == 0 and item.source in own and own[item.source].start <= item.start]
        opens = opens or [item for item in told if item.start == item.passage.start and is_alone(item, asked.known)]
        first = min(opens, key=lambda item: first_year([item]), default=best)
        best = own[first.source] if first.passage.place == 0 and first.source in own else first
    run = [best]
    room = min(most, LEAD_WORDS * width(best))
    for item in prose:
        beside = asked.is_history and not happened(item.text)  # a history is no description of its subject
        if follows(run[-1], item) and not beside and len(run) < LEAD_SENTENCES and words_of([*run, item]) <= room:
            run.append(item)
    while run and runs.is_restricted(run[-1]):
        run.pop()
    return run


def _fill(chosen: list[Item], rows: Sequence[Sequence[Item]], bounds: tuple[int, int], *, turns: int = 5) -> list[Item]:
    """One from each row in turn, different sources first, until there are enough words."""
    marks = [signature(item.text) for item in chosen]
    total = words_of(chosen)
    for turn in range(turns):
        for row in rows:
            if total >= bounds[0] or len(chosen) >= MOST_CITED:
                return chosen
            for item in row:
                again = sum(other.source == item.source and other.passage.place > 0 for other in chosen)
                if item in chosen or again > turn + 1 or total + item.words > bounds[1]:
                    continue
                mark = signature(item.text)
                if any(similarity(mark, other) > ALIKE for other in marks):
                    continue
                chosen.append(item)
                marks.append(mark)
                total += item.words
                break
    return chosen
