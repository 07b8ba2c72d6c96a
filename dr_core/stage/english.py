"""Queries in English beside those in the question's own language.

Only a model can word them, and only a model can use what they find: a report without one quotes sources of its own language. So
without a model there are none.
"""

from __future__ import annotations

from dr_core.run.run import Run
from dr_core.run.task import model_chain
from dr_core.state import RunState
from dr_core.text import detect, is_cjk
from dr_core.text.language import same_language

ENGLISH = "en"


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
