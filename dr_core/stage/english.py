"""Queries in English beside those in the question's own language, and what they mean for the pages that they find.

Only a model can word them, and only a model can use what they find: a report without one quotes sources of its own language. So
without a model there are none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dr_core.run.run import Run
from dr_core.run.task import model_chain
from dr_core.stage.focus import SPOKEN_OF, how_much, pages_about, subject_words
from dr_core.stage.script import same_language
from dr_core.state import RunState
from dr_core.text import detect, is_cjk
from dr_core.types import Page

ENGLISH = "en"
AS_MUCH = 0.3
"""The share of what the page does that speaks most of the subject, in either language, from which on another one is about it."""


def english_too(state: RunState, run: Run) -> bool:
    """Whether queries are asked for in English as well."""
    foreign = not same_language(state.language, ENGLISH)
    return foreign and run.settings.search.english_too and bool(model_chain(run, "thinking"))


def language_of(query: str, language: str) -> str:
    """The language of a query of a question in ``language``: that one, or English, or that of Chinese, Japanese or Korean words
    beside a question in Latin letters.

    A few words in Latin letters tell little, but between a language of another script and English they tell enough.
    """
    if not any(char.isalpha() for char in query):
        return language
    if not is_cjk(language) and not query.isascii() and is_cjk(found := detect(query)):
        return found
    if same_language(language, ENGLISH):
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
    """``about``, which the words of the question's own language found, with the English pages that the English queries speak of:
    those of both that speak of the subject by themselves, as the question or either of the queries name it. The best page of one
    language may be about something else, so that those of both are held against the same one."""
    both = dict(about)
    for name, fit in english_pages(in_english(state), pages).items():
        both[name] = max(fit, both.get(name, 0.0))
    english = [task.query for task in state.asked_queries if task.language == ENGLISH]
    own = [task.query for task in state.asked_queries if task.language != ENGLISH]
    subjects = [subject_words(queries) for queries in ([state.clarified_query], own, english)]
    much = how_much([page for page in pages if page.id in both], subjects)
    least = max(SPOKEN_OF, AS_MUCH * max(much.values(), default=0.0))
    return {name: fit for name, fit in both.items() if much[name] >= least} or dict(about)


def _is_english(page: Page) -> bool:
    return page.language.split("-")[0] == ENGLISH
