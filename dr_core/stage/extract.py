"""extract: evidence (verbatim sentences, scored and given a home section), and findings that name it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from dr_core.errors import ModelFailed, NoEvidence, RunError
from dr_core.report.borrowed import OWN_NAMES, borrowed
from dr_core.run.prompt import about
from dr_core.run.run import Run
from dr_core.run.task import Task, ask, model_chain
from dr_core.run.together import in_turn
from dr_core.stage.choose import MOST_FOR_SECTION, Chosen, to_quote, to_show
from dr_core.stage.extractive.finding import findings_without_model
from dr_core.stage.fetch import read_elsewhere
from dr_core.stage.passage import as_evidence
from dr_core.stage.point import points, readable, shown
from dr_core.stage.reflect import begin_reflecting
from dr_core.stage.relevance import judge_relevance
from dr_core.stage.reread import HELD, note_held
from dr_core.stage.share import shares
from dr_core.stage.unmentioned import ALL, OTHERWISE, missing_subject, titles_of
from dr_core.state import RunState
from dr_core.text import bm25
from dr_core.text.dated import undated
from dr_core.text.language import same_language
from dr_core.types import Evidence, Finding, Section

SHORT = 30
"""Tokens that are reserved to show a model a short sentence: what no prompt has room for is not chosen."""
READABLE_FOR_MODEL, MOST_KNOWN = 24, 8
"""Sentences that a model is shown for a section and round, and findings of earlier rounds that it is told not to repeat."""


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
    if answer.findings and not kept:
        raise ModelFailed("no finding cites evidence it was given; use only the ids shown")
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


def _nothing_said(state: RunState, run: Run) -> RunError:
    """That no source answers, and what helps: where all are in other languages and no model is there to read them, words do not
    tell whether one does."""
    if not state.sources:
        return RunError("the stage before extract read no page", remedy="A fetch of your own fills state.sources with Pages")
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
    choose, most = to_show if model_chain(run, "task") else to_quote, _most_for_section(state, run)
    return await run.compute(lambda: choose(state, most), "dr-extract")


def _most_for_section(state: RunState, run: Run) -> int:
    """The sentences that a section can use: what the last round finds is for its writer, who can be shown so many."""
    last = state.iteration_count >= state.max_iterations
    room = shares(state, run).draft.to_read // SHORT if last and model_chain(run, "thinking") else MOST_FOR_SECTION
    return max(READABLE_FOR_MODEL, min(MOST_FOR_SECTION, room))


async def _findings(section: Section, state: RunState, run: Run, new: set[str], going: Callable[[], None]) -> FindingsAnswer:
    """What the round brought for a section. In the last round nothing depends on a model's words, so none is paid."""
    own = [item for item in readable(state.evidence.values(), state) if item.section == section.id]
    evidence = sorted(own, key=lambda item: -item.score)
    inputs = {
        **about(state),
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
