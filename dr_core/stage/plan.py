"""plan: title, three to five sections, domains, first queries. The raw question is already being searched meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pydantic import BaseModel, Field, ValidationError, field_validator

from dr_core.errors import ModelFailed, RunError, UsageError
from dr_core.report.clean import plain
from dr_core.run.ahead import whole_items
from dr_core.run.prompt import about, own_words
from dr_core.run.run import Run
from dr_core.run.store import read_json, write_json
from dr_core.run.task import Task, ask, model_chain
from dr_core.stage.english import english_too, language_of
from dr_core.stage.foresee import foresee, is_costly
from dr_core.stage.intake import MOST_FOCUSES
from dr_core.stage.room import early_room, room, with_room
from dr_core.stage.share import shares
from dr_core.stage.strategy import strategy_for
from dr_core.state import RunState
from dr_core.types import Hit, Plan, SearchTask, Section

FEWEST = 3
"""Fewer focuses than this that a clarifier was told of get sections of the plan's own beside them."""
PLANNED = "planned_focuses"
"""The note that says which focuses of an edited plan are still the plan's own choice, and not the user's."""
LONGEST_DESCRIPTION = 400
FEW_BELOW = 12_500
"""Tokens of a run below which a plan should have 3 or 4 sections: each further one takes evidence from the others."""
MOST_QUERIES = 4
"""Queries that a plan has for a section at most."""
HEAD_START = 12
"""Rounds of the loop in which a search goes out, before a run is estimated and the prompt of its plan written."""


class PlannedSection(BaseModel):
    """A section as a model plans it."""

    title: str = Field(max_length=120)
    description: str = Field("", max_length=LONGEST_DESCRIPTION)
    search_queries: list[str] = Field(default_factory=list, max_length=MOST_QUERIES)

    @field_validator("description", mode="before")
    @classmethod
    def _short(cls, value: object) -> object:
        """Cut: a description repeats the question, which may be one word of any length (an address), and is worth no failure."""
        return value[:LONGEST_DESCRIPTION] if isinstance(value, str) else value


class PlanAnswer(BaseModel):
    """The answer to the task ``plan``."""

    research_title: str = Field(max_length=200)
    domains: list[str] = Field(default_factory=list, max_length=8)  # before the queries, which are to reach into each (S0-3)
    sections: list[PlannedSection] = Field(min_length=1, max_length=5)
    checklist: list[str] = Field(default_factory=list, max_length=12)


def _settle(inputs: Mapping[str, Any], answer: PlanAnswer) -> PlanAnswer:
    sections = _tidy(answer.sections)
    if len(sections) < min(3, len(inputs.get("focuses") or ()) or 3):
        raise ModelFailed(f"the plan has {len(sections)} different sections, and 3 to 5 are needed")
    words = {name: [word for said in getattr(answer, name) if (word := plain(said))] for name in ("domains", "checklist")}
    return answer.model_copy(update={"research_title": plain(answer.research_title), "sections": sections, **words})


def _tidy(sections: Sequence[PlannedSection]) -> list[PlannedSection]:
    """The different sections, in plain words."""
    tidy = [
        section.model_copy(update={"title": plain(section.title), "description": plain(section.description)})
        for section in sections
    ]
    different: dict[str, PlannedSection] = {}
    for section in tidy:
        if section.title:
            different.setdefault(section.title.lower(), section)
    return list(different.values())


def _outlined(inputs: Mapping[str, Any]) -> PlanAnswer:
    """A plan without a model."""
    from dr_core.stage.extractive.plan import outline  # imported here: of its words a model's plan needs none

    return PlanAnswer.model_validate(outline(inputs))


PLAN = Task(
    "plan",
    PlanAnswer,
    fallback=_outlined,
    settle=_settle,
    shrink=None,
    role="thinking",
    max_tokens=1200,
)


async def plan(state: RunState, run: Run) -> None:
    """Plan the report; leaves ``plan.json``."""
    if not state.clarified_query:
        remedy = "An intake of your own sets state.clarified_query and state.language"
        raise RunError("the stage before plan left no question", remedy=remedy)
    raw = SearchTask(
        query=state.clarified_query,
        goal="the question as it was asked",
        priority="high",
        language=state.language,
        strategy=strategy_for(state.clarified_query, run.settings.search),
        since=run.settings.research.since,
    )
    inputs = {
        **about(state),
        "focuses": state.focuses,
        "fill_up": _takes_more(state, run),
        "english": english_too(state, run),
        "few": run.shared_tokens < FEW_BELOW,
    }
    searching = asyncio.create_task(_search(raw, state, run))
    try:
        for _ in range(HEAD_START):
            await asyncio.sleep(0)
        foresee(state, run)
        answer = await _answer(inputs, searching, raw, state, run)
        state.hits = await searching
    finally:
        searching.cancel()
        await asyncio.gather(searching, return_exceptions=True)
    state.plan = Plan(
        research_title=answer.research_title.strip() or state.clarified_query,
        sections=_sections(by_focus(answer, inputs).sections),
        domains=tuple(answer.domains),
    )
    if inputs["fill_up"]:
        state.notes[PLANNED] = _planned(state)
    from dr_core.stage.checklist import MOST, checklist  # imported here: it can be loaded while a model plans

    state.notes["checklist"] = answer.checklist[:MOST] or checklist(state.clarified_query, state.language)
    await _confirm(state, run, inputs)
    state.sections = [section.title for section in state.plan.sections]
    state.asked_queries = [raw]
    state.current_queries = await first_queries(state, run)
    run.context.learned(
        f"Plan: {state.plan.research_title}", *(f"{section.id}: {section.title}" for section in state.plan.sections)
    )
    run.write_json("plan.json", {**state.plan.model_dump(), "queries": [task.model_dump() for task in state.current_queries]})
    run.events.emit("progress", stage="plan", status="planned", title=state.plan.research_title, sections=state.sections)


async def _answer(
    inputs: dict[str, Any], searching: asyncio.Task[list[Hit]], raw: SearchTask, state: RunState, run: Run
) -> PlanAnswer:
    """The plan of the cache, of a model, or made without one of the first hits."""
    told = run.settings.research.model_dump(include={"style", "audience"}) | {"prompts": own_words(run.settings.prompts)}
    known = {**told, **inputs, "models": model_chain(run, "thinking")}
    known.pop("today")

    async def first_hits() -> dict[str, Any]:
        return {"hits": await searching}

    async with run.cache.asked("plan" if known["models"] else "", known, PlanAnswer.model_validate) as kept:
        if cached := await run.journal.decide("plan/cached", kept.answer):
            return PlanAnswer.model_validate(cached)
        watch = partial(_search_ahead, state=state, run=run, raw=raw) if _is_settled(state, run) else None
        share = shares(state, run).plan
        answer = await ask(run, PLAN, inputs, "plan/model", share=share, fallback_inputs=first_hits, watch=watch)
        if not any(entry["task"] == PLAN.name for entry in state.notes.get("fallbacks", ())):
            kept.keep(answer.model_dump())
        return answer


def _is_settled(state: RunState, run: Run) -> bool:
    """Whether the plan is what the model makes it: no focuses of the user's, and nobody who may edit it."""
    return not state.focuses and not (_to_be_confirmed(state, run) and run.confirm is not None)


def _to_be_confirmed(state: RunState, run: Run) -> bool:
    worth_it = bool(state.notes.get("confirm_plan")) or is_costly(state)
    return run.confirming == "always" or (run.confirming == "auto" and worth_it)


def _search_ahead(written: str, *, state: RunState, run: Run, raw: SearchTask) -> None:
    """Begin to search what a plan names, while it is being written: the queries that it will surely have room for."""
    planned = []
    for item in whole_items(written, "sections"):
        try:
            planned.append(PlannedSection.model_validate(item))
        except ValidationError:
            break  # whatever comes of such a plan
    sections = []
    for at, section in enumerate(_sections(_tidy(planned[:MOST_FOCUSES]))):
        # a plan that is not finished may get more sections, and they take turns
        sure = len(range(at, min(_room(run, 1), early_room(run, room(state, run) - 1)), MOST_FOCUSES))
        sections.append(section.model_copy(update={"search_queries": section.search_queries[:sure]}))
    for task in queries_of(sections, [raw], state, run):
        run.pool.begin(task, "harvest/1", partial(_begin_reading, state=state, run=run))


def _begin_reading(hits: list[Hit], state: RunState, run: Run) -> None:
    from dr_core.stage.fetch import begin_reading  # imported here: it can be loaded while a model plans

    begin_reading(hits, state, run)


async def _search(raw: SearchTask, state: RunState, run: Run) -> list[Hit]:
    """The question as it was asked, searched while the plan is being made; then whatever else will be needed is made ready."""
    (hits,) = await run.pool.search([raw], "plan/raw", partial(_begin_reading, state=state, run=run))
    if any(not hit.content for hit in hits):
        run.reading.warm()
    if model_chain(run, "thinking"):
        from dr_core.stage.ready import make_ready

        await make_ready(hits, state, run)
    return hits


async def _confirm(state: RunState, run: Run, inputs: Mapping[str, Any]) -> None:
    """Let the user see and edit the plan where the run is costly or complex (S4-6); the edited focuses are on record."""
    assert state.plan is not None
    wanted = _to_be_confirmed(state, run)
    if wanted:
        foresee(state, run, confirming=True)
    before = [section.title for section in state.plan.sections]
    settled = run.journal.decision("plan/confirmed")
    if settled is None:
        outcome, focuses = "not shown", []
        if wanted and run.confirm is None:
            outcome = "taken as it is: nobody could be asked"
        elif wanted and run.confirm is not None:
            told: dict[str, Any] = {"title": state.plan.research_title, "sections": before}
            run.events.emit("progress", stage="plan", status="confirm", elapsed=run.seconds, **told)
            with run.budget.paused():
                wished = await run.confirm(state.plan)
            focuses = fitting(wished or [], before)
            outcome = "edited" if focuses else "confirmed"
        settled = await run.journal.decide("plan/confirmed", {"outcome": outcome, "focuses": focuses})
        if outcome in ("edited", "confirmed"):
            await run.go_on()
    if settled["focuses"]:
        own = _planned(state)
        state.notes[PLANNED] = [focus for focus in settled["focuses"] if focus in own]
        state.focuses = list(settled["focuses"])
        await replan(state, run, inputs)
    said = {"outcome": settled["outcome"], "before": before, "after": [section.title for section in state.plan.sections]}
    kept = run.folder / "clarify.json"
    # safe at once: the saved state stands on the one that it replaces
    write_json(kept, {**(read_json(kept) if kept.is_file() else {}), "plan": said})
    run.events.emit("progress", stage="plan", status="confirmation", elapsed=run.seconds, **said)


def fitting(focuses: Sequence[str], before: Sequence[str]) -> list[str]:
    """Edited focuses as they can be used; empty where nothing was changed."""
    cleaned = list(dict.fromkeys(" ".join(focus.split()) for focus in focuses if focus.strip()))
    if len(cleaned) > MOST_FOCUSES:
        raise UsageError(f"a report has at most {MOST_FOCUSES} focuses, not {len(cleaned)}", remedy="Leave some out")
    return [] if cleaned == list(before) else cleaned


async def replan(state: RunState, run: Run, inputs: Mapping[str, Any]) -> None:
    """The sections anew, one for each focus and called as it; a model words their questions and queries where there is one."""
    assert state.plan is not None
    wanted = {**inputs, "focuses": state.focuses, "fill_up": False}
    answer = await ask(run, PLAN, wanted, "plan/edited", share=shares(state, run).plan)
    state.plan = state.plan.model_copy(update={"sections": _sections(by_focus(answer, wanted).sections)})


def by_focus(answer: PlanAnswer, inputs: Mapping[str, Any]) -> PlanAnswer:
    """The plan with a section for each focus of the user, called as it, whatever a model made of them (S4-7)."""
    focuses: Sequence[str] = list(inputs["focuses"])[:MOST_FOCUSES]
    if not focuses:
        return answer
    own = _outlined(inputs).sections
    told = {section.title.strip().lower(): section for section in answer.sections}
    same = len(answer.sections) == len(focuses)
    chosen = [
        (told.get(focus.lower()) or (answer.sections[at] if same else own[at])).model_copy(update={"title": focus[:120]})
        for at, focus in enumerate(focuses)
    ]
    if inputs.get("fill_up"):
        titles = {section.title.lower() for section in chosen}
        more = answer.sections if len(answer.sections) > len(focuses) else own
        chosen += [section for section in more if section.title.strip().lower() not in titles]
    return answer.model_copy(update={"sections": chosen[:MOST_FOCUSES]})


def _takes_more(state: RunState, run: Run) -> bool:
    """Whether the plan has sections of its own beside the focuses: a clarifier was told of a few, for whatever is asked."""
    given = run.settings.research.focuses or PLANNED in state.notes  # for this very question, and so all that is wanted
    return not given and 0 < len(state.focuses) < FEWEST


def _planned(state: RunState) -> list[str]:
    """The sections that the user did not name."""
    named = {focus.lower() for focus in state.focuses}
    return [section.title for section in (state.plan.sections if state.plan else ()) if section.title.lower() not in named]


def _sections(planned: Sequence[PlannedSection]) -> tuple[Section, ...]:
    return tuple(
        Section(
            id=f"sec{number}",
            title=section.title.strip(),
            description=section.description,
            search_queries=tuple(section.search_queries),
        )
        for number, section in enumerate(planned, 1)
    )


async def first_queries(state: RunState, run: Run) -> list[SearchTask]:
    """The queries of round 1: the sections take turns, so that each has one before any has two (S0-4, S3-11)."""
    assert state.plan is not None
    wanted = queries_of(state.plan.sections, state.asked_queries, state, run)[: _room(run, len(state.asked_queries))]
    return await with_room(wanted, state, run, 1, room(state, run))


def _room(run: Run, asked: int) -> int:
    """How many queries round 1 has room for."""
    limits = run.settings.research
    return max(0, min(limits.queries_first_iteration, limits.max_total_queries) - asked)


def queries_of(sections: Sequence[Section], asked: Sequence[SearchTask], state: RunState, run: Run) -> list[SearchTask]:
    """The planned queries of some sections that were not asked yet; the sections take turns."""
    seen = {task.query.strip().lower() for task in asked}
    tasks: list[SearchTask] = []
    for turn in range(MOST_QUERIES):
        for section in sections:
            if turn < len(section.search_queries):
                query = section.search_queries[turn].strip()
                if query and query.lower() not in seen:
                    seen.add(query.lower())
                    tasks.append(
                        SearchTask(
                            query=query,
                            goal=section.description or section.title,
                            priority="high" if turn == 0 else "medium",
                            section=section.id,
                            language=language_of(query, state.language),
                            strategy=strategy_for(f"{state.clarified_query} {query}", run.settings.search),
                            since=run.settings.research.since,
                        )
                    )
    return tasks
