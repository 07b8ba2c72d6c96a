"""Which of the things that a question compares a sentence is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from dr_core.pattern import regex
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.gain import abroad
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.run import Runs
from dr_core.stage.extractive.speak import speaks_of, weights
from dr_core.stage.focus import specific
from dr_core.text import detect, terms
from dr_core.text.country import countries, is_at_home, is_elsewhere, lands, names_region, places_asked
from dr_core.text.district import is_of_another_district

HALF, MOST = 0.5, 0.7
"""The share of the words of a description, and of a proper name, that a text must have to speak of the thing."""

_CLAUSE = regex(r"[,;，；、](?!\d)|\band\b")
_AT_HOME = {"ja": "日本 Japan", "ko": "한국 Korea"}
"""The country of which a text speaks that names none, where its language is that of one country."""
_BOTH = regex(
    r"^\W{0,3}both\b(?! (?:figures|numbers|values|statements|claims|reports|studies|judgements|sides)\b)|^[两兩二]者|^両者"
    r"|^どちらも|^いずれも|^둘 다",
    re.I,
)


class About:
    """Which of the compared things a sentence is about: those that it names, or else the one that its heading or title names; or
    where they are countries, the one in which it is written, if nothing near it names another."""

    def __init__(self, asked: Brief, prose: Sequence[Item]) -> None:
        texts = [item.said for item in prose]
        self._countries = [countries(names[0]) for names in asked.rivals]
        shared = Counter(term for names in asked.rivals for term in set(terms(names[0])))
        self._names: list[list[tuple[Mapping[str, float], float]]] = []
        for first, *others in asked.rivals:
            short = " ".join(specific(f" {first}"))  # of "LFP batteries" the abbreviation is the name
            weight = weights(short or first, texts)
            apart = {term: one for term, one in weight.items() if shared[term] < 2} or weight
            self._names.append([(apart, MOST if short else HALF), *((weights(name, texts), HALF) for name in others)])
        firsts = [names[0] for names in asked.rivals]
        # the name of one may be part of another's: the リニア中央新幹線 is not the 新幹線
        self._longer = [[name for name in firsts if own in name and own != name] for own in firsts]
        self._named = {item.id: self.in_text(item.said) for item in prose}
        self._titles = {title: self.in_text(title) for title in {item.title for item in prose}}
        self._keys = asked.keys if not asked.rivals else frozenset()
        self._at_home = {title for title in self._titles if self._speaks(title)}
        self._homes = self._told_at_home(prose)

    @property
    def tells_apart(self) -> bool:
        """Whether each of the things is named somewhere; of one that never is, nothing can be known to be said."""
        return len(frozenset(chain(*self._named.values()))) == len(self._names)

    def named(self, *items: Item) -> frozenset[int]:
        """The numbers of the things that items name."""
        return frozenset(chain(*(self._named.get(item.id) or self.in_text(item.said) for item in items)))

    def density(self, items: Sequence[Item]) -> float:
        """The share of some items that name one of the things."""
        return sum(bool(self.named(item)) for item in items) / len(items)

    def things(self, *items: Item) -> frozenset[int]:
        """The numbers of the things that items of one passage are about."""
        if any(self.is_of_all(item) for item in items):
            return frozenset(range(len(self._names)))
        headed = self.in_text(items[-1].passage.heading)
        headed = headed if len(headed) == 1 else self.titled(items[-1])
        return self.named(*items) or headed or self._homes.get((items[-1].source, items[-1].passage.start), frozenset())

    def _told_at_home(self, prose: Sequence[Item]) -> dict[tuple[str, int], frozenset[int]]:
        """By the place of a passage the number of the country whose language it is written in, where it and what stands over it
        name no other: what is said at home seldom says where that is."""
        if not any(self._countries):
            return {}
        around: dict[tuple[str, int], str] = {}
        for item in prose:
            place = (item.source, item.passage.start)
            if not abroad(item.passage.heading):
                around[place] = f"{around.get(place, f'{item.title} {item.passage.heading}')} {item.text}"
        homes = {}
        for place, text in around.items():
            if is_at_home(home := _AT_HOME.get(detect(text), ""), text):
                homes[place] = frozenset(number for number, own in enumerate(self._countries) if own & countries(home))
        return homes

    def titled(self, item: Item) -> frozenset[int]:
        """The number of the one thing that the source of an item is about."""
        named = self._titles.get(item.title, frozenset())
        return named if len(named) == 1 else frozenset()

    def is_strange(self, item: Item) -> bool:
        """Whether an item has to do with another subject than the one that is asked about."""
        return bool(self._at_home) and item.title not in self._at_home and not self._speaks(item.said)

    def _speaks(self, text: str) -> bool:
        return len(self._keys & set(terms(text))) >= max(1.0, HALF * len(self._keys))

    def may_be_any(self, item: Item) -> bool:
        """Whether an item names none of the things, and its source is about all of them."""
        return not self.named(item) and len(self._titles.get(item.title, ())) == len(self._names)

    def is_of_all(self, item: Item) -> bool:
        """Whether an item speaks of "both", and its source is about just these."""
        return len(self._names) > 1 and self.may_be_any(item) and bool(_BOTH.search(item.text))

    def measured(self, text: str, has_figure: Callable[[str], bool]) -> frozenset[int]:
        """The numbers of the things for which a text gives a figure, in the same clause or in one beside it; not those for which
        a date is given ("Taiwan in 2007 and China, with a line for 350 km/h"), nor by a figure of another country."""
        found: set[int] = set()
        named: frozenset[int] = frozenset()
        held = False
        for clause in _CLAUSE.split(text):
            named |= self.in_text(clause)
            figure = has_figure(clause)
            if named and (figure or held):
                found |= named
                named, held = frozenset(), False
            elif figure:
                held = not lands(clause)
            elif "date" in measures(clause):
                named = frozenset()
        return frozenset(found)

    def in_text(self, text: str) -> frozenset[int]:
        """The numbers of the things that a text names."""
        found = set()
        for number, names in enumerate(self._names):
            own = text
            for name in self._longer[number]:
                own = own.replace(name, " ")
            spoken = any(weight and speaks_of(weight, own, share) for weight, share in names)
            if spoken or not self._countries[number].isdisjoint(lands(text)):
                found.add(number)
        return frozenset(found)


def is_abroad(item: Item, asked: Brief, runs: Runs) -> bool:
    """Whether an item is about another place than the asked one, a country or a district of one: that which it names, or else the
    sentences before it in its passage, the heading or the title, whichever of them does first."""
    if not places_asked(asked.query, cities=True):
        return False
    told = [item.text]
    while (before := runs.before.get(item.id)) and before.passage == item.passage:
        item = before
        told.append(item.text)
    texts = [*told, item.passage.heading, item.title]
    first = next((text for text in texts if lands(text) or names_region(text, asked.query)), "")
    if names_region(first, asked.query):
        return False
    return is_elsewhere(first, asked.query, cities=True) or is_of_another_district(first, asked.query)
