"""What the sources say on each criterion of a question, of each of the things that it compares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from dr_core.stage.extractive.about import About
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.criterion import Criterion
from dr_core.stage.extractive.ending import looks_ahead
from dr_core.stage.extractive.facet import names_in
from dr_core.stage.extractive.gain import AHEAD, ELSEWHERE, HEADED, LATER, LEADS_UP, UNNAMED, abroad, elsewhere, place_of, usual
from dr_core.stage.extractive.piece import Item, words_of
from dr_core.stage.extractive.run import LONGEST, Runs, repeats, width
from dr_core.stage.extractive.speak import directness

LONGEST_OF_ALL, ENOUGH_WORDS = 140, 100
"""Words that all criteria have together (CJK: ``WIDE`` times as many characters), and those below which more is told on each."""
NAMED, EXACT, FIGURE = 0.15, 0.15, 0.35
"""What a sentence gains that names the criterion, by the question's own words (not beside a figure of another quantity: a rate of
return above the cost of capital says nothing of a cost), and that states its figure."""
RIVAL = 0.25
"""What it gains for each of the compared things that it names."""
OPENING = 0.3
"""What it gains if its source opens with it."""
STRANGE = 0.3
"""What it loses if it does not name the subject and others stand in sources about it, and this one in none."""
STANDING = 0.2
"""What its score as evidence counts beside its words."""
WORTH_IT = 0.6
"""What is told besides the best on a criterion is worth so much of it."""
MOST_BEHIND = 2
"""Sentences behind the best one among which another thing may be named."""
SHARE, NEARLY = 0.6, 0.9
"""The share of a criterion's room that a sentence on one of several things may take, if it is worth so much of a longer one."""


class _Said(NamedTuple):
    """A sentence with those it needs, what it is worth, and the numbers of the things that it is about."""

    run: tuple[Item, ...]
    worth: float
    things: frozenset[int]

    @property
    def words(self) -> int:
        return words_of(self.run)


def judged(asked: Brief, criteria: Sequence[Criterion], prose: Sequence[Item], runs: Runs) -> list[Item]:
    """The sentences that answer a question criterion by criterion: those that speak of it themselves, or where none does, what
    stands under a heading that names it."""
    about = About(asked, prose)
    room = LONGEST_OF_ALL * width(prose[0])
    said = [_said(one, asked, prose, runs, about) for one in criteria]
    told: list[list[Item]] = [[] for _ in said]
    for number, one in enumerate(criteria):
        found = list(chain(*told))
        left = (room - words_of(found)) / (len(said) - number)
        told[number] = _told(_new(said[number], found), one, runs, asked, about, left)
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


def _more(said: Sequence[_Said], found: Sequence[Item], room: float) -> list[_Said]:
    """What else is said on a criterion and worth telling, best first."""
    least = WORTH_IT * max(entry.worth for entry in said)
    return [entry for entry in _new(said, found) if entry.worth >= least and entry.words <= room]


def _new(said: Sequence[_Said], found: Sequence[Item]) -> list[_Said]:
    """What was not told yet, best first."""
    return [entry for entry in sorted(said, key=lambda entry: -entry.worth) if not repeats(entry.run, found)]


def _told(said: Sequence[_Said], one: Criterion, runs: Runs, asked: Brief, about: About, room: float) -> list[Item]:
    """The best that is said on a criterion, and what is said of the things that this leaves out, as far as there is room."""
    # where it is about one of several things, it leaves room for what is said of the others
    least = SHARE * room if asked.rivals else room
    every = [entry for entry in said if entry.words <= room]
    if not every:
        return []
    fitting = [entry for entry in every if entry.words <= least or len(entry.things) == len(asked.rivals)]
    if not fitting or fitting[0].worth < NEARLY * every[0].worth:
        fitting = every
    best = fitting[0]
    chosen, named = list(best.run), set(best.things)
    if named and len(named) < len(asked.rivals):
        chosen += _contrast(best, runs, about, room)
        named |= frozenset(chain(*(about.things(item) for item in chosen)))
    for entry in fitting[1:]:
        again = any(item in chosen for item in entry.run)
        if entry.things - named and not again and entry.worth >= WORTH_IT * best.worth and words_of(chosen) + entry.words <= room:
            chosen += entry.run
            named |= entry.things
    if len(named) == len(asked.rivals):
        while (after := runs.behind.get(chosen[-1].id)) and after not in chosen:
            more = runs.whole([after], room - words_of(chosen))
            if not more or (not one.goes_on(after.text) and not runs.leans(after)):
                break
            chosen += more
    return chosen


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
    found = []
    for item in own:
        longest = LONGEST * width(item)
        both = about.is_of_all(item)
        # "both" are the things that the question names
        run = tuple(runs.whole([item], longest)) if both and item.words <= longest else runs.of(item, longest)
        if not run:
            continue
        heading, lead = item.passage.heading, run[: run.index(item)]
        figure = one.has_figure(item.text, heading)
        worth = (
            direct[item.id]
            + STANDING * item.score / top
            + NAMED * one.names(item.text)
            + EXACT * (one.is_spelled_out(item.text) and not one.has_other_figure(item.text))
            + FIGURE * figure
            + HEADED * (names_in(heading, one.facet) or one.names(heading if item.passage.place else f"{item.title} {heading}"))
            + OPENING * (item.passage.place == 0 and (one.measure is None or figure))
            + UNNAMED * usual(item.text)
            - AHEAD * (not ahead and looks_ahead(item.text))
            - ELSEWHERE * (abroad(heading) if asked.compares else elsewhere(heading))
            - STRANGE * about.is_strange(item)
            - LATER * place_of(item)
            - LEADS_UP * sum(1 if one.goes_on(before.text) else 2 for before in lead)
        )
        things = about.things(*lead, item)
        if asked.rivals:
            named = things if both else about.named(*lead, item)
            worth += RIVAL * len(named)
        found.append(_Said(run, worth, things))
    return found


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
