"""A finished run, done again from the first stage in which its models failed or, with higher ceilings, in which one was in the
way: what was answered well is in the journal and stays bought, the steps that were done without a model are asked for anew. The
report that stood before is kept in ``earlier/``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dr_core.present import is_file
from dr_core.report.undrawn import FAILED, UNTRIED
from dr_core.report.unverified import leaning
from dr_core.report.vain import SMALL, STOPPED, command, fallen, without_model
from dr_core.run.base import AGAIN, BEFORE, LATER, RAISED, SHARED
from dr_core.run.context import BESIDE
from dr_core.run.journal import Journal
from dr_core.run.store import load_state
from dr_core.run.task import UNHEARD
from dr_core.settings import Settings
from dr_core.stage.ceiling import Raised, check, held_at, in_vain, raised
from dr_core.state import RunState

if TYPE_CHECKING:
    from dr_core.stage.refocus import Change

SPENT = ("usage", "models", "used_by_stage", "engines", "journal_entry")
"""What a run has cost stays what it was, whatever of it is done again."""
COUNTED = ("counted", "seconds")


def can_be_done_again(state: RunState, folder: Path) -> bool:
    """Whether a run has steps that were done without its models, and what it was before them."""
    known = bool(without_model(state)) and state.notes.get(BEFORE) == state.edition
    return known and is_file(folder / BEFORE)


class Way(NamedTuple):
    """How a run goes on that is resumed: done again from an earlier step (``back`` with higher ceilings), with ceilings that are
    ``given`` where it then stands, with other focuses. ``cut``: it was not finished."""

    again: bool
    cut: bool
    back: Raised | None
    given: Mapping[str, float]
    change: Change | None


def is_due_again(state: RunState, folder: Path) -> bool:
    """Whether resuming a run means to do its steps again that were done without its models: it has ended, or was stopped when
    none of its models was left."""
    left_alone = bool(state.notes.get("models_out"))
    return (state.status == "partial" or left_alone) and can_be_done_again(state, folder)


def way_back(
    state: RunState, folder: Path, settings: Settings, given: Mapping[str, float]
) -> tuple[Raised | None, dict[str, float]]:
    """What a run that is given these ceilings goes back with, if it does, and those that it is given where it then stands."""
    settings = settings.with_ceilings(state.notes.get(RAISED, {}))
    if asked := asked_before(state, folder):
        return asked, check(state, settings.with_ceilings(asked.ceilings), given)
    given = check(state, settings, given)
    back = raised(state, folder, settings, given) if given else None
    return back, {} if back else given


def asked_before(state: RunState, folder: Path) -> Raised | None:
    """The higher ceilings that a run is on record to go back with; whoever asked for them was stopped before it did."""
    path = folder / "journal.jsonl"
    if not is_file(path) or not held_at(state, folder):
        return None
    journal = Journal(path, replay=True)
    journal.edition = state.edition
    told = (journal.decision(AGAIN) or {}).get("raised")
    return Raised(**told) if told else None


def rewound(state: RunState, folder: Path, back: Raised | None = None) -> RunState:
    """The run as it was before the first of those steps, with what it has cost since, which is not held against its ceilings; one
    that it goes ``back`` with counts for the whole run."""
    before = load_state(folder, held_at(state, folder) if back else BEFORE)
    if back:
        not_counted = before.notes.get("renewed", {})
        before.notes["renewed"] = {name: amount for name, amount in not_counted.items() if name not in back.ceilings}
    else:
        before.notes["renewed"] = in_vain(state, before)
    for name in (RAISED, SHARED, LATER):  # it may have got them since
        before.notes.pop(name, None)
        before.notes |= {name: state.notes[name]} if name in state.notes else {}
    for name in SPENT:
        setattr(before, name, getattr(state, name))
    before.notes |= {name: state.notes[name] for name in COUNTED if name in state.notes}
    # a stage beside those that are done again may have ended, and been saved, when they had failed already
    anew = set(BESIDE[-1]).difference(before.done)
    before.errors = [error for error in before.errors if error.step.partition("/")[0] not in anew]
    before.notes[AGAIN] = [entry["at"] for entry in without_model(state)]
    before.notes[UNHEARD] = True
    before.notes.pop("models_out", None)
    before.notes.pop("models_silent", None)
    if before.figures:  # their files have been numbered in the order of the report since
        before.figures, before.done = [], [name for name in before.done if name != "chart"]
        for note in (FAILED, UNTRIED):
            before.notes.pop(note, None)
    return before


def nothing_to_do(state: RunState, folder: Path) -> str:
    """Why a finished run has nothing to resume, in one line."""
    return f"nothing to do: run {folder.name} is {state.status}{_because(state, folder)}"


def _because(state: RunState, folder: Path) -> str:
    go_on = command(state) if held_at(state, folder) else ""
    if state.status != "partial":
        tasks = ", ".join(state.notes.get(SMALL, {}).get("tasks", ()))
        return f"; its ceiling had no room for the model at: {tasks}; go on with a higher one: {go_on}" if go_on else ""
    if failed := without_model(state):
        tasks = ", ".join(dict.fromkeys(entry["task"] for entry in failed))
        return f": what was done without the model ({tasks}) cannot be done again; begin a new run"
    if state.notes.get(STOPPED) or fallen(state):
        way = f"go on with a higher ceiling: {go_on}" if go_on else "begin a new run with a higher ceiling"
        return f", because the budget was spent; {way}"
    if leaning(state.paragraphs, state.evidence):
        return ", because it leans on what a model remembers; begin a new run once an engine works"
    return ""
