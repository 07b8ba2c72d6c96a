"""Higher ceilings for a run that is not finished: they hold from where it stands, in the same edition.

What was bought in the stage that was cut stays where it is on record, so calls keep their shares of the tokens as long as an
answer stands on them whose stage is not done: the same words are asked, and found. Then they have shares of the higher ceiling.
Both are on record with the point of the run, so that a replay does the same there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dr_core.run.base import LATER
from dr_core.run.journal import is_of_model
from dr_core.run.run import Run
from dr_core.stage.ceiling import ceilings_in, shared_in
from dr_core.state import RunState

RAISES = "raises"
"""Where the state's notes hold how often its ceilings, or the shares of its calls, have been raised on the way."""
READING = "fetch"
"""The stage whose calls are no model's, and may be under way at any time."""
ROUNDS = ("harvest", "extract", "reflect")
"""The stages whose positions go on with the number of the round."""


def on_record(run: Run) -> dict[str, Any] | None:
    """The next raise that is on record: its point of the run, the ceilings, and the tokens to share out."""
    told: dict[str, Any] | None = run.journal.decision(_position(run))
    return told


def _position(run: Run) -> str:
    return f"raise/{run.state.notes.get(RAISES, 0)}"


async def put(run: Run, place: Mapping[str, Any], ceilings: Mapping[str, float]) -> None:
    """Put on record that a run goes on with these ceilings from here; those that are not above its own are left out."""
    own, later = ceilings_in(run.settings), run.state.notes.get(LATER)
    higher = {name: value for name, value in ceilings.items() if value > (own[name] or 0.0)}
    if "tokens" in higher:
        lost = run.settings.token_ceiling - shared_in(run.state, run.settings)  # to what was made again
        later = int(higher["tokens"] - lost)
    if higher:
        told = {**place, "ceilings": higher, "shared": run.shared_tokens, "later": later}
        await run.journal.decide(_position(run), told)


async def put_later(run: Run, place: Mapping[str, Any]) -> None:
    """Put on record that calls have shares of the higher ceiling from here on, where they may."""
    later = run.state.notes.get(LATER)
    if later is not None and not run.journal.replay and on_record(run) is None and not _stands_on_shares(run):
        await run.journal.decide(_position(run), {**place, "ceilings": {}, "shared": later, "later": None})


def take(run: Run, place: Mapping[str, Any]) -> None:
    """Go on with what is on record for this point of the run."""
    notes = run.state.notes
    while (told := on_record(run)) and {**told, **place} == told:
        run.raise_ceilings(told["ceilings"], told["shared"])
        run.count_whole(told["ceilings"])
        notes |= {RAISES: notes.get(RAISES, 0) + 1, **({LATER: told["later"]} if told["later"] is not None else {})}
        if told["ceilings"]:
            run.events.emit("progress", status="raised", **told["ceilings"])
        run.save(run.state)


def _stands_on_shares(run: Run) -> bool:
    """Whether a model has answered, or is being asked, for a stage that is not done."""
    answered = (position for position, answer in run.journal.bought().items() if is_of_model(answer))
    asking = (position for position in run.journal.asking() if not position.startswith(f"{READING}/"))
    return any(_is_open(position, run.state) for position in (*answered, *asking))


def _is_open(position: str, state: RunState) -> bool:
    stage, number, *_ = [*position.split("/"), ""]
    if stage in ROUNDS and number.isdecimal() and int(number) != state.iteration_count:
        return int(number) > state.iteration_count
    return stage not in state.done
