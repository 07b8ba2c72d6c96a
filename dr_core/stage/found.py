"""What searches found: kept in the state, and searched for elsewhere where none of it can be read or is about the question."""

from __future__ import annotations

from collections.abc import Sequence

from dr_core.run.hits import canonical, merge
from dr_core.run.one_search import key_of
from dr_core.run.run import Run
from dr_core.state import RunState
from dr_core.types import Hit


def keep_found(state: RunState, run: Run, results: Sequence[list[Hit]]) -> None:
    """Take over the hits of some queries, each query's own list with its best first."""
    before: list[list[str]] = state.notes.get("by_query") or [_urls(state.hits)]  # of the question itself, searched with the plan
    state.notes["by_query"] = [*before, *map(_urls, results)]
    state.hits = merge([state.hits, *results])
    engines = {engine.name: engine.summary() for engine in run.pool.engines}
    number = state.iteration_count
    run.events.emit("progress", stage="harvest", status="found", hits=len(state.hits), engines=engines, round=number)
    if state.hits:
        run.write_json(
            "search_results.json",
            {
                "queries": [task.model_dump() for task in state.asked_queries],
                "results": [hit.model_dump(exclude_defaults=True, exclude={"content"}) for hit in state.hits],
            },
        )


async def search_elsewhere(state: RunState, run: Run, turn: int) -> bool:
    """Ask the round's queries of engines whose answers have not counted for them yet; False where none of those answers.

    Each turn is at positions of its own, so that a stopped run takes what it has on record.
    """
    number, decision = state.iteration_count, run.journal.decision
    here = f"harvest/elsewhere/{number}/{turn}"
    before = ["plan/raw", f"harvest/{number}", *(f"harvest/elsewhere/{number}/{at}" for at in range(turn))]
    counted = {
        key: frozenset(name for place in before for name, _ in decision(f"{place}/{key}") or ())
        for key in map(key_of, state.asked_queries)
    }
    tasks = [
        task
        for task in state.asked_queries
        if (known := counted[key_of(task)])
        and (
            decision(f"{here}/{key_of(task)}")
            or any(engine.name not in known for engine in run.pool.chain(task) if not engine.out)
        )
    ]
    if not tasks:
        return False
    pages, read = len(state.hits), len(state.sources)
    run.events.emit("progress", stage=run.stage, status="elsewhere", pages=pages, read=read, queries=len(tasks), round=number)
    keep_found(state, run, await run.pool.search(tasks, here, but=counted))
    return any(decision(f"{here}/{key_of(task)}") for task in tasks)


def _urls(hits: list[Hit]) -> list[str]:
    return [canonical(hit.url) for hit in hits]
