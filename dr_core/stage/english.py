"""Queries in English beside those in the question's own language, and what they mean for the pages that they find.

Only a model can word them, and only a model can use what they find: a report without one quotes sources of its own language. So
without a model there are none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from dr_core.run.run import Run
from dr_core.run.task import model_chain
from dr_core.stage.extractive.facet import without_sides
from dr_core.stage.extractive.query import subject
from dr_core.stage.focus import pages_about
from dr_core.stage.passage import page_bag
from dr_core.stage.weigh import same_language
from dr_core.state import RunState
from dr_core.text import detect
from dr_core.text.token import content_terms
from dr_core.types import Page, Section

ENGLISH = "en"
SPOKEN_OF = 0.35
"""The share of the words of a subject from which on a page speaks of it."""


def english_too(state: RunState, run: Run) -> bool:
    """Whether queries are asked for in English as well."""
    foreign = not same_language(state.language, ENGLISH)
    return foreign and run.settings.search.english_too and bool(model_chain(run, "thinking"))


def language_of(query: str, language: str) -> str:
    """The language of a query of a question in ``language``: that one, or English.

    A few words in Latin letters tell little, but between a language of another script and English they tell enough.
    """
    if same_language(language, ENGLISH) or not any(char.isalpha() for char in query):
        return language
    latin = detect(query) == ENGLISH
    plain_words = query.isascii() and len(query.split()) > 1 and language.split("-")[0] in _OTHER_SCRIPTS
    return ENGLISH if latin or plain_words else language


_OTHER_SCRIPTS = {
    "am", "ar", "bg", "bn", "el", "fa", "he", "hi", "hy", "ja", "ka", "km", "ko", "my", "ru", "sr", "ta", "te", "th", "uk", "ur",
    "wuu", "yue", "zh",
}  # fmt: skip


def in_english(state: RunState) -> str:
    """The words that English pages are weighed by: those of the English queries that were asked; empty where there are none."""
    if same_language(state.language, ENGLISH):
        return ""
    return " ".join(dict.fromkeys(task.query for task in state.asked_queries if task.language == ENGLISH))


def english_pages(english: str, pages: Sequence[Page]) -> dict[str, float]:
    """The English pages that are about the English queries, with how much (the best one is 1)."""
    return pages_about(english, [page for page in pages if _is_english(page)]) if english else {}


def about_both(state: RunState, about: Mapping[str, float], pages: Sequence[Page]) -> dict[str, float]:
    """``about``, which the words of the question's own language found, with the English pages that the English queries speak of.

    How much a page is about something is told by the best one of its language; where none of them is about it, the best is a page
    about something else. So a page must speak of the subject by itself, where any does.
    """
    both = dict(about)
    for name, fit in english_pages(in_english(state), pages).items():
        both[name] = max(fit, both.get(name, 0.0))
    own = [task.query for task in state.asked_queries if task.language != ENGLISH]
    asked = [_subjects([state.clarified_query]), _subjects(own)]
    asked_in_english = _subjects(task.query for task in state.asked_queries if task.language == ENGLISH)

    def speaks(page: Page) -> bool:
        least = SPOKEN_OF if _is_english(page) or page.language == state.language else SPOKEN_OF / 2  # few words are shared
        return any(_spoken_of(words, page) >= least for words in (*asked, *([asked_in_english] if _is_english(page) else [])))

    speaking = {page.id for page in pages if page.id in both and speaks(page)}
    return {name: fit for name, fit in both.items() if name in speaking} if speaking else dict(about)


def _subjects(queries: Iterable[str]) -> Counter[str]:
    """The words of what queries are about, without the sides that they ask for: any page may speak of cost."""
    return Counter(term for query in queries for term in set(content_terms(without_sides(subject(query)) or query)))


def _spoken_of(words: Counter[str], page: Page) -> float:
    """The share of ``words`` that a page has; those of many queries count as often."""
    held = page_bag(page)
    return sum(times for word, times in words.items() if word in held) / (words.total() or 1)


def _is_english(page: Page) -> bool:
    return page.language.split("-")[0] == ENGLISH


def with_english(sections: Sequence[Section], state: RunState) -> list[Section]:
    """The sections as English passages can be told to belong to them: with the English queries that were asked for each."""
    asked: dict[str, list[str]] = {}
    for task in state.asked_queries:
        if task.language == ENGLISH:
            asked.setdefault(task.section, []).append(task.query)
    return [
        section.model_copy(update={"description": " ".join([section.description, *asked.get(section.id, [])])})
        for section in sections
    ]
