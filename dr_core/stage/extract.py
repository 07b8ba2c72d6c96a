"""extract: evidence (verbatim sentences, scored and given a home section), and findings that name it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from dr_core.errors import NoEvidence
from dr_core.report.borrowed import OWN_NAMES, borrowed
from dr_core.run.run import Run
from dr_core.run.task import Task, ask, model_chain
from dr_core.run.together import in_turn
from dr_core.stage.english import in_english
from dr_core.stage.english_page import about_both
from dr_core.stage.excerpt import excerpts, rows_asked_for
from dr_core.stage.extractive.finding import findings_without_model
from dr_core.stage.fetch import read_elsewhere
from dr_core.stage.filler import telling
from dr_core.stage.focus import focused, forms_of, on_the_subject, pages_for
from dr_core.stage.listed import with_their_lists
from dr_core.stage.passage import Passage, as_evidence, shown_passages
from dr_core.stage.planned import as_asked, with_pages_asked_for
from dr_core.stage.point import points, readable, shown
from dr_core.stage.reflect import begin_reflecting
from dr_core.stage.relevance import judge_relevance, told_about, with_words, words_told
from dr_core.stage.reread import HELD, asked_again, note_held
from dr_core.stage.script import Quotable, quotable
from dr_core.stage.share import shares
from dr_core.stage.unmentioned import ALL, OTHERWISE, missing_subject, titles_of, with_the_subject
from dr_core.stage.weigh import placed, scores, weigh, with_own_headings
from dr_core.state import RunState
from dr_core.text import bm25
from dr_core.text.dated import undated
from dr_core.text.duplicate import Seen
from dr_core.text.language import same_language
from dr_core.text.sentence import Span
from dr_core.text.token import content_terms
from dr_core.types import Evidence, Finding, Page, Section

MOST_FOR_SECTION, SHORT = 60, 30
"""Sentences of evidence that a section takes from one round at most; and the tokens that are reserved to show a model a short
one: what no prompt has room for is not chosen."""
MOST_ROWS_FOR_SECTION = 20
"""Of these, rows of large tables with their heads, where a model writes: it has room for prose and small tables beside them."""
READABLE_FOR_MODEL, MOST_KNOWN = 24, 8
"""Sentences that a model is shown for a section and round, and findings of earlier rounds that it is told not to repeat."""
WEAKEST, WEAKEST_OF_PAGE, FITS_WELL = 0.34, 0.5, 0.42
"""A passage must be worth this share of the best one to be evidence; or that share of its page's best, if the page fits well."""
SAME = 0.55
"""Sentences that share so much of their wording say the same."""
Chosen = tuple[Page, Span, Section, float]
"""A sentence or table worth citing, with its page, home section and score."""


class FoundItem(BaseModel):
    """A finding as a model words it."""

    text: str = Field(max_length=600)
    cite_ids: list[str] = Field(max_length=6)


class FindingsAnswer(BaseModel):
    """The answer to the task ``findings``: what was learned, and how much of the section's question is answered."""

    findings: list[FoundItem] = Field(max_length=10)
    coverage: float = Field(ge=0, le=1)


def _settle(inputs: Mapping[str, Any], answer: FindingsAnswer) -> FindingsAnswer:
    known = {item["id"] for item in inputs["evidence"]}
    kept = [
        FoundItem(text=item.text, cite_ids=ids)
        for item in answer.findings
        if (ids := [cite for cite in item.cite_ids if cite in known]) and item.text.strip()
    ]
    return answer.model_copy(update={"findings": kept})


FINDINGS = Task(
    "findings",
    FindingsAnswer,
    fallback=lambda inputs: FindingsAnswer.model_validate(findings_without_model(inputs)),
    settle=_settle,
    max_tokens=1_200,
    reading=True,
)


async def extract(state: RunState, run: Run) -> None:
    """Turn the round's new pages into evidence and findings; leaves ``evidence.jsonl``.

    Where no page is about the question, other engines are asked, once.
    """
    assert state.plan is not None
    chosen = await _chosen(state, run)
    if not state.evidence and _is_beside(chosen, state, run) and await read_elsewhere(state, run):
        chosen = await _chosen(state, run, "elsewhere")
    if state.iterations and model_chain(run, "task"):
        await run.compute(lambda: note_held(state), "dr-extract")
    fresh: list[Evidence] = []
    for page, span, section, score in chosen:
        name = f"e{len(state.evidence) + 1}"
        found = as_evidence(page, span.start, span.end, name=name, section=section.id, score=score)
        state.evidence[found.id] = found
        fresh.append(found)
    if not state.evidence:
        raise _nothing_said(state, run)
    if fresh and not model_chain(run, "task") and (languages := borrowed(state)):
        run.events.emit("progress", stage="extract", status="borrowed", wanted=state.language, languages=languages)
    state.notes["new_evidence"] = len(fresh)
    run.write_evidence(state)
    await begin_reflecting(state, run)
    new = {item.id for item in fresh}
    reading = in_turn(*(partial(_findings, section, state, run, new) for section in state.plan.sections))
    answers, _ = await asyncio.gather(reading, _count_ahead(fresh, state, run))
    for section, answer in zip(state.plan.sections, answers, strict=True):
        state.section_coverage[section.id] = round(answer.coverage, 3)
        told = set(state.synthesis.get(section.id, []))
        for item in answer.findings:
            if item.text not in told:
                found_now = {"cite_ids": tuple(item.cite_ids), "round": state.iteration_count}
                state.gathered_info.append(Finding(text=item.text, section=section.id, **found_now))
                state.synthesis.setdefault(section.id, []).append(item.text)


async def _count_ahead(fresh: list[Evidence], state: RunState, run: Run) -> None:
    """Have the figures of new evidence at hand for the analysis, while a model reads it."""
    if state.iteration_count < state.max_iterations and shares(state, run).analyse.tokens:
        await run.give_way()
        await run.compute(lambda: [undated(item.text) for item in fresh], "dr-extract")


def _nothing_said(state: RunState, run: Run) -> NoEvidence:
    """That no source answers, and what helps: where all are in other languages and no model is there to read them, words do not
    tell whether one does."""
    found = dict.fromkeys(page.language for page in state.sources.values())
    says, remedy = "says anything that answers the question", OTHERWISE
    if not model_chain(run, "task") and all(one and not same_language(one, state.language) for one in found):
        languages = " or ".join(OWN_NAMES.get(one, one) for one in found)
        says = f"shares a name or a word with the question: they are in {languages}, and without a model nothing is translated"
        remedy = f"Ask in {languages}, or name a model (-p)"
    return NoEvidence(
        f"none of the {len(state.sources)} sources read {says}; they are about: {titles_of(state.sources.values())}",
        remedy=run.pool.refused.remedy if run.pool.refused else remedy,
        final=not run.pool.refused,
    )


def _is_beside(chosen: list[Chosen], state: RunState, run: Run) -> bool:
    """Whether no page is about the question: nothing is worth citing, or, where no model can say that it is told in other words,
    nothing that the question is about is mentioned."""
    if not chosen or model_chain(run, "task"):
        return not chosen
    own = all(same_language(page.language, state.language) for page, *_ in chosen)
    return own and bool(missing_subject(state, ALL))


async def _chosen(state: RunState, run: Run, turn: str = "") -> list[Chosen]:
    """The evidence of the new pages; a model is asked which are about the question, where words do not tell."""
    if model_chain(run, "task"):
        await judge_relevance(state, run, turn)
    # many pages take seconds, in which Ctrl-C must be heard and the budget of time kept
    extractive, most = not model_chain(run, "task"), _most_for_section(state, run)
    return await run.compute(lambda: choose(state, extractive=extractive, most=most), "dr-extract")


def _most_for_section(state: RunState, run: Run) -> int:
    """The sentences that a section can use: what the last round finds is for its writer, who can be shown so many."""
    last = state.iteration_count >= state.max_iterations
    room = shares(state, run).draft.to_read // SHORT if last and model_chain(run, "thinking") else MOST_FOR_SECTION
    return max(READABLE_FOR_MODEL, min(MOST_FOR_SECTION, room))


def _floors(places: Sequence[tuple[Page, Passage]], worth: Sequence[float], about: Mapping[str, float]) -> dict[str, float]:
    """What a passage of each page must be worth: a share of the best of all; a page that fits well gives its own best, too."""
    best = max(worth)
    own: dict[str, float] = {}
    for (page, _), one in zip(places, worth, strict=True):
        own[page.id] = max(one, own.get(page.id, 0.0))
    return {
        page: min(WEAKEST * best, WEAKEST_OF_PAGE * top) if about[page] >= FITS_WELL else WEAKEST * best
        for page, top in own.items()
    }


async def _findings(section: Section, state: RunState, run: Run, new: set[str], going: Callable[[], None]) -> FindingsAnswer:
    """What the round brought for a section. In the last round nothing depends on a model's words, so none is paid."""
    own = [item for item in readable(state.evidence.values(), state) if item.section == section.id]
    evidence = sorted(own, key=lambda item: -item.score)
    inputs = {
        "question": state.clarified_query,
        "language": state.language,
        "today": state.today,
        "section": section.model_dump(),
        "known": state.synthesis.get(section.id, []),
        "evidence": [shown(item, state) for item in evidence[:READABLE_FOR_MODEL]],
        "all_evidence": len(evidence),
    }
    last = state.iteration_count >= state.max_iterations
    if last or not model_chain(run, "task"):
        return FindingsAnswer.model_validate(findings_without_model(inputs))
    held = state.notes.get(HELD, {}) if new else {}
    fresh = [item for item in evidence if item.id in new]
    fresh += [state.evidence[name] for name, asks in held.items() if asks == section.id]
    if not fresh:
        return FindingsAnswer(findings=[], coverage=state.section_coverage.get(section.id, 0.0))

    async def for_fallback() -> dict[str, Any]:
        return {"evidence": inputs["evidence"], "known": inputs["known"]}

    known = nearest(state.synthesis.get(section.id, []), fresh)[:MOST_KNOWN]
    asked = {**inputs, "known": known, "evidence": points(fresh, state, most=READABLE_FOR_MODEL)}
    return await ask(
        run,
        FINDINGS,
        asked,
        f"extract/{state.iteration_count}/{section.id}",
        share=shares(state, run).findings,
        fallback_inputs=for_fallback,
        going=going,
    )


def nearest(known: Sequence[str], fresh: Sequence[Evidence]) -> list[str]:
    """What is known of a section, first what its new evidence might say again; where that has other words, the newest."""
    near = bm25(" ".join(item.text for item in fresh), known)
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (-near[at], -at))]


def choose(state: RunState, *, extractive: bool, most: int = MOST_FOR_SECTION) -> list[Chosen]:
    """The sentences and tables that are worth citing, the ``most`` for each section: of the new pages, and of those read before
    what a model asks only now."""
    assert state.plan is not None
    question, sections = state.clarified_query, state.plan.sections
    read_before = {evidence.source for evidence in state.evidence.values()}
    every = list(state.sources.values())
    own = with_the_subject(every, state.language, question) if extractive else every
    quoted = quotable(own, state.language, question) if extractive else Quotable(own)
    pages = quoted.pages
    english = "" if extractive else in_english(state)
    query = " ".join(filter(None, [focused(" ".join([question, *state.focuses])), english, words_told(state)]))
    about = pages_for(question, state.focuses, pages)
    if english:
        about = about_both(state, about, pages)
    worded = sections if extractive else with_words(as_asked(sections, state), state)
    if not extractive:
        about = with_pages_asked_for(about, worded, pages)
    about = told_about(state, about, pages)
    fresh = [page for page in pages if page.id in about and page.id not in read_before]
    passages = quoted.passages if extractive else shown_passages
    places = [(page, passage) for page in fresh for passage in passages(page)]
    if not extractive:
        places += asked_again(state, about)
    asked = [question, *(" ".join([one.title, one.description, *one.search_queries]) for one in worded)]
    if extractive:
        tables = excerpts(question, fresh)
    else:
        tables = rows_asked_for(asked, [page for page in pages if page.id in about], state.evidence.values())
    if not (places or tables):
        return []
    if extractive:
        places = on_the_subject(question, pages, places, about) if places else []
    places = [*places, *tables] if extractive else with_own_headings(worded, [*places, *tables])
    forms = forms_of(question, pages)
    weighed = weigh(question, query, worded, places, about, forms, planned=not extractive)
    floors = _floors(places, weighed.worth, about)
    counts = dict.fromkeys(range(len(sections)), 0)
    seen = Seen(SAME)
    for evidence in state.evidence.values():
        seen.know(evidence.text)
    rows = dict.fromkeys(range(len(sections)), 0)
    words = frozenset(content_terms(" ".join([*asked, *state.focuses, english])))
    kept: dict[tuple[str, int], tuple[Page, Span]] = {}
    chosen: list[tuple[str, float, int]] = []
    for at in sorted(range(len(places)), key=weighed.worth.__getitem__, reverse=True):
        (page, passage), worth = places[at], weighed.worth[at]
        if min(counts.values()) >= most:
            break
        if worth < floors[page.id]:
            continue
        home = weighed.home(at)
        # a passage that is taken is taken whole: sentences torn out of it say less than they did in it
        if not extractive and passage.rows and rows[home] + len(passage.spans) > MOST_ROWS_FOR_SECTION:
            continue
        # a drafter sees the caption above the table, and may say what it says
        over = None if extractive or passage.rows else passage.over
        told = passage.spans if extractive or passage.kind != "prose" else tuple(telling(page, passage.spans, words))
        for span in (over, *told) if over else told:
            text = page.text[span.start : span.end]
            # the rows of a table are all alike, and two tables may stand under one heading
            if counts[home] < most and ((page.id, span.start) not in kept if passage.rows else seen.add(text)):
                counts[home] += 1
                rows[home] += bool(passage.rows)
                kept[page.id, span.start] = (page, span)
                # a table says what it is about in the heading over it
                under = passage.kind == "table" and not passage.rows and not extractive
                chosen.append((f"{passage.heading}\n{text}" if under else text, worth, home))
    if extractive:
        scored = scores(query, [(text, worth) for text, worth, _ in chosen], weighed.texts, forms)
        homes = [(home, one) for (_, _, home), one in zip(chosen, scored, strict=True)]
    else:
        homes = placed(query, worded, chosen, weighed.texts, forms)
    found = [(page, span, sections[home], one) for (page, span), (home, one) in zip(kept.values(), homes, strict=True)]
    return found if extractive else with_their_lists(found)
