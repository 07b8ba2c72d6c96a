"""What a question is most about: its specific words weigh double, and names are read in every form that the sources give."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.stage.extractive.aftermath import asks_aftermath, tells_aftermath
from dr_core.stage.extractive.facet import asked, names_in, without_sides
from dr_core.stage.extractive.past import HISTORY, happened
from dr_core.stage.extractive.query import subject
from dr_core.stage.extractive.rival import contrasts
from dr_core.stage.extractive.want import in_sentences
from dr_core.stage.passage import Passage, fitting_pages, page_bag, passages, spread
from dr_core.text import detect, terms
from dr_core.text.contraction import other_form, short_form
from dr_core.text.country import is_elsewhere, without_places
from dr_core.text.form import Forms, shortened
from dr_core.text.general import without_general
from dr_core.text.han import simplified
from dr_core.text.joined import JOINING, SHORTEST, joined_of
from dr_core.text.same import same_words
from dr_core.text.token import content_terms
from dr_core.types import Page

FITS = 0.42
"""A page is about the question if it fits this share of what the best one does."""
NEAR = 0.15
"""The share from which on a page may be about a side of the question that the user named."""
DEEDS = 2
"""Sentences on what happened when that make a history."""
SUBJECT = 0.65
HALF = 0.5
"""The share of the words of a subject from which on a page surely has to do with it."""
SPOKEN_OF = 0.03
"""The share of the words of a subject that the passages of a page have on average, from which on the page speaks of it."""

# Latin letters and digits alone: beside Chinese, Japanese or Korean there is no end of a word that a pattern would see
_MARKED = r"(?<![A-Za-z0-9_])(?:[A-Z][A-Z0-9]+[A-Za-z0-9]*|[A-Za-z]*\d[A-Za-z0-9-]*)|\b(?!a-t-)\w+-\w+\b"
_SPECIFIC = regex(rf"(?<![.?!]\s)(?<![¿¡])(?<!^)\b[A-Z][\w’'-]+|{_MARKED}")
_SPECIFIC_GERMAN = regex(_MARKED)
_GERMAN = regex(
    r"\b(?:der|die|das|dem|des|eine?[rnms]?|und|oder|ist|sind|hat|wie|wo|für|von|im|mit|wird|werden|welche[rsnm]?|warum|wann|kostet|gibt)\b",
    re.I,
)


def specific(question: str) -> list[str]:
    """The words of a question that name something: acronyms, names, compounds, numbers. A name counts, "which" does not.

    In German a capital makes no name: every noun has one.
    """
    german = _GERMAN.search(question) and detect(question) == "de"
    return list(dict.fromkeys((_SPECIFIC_GERMAN if german else _SPECIFIC).findall(question)))


def focused(question: str) -> str:
    """The question as a query: its specific words twice."""
    return " ".join([question, *specific(question)])


def also_called(name: str, pages: Sequence[Page]) -> tuple[str, ...]:
    """A name and the other forms of it that the sources give."""
    said = set(terms(name))
    others = (spelled if said.issuperset(terms(short)) else short for spelled, short in given_forms(name, pages).pairs)
    return tuple(dict.fromkeys([name, *others]))


def forms_of(question: str, pages: Sequence[Page]) -> Forms:
    """The names in a question of which the sources have another form: given as such, or used beside it."""
    given = given_forms(question, pages).pairs
    known = {frozenset(map(simplified, pair)) for pair in given}
    others = [pair for pair in _other_forms(question, pages) if frozenset(map(simplified, pair)) not in known]
    return Forms((*given, *others, *same_words(question, {term for page in pages for term in page_bag(page)})))


def given_forms(text: str, pages: Sequence[Page]) -> Forms:
    """The names in a text that the sources give with another form: "high-speed rail (HSR)", 高速铁路（高铁）."""
    said = set(terms(text))
    pairs = dict.fromkeys(pair for page in pages for pair in shortened(page.text))
    return Forms(tuple(pair for pair in pairs if said.issuperset(terms(pair[1])) or said.issuperset(content_terms(pair[0]))))


def pages_about(question: str, pages: Sequence[Page]) -> dict[str, float]:
    """The pages that are about a question, with how much (the best one is 1)."""
    return _about(_fits(question, pages), FITS)


class _Fits(NamedTuple):
    """How much each page is about a question (the best one is 1), and the pages that are so under another name."""

    own: dict[str, float]
    renamed: list[Page]


def _about(found: _Fits, fits: float) -> dict[str, float]:
    """The pages that are about a question at least so much."""
    return {page.id: fits for page in found.renamed} | {name: fit for name, fit in found.own.items() if fit >= fits}


def _fits(question: str, pages: Sequence[Page]) -> _Fits:
    """How much each page is about a question.

    The subject weighs more than the sides that are asked for: any page may speak of cost, few of desalination. Of a subject, the
    countries and general words alone are not enough, since many pages speak of China and of progress; and it weighs as much
    without them as with them, however many they are.
    """
    subjects = dict.fromkeys([head(question), without_sides(subject(question))])
    given = given_forms(question, pages)
    bare = [fitting_pages(focused(words), pages, given) for words in subjects]
    full = fitting_pages(focused(question), pages, given)
    there = speaking_of(question, pages) or pages
    about = {
        page.id: SUBJECT * sum(fit.get(page.id, 0.0) for fit in bare) / len(bare) + (1 - SUBJECT) * full.get(page.id, 0.0)
        for page in there
    }
    best = max(about.values(), default=0.0)
    own = {name: fit / best for name, fit in about.items()} if best else {}
    return _Fits(own, _under_other_forms(question, pages))


def _under_other_forms(question: str, pages: Sequence[Page]) -> list[Page]:
    """The pages that speak of what a question is about by the other form of a word alone: 高速铁路 where it asks for 高铁."""
    found: list[Page] = []
    for word, other in _other_forms(question, pages):
        own, theirs = set(terms(word)), Counter(terms(other))
        held = [(page, page_bag(page).keys()) for page in pages]
        alone = [page for page, words in held if theirs.keys() <= words and not own <= words]
        found += [page for page in alone if spread(page, theirs) >= SPOKEN_OF]
    return found


def _other_forms(question: str, pages: Sequence[Page]) -> Iterator[tuple[str, str]]:
    """The words of what a question is about of which the sources have another form, with that."""
    yield from _joined_forms(question, pages)
    for word in head(question).split():
        short = short_form(word)
        other = other_form(word, [page.text for page in pages if short in page_bag(page)]) if short else ""
        if other:
            yield word, other


def _joined_forms(question: str, pages: Sequence[Page]) -> Iterator[tuple[str, str]]:
    """The words that either side joins of words of the other one: Pfefferminzöl, and Öl der Pfefferminze."""
    if detect(question) not in JOINING:
        return
    own = set(content_terms(head(question)))
    theirs = {term for page in pages for term in page_bag(page)}
    for joined, known in ((own - theirs, theirs), (theirs - own, own)):
        for word in sorted(joined):
            if parts := joined_of(word, known):
                yield (word, parts) if known is theirs else (parts, word)
    # a Spannungskopfschmerz is a Kopfschmerz; but where pages are on the thing itself, its kinds stand beside it
    titled = {term for page in pages for term in terms(page.title)}
    for word in sorted(own - titled):
        kinds = (other for other in sorted(theirs - own) if len(word) >= SHORTEST and other.endswith(word))
        kinds = (other for other in kinds if not joined_of(other, own))
        yield from ((word, other) for other in kinds)


def topic(question: str) -> str:
    """What a question is about, without the sides and the general words in it."""
    return without_general(without_sides(subject(question)))


def head(question: str) -> str:
    """The ``topic`` of a question without the countries in it: any page may speak of cost, many speak of China or of progress."""
    return " ".join(without_places(topic(question)).split())


def speaking_of(question: str, pages: Sequence[Page]) -> list[Page]:
    """The pages that speak of what a question is about by themselves, under one of its names; none where words do not tell."""
    return speaking(pages, [Counter(content_terms(name)) for name in also_called(head(question), pages)])


def mentioning(question: str, pages: Sequence[Page]) -> list[Page]:
    """The pages that have a word of what a question is about, under any of its names; all of them where words do not tell."""
    names = [*also_called(head(question), pages), *(other for _, other in _other_forms(question, pages))]
    known = _known([Counter(content_terms(name)) for name in names], pages)
    return [page for page in pages if any(spoken_of(words, page) for words in known)] or list(pages)


def on_the_subject(
    question: str, pages: Sequence[Page], places: Sequence[tuple[Page, Passage]], about: Mapping[str, float]
) -> list[tuple[Page, Passage]]:
    """The passages that may be about what a question is about: of a page whose title says no word of that and whose opening
    says few, only those of sections that have one; and if the title of the page that is most about it (``about``) has a name that
    the question gives, most of that: of the Black Death nothing is said where something is black.

    All of them where even that page does not begin with it: there words do not tell.
    """
    names = [*also_called(head(question), pages), *(other for _, other in _other_forms(question, pages))]
    words = frozenset(term for name in names for term in content_terms(name))
    every = {page.id: page for page, _ in places}
    best = every[max(every, key=lambda page: about.get(page, 0.0))]
    if _sections_on(words, frozenset(), best) is not None:
        return list(places)
    given = [] if contrasts(question) else specific(question)  # one of several things is not the others
    named = words.intersection(terms(best.title), terms(" ".join(given)))
    sections = {page.id: _sections_on(words, named, page) for page in every.values()}
    return [(page, one) for page, one in places if (own := sections[page.id]) is None or one.place in own]


def _sections_on(words: frozenset[str], named: frozenset[str], page: Page) -> frozenset[int] | None:
    """The places of the passages in sections of a page that have one of some words, and most of those that are ``named``; None
    where the page begins with them."""
    every = passages(page)
    said = [words.intersection(terms(f"{one.heading} {page.text[one.start : one.end]}")) for one in every]
    if not words.isdisjoint(terms(page.title)) or any(len(own) > HALF * len(words) for own in said[:1]):
        return None
    said = [own if len(own & named) > HALF * len(named) or not named else frozenset() for own in said]
    headings = {one.heading for one, own in zip(every, said, strict=True) if own and one.kind == "prose"}
    return frozenset(one.place for one, own in zip(every, said, strict=True) if own or one.heading in headings)


def subject_words(queries: Iterable[str]) -> Counter[str]:
    """The words of what queries are about (see ``head``), each as often as it is asked with."""
    return Counter(term for query in queries for term in set(content_terms(head(query))))


def speaking(pages: Sequence[Page], subjects: Sequence[Counter[str]]) -> list[Page]:
    """The pages that speak of a subject by themselves; ``subjects`` are the words of its several names. None do where no page has
    half of the words of any.

    How much a page is about something is measured by the best one, which may be about something else.
    """
    much = how_much(pages, subjects)
    return [page for page in pages if much[page.id] >= SPOKEN_OF]


def how_much(pages: Sequence[Page], subjects: Sequence[Counter[str]]) -> dict[str, float]:
    """How much each page speaks of a subject, under that of its names of which it has most; pages of any language can be compared
    by this."""
    known = _known(subjects, pages)
    return {page.id: max((spread(page, words) for words in known), default=0.0) for page in pages}


def _known(subjects: Sequence[Counter[str]], pages: Sequence[Page]) -> list[Counter[str]]:
    return [words for words in subjects if any(spoken_of(words, page) >= HALF for page in pages)]


def spoken_of(words: Counter[str], page: Page) -> float:
    """The share of the words of a subject that a page has anywhere."""
    held = page_bag(page)
    return sum(times for word, times in words.items() if word in held) / (words.total() or 1)


def tells_in_deeds(question: str, text: str) -> bool:
    """Whether a text tells what a question asks without a word for it: a history by what happened when, what happens to who does
    not pay by what then follows."""
    if any(side.id == HISTORY for side in asked(question)) and happened(text) >= DEEDS:
        return True
    return asks_aftermath(question) and bool(tells_aftermath(in_sentences(text)))


def pages_for(question: str, focuses: Sequence[str], pages: Sequence[Page]) -> dict[str, float]:
    """As ``pages_about``, and the pages about what the user wants looked at, which the question itself may not name.

    They must speak of the subject, too: many pages speak of cost. The same holds for a side that the question names and no page
    about it has in its title: one that has tells more of it than a part of another (of fires, where "safety" is asked for).
    """
    fits = _fits(question, pages)
    about = _about(fits, FITS)
    sides = [side for side in asked(question) if not any(names_in(page.title, side) for page in pages if page.id in about)]
    own = set(terms(head(question)))
    telling = {page.id for page in pages if not own.isdisjoint(terms(page.title)) and tells_in_deeds(question, page.text)}
    speaking = _about(fits, NEAR) if focuses or sides or telling else {}
    for page in pages:
        tells = page.id in telling
        on_one = page.id in speaking and page.id not in about and (tells or any(names_in(page.title, side) for side in sides))
        if on_one and not is_elsewhere(page.title, question):
            about[page.id] = FITS
    near = [page for page in pages if page.id in speaking]
    for focus in focuses:
        for name, fit in pages_about(f"{subject(question)} {focus}", near).items():
            about[name] = max(fit, about.get(name, 0.0))
    return about
