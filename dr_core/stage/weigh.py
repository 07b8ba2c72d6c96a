"""What passages are worth to a question, and in which section of the report they are at home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.stage.carried import announces_next, carried, is_of_steps
from dr_core.stage.extractive.aftermath import asks_aftermath, tells_aftermath
from dr_core.stage.extractive.duration import share_of
from dr_core.stage.extractive.facet import Facet, asked, names_in, of_title, speaks_for, votes
from dr_core.stage.extractive.gain import NEAR
from dr_core.stage.extractive.how import asks_how
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.past import tells, votes_for
from dr_core.stage.extractive.plan import SAY_LITTLE
from dr_core.stage.extractive.speak import distinct, plain, speaks_of, weights
from dr_core.stage.extractive.superlative import rank_asked, ranks_rows, weight_of
from dr_core.stage.extractive.want import in_sentences, told, wants
from dr_core.stage.passage import Passage, bag, joined, passage_bag
from dr_core.stage.planned import by_title, covering, fitting, normal
from dr_core.text import terms
from dr_core.text.correction import corrects
from dr_core.text.dangling import dangles, restricts
from dr_core.text.form import Forms
from dr_core.text.name import names
from dr_core.text.number import read
from dr_core.text.rank import Texts, score
from dr_core.text.token import content_terms
from dr_core.types import Page, Section

MOST_WEIGHED = 300
"""Passages of a round whose home is looked for, the most relevant first; a round takes a quarter of them at most."""
OPENING = 0.05
"""How a source begins is worth a little more: it says what the rest is about."""
TABLE_AT_HOME, TABLE_ASKED_FOR = 0.6, 0.9
"""How much a table must be at home in its section; or how much of the question it must speak of, measured by the best passage."""
LIST_ASKED_FOR = 0.4
"""How much of the question a list must speak of whose points are no sentences."""
TAKEN_OVER, ENOUGH_PASSAGES, SPOKEN_OF = 2, 3, 1.0
"""Passages that an empty section may take, those a section keeps, and how much a passage must speak of its new section."""
SOME_CUE, NO_CUE = 0.5, 0.1
"""A passage with less than one weak cue for its section is there for want of a better one."""
TITLED = 0.6
"""The share of the words of a question that the title of a page must have for all of it to answer that."""
UNDER_ITS_OWN = 0.8
"""What such a passage is worth at least where its source has a heading for it, under which it can be told."""
ASKED = 1.4
"""A side that the question asks for takes a passage that speaks of two sides."""
NAMED = 0.4
"""How much more a passage fits a planned section if it speaks of a side that its title names: of prices, where that says cost."""
HEADED, SAME_WORDS = 0.7, 0.3
"""How much more, if its own heading names that side, or has so much of its words in that title: 속도와 차량 has two subjects."""
TORN, MORE = 0.45, 1.5
"""A sentence that has so much of what another planned section asks, and so many times as much as of its own, goes there alone."""
APART, FAR_MORE = 0.33, 3.0
"""The same by the words that tell the sections from each other: of those its own one may have none."""

_FIGURE = regex(r"\d+(?:[.,:/-]\d+)*")


Place = tuple[Page, Passage]


class Weighed(NamedTuple):
    """For each passage its worth and, on demand, the number of its home section; and the terms of all of them."""

    worth: list[float]
    home: Callable[[int], int]
    texts: Texts


def weigh(
    question: str,
    query: str,
    sections: Sequence[Section],
    places: Sequence[Place],
    about: Mapping[str, float],
    forms: Forms,
    *,
    planned: bool = False,
) -> Weighed:
    """What the passages at ``places`` are worth. ``query`` is the question with its weights (``focused``), ``forms`` are those of
    the names in it; ``planned`` says that a model has made the sections, so that what they ask counts as the question does."""
    texts = Texts([forms.counted(joined(passage_bag(page, one), bag(one.heading))) for page, one in places])
    relevance = normal(score(query, texts))
    fits = fitting(sections, texts) if planned else []
    relevance = list(map(max, relevance, *fits)) if planned else carried(question, places, relevance)
    base = [
        0.5 * relevant + 0.5 * about[page.id] ** 1.5 + OPENING * (one.place == 0)
        for (page, one), relevant in zip(places, relevance, strict=True)
    ]
    strong = sorted(range(len(places)), key=lambda at: (-base[at], at))[:MOST_WEIGHED]
    worth = [0.0] * len(places)
    if planned:
        for at in strong:
            worth[at] = base[at]
        return Weighed(worth, PlannedHomes(sections, places, texts, strong, fits).home, texts)
    strong.sort()
    bodies = [_body(places[at], texts.bags[at]) for at in strong]
    homes = _with_the_one_before([places[at] for at in strong], home_sections(question, sections, bodies))
    home = [0] * len(places)
    how, words = asks_how(question), set(content_terms(plain(question)))
    titled = {page.id for page, _ in places if len(words.intersection(terms(page.title))) >= TITLED * len(words)}
    for at, (number, sure) in zip(strong, homes, strict=True):
        page, passage = places[at]
        whole = corrects(passage.said(page.text)) or (how and is_of_steps(page, passage))
        fit = 1.0 if whole else _fit(passage, sure, relevance[at], titled=page.id in titled)
        worth[at] = base[at] * fit
        home[at] = number
    return Weighed(worth, home.__getitem__, texts)


def with_own_headings(sections: Sequence[Section], places: Sequence[Place]) -> list[Place]:
    """The passages; a table that names what tells one planned section from another stands under no heading that names the other
    (a table "Gap in Germany" at the end of "A look at Japan")."""
    titles = [set(content_terms(section.title)) for section in sections]
    apart = [(one - other, other - one) for one, other in permutations(titles, 2)]

    def of_its_own(page: Page, one: Passage) -> bool:
        own, over = set(passage_bag(page, one)), set(content_terms(one.heading))
        return any(over & left and own & right and not own & left for left, right in apart)

    return [
        (page, one._replace(heading="") if one.kind == "table" and one.heading and of_its_own(page, one) else one)
        for page, one in places
    ]


def scores(query: str, chosen: Sequence[tuple[str, float]], among: Texts, forms: Forms) -> list[float]:
    """The score of each chosen sentence: the worth of its passage above all, its own words, and the facts that it tells."""
    own = normal(score(query, _texts([text for text, _ in chosen], forms), among))
    return [0.65 * worth + 0.25 * one + 0.1 * telling(text) for (text, worth), one in zip(chosen, own, strict=True)]


def placed(
    query: str,
    sections: Sequence[Section],
    chosen: Sequence[tuple[str, float, int, Passage]],
    among: Texts,
    forms: Forms,
) -> list[tuple[int, float]]:
    """The planned section and the score of each chosen sentence, given its passage with its worth and its home."""
    texts = _texts([text for text, *_ in chosen], forms)
    own, fits, held = normal(score(query, texts, among)), fitting(sections, texts, among), covering(sections, texts, among)
    found: list[tuple[int, float]] = []
    titles, sides = [set(content_terms(one.title)) for one in sections], [asked(one.title) for one in sections]
    for at, (text, worth, home, passage) in enumerate(chosen):
        if not dangles(text):
            other = _torn(held, at, home, TORN, MORE)
            home = other if fits[other][at] >= fits[home][at] else home
            # the rows of a table stay together
            if passage.kind == "prose" and not _says_the_same(passage.heading, titles[home], sides[home]):
                home = _torn(fits, at, home, APART, FAR_MORE)
        found.append((home, 0.65 * worth + 0.25 * max(own[at], fits[home][at]) + 0.1 * telling(text)))
    return found


def _torn(rows: Sequence[Sequence[float]], at: int, home: int, least: float, more: float) -> int:
    """The section that has most of a sentence in one of ``rows`` for each, where that is ``more`` than that of its home."""
    other = max(range(len(rows)), key=lambda number: (rows[number][at], -number))
    return other if rows[other][at] >= max(least, more * rows[home][at]) else home


def _texts(sentences: Sequence[str], forms: Forms) -> Texts:
    return Texts([bag(forms.read(text)) for text in sentences])


def _with_the_one_before(places: Sequence[Place], homes: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """A paragraph that leans on the one before it ("However, ...") goes where that one goes."""
    kept = list(homes)
    prose = [at for at, (_, passage) in enumerate(places) if passage.kind == "prose"]
    for first, at in pairwise(prose):
        if _leans(places[first], places[at]):
            kept[at] = (kept[first][0], max(kept[at][1], kept[first][1]))
    return kept


def _leans(one: Place, other: Place) -> bool:
    """Whether a paragraph leans on another, which is the one before it."""
    (page, before), (own, passage) = one, other
    if page.id != own.id or before.heading != passage.heading or passage.paragraph != before.paragraph + 1:
        return False
    opening = page.text[passage.spans[0].start : passage.spans[0].end]
    # what points back over a table points at the table, but for a caveat
    near = passage.place == before.place + 1
    return restricts(opening) or (near and dangles(opening)) or announces_next(one, other)


def telling(text: str) -> float:
    """How many facts a sentence holds, 0 to 1: figures, dates and names are what readers look for in a report."""
    told = len(_FIGURE.findall(text)) or len(read(text))  # what has no digit may have a figure in words
    return min(1.0, (told + len(names(text))) / 4) if told < 4 else 1.0


def _fit(passage: Passage, home: float, relevant: float, *, titled: bool) -> float:
    """A passage about a side that the report has no section for counts less, a table about one does not count at all; unless its
    words are those of the question itself, or its rows are what that names, or its page has the question for its title."""
    if passage.kind == "table" and passage.rows != "named":
        return float(home >= TABLE_AT_HOME or relevant >= TABLE_ASKED_FOR)
    if passage.kind == "list":
        return float(relevant >= LIST_ASKED_FOR)
    if passage.place == 0:
        return 1.0  # how a source opens says what it is about, whatever its words
    return max(UNDER_ITS_OWN if passage.heading or titled else 0.0, 0.4 + 0.6 * home, relevant)


class Body(NamedTuple):
    """A passage as it is given a home: its heading, the text with the heading over it, the title of its page, its terms."""

    heading: str
    text: str
    title: str
    bag: Counter[str]


def _body(place: Place, terms: Counter[str]) -> Body:
    page, one = place
    return Body(one.heading, f"{one.heading}\n{one.said(page.text)}", page.title, terms)


class PlannedHomes:
    """In which of the sections that a model has planned the ``strong`` passages (the strongest first) are at home. Each has one,
    so that what it is worth does not depend on it, and of most it is never asked: it is looked for when it is.

    ``by_words`` says for each section how well each passage fits what that asks.
    """

    def __init__(
        self,
        sections: Sequence[Section],
        places: Sequence[Place],
        texts: Texts,
        strong: Sequence[int],
        by_words: Sequence[Sequence[float]],
    ) -> None:
        self._places, self._texts, self._by_words = places, texts, by_words
        self._sides = [asked(section.title) for section in sections]
        self._titles = [set(content_terms(section.title)) for section in sections]
        prose = [at for at in sorted(strong) if places[at][1].kind == "prose"]
        self._before = {at: first for first, at in pairwise(prose)}
        self._of_page: dict[str, list[float]] = {}
        self._fitting: dict[int, list[float]] = {}
        self._moved = self._with_none_empty(strong)

    def home(self, at: int) -> int:
        """The number of the section of a passage; a paragraph that leans on the one before it goes where that one goes."""
        while (first := self._before.get(at)) is not None and _leans(self._places[first], self._places[at]):
            at = first
        return self._moved.get(at, _best(self._fits(at)))

    def _fits(self, at: int) -> list[float]:
        """How well a passage fits each section: by its words, by the sides that it speaks of, by its heading."""
        found = self._fitting.get(at)
        if found is None:
            page, _ = self._places[at]
            body = _body(self._places[at], self._texts.bags[at])
            cast = votes(body.heading, body.text, body.title) if any(self._sides) else {}
            most = max(cast.values(), default=0.0) or 1.0
            found = self._fitting[at] = [
                self._by_words[number][at]
                + NAMED * max((cast[side.id] / most for side in named), default=0.0)
                + HEADED * _heads(body, self._titles[number], named)
                for number, named in enumerate(self._sides)
            ]
            if not any(found):  # a passage without a word of any section's goes where the rest of its page goes
                if page.id not in self._of_page:
                    self._of_page[page.id] = self._rest_of(page)
                self._fitting[at] = found = self._of_page[page.id]
        return found

    def _rest_of(self, page: Page) -> list[float]:
        """How well the passages of a page fit each section by their words, all together."""
        own = [at for at, (other, _) in enumerate(self._places) if other.id == page.id]
        return [sum(row[at] for at in own) / len(own) for row in self._by_words]

    def _with_none_empty(self, strong: Sequence[int]) -> dict[int, int]:
        """The homes of all passages, if a section would stay empty. As many are looked for as show that none does."""
        count: Counter[int] = Counter()
        for at in strong:
            count[_best(self._fits(at))] += 1
            if all(count[number] >= TAKEN_OVER for number in range(len(self._sides))):
                return {}
        every = sorted(strong)
        fits = [[3 * fit for fit in self._fits(at)] for at in every]  # as the votes of sides are counted
        homes = _none_empty([(_best(own), 1.0) for own in fits], fits)
        return {at: number for at, (number, _) in zip(every, homes, strict=True)}


def _best(fits: Sequence[float]) -> int:
    return max(range(len(fits)), key=lambda number: (fits[number], -number))


def _heads(body: Body, title: set[str], sides: Sequence[Facet]) -> bool:
    """Whether the heading of a passage, and not merely that of its page, says what the title of a section does."""
    if not body.heading or body.heading == body.title:
        return False
    return _says_the_same(body.heading, title, sides)


def _says_the_same(heading: str, title: set[str], sides: Sequence[Facet]) -> bool:
    """Whether a heading has as much of the words of a title, or names one of its sides."""
    words = set(content_terms(heading))
    return len(words & title) >= SAME_WORDS * max(1, len(words)) or any(names_in(heading, side) for side in sides)


def home_sections(question: str, sections: Sequence[Section], bodies: Sequence[Body]) -> list[tuple[int, float]]:
    """The section in which each passage is at home, and how much (1: no side fits better)."""
    facets = [of_title(section.title) for section in sections]
    wanted = {facet.id for facet in asked(question)}
    figures = [want.measure for want in wants(question) if want.measure and want.sure]
    headed = distinct(content_terms(question), {body.heading for body in bodies})
    dated = _dated(question, bodies)
    ranked, after = _ranked(question, bodies), asks_aftermath(question)
    by_words = by_title(sections, Texts([joined(body.bag, bag(body.heading)) for body in bodies]))
    homes: list[tuple[int, float]] = []
    every: list[list[float]] = []
    for at, body in enumerate(bodies):
        cast = votes_for(wanted, body.heading, body.text, body.title)
        fits = [
            (
                cast[facet.id] * (ASKED if facet.id in wanted else SAY_LITTLE.get(facet.id, 1.0))
                if facet
                else 3 * by_words[number][at]
            )
            + 0.2 * by_words[number][at]
            for number, facet in enumerate(facets)
        ]
        number = _best(fits)
        most = max(vote * SAY_LITTLE.get(name, 1.0) for name, vote in cast.items())
        facet = facets[number]
        # what the page's title says holds for all of its passages, so it does not count here
        cued = facet is None or speaks_for(facet, body.heading, body.text) or tells(wanted, facet.id, body.text)
        sure = min(1.0, fits[number] / most) if most and cued and fits[number] >= SOME_CUE else NO_CUE
        if stated := told(figures, body.text):
            # a figure that is asked for is evidence whatever heading it stands under; where that has no section, its side has one
            sides = {measure.side for measure in stated}
            asked_for = [place for place, one in enumerate(facets) if one and one.id in sides]
            if asked_for and not (facet and names_in(body.heading, facet)):
                number = max(asked_for, key=lambda place: (fits[place], -place))
            sure = 1.0
        elif dated[at] or ranked[at] or (after and tells_aftermath(in_sentences(body.text))) or headed & set(terms(body.heading)):
            sure = 1.0
        homes.append((number, sure if all(facets) else 1.0))
        every.append(fits)
    return _none_empty(homes, every)


def _dated(question: str, bodies: Sequence[Body]) -> list[bool]:
    """Whether each passage has a sentence with a date that speaks of what is asked and the title does not say, where a question
    asks when."""
    found = [False] * len(bodies)
    for want in wants(question):
        if not want.measure or "date" not in want.measure.kinds:
            continue
        weight = weights(want.part, [body.text for body in bodies])
        for at, body in enumerate(bodies):
            said = set(terms(body.title))
            left = {term: one for term, one in weight.items() if term not in said}
            found[at] |= any("date" in measures(one) and speaks_of(left, one, NEAR) for one in in_sentences(body.text))
    return found


def _ranked(question: str, bodies: Sequence[Body]) -> list[bool]:
    """Whether each passage is a table that puts one of its rows first, where a question asks which is the longest of all."""
    rank = rank_asked(question)
    tables = {at: body.text[len(body.heading) + 1 :] for at, body in enumerate(bodies) if rank and "\n|" in body.text}
    weight = weight_of(rank, question, list(tables.values())) if rank else {}
    share = share_of(question)
    return [
        bool(rank and at in tables and ranks_rows(rank, question, f"{body.title} {body.heading}", tables[at], weight, share))
        for at, body in enumerate(bodies)
    ]


def _none_empty(homes: list[tuple[int, float]], fits: Sequence[Sequence[float]]) -> list[tuple[int, float]]:
    """A section that would stay empty takes the passages that speak of it most, from sections that have enough of them."""
    for number in range(len(fits[0]) if fits else 0):
        for _ in range(TAKEN_OVER):
            count = Counter(home for home, _ in homes)
            if count[number] >= TAKEN_OVER:
                break
            free = [at for at, (home, _) in enumerate(homes) if count[home] > ENOUGH_PASSAGES and fits[at][number] >= SPOKEN_OF]
            if not free:
                break
            at = max(free, key=lambda at: (fits[at][number] / (fits[at][homes[at][0]] or 1.0), -at))
            homes[at] = (number, homes[at][1])
    return homes
