"""How many queries a run may still ask, and which of a round's queries there is room for.

What was searched early, for an answer that was not taken in the end, was searched all the same: it counts as asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from dr_core.run.one_search import key_of
from dr_core.run.run import Run
from dr_core.state import RunState
from dr_core.types import SearchTask


def room(state: RunState, run: Run) -> int:
    """How many queries may still be asked (S3-11)."""
    notes = state.notes
    most = run.settings.research.max_total_queries + int(notes.get("more_queries", 0))
    return max(0, most - len(state.asked_queries) - int(notes.get("dropped_queries", 0)))


def early_room(run: Run, left: int) -> int:
    """How many queries may be searched early where so many are left: half, since all of them may be for nothing.

    None where searches have a ceiling of their own, which is not to be spent on what may not be needed.
    """
    return 0 if run.budget.searches is not None else left // 2


async def with_room(wanted: Sequence[SearchTask], state: RunState, run: Run, round_number: int, left: int) -> list[SearchTask]:
    """The queries of a round that there is room for; early searches that are not among them are given up, and counted."""
    position = f"harvest/{round_number}"
    await run.pool.drop(position, but=wanted)
    sent = run.journal.decision(f"{position}/early") or []
    if run.ahead.allowed:  # what has gone out by now depends on time, and so is decided once
        sent = await run.journal.decide(f"{position}/early", run.pool.sent(position))
    more = left - len(sent)
    chosen: list[SearchTask] = []
    for task in wanted:
        if key_of(task) in sent:
            chosen.append(task)
        elif more > 0:
            chosen.append(task)
            more -= 1
    await run.pool.drop(position, but=chosen)
    wasted = len(set(sent) - {key_of(task) for task in chosen})
    if wasted:
        state.notes["dropped_queries"] = int(state.notes.get("dropped_queries", 0)) + wasted
    return chosen
