"""What the sources say on each criterion of a question, of each of the things that it compares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.stage.extractive.about import About
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.criterion import Criterion
from dr_core.stage.extractive.ending import looks_ahead
from dr_core.stage.extractive.facet import BY_ID, names_in, speaks_for
from dr_core.stage.extractive.gain import AHEAD, ELSEWHERE, HEADED, LATER, LEADS_UP, UNNAMED, abroad, elsewhere, place_of, usual
from dr_core.stage.extractive.piece import Item, words_of
from dr_core.stage.extractive.row import rows_side_by_side
from dr_core.stage.extractive.run import LONGEST, Runs, repeats, width
from dr_core.stage.extractive.speak import directness
from dr_core.stage.extractive.tense import about_now, lies_ahead, outdated, year_of
from dr_core.text.dangling import announces, restricts, turns

LONGEST_OF_ALL, LONGEST_OF_MANY, ENOUGH_WORDS = 140, 180, 100
"""Words that all criteria have together (CJK: ``WIDE`` times as many characters), those that they have where more than two
things are compared, and those below which more is told on each."""
NAMED, EXACT, FIGURE, BY_UNIT = 0.15, 0.15, 0.45, 0.25
"""What a sentence gains that names the criterion, by the question's own words (not beside a figure of another quantity: a rate of
return above the cost of capital says nothing of a cost), and that states its figure, or one of its unit without naming it."""
COUNTED = 0.15
"""What it gains if it gives a figure of a side that is asked for as a whole: of its deaths, where safety is."""
MIXED = 0.25
"""What it loses if it gives the figure of another criterion, by name: a price of lines for 350 km/h is no speed."""
RIVAL = 0.25
"""What it gains for each of the compared things that it names."""
OPENING = 0.3
"""What it gains if its source opens with it."""
STRANGE = 0.3
"""What it loses if it does not name the subject and others stand in sources about it, and this one in none."""
STANDING = 0.2
"""What its score as evidence counts beside its words."""
WORTH_IT, OF_ANOTHER = 0.6, 0.5
"""What is told besides the best on a criterion is worth so much of it; and what is told of another thing, of which there may be
less to say."""
OLD, BEGAN, LONG_AGO = 0.25, 0.45, 10
"""What a figure loses that is so many years older than the newest, where a question asks how things are; and what it loses
besides if it tells how things began."""
USUAL = 0.25
"""What a figure gains that is the usual one, and loses that is a record, a test or a design."""
TAKEN_BACK, SET_RIGHT = 0.4, 0.2
"""What a sentence loses if the next one turns against it, and what one gains that says what is right instead."""
MOST_BEHIND = 2
"""Sentences behind the best one among which another thing may be named."""
SHARE, NEARLY = 0.6, 0.9
"""The share of a criterion's room that a sentence on one of several things may take, if it is worth so much of a longer one."""

_PRECISELY = regex(r"\bmore precisely\b|正確な言い方|正確には|[准準][确確]地?[说說]|정확히 말하면|정확한 표현", re.I)


class _Said(NamedTuple):
    """A sentence with those it needs, what it is worth, and the numbers of the things that it is about."""

    run: tuple[Item, ...]
    worth: float
    things: frozenset[int]
    sure: bool = True
    """Whether it names the criterion, where that is a quantity, and gives its figure or names what it is about."""
    current: bool = True
    """Whether it names what its figure is of, and that is in service today."""

    @property
    def words(self) -> int:
        return words_of(self.run)


def judged(
    asked: Brief, criteria: Sequence[Criterion], prose: Sequence[Item], runs: Runs, tables: Sequence[Item] = ()
) -> list[Item]:
    """The sentences that answer a question criterion by criterion: those that speak of it themselves, or where none does, what
    stands under a heading that names it; the rows of a table that give a figure of more of the things than all of them do."""
    about = About(asked, prose)
    room = max(LONGEST_OF_ALL * width(prose[0]), LONGEST_OF_MANY * (len(asked.rivals) > 2))
    said = [_said(one, asked, prose, runs, about) for one in criteria]
    if asked.rivals and about.tells_apart:
        said = [[*own, *_in_table(one, own, asked, tables, about)] for one, own in zip(criteria, said, strict=True)]
    told: list[list[Item]] = [[] for _ in said]
    for number, one in enumerate(criteria):
        found = list(chain(*told))
        left = (room - words_of(found)) / (len(said) - number)
        told[number] = _best(_new(said[number], found), one, runs, asked, about, left)
    # of the things that are left out in turns, so that no criterion takes the room of the others
    for sure in (True, False):
        for number in [*range(len(said))] * (len(asked.rivals) - 1):
            found = list(chain(*told))
            # the same is said of each of them in nearly the same words
            fresh = [entry for entry in said[number] if (entry.sure or not sure) and not any(item in found for item in entry.run)]
            told[number] += _of_another(fresh, told[number], about, room - words_of(found))
    for number, own in enumerate(told):
        found = list(chain(*told))
        more = _more(said[number], found, room - words_of(found)) if own else []
        named = frozenset(chain(*(about.things(item) for item in own)))
        extra: list[_Said] = []
        if len(named) < len(asked.rivals):
            # what names none of the things may be about any of them
            extra = [entry for entry in more if entry.things - named] or [entry for entry in more if not entry.things]
        if not extra and words_of(found) < ENOUGH_WORDS:
            extra = [entry for entry in more if entry.things or not asked.rivals]
        told[number] = own + (list(extra[0].run) if extra else [])
    return list(chain(*told))


def _in_table(one: Criterion, said: Sequence[_Said], asked: Brief, tables: Sequence[Item], about: About) -> list[_Said]:
    """The rows of the table that has figures of most of the things, where sentences have current ones of fewer."""
    if one.measure is None or not one.measure.is_named:
        return []
    told = frozenset(chain(*(entry.things for entry in said if entry.current)))
    rows = rows_side_by_side(one.measure, tables, about.in_text, asked.language)
    item, things = max(rows, key=lambda row: len(row[1]), default=(None, frozenset[int]()))
    top = max((entry.worth for entry in said), default=1.0)
    return [_Said((item,), top / NEARLY, things)] if item and len(things) > len(told) else []


def _more(said: Sequence[_Said], found: Sequence[Item], room: float) -> list[_Said]:
    """What else is said on a criterion and worth telling, best first."""
    least = WORTH_IT * max(entry.worth for entry in said)
    return [entry for entry in _new(said, found) if entry.worth >= least and entry.words <= room]


def _new(said: Sequence[_Said], found: Sequence[Item]) -> list[_Said]:
    """What was not told yet, best first."""
    return [entry for entry in sorted(said, key=lambda entry: -entry.worth) if not repeats(entry.run, found)]


def _best(said: Sequence[_Said], one: Criterion, runs: Runs, asked: Brief, about: About, room: float) -> list[Item]:
    """The best that is said on a criterion; what is about several things may take more room than one of them has."""
    # where it is about one of several things, it leaves room for what is said of the others
    least = SHARE * room if asked.rivals else room
    every = [entry for entry in said if entry.words <= room * max(1.0, (1 + len(entry.things)) / 2)]
    if not every:
        return []
    fitting = [entry for entry in every if entry.words <= least or len(entry.things) == len(asked.rivals)]
    if not fitting or fitting[0].worth < NEARLY * every[0].worth:
        fitting = every
    # what sets all of them against each other comes first
    full = (entry for entry in fitting if len(entry.things) == len(asked.rivals) and entry.worth >= NEARLY * fitting[0].worth)
    best = next(full, fitting[0])
    chosen, named = list(best.run), set(best.things)
    if named and len(named) < len(asked.rivals):
        chosen += _contrast(best, runs, about, room)
        named |= frozenset(chain(*(about.things(item) for item in chosen)))
    if len(named) == len(asked.rivals):
        while (after := runs.behind.get(chosen[-1].id)) and after not in chosen:
            more = runs.whole([after], room - words_of(chosen))
            if not more or (not one.goes_on(after.text) and not runs.leans(after)):
                break
            chosen += more
    return chosen


def _of_another(said: Sequence[_Said], told: Sequence[Item], about: About, room: float) -> tuple[Item, ...]:
    """The best that is said on a criterion of a thing of which nothing is told yet."""
    named = frozenset(chain(*(about.things(item) for item in told)))
    least = OF_ANOTHER * max((entry.worth for entry in said), default=0.0)
    fitting = [entry for entry in said if told and entry.things - named and entry.worth >= least and entry.words <= room]
    return max(fitting, key=lambda entry: entry.worth).run if fitting else ()


def _contrast(best: _Said, runs: Runs, about: About, room: float) -> list[Item]:
    """What follows right behind, up to the first sentence that names another of the things; nothing where none does."""
    behind: list[Item] = []
    while len(behind) < MOST_BEHIND and (after := runs.behind.get((*best.run, *behind)[-1].id)):
        behind.append(after)
        if words_of([*best.run, *behind]) > room:
            break
        if about.named(after) - best.things:
            return runs.whole(behind, room - best.words)
    return []


def _said(one: Criterion, asked: Brief, prose: Sequence[Item], runs: Runs, about: About) -> list[_Said]:
    """What is said on a criterion, and what it is worth; where things are compared, only what is about these, if anything is."""
    own = _speaking(one, asked, prose, about)
    direct = directness(_query(one, asked), prose, headed=True)
    top = max(item.score for item in prose) or 1.0
    ahead = looks_ahead(asked.query)
    # an accident of long ago is told like one of today, a price is not
    newest = _newest(own, asked) if one.measure and about_now(asked.query) else 0
    found = []
    for item in own:
        longest = LONGEST * width(item)
        both = about.is_of_all(item)
        # "both" are the things that the question names
        run = tuple(runs.whole([item], longest)) if both and item.words <= longest else runs.of(item, longest)
        if not run:
            continue
        run = _to_the_point(run, item, one, about, compared=bool(asked.rivals))
        heading, lead = item.passage.heading, run[: run.index(item)]
        given = about.measured(item.text, one.has_kind)
        figure = one.has_figure(item.text, heading) and bool(given or not about.named(item))
        age = _age(item, runs, newest) if newest else 0.0
        behind = run[run.index(item) + 1 :][:1]
        worth = (
            direct[item.id]
            + STANDING * item.score / top
            + NAMED * one.names(item.text)
            + EXACT * (one.is_spelled_out(item.text) and not one.has_other_figure(item.text))
            + (FIGURE if one.names(item.text) else BY_UNIT) * figure
            + COUNTED * one.is_counted(item.text)
            - MIXED * any(other.is_told(item.text) for other in asked.criteria if other != one)
            + HEADED * (names_in(heading, one.facet) or one.names(heading if item.passage.place else f"{item.title} {heading}"))
            + OPENING * (item.passage.place == 0 and (one.measure is None or figure)) * (1 - age)
            + (USUAL if figure else UNNAMED) * usual(item.text)
            - OLD * age
            - BEGAN * (age == 1.0 and speaks_for(BY_ID["history"], "", item.text))
            - TAKEN_BACK * any(turns(after.text) for after in behind)
            + SET_RIGHT * bool(_PRECISELY.search(item.text))
            - AHEAD * (not ahead and looks_ahead(item.text))
            - ELSEWHERE * (abroad(heading) if asked.compares else elsewhere(heading))
            - STRANGE * about.is_strange(item)
            - LATER * place_of(item)
            - LEADS_UP * sum(1 if one.goes_on(before.text) else 2 for before in lead)
        )
        things, sure = about.things(*lead, item), True
        if asked.rivals:
            named = things if both else about.named(*lead, item)
            if figure and given:
                named = things = given
            worth += RIVAL * len(named)
            sure = one.measure is None or (one.names(item.text) and (figure or (bool(named) and not one.has_kind(item.text))))
        current = figure and bool(about.named(item)) and age < 1.0 and usual(item.text) >= 0 and not looks_ahead(item.text)
        found.append(_Said(run, worth, things | about.named(*run[run.index(item) + 1 :]), sure, current))
    return found


def _to_the_point(run: tuple[Item, ...], item: Item, one: Criterion, about: About, *, compared: bool) -> tuple[Item, ...]:
    """A run without what only follows the sentence that speaks of a criterion, and goes on to something else."""
    end = run.index(item) + 1 if not any(announces(before.text) for before in run) else len(run)
    while end < len(run) and (about.named(run[end]) or _belongs(run[end].text, one, alone=not compared)):
        end += 1
    return run[:end]


def _belongs(text: str, one: Criterion, *, alone: bool) -> bool:
    """Whether a sentence that leans on one on a criterion turns against it, or still speaks of it and no other thing waits."""
    return restricts(text) or turns(text) or (alone and (one.goes_on(text) or speaks_for(one.facet, "", text)))


def _newest(own: Sequence[Item], asked: Brief) -> int:
    """The last year that something is told of which has come about."""
    return max((year_of(item.text) for item in own if not lies_ahead(item.text, asked.today)), default=0)


def _age(item: Item, runs: Runs, newest: int) -> float:
    """How old what an item tells is, from 0 for the newest and what has no year to 1 for what was long ago or at some time; the
    year may stand in the sentence before it."""
    if outdated(item.text):
        return 1.0
    if looks_ahead(item.text):
        return 0.0
    before = runs.before.get(item.id)
    year = year_of(item.text) or (year_of(before.text) if before else 0)
    return min(1.0, max(0, newest - year) / LONG_AGO) if year else 0.0


def _speaking(one: Criterion, asked: Brief, prose: Sequence[Item], about: About) -> list[Item]:
    """The items that speak of a criterion: they say so themselves, or else touch its side, or else stand under its heading."""
    # a side that is merely named is answered where a heading has the question's word for it
    pool = prose if asked.judges else [item for item in prose if one.is_called_so(item.passage.heading)]
    tiers = [
        [item for item in pool if one.is_said(item.text, item.passage.heading)],
        [item for item in pool if names_in(item.text, one.facet)],  # of debts, where fares are asked for
        [item for item in pool if names_in(item.passage.heading, one.facet)],
    ]
    if about.tells_apart:
        for tier in tiers:
            if any(about.things(item) for item in tier):
                return [item for item in tier if about.things(item) or about.may_be_any(item)]
    return next((tier for tier in tiers if tier), [])


def _query(one: Criterion, asked: Brief) -> str:
    """The question without the words for its other criteria."""
    text = asked.query
    for other in asked.criteria:
        for word in other.words if other != one else ():
            text = re.sub(re.escape(word), " ", text, flags=re.I)
    return text
