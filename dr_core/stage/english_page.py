"""What queries in English mean for the pages that they find, beside those in the question's own language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dr_core.stage.english import ENGLISH, in_english
from dr_core.stage.focus import SPOKEN_OF, how_much, pages_about, subject_words
from dr_core.state import RunState
from dr_core.types import Page

AS_MUCH = 0.3
"""The share of what the page does that speaks most of the subject, in either language, from which on another one is about it."""


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
