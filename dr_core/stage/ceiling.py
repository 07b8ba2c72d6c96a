"""Higher ceilings for a run that its own held back: which would be enough, and whether those that are given will do.

A ceiling is for the whole run: what was spent stays counted. A run that is not finished, and that none was in the way of yet,
goes on with higher ones from where it stands (``higher``); another one goes back to the step that there was no room for. Where
its ceiling had none whatever was spent, calls have shares of the higher one, without what was spent on that which is made again:
prompts are packed otherwise then, and asked anew. Where the budget was merely spent, the shares stay as they were, and so do the
answers that were bought.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dr_core.errors import UsageError
from dr_core.present import is_file
from dr_core.report.vain import CEILINGS, HIGHER, SMALL, STOPPED, amount_of, held_back, no_room
from dr_core.run.base import BEFORE, HELD, LATER, SHARED
from dr_core.run.run import Run, spent_by
from dr_core.run.store import load_state
from dr_core.settings import Settings
from dr_core.stage.share import STEP, too_small
from dr_core.state import RunState

WORST = 1.6
"""A ceiling of money that is this many times what a run is expected to cost has room for the worst case of each of its calls."""
MORE = {"tokens": 1.5, "usd": 1.5, "seconds": 2.0, "searches": 2.0}
"""How many times a ceiling that was spent may be enough, where nothing tells it better."""
ABOVE = 1.2
"""And how many times what the whole run has spent, at least."""
WHOLE = ("tokens", "searches")


class Raised(NamedTuple):
    """Ceilings that a run goes on with from the step that there was no room for, and the tokens that its calls have shares of."""

    ceilings: dict[str, float]
    shared: int


def ceilings_in(settings: Settings) -> dict[str, float | None]:
    """The ceilings of a run with these settings; None is no ceiling."""
    return settings.budget.model_dump(include=set(CEILINGS)) | {"tokens": settings.token_ceiling}


def shared_in(state: RunState, settings: Settings) -> int:
    """The tokens that calls have shares of, or will have."""
    return int(state.notes.get(LATER, state.notes.get(SHARED, settings.token_ceiling)))


def spent_in_all(state: RunState) -> dict[str, float]:
    """What a run has spent, by the names of its ceilings."""
    return {**spent_by(state), "seconds": float(state.notes.get("seconds", 0.0))}


def in_vain(state: RunState, before: RunState) -> dict[str, float]:
    """What was spent between two states, beside what was not counted before them."""
    spent, then = spent_in_all(state), spent_in_all(before)
    not_counted: dict[str, float] = before.notes.get("renewed", {})
    return {name: not_counted.get(name, 0.0) + amount - then[name] for name, amount in spent.items()}


def held_at(state: RunState, folder: Path) -> str:
    """The file with the state from before a ceiling was in the way; empty where there is none."""
    kept = (name for name in (HELD, BEFORE) if state.notes.get(name) == state.edition and is_file(folder / name))
    return next(kept, "") if held_back(state) else ""


# --- which would be enough ---------------------------------------------------------------------------------------------------


async def note_enough(state: RunState, run: Run) -> None:
    """Note which ceilings are enough for what this one was held back from. That depends on what was spent by now, which a replay
    cannot know: so it is decided once."""
    state.notes[SMALL] = {}
    state.notes.pop(HIGHER, None)
    if held := held_back(state):
        await run.disk.settled()  # the state from before has files of its own
        journal, place = run.journal, "write/enough"
        told = journal.decision(place) if journal.replay else await journal.decide(place, _enough(held, state, run))
        state.notes |= told or {SMALL: too_small(state, run, 0)}  # a run of before has none on record


def _enough(held: list[str], state: RunState, run: Run) -> dict[str, Any]:
    kept, spent = held_at(state, run.folder), spent_in_all(state)
    vain = in_vain(state, load_state(run.folder, kept)) if kept else dict.fromkeys(spent, 0.0)
    small = too_small(state, run, vain["tokens"])
    higher: dict[str, float] = {}
    for name, ceiling in ceilings_in(run.settings).items():
        if name in held:
            higher[name] = _rounded(name, max((ceiling or 0.0) * MORE[name], spent[name] * ABOVE, _expected(name, state, run)))
        elif ceiling is not None and name != "searches" and (small or state.notes.get(STOPPED)):
            # from other evidence, or with other shares, all of it is asked anew
            again = (spent[name] + vain[name] * (small["enough"] / small["tokens"] if small else 1)) * ABOVE
            if again > ceiling * (1 - run.settings.budget.reserve):
                higher[name] = _rounded(name, max(again, ceiling + vain[name]))
    return {SMALL: small, HIGHER: higher | ({"tokens": small["enough"]} if small else {})}


def _expected(name: str, state: RunState, run: Run) -> float:
    """What a run takes of a resource where nothing is in its way, as far as that is known beforehand."""
    if name == "searches":
        return run.settings.research.max_total_queries
    usd: float = (state.notes.get("estimate") or {}).get("whole_usd") or 0.0
    return usd * WORST if name == "usd" else 0.0


def _rounded(name: str, amount: float) -> float:
    if name == "usd":
        return float(f"{amount * 1.05:.2g}")  # no less than it, whichever way that is rounded
    step = STEP if name == "tokens" else 1
    return math.ceil(amount / step) * step


# --- whether those that are given will do --------------------------------------------------------------------------------------


def check(state: RunState, settings: Settings, given: Mapping[str, float]) -> dict[str, float]:
    """The ceilings that are given to a run with these settings; one that is not above what the run has is refused."""
    ceilings, spent = ceilings_in(settings), spent_in_all(state)
    for name, value in given.items():
        _check_higher(name, value, ceilings[name], spent[name], state.run_id)
    return {name: int(value) if name in WHOLE else float(value) for name, value in given.items()}


def raised(state: RunState, folder: Path, settings: Settings, given: Mapping[str, float]) -> Raised | None:
    """What a run goes back with where it is given these ceilings; one that cannot help is refused. None where it need not go
    back: it is not finished, and none was in its way yet."""
    held, kept = held_back(state), held_at(state, folder)
    options = " or ".join(f"--max-{name}" for name in held)
    if not kept and not has_ended(state):
        return None
    if not held:
        raise UsageError(f"no ceiling held run {state.run_id} back: it is {state.status}", remedy="Ask for more: --add-focus")
    if not kept:
        raise UsageError(
            f"run {state.run_id} does not know any more what it was before its ceiling held it back",
            remedy=f"Begin a new run with a higher one: dr run {options}",
        )
    if not set(held) & given.keys():
        raise UsageError(f"that is not the ceiling that held run {state.run_id} back", remedy=f"Raise {options}")
    _check_others(given, ceilings_in(settings), spent_in_all(state), state, settings.budget.reserve)
    shared = shared_in(state, settings)
    if "tokens" in given and no_room(state):
        lost = in_vain(state, load_state(folder, kept))["tokens"] + settings.token_ceiling - shared
        if given["tokens"] - lost < shared:
            raise UsageError(
                f"--max-tokens {given['tokens']:,} leaves less for the report than it had, {shared:,}: {lost:,.0f} tokens were "
                "spent on what would be made again",
                remedy=f"At least {shared + lost:,.0f}",
            )
        shared = int(given["tokens"] - lost)
    return Raised(dict(given), shared)


def has_ended(state: RunState) -> bool:
    """Whether a run is finished, and has a report."""
    return state.status in ("complete", "partial")


def _check_higher(name: str, value: float, ceiling: float | None, spent: float, run_id: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise UsageError(f"max_{name} is {value!r:.80}, not a number", remedy="Give a number above the ceiling of the run")
    if ceiling is None:
        raise UsageError(f"run {run_id} has no ceiling of {name}", remedy=f"Leave --max-{name} out")
    if not value > max(ceiling, spent):
        raise UsageError(
            f"--max-{name} {value:,.15g} is not above what run {run_id} has: a ceiling of {amount_of(name, ceiling)}, "
            f"{amount_of(name, spent)} spent",
            remedy="Give a higher one; it is for the whole run",
        )


def _check_others(
    given: Mapping[str, float], ceilings: Mapping[str, float | None], spent: Mapping[str, float], state: RunState, reserve: float
) -> None:
    """Refuse to go on where another ceiling leaves nothing to go on with."""
    for name in ("tokens", "usd", "seconds"):
        ceiling, counted = ceilings[name], spent[name] - state.notes.get("renewed", {}).get(name, 0.0)
        if name not in given and ceiling is not None and counted >= ceiling * (1 - reserve):
            raise UsageError(
                f"the ceiling of {amount_of(name, ceiling)} is spent as well ({amount_of(name, counted)})",
                remedy=f"Raise --max-{name} too",
            )
