"""harvest: the round's queries over the pool of engines; hits merged, ranked, kept."""

from __future__ import annotations

from dr_core.errors import NoEvidence
from dr_core.run.hits import canonical, merge
from dr_core.run.run import Run
from dr_core.state import RunState


async def harvest(state: RunState, run: Run) -> None:
    """Search; leaves ``search_results.json``. A query that fails does not touch the others."""
    round_number = state.iteration_count
    limits = run.settings.research
    room = max(0, limits.max_total_queries + state.notes.get("more_queries", 0) - len(state.asked_queries))
    tasks = state.current_queries[:room]
    run.events.emit("progress", stage="harvest", status="queries", queries=[task.query for task in tasks], round=round_number)
    results = await run.pool.search(tasks, f"harvest/{round_number}")
    state.asked_queries = [*state.asked_queries, *tasks]
    state.current_queries = []
    state.hits = merge([state.hits, *results])
    state.notes["by_query"] = [
        *state.notes.get("by_query", []),
        *([[canonical(hit.url) for hit in state.hits]] if round_number == 1 and not state.notes.get("by_query") else []),
        *([canonical(hit.url) for hit in hits] for hits in results),
    ]
    engines = {engine.name: engine.summary() for engine in run.pool.engines}
    run.events.emit("progress", stage="harvest", status="found", hits=len(state.hits), engines=engines, round=round_number)
    if not state.hits and run.pool.refused is not None:
        raise run.pool.refused
    if not state.hits:
        raise NoEvidence(f"no engine found anything for {len(state.asked_queries)} queries ({run.pool.tried()})", remedy=REMEDY)
    run.write_json(
        "search_results.json",
        {
            "queries": [task.model_dump() for task in state.asked_queries],
            "results": [hit.model_dump(exclude_defaults=True, exclude={"content"}) for hit in state.hits],
        },
    )


REMEDY = "Ask in other words, choose other engines (--search), or give a folder (--docs)"
