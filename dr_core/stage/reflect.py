"""reflect: coverage, depth, diversity, consistency, timeliness; is it enough, and if not, what to ask next (S0-8, S2-7)."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from typing import Any

from pydantic import BaseModel, Field, ValidationError, field_validator

from dr_core.pattern import regex
from dr_core.report.clean import plain
from dr_core.run.ahead import whole_items
from dr_core.run.prompt import about
from dr_core.run.run import Run
from dr_core.run.task import Task, ask, model_chain
from dr_core.run.together import ON_ITS_WAY
from dr_core.stage.english import english_too, language_of
from dr_core.stage.extractive.finding import coverage_by
from dr_core.stage.extractive.reflect import reflect_without_model
from dr_core.stage.fetch import begin_reading
from dr_core.stage.outline import MOST, RevisedSection
from dr_core.stage.point import readable
from dr_core.stage.reread import HELD
from dr_core.stage.revise import home_of, queries_for_new, revise, settle, users_own
from dr_core.stage.room import early_room, room, with_room
from dr_core.stage.share import shares
from dr_core.stage.strategy import strategy_for
from dr_core.stage.unasked import kept_places, places, unasked
from dr_core.state import Round, RunState
from dr_core.types import SearchTask

MOST_SHOWN, LONGEST_SHOWN = 8, 300
"""Of each section: the findings, and the characters of a sentence that stands in for one."""

LONGEST_GOAL = 300
RANK = {"high": 0, "medium": 1, "low": 2}
"""There may be room for the first queries only."""

_SUFFICIENT = regex(r'"is_sufficient"\s*:\s*true', re.I)


class NextQuery(BaseModel):
    """A follow-up query."""

    query: str = Field(max_length=300)
    goal: str = Field("", max_length=LONGEST_GOAL)
    section: str = ""
    priority: str = "medium"

    @field_validator("goal", mode="before")
    @classmethod
    def _short(cls, value: object) -> object:
        """Cut: where it is what a section asks, that may be longer, and is worth no failure."""
        return value[:LONGEST_GOAL] if isinstance(value, str) else value


class ReflectAnswer(BaseModel):
    """The answer to the task ``reflect`` (S2-7)."""

    is_sufficient: bool
    overall_score: float = Field(ge=1, le=10)
    gaps: list[str] = Field(default_factory=list, max_length=8)
    next_queries: list[NextQuery] = Field(default_factory=list, max_length=8)
    reasoning: str = Field("", max_length=1200)
    outline: list[RevisedSection] = Field(default_factory=list, max_length=MOST)
    drop: list[str] = Field(default_factory=list, max_length=MOST)


def _settle(inputs: Mapping[str, Any], answer: ReflectAnswer) -> ReflectAnswer:
    asked = {query.strip().lower() for query in inputs["asked"]}
    told = {"gaps": [gap for said in answer.gaps if (gap := plain(said))], "reasoning": plain(answer.reasoning)}
    new = [item for item in answer.next_queries if item.query.strip().lower() not in asked]
    return answer.model_copy(update={**told, "next_queries": sorted(new, key=lambda item: RANK.get(item.priority, 1))})


def _fewer_findings(inputs: Mapping[str, Any], share: float) -> Mapping[str, Any]:
    """The sections with the first of their findings, one of each in turn; how well each is covered stays in view."""
    sections = inputs["sections"]
    in_turn = sorted((place, at) for at, one in enumerate(sections) for place in range(len(one["findings"])))
    left = Counter(at for _, at in in_turn[: max(len(sections), round(len(in_turn) * share))])
    return {**inputs, "sections": [{**one, "findings": one["findings"][: left[at]]} for at, one in enumerate(sections)]}


REFLECT = Task(
    "reflect",
    ReflectAnswer,
    fallback=lambda inputs: ReflectAnswer.model_validate(reflect_without_model(inputs)),
    settle=_settle,
    shrink=_fewer_findings,
    max_tokens=1_000,
    reading=True,
)


async def reflect(state: RunState, run: Run) -> None:
    """Judge the round and choose the next queries; leaves ``rounds.json``."""
    left, last = room(state, run), state.iteration_count >= state.max_iterations
    answer = await run.ahead.result(f"reflect/{state.iteration_count}", lambda: _judged(state, run))
    ends = _why_it_ends(state, answer, left, last)
    change = revise(state, run, answer.outline, answer.drop, ends=bool(ends)) if state.iteration_count == 1 else None
    served = {home_of(item.section, state, change) for item in answer.next_queries}
    more = [NextQuery(**told) for told in queries_for_new(state, change, served)] if change and not ends else []
    wanted = [
        _task(item, state, run).model_copy(update={"section": home_of(item.section, state, change)})
        for item in ([] if ends else [*more, *answer.next_queries])
        if item.query.strip()
    ]
    planned = [] if ends else unasked(state, run, state.section_coverage)
    wanted = places(wanted, planned, _most(run, left))
    state.current_queries = await with_room(wanted, state, run, state.iteration_count + 1, left)
    if not ends and not state.current_queries:
        ends = "there is nothing left to ask"
    if ends:
        await run.ahead.drop()
        if not model_chain(run, "task") and not model_chain(run, "thinking"):
            settle(state, run)
    state.is_sufficient = bool(ends)
    state.iterations.append(
        Round(
            iteration=state.iteration_count,
            is_sufficient=answer.is_sufficient,
            overall_score=answer.overall_score,
            gaps=answer.gaps,
            next_queries=[] if ends else state.current_queries,
            reasoning=". ".join(filter(None, [answer.reasoning.rstrip(". 。"), f"Stopped: {ends}." if ends else ""])),
            section_coverage=dict(state.section_coverage),
            new_sources=len(state.sources) - sum(entry.new_sources for entry in state.iterations),
            new_evidence=int(state.notes.get("new_evidence", 0)),
        )
    )
    found = [f"{name}: {texts[-1]}" for name, texts in state.synthesis.items() if texts]
    run.context.learned(f"Round {state.iteration_count}: score {answer.overall_score:g}, gaps: {'; '.join(answer.gaps)}", *found)
    run.write_json("rounds.json", [entry.model_dump() for entry in state.iterations])
    run.events.emit(
        "progress",
        stage="reflect",
        status="reflected",
        score=answer.overall_score,
        gaps=answer.gaps,
        ends=ends,
        round=state.iteration_count,
    )


async def begin_reflecting(state: RunState, run: Run) -> None:
    """Judge the round while its findings are still being worded; that is asked first, since the next round waits for it.

    Not the first one: it revises the outline from the findings. A later one is judged by the findings before it and its evidence.
    """
    assert state.plan is not None
    state.notes.pop("before_findings", None)
    if state.iteration_count > 1 and model_chain(run, REFLECT.role) and _may_go_on(state, run):
        state.notes["before_findings"] = {"coverage": dict(state.section_coverage)}
        run.ahead.begin(f"reflect/{state.iteration_count}", lambda: _judged(state, run))
        await asyncio.sleep(ON_ITS_WAY)


async def _judged(state: RunState, run: Run) -> ReflectAnswer:
    inputs = {**_inputs(state, users_own(state, run)), "english": english_too(state, run)}
    goes_on, most = _may_go_on(state, run), _most(run, room(state, run))
    coverage = {section["id"]: section["coverage"] for section in inputs["sections"]}
    planned = unasked(state, run, coverage) if goes_on else []
    reserved = kept_places(len(planned), most)
    inputs |= {
        "planned": [{"query": task.query, "section": task.section} for task in planned[:reserved]],
        "most": most - reserved,
    }
    if not goes_on:
        # nothing a model says could lead to another round, so none is paid
        told = ReflectAnswer.model_validate(reflect_without_model(inputs))
        nothing_new = state.iterations and not state.notes.get("new_evidence")
        if not nothing_new:
            return told
        before = state.iterations[-1]  # what a model found missing still is, and what there is is as good as it was
        kept = {name: getattr(before, name) for name in ("is_sufficient", "gaps", "overall_score", "reasoning")}
        return told.model_copy(update=kept)

    async def for_fallback() -> dict[str, Any]:
        """It goes by coverage, and a round that is judged before its findings has none by a model yet."""
        told = [{**one, "coverage": coverage_by(one["evidence"], one["sources"])} for one in inputs["sections"]]
        return {"sections": told if "before_findings" in state.notes else inputs["sections"]}

    early = early_room(run, room(state, run))
    sure = planned[: min(reserved, early)]
    return await ask(
        run,
        REFLECT,
        inputs,
        f"reflect/{state.iteration_count}",
        share=shares(state, run).reflect,
        fallback_inputs=for_fallback,
        watch=partial(_search_ahead, state=state, run=run, planned=sure, most=min(most - reserved, early - len(sure))),
    )


def _may_go_on(state: RunState, run: Run) -> bool:
    """Whether there can be another round."""
    return state.iteration_count < state.max_iterations and room(state, run) > 0 and bool(state.notes.get("new_evidence"))


def _search_ahead(written: str, *, state: RunState, run: Run, planned: Sequence[SearchTask], most: int) -> None:
    """Begin to search what comes next, while the answer is being written: what it asks for, and what is ``planned`` as soon as it
    asks for anything."""
    following = state.iteration_count + 1
    items = [] if _SUFFICIENT.search(written) else whole_items(written, "next_queries")
    wanted = list(planned) if items else []
    for item in items[:most]:
        with suppress(ValidationError):
            wanted.append(_task(NextQuery.model_validate(item), state, run))
    asked = {task.query.strip().lower() for task in state.asked_queries}
    for task in wanted:
        if task.query and task.query.lower() not in asked:
            run.pool.begin(task, f"harvest/{following}", lambda hits: begin_reading(hits, state, run))


def _most(run: Run, left: int) -> int:
    return min(run.settings.research.queries_followup_iteration, left)


def _task(item: NextQuery, state: RunState, run: Run) -> SearchTask:
    return SearchTask(
        query=item.query.strip(),
        goal=item.goal,
        priority="high" if item.priority == "high" else "low" if item.priority == "low" else "medium",
        language=language_of(item.query, state.language),
        strategy=strategy_for(item.query, run.settings.search),
        since=run.settings.research.since,
    )


def _why_it_ends(state: RunState, answer: ReflectAnswer, left: int, last: bool) -> str:
    if answer.is_sufficient:
        return "the evidence is sufficient"
    if last:
        return "this was the last round"
    if left <= 0:
        return "the queries are spent"
    if not state.notes.get("new_evidence"):
        return "the round brought nothing new"
    return ""


def _inputs(state: RunState, kept: set[str]) -> dict[str, Any]:
    assert state.plan is not None
    by_section: dict[str, list[Any]] = {section.id: [] for section in state.plan.sections}
    for item in state.evidence.values():
        by_section.setdefault(item.section, []).append(item)
    coverage, found = _known(state)
    return {
        **about(state),
        "round": state.iteration_count,
        "max_rounds": state.max_iterations,
        "asked": [task.query for task in state.asked_queries],
        "sections": [
            {
                "id": section.id,
                "title": section.title,
                "description": section.description,
                "coverage": coverage.get(section.id, 0.0),
                "evidence": len(by_section[section.id]),
                "sources": len({item.source for item in by_section[section.id]}),
                "findings": found.get(section.id, []),
            }
            for section in state.plan.sections
        ],
        "sources": [{"title": page.title, "published": page.published, "kind": page.kind} for page in state.sources.values()],
        "new_evidence": state.notes.get("new_evidence", 0),
        "checklist": state.notes.get("checklist", []),
        "revise": state.iteration_count == 1,
        "kept": sorted(kept),
    }


def _known(state: RunState) -> tuple[Mapping[str, float], dict[str, list[str]]]:
    """How well each section is covered, and what is known of it: findings, the newest first, and in between them the best of the
    sentences that are not worded as such yet."""
    assert state.plan is not None
    before, now = state.notes.get("before_findings"), state.iteration_count
    newest_first = sorted(state.gathered_info, key=lambda finding: -finding.round)
    brought = readable(list(state.evidence.values())[-state.notes["new_evidence"] :], state) if before else []
    new = sorted(brought, key=lambda item: -item.score)
    held = [(asks, state.evidence[name]) for name, asks in state.notes.get(HELD, {}).items()] if before else []
    known = {}
    for name in (section.id for section in state.plan.sections):
        told = [one.text for one in newest_first if one.section == name and not (before and one.round == now)]
        own = [[item for item in new if item.section == name], [item for asks, item in held if asks == name]]
        fresh = [item.text[:LONGEST_SHOWN] for both in zip_longest(*own) for item in both if item]
        known[name] = [text for both in zip_longest(fresh, told) for text in both if text][:MOST_SHOWN]
    return (before["coverage"] if before else state.section_coverage), known
