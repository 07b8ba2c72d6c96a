"""Pages that a report can quote as they are: those in its own language, and of the two scripts of Chinese its own first.

The other script is quoted where the own one says too little: on the whole question, or on a country, a thing or a side that the
question names. There only the passages on it are, for a reader of one script does not want half of a report in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from dr_core.stage.extractive.facet import Facet, asked, names_in
from dr_core.stage.extractive.quantity import Measure
from dr_core.stage.extractive.rival import rivals
from dr_core.stage.extractive.want import told, wants
from dr_core.stage.focus import pages_about
from dr_core.stage.passage import Passage, passages
from dr_core.text import terms
from dr_core.text.country import countries, is_elsewhere
from dr_core.text.language import same_language
from dr_core.text.token import content_terms
from dr_core.types import Page

ENOUGH, ENOUGH_ON_POINT = 500, 120
"""Characters in the report's own script from which on the other one is not quoted: on the question an abstract and a few
paragraphs, on a point of it some sentences."""


class Quotable(NamedTuple):
    """Pages that can be quoted; of those in ``lent`` only the passages at these places."""

    pages: list[Page]
    lent: Mapping[str, frozenset[int]] = {}

    def passages(self, page: Page) -> list[Passage]:
        """The passages of a page that can be quoted."""
        places = self.lent.get(page.id)
        return [one for one in passages(page) if places is None or one.place in places]


class _Point(NamedTuple):
    """Something that a question names: whether a text speaks of it, how many characters are enough on it, and whether what stands
    under a title or a heading that speaks of it does so, too."""

    speaks: Callable[[str], bool]
    enough: int = ENOUGH_ON_POINT
    headed: bool = True

    def said(self, page: Page) -> Iterator[tuple[Passage, int]]:
        """The passages of a page that speak of it, each with the characters that do."""
        titled = self.headed and self.speaks(page.title)
        for one in passages(page):
            if titled or (self.headed and self.speaks(one.heading)):
                yield one, one.end - one.start
            elif own := sum(span.end - span.start for span in one.spans if self.speaks(page.text[span.start : span.end])):
                yield one, own


def quotable(pages: Sequence[Page], language: str, question: str) -> Quotable:
    """What can be quoted of some pages; all of it where none is in the report's language."""
    alike = [page for page in pages if same_language(page.language, language)]
    exact = [page for page in alike if page.language == language]
    if not language.startswith("zh") or not exact or len(exact) == len(alike):
        return Quotable(alike or list(pages))
    about = pages_about(question, alike)
    own = [page for page in exact if page.id in about]
    if sum(one.end - one.start for page in own for one in passages(page)) < ENOUGH:
        return Quotable(alike)
    missing = [one for one in _points(question) if sum(size for page in own for _, size in one.said(page)) < one.enough]
    lent = {page.id: _lent(page, missing, question) for page in alike if page not in exact and page.id in about}
    lent = {name: places for name, places in lent.items() if places}
    return Quotable([page for page in alike if page in exact or page.id in lent], lent)


def _lent(page: Page, missing: Sequence[_Point], question: str) -> frozenset[int]:
    """The places of the passages of a page that speak of what is missing, and not of other countries than the asked ones."""
    found = [one for point in missing for one, _ in point.said(page)]
    texts = {one.place: f"{page.title} {one.heading} {page.text[one.start : one.end]}" for one in found}
    return frozenset(place for place, text in texts.items() if not is_elsewhere(text, question))


def _points(question: str) -> list[_Point]:
    """The countries and things that a question names, and the sides and figures that it asks for."""
    places = countries(question)
    things = [frozenset(content_terms(name)) for name in rivals(question) if not countries(name)]
    figures = [want.measure for want in wants(question) if want.sure and want.measure and want.measure.is_named]
    measured = {measure.side for measure in figures}
    return [
        *(_Point(partial(_names_country, place)) for place in sorted(places)),
        *(_Point(partial(_names_thing, thing)) for thing in things),
        *(_Point(partial(_names_side, side)) for side in asked(question) if side.id not in measured),
        *(_Point(partial(_gives, measure), enough=1, headed=False) for measure in figures),
    ]


def _names_country(country: str, text: str) -> bool:
    return country in countries(text)


def _names_thing(thing: frozenset[str], text: str) -> bool:
    return thing.issubset(terms(text))


def _names_side(side: Facet, text: str) -> bool:
    return names_in(text, side)


def _gives(figure: Measure, text: str) -> bool:
    return bool(told([figure], text))
