"""Which sentences claim the same thing: evidence of several sources, grouped, and the numbers on which a group disagrees."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations

from dr_core.pattern import regex
from dr_core.text.country import scope
from dr_core.text.dated import undated
from dr_core.text.number import Quantity, states
from dr_core.text.token import content_terms
from dr_core.text.unit import AFTER

ALIKE = 0.5
"""The share of both sentences' words (their geometric mean) that they must have in common to be about one thing."""
RARE = 60
"""A word in more sentences than this brings no two of them together: comparing all with all would cost the square."""
MANY, COMMON = 12, 0.12
"""Of so many sentences, what stands in so large a share is what all of them are about: it says half as much of a single one."""
OWN_WORDS, SAME = 2, 0.8
"""Words that two claims of one thing share beside those ("sodium-ion cells" are what a whole report is about) and not all that
either has, unless they share so many of all."""


_FIGURE = regex(rf"\d[\d.,]*(?:\s?(?:thousand|million|billion|trillion)s?\b|[千万萬億亿兆천만억조]+)?(?:{AFTER})?", re.IGNORECASE)
_YEAR = regex(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_MEASURE_WORDS = """
per cubic metr meter kilomet kilometr kilowatt megawatt gigawatt hour kwh mwh gwh km kg tonn percent dollar euro yen yuan
"""
_MEASURES = frozenset(_MEASURE_WORDS.split())


def groups(texts: Sequence[str]) -> list[list[int]]:
    """Indices of ``texts`` that claim the same thing, in order of first appearance; each text is in exactly one group.

    The words decide, numbers aside, so that "12 % in one source, 15 % in another" come together. A text joins the group whose
    first member it is like; groups do not chain. What is said of Europe is not what is said of the world.
    """
    bags = [_words(text) for text in texts]
    common = _common(bags)
    places: dict[str, list[int]] = defaultdict(list)  # word -> groups whose first member has it
    found: list[list[int]] = []
    for at, bag in enumerate(bags):
        votes = Counter(chain.from_iterable([having for word in bag if len(having := places[word]) <= RARE]))
        # ties go to the earlier group: the order of a set of words is another one in every process, and a resumed run must agree
        nearest = sorted(votes, key=lambda group: (-votes[group], group))[:8]
        alikes = (group for group in nearest if _likeness(bag, bags[found[group][0]], common) >= ALIKE)
        home = next((group for group in alikes if not _elsewhere(texts[at], texts[found[group][0]])), None)
        if home is not None:
            found[home].append(at)
            continue
        for word in bag:
            places[word].append(len(found))
        found.append([at])
    return found


def conflicts(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of ``texts``, by their places, that claim the same thing with other numbers."""
    pairs = chain.from_iterable(combinations(group, 2) for group in groups(texts))
    return [(one, other) for one, other in pairs if differing(texts[one], texts[other])]


def differing(one: str, other: str) -> tuple[Quantity, Quantity] | None:
    """The quantities of one unit that two texts which claim the same thing state differently; figures of 2019 and of 2024 do not
    contradict each other."""
    stated, rival = undated(one), undated(other)
    if not stated or not rival:
        return None
    years, others = set(_YEAR.findall(one)), set(_YEAR.findall(other))
    return _differ(stated, rival) if not years or not others or years & others else None


def _differ(ones: Sequence[Quantity], others: Sequence[Quantity]) -> tuple[Quantity, Quantity] | None:
    """Two quantities of one unit that neither side shares; None where one text simply says more than the other."""
    left = [one for one in ones if not states(others, one)]
    right = [other for other in others if not states(ones, other)]
    if len(left) != len(right):
        return None
    return next(((one, other) for one in left for other in right if one.unit == other.unit), None)


@lru_cache(maxsize=2048)  # evidence is grouped for its section, for the analysis and for the draft
def _words(text: str) -> frozenset[str]:
    """The words that say what a claim is about; what only measures (per cubic metre, percent) brings no two claims together, and
    neither do the labels of a table, which claims many things."""
    if text.startswith("|"):
        return frozenset()
    bare = _FIGURE.sub(" ", text)  # with its unit, in whatever language
    return frozenset([term for term in content_terms(bare) if not term[0].isdigit() and term not in _MEASURES])


def _common(bags: Sequence[frozenset[str]]) -> frozenset[str]:
    if len(bags) < MANY:
        return frozenset()
    having = Counter(chain.from_iterable(bags))
    return frozenset(word for word, count in having.items() if count > COMMON * len(bags))


def _likeness(one: frozenset[str], other: frozenset[str], common: frozenset[str]) -> float:
    """The shared part of both bags, less where the sizes are far apart: a short sentence is in every long one."""
    shared = one & other
    few = len(shared - common) < OWN_WORDS or min(len(one), len(other)) <= OWN_WORDS
    if not shared or (few and len(shared) < SAME * max(len(one), len(other))):
        return 0.0
    part, least, most = _weight(shared, common), *sorted((_weight(one, common), _weight(other, common)))
    return math.sqrt(part / least * part / most)


def _elsewhere(one: str, other: str) -> bool:
    """Whether two texts name places, and none that both name."""
    here, there = scope(one), scope(other)
    return bool(here and there) and here.isdisjoint(there)


def _weight(words: frozenset[str], common: frozenset[str]) -> float:
    return len(words) - 0.5 * len(words & common)
