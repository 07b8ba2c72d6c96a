"""Whether pages have to do with the question, where words do not tell: a model is asked.

Words tell nothing of a page in a language that nothing was asked in, and little where none of the pages speaks of the subject:
then the best of them may be about something else. A page is left out only if the model names it; one that it was not asked about
is weighed by its words alone. Among the pages stands one of our own, which is about the question: a model that names it too
cannot tell, and is not believed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, Field

from dr_core.errors import ModelFailed
from dr_core.run.allot import Share
from dr_core.run.pack import first_sentences
from dr_core.run.prompt import about
from dr_core.run.run import Run
from dr_core.run.task import Task, ask
from dr_core.stage.english import ENGLISH
from dr_core.stage.focus import FITS, HALF, pages_about, spoken_of, subject_words
from dr_core.stage.passage import passage_bags, passages
from dr_core.state import RunState
from dr_core.text import detect
from dr_core.text.language import same_language
from dr_core.text.token import content_terms
from dr_core.types import Page, Section

MOST_PAGES, LONGEST_PART = 24, 200
"""Pages that a model is asked about in a round, and the characters of each of the two parts of one that it is shown."""
SHARE, ANSWER = 0.15, 500
"""The share of the token ceiling that the question may take, and the tokens of its answer."""
NOTE, CONTROL = "relevance", "s0"
"""Where answers are kept, and the id of the page of our own."""


class SectionWords(BaseModel):
    """The words for a section's matter in other languages."""

    section: str = Field(max_length=40)
    words: str = Field(max_length=400)


class RelevanceAnswer(BaseModel):
    """The answer to the task ``relevance``: the pages about something else, and words by which the others can be weighed."""

    unrelated: list[str] = Field(default_factory=list, max_length=MOST_PAGES)
    words: list[SectionWords] = Field(default_factory=list, max_length=8)


NOBODY = RelevanceAnswer()
"""Stands for no answer."""


def _believed(inputs: Mapping[str, Any], answer: RelevanceAnswer) -> RelevanceAnswer:
    if CONTROL in answer.unrelated:
        raise ModelFailed("it says that a text on the very question has nothing to do with it")
    return answer


RELEVANCE = Task(
    "relevance",
    RelevanceAnswer,
    fallback=lambda inputs: NOBODY,
    settle=_believed,
    shrink=first_sentences("pages"),
    max_tokens=ANSWER,
    optional=True,
)


async def judge_relevance(state: RunState, run: Run, turn: str = "") -> None:
    """Ask about the pages of which words do not tell; what is said of them is noted. Each ``turn`` has a position of its own."""
    assert state.plan is not None
    unsure = await run.compute(lambda: _unsure(state)[:MOST_PAGES], "dr-relevance")
    if not unsure:
        return
    foreign = [page for page in unsure if _is_foreign(page, state)]
    shown = [{**page.model_dump(include={"id", "title", "language"}), "text": _shown(page, state)} for page in unsure]
    ours = "; ".join(section.title for section in state.plan.sections)
    shown.insert(len(shown) // 2, {"id": CONTROL, "title": state.clarified_query, "language": state.language, "text": ours})
    inputs = {
        **about(state),
        "pages": shown,
        "languages": sorted({page.language for page in foreign}),
        "sections": [section.model_dump(include={"id", "title"}) for section in state.plan.sections],
    }
    share = Share(int(run.shared_tokens * SHARE), ANSWER)
    place = f"extract/{state.iteration_count}/relevance" + (f"/{turn}" if turn else "")
    answer = await ask(run, RELEVANCE, inputs, place, share=share)
    if answer is NOBODY:
        return
    told = state.notes.setdefault(NOTE, {"related": [], "unrelated": [], "words": {}})
    for page in unsure:
        told["unrelated" if page.id in answer.unrelated else "related"].append(page.id)
    for one in answer.words:
        told["words"][one.section] = " ".join(filter(None, [told["words"].get(one.section, ""), one.words]))


def told_about(state: RunState, about: Mapping[str, float], pages: Sequence[Page]) -> dict[str, float]:
    """``about``, which words found, without the pages that a model named, and with those in other languages that it did not."""
    told = state.notes.get(NOTE, {})
    related = [page for page in pages if page.id in told.get("related", ()) and _is_foreign(page, state)]
    fits = pages_about(words_told(state), related) if words_told(state) else {}
    both = {name: fit for name, fit in about.items() if name not in told.get("unrelated", ())}
    return both | {page.id: max(both.get(page.id, 0.0), fits.get(page.id, FITS)) for page in related}


def words_told(state: RunState) -> str:
    """The words in other languages by which pages are weighed; empty where there are none."""
    return " ".join(state.notes.get(NOTE, {}).get("words", {}).values())


def with_words(sections: Sequence[Section], state: RunState) -> list[Section]:
    """The sections as passages in other languages can be told to belong to them."""
    words = state.notes.get(NOTE, {}).get("words", {})
    return [
        section.model_copy(update={"description": " ".join(filter(None, [section.description, words.get(section.id, "")]))})
        for section in sections
    ]


def _unsure(state: RunState) -> list[Page]:
    """The pages of which words do not tell and nobody was asked yet."""
    told = state.notes.get(NOTE, {})
    known = {*told.get("related", ()), *told.get("unrelated", ()), *(item.source for item in state.evidence.values())}
    fresh = [page for page in state.sources.values() if page.id not in known]
    own = [page for page in state.sources.values() if not _is_foreign(page, state)]
    spoken = any(_speaks(page, state) for page in own)
    return [page for page in fresh if not spoken or _is_foreign(page, state)]


def _is_foreign(page: Page, state: RunState) -> bool:
    """Whether nothing was asked in the language of a page."""
    return bool(page.language) and not any(same_language(page.language, one) for one in _asked_in(state))


def _asked_in(state: RunState) -> set[str]:
    return {state.language, detect(state.clarified_query), *(task.language for task in state.asked_queries)} - {""}


def _speaks(page: Page, state: RunState) -> bool:
    """Whether a page surely speaks of the subject, by the words of the question or of what was asked in its language."""
    queries = [task.query for task in state.asked_queries if same_language(page.language, task.language or ENGLISH)]
    return any(spoken_of(words, page) >= HALF for words in map(subject_words, ([state.clarified_query], queries)))


def _shown(page: Page, state: RunState) -> str:
    """How a page opens, and the passage of it that has most of the question's words."""
    found = passages(page)
    if not found:
        return page.text[:LONGEST_PART]
    asked = set(content_terms(state.clarified_query))
    nearest = max(found, key=lambda one: (len(asked & passage_bags(page)[one.place].keys()), -one.start))
    shown = dict.fromkeys([found[0], nearest])
    return " … ".join(page.text[one.start : one.end][:LONGEST_PART] for one in shown)
