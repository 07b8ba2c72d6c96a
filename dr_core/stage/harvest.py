"""harvest: the round's queries over the pool of engines; hits merged, ranked, kept."""

from __future__ import annotations

from dr_core.errors import RunError
from dr_core.report.unverified import LABEL
from dr_core.report.vain import STOPPED
from dr_core.run.base import HELD
from dr_core.run.nothing import nothing_found
from dr_core.run.run import Run
from dr_core.stage.fetch import begin_reading
from dr_core.stage.found import keep_found
from dr_core.stage.room import room
from dr_core.state import RunState
from dr_core.types import Hit, SearchTask


async def harvest(state: RunState, run: Run) -> None:
    """Search; leaves ``search_results.json``. A query that fails does not touch the others."""
    round_number = state.iteration_count
    if not (state.current_queries or state.asked_queries or state.hits):
        remedy = "A plan of your own sets state.plan, state.sections and state.current_queries = [SearchTask(query=...), ...]"
        raise RunError("the stage before harvest left no queries to search for", remedy=remedy)
    tasks = state.current_queries[: room(state, run)]
    run.events.emit("progress", stage="harvest", status="queries", queries=[task.query for task in tasks], round=round_number)
    results = await run.pool.search(tasks, f"harvest/{round_number}", lambda hits: begin_reading(hits, state, run))
    await run.pool.drop(f"harvest/{round_number}")  # a hook may have changed its mind about what was begun
    if not any((state.hits, *results)) and run.pool.refused is None:
        results = [*results, *await _from_memory(state, run, tasks)]
    if run.pool.refused is not None:
        state.notes[STOPPED] = str(run.pool.refused)
        run.keep_before(HELD)
    state.asked_queries = [*state.asked_queries, *tasks]
    state.current_queries = []
    keep_found(state, run, results)
    if not state.hits and run.pool.refused is not None:
        raise run.pool.refused
    if not state.hits:
        raise nothing_found(run.pool.engines, len(state.asked_queries), run.settings.research.since)


async def _from_memory(state: RunState, run: Run, tasks: list[SearchTask]) -> list[list[Hit]]:
    """What a model says from memory on each section, where the user allows it and no engine found anything (S0-6)."""
    by_section: dict[str, SearchTask] = {}
    for task in tasks or state.asked_queries[:1]:
        by_section.setdefault(task.section, task)
    found = await run.pool.from_memory(list(by_section.values()), f"harvest/{state.iteration_count}/memory")
    if any(found):
        said = f"{LABEL}: no engine found anything ({run.pool.tried()}); what follows is a model's memory, and has no source"
        run.events.emit("error", stage="harvest", text=said, unverified=True)
    return found
