"""How things compare, where a question names no side to compare them by: the sentences that set them against each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.stage.extractive.about import About
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.ending import closes, looks_ahead
from dr_core.stage.extractive.gain import AHEAD, LEADS_UP
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.piece import Item, words_of
from dr_core.stage.extractive.run import LONGEST, Runs, repeats, width
from dr_core.stage.extractive.speak import directness
from dr_core.text.dangling import restricts

LONGEST_OF_ALL = 140
"""Words of all that is told (CJK: ``WIDE`` times as many characters)."""
COMPARES, NAMES, CLOSES, MEASURED = 0.4, 0.25, 0.25, 0.3
"""What sentences gain that compare, for each of the things that they name, if they compare where their source comes to a close,
and if they give a figure of the same kind for each of several."""
STANDING = 0.2
"""What the score as evidence counts beside the words."""
WORTH_IT = 0.55
"""What is told besides the best is worth so much of it."""

_COMPARATIVE = regex(
    r"\bthan\b|\b(?:whereas|unlike|outperform\w*|superior|inferior|(?:dis)?advantages?|drawbacks?|better|worse)\b"
    r"|\b(?:cheap|dear|saf|fast|slow|light|heavi|long|short|larg|small|high|low|great|clean|quiet|strong|weak|easi|hard"
    r"|warm|cold|bigg|old|young|dens|thinn)er\b|\b(?:more|less) (?:expensive|efficient|common|reliable|durable|suitable)"
    r"|\bas \w+ as\b|\b(?:twice|half|\w+ times) (?:as|the|that)\b"
    r"|比(?![例率重如方较較])|更|相[比较較]|[优優][于於势勢点點]|不如|[高低大小多少快慢][于於出]|劣[势勢]|[缺弱][点點]|差[距异異]"
    r"|より(?!前|後)|[にと]比べ|に対し|のほうが|の方が|優れ|劣[るりっ]|上回|下回|利点|欠点|倍(?![增増])"
    r"|보다|에 비해|비하면|반면|우수|\d배|뒤[지처]|장점|단점",
    re.I,
)
_CLAUSE = regex(r"[,;，；、](?!\d)")


class _Unit(NamedTuple):
    """Sentences that compare, what they are worth, and the numbers of the things that they are about."""

    run: tuple[Item, ...]
    worth: float
    things: frozenset[int]


def verdicts(asked: Brief, prose: Sequence[Item], runs: Runs) -> list[Item]:
    """The sentences that set the things of a question against each other, best first; nothing where no more than one of them is
    spoken of."""
    about = About(asked, prose)
    # what is about one of them alone is told behind what sets it against another
    units = sorted(_units(asked, prose, runs, about), key=lambda unit: (asked.contrasts and len(unit.things) < 2, -unit.worth))
    least = WORTH_IT * max((unit.worth for unit in units), default=0.0)
    room = LONGEST_OF_ALL * width(prose[0])
    chosen: list[_Unit] = []
    for unit in units:
        told = list(chain(*(one.run for one in chosen)))
        if unit.worth < least or words_of([*told, *unit.run]) > room or repeats(unit.run, told):
            continue
        chosen.append(unit)
    every = frozenset(chain(*(unit.things for unit in chosen)))
    return list(chain(*(unit.run for unit in chosen))) if len(every) == len(asked.rivals) else []


def _units(asked: Brief, prose: Sequence[Item], runs: Runs, about: About) -> Iterator[_Unit]:
    direct = directness(asked.query, prose, headed=True)
    top = max(item.score for item in prose) or 1.0
    ahead = looks_ahead(asked.query)
    for item in prose:
        run = runs.of(item, LONGEST * width(item))
        if not run or restricts(item.text):
            continue
        named, behind = about.named(*run), runs.behind.get(run[-1].id)
        if behind and named and (follows := about.named(behind)) and not named & follows:
            # one of the things in one sentence, another one in the next
            run = (*run, *runs.whole([behind], LONGEST * width(item) - words_of(run)))
            named = about.named(*run)
        if named:
            named |= about.titled(item)  # a text on the one thing that names the other one holds them against each other
        things = named or about.things(*run)
        # that two figures cannot be compared is no comparison
        compares = any(_COMPARATIVE.search(one.text) for one in run[run.index(item) :] if not restricts(one.text))
        measured = _is_measured(run, about)
        if not things or not (compares or measured):
            continue
        yield _Unit(
            run,
            direct[item.id]
            + STANDING * item.score / top
            + COMPARES * compares
            + NAMES * len(named)
            + CLOSES * (compares and closes(item.passage.heading))
            + MEASURED * measured
            - AHEAD * (not ahead and looks_ahead(item.text))
            - LEADS_UP * run.index(item),
            things,
        )


def _is_measured(run: Sequence[Item], about: About) -> bool:
    """Whether a figure of one kind is given for each of two things, in sentences or clauses of their own."""
    parts = [part for item in run for part in {item.text, *_CLAUSE.split(item.text)}]
    told = [(about.in_text(part), measures(part) - {"date", "count"}) for part in parts]
    return any(one and other and not one & other and its & others for one, its in told for other, others in told)
