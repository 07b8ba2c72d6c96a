"""A finished run, done again from the first stage in which its models failed or, with higher ceilings, in which one was in the
way: what was answered well is in the journal and stays bought, the steps that were done without a model are asked for anew. The
report that stood before is kept in ``earlier/``."""

from __future__ import annotations

from pathlib import Path

from dr_core.present import is_file
from dr_core.report.unverified import leaning
from dr_core.report.vain import SMALL, STOPPED, command, fallen, without_model
from dr_core.run.base import AGAIN, BEFORE
from dr_core.run.journal import Journal
from dr_core.run.store import load_state
from dr_core.run.task import UNHEARD
from dr_core.stage.ceiling import Raised, held_at, in_vain
from dr_core.state import RunState

SPENT = ("usage", "models", "used_by_stage", "engines", "journal_entry")
"""What a run has cost stays what it was, whatever of it is done again."""
COUNTED = ("counted", "seconds")


def can_be_done_again(state: RunState, folder: Path) -> bool:
    """Whether a run has steps that were done without its models, and what it was before them."""
    known = bool(without_model(state)) and state.notes.get(BEFORE) == state.edition
    return known and is_file(folder / BEFORE)


def asked_before(state: RunState, folder: Path) -> Raised | None:
    """The higher ceilings that a finished run is on record to go on with; whoever asked for them was stopped before it did."""
    path = folder / "journal.jsonl"
    if state.status not in ("complete", "partial") or not is_file(path) or not held_at(state, folder):
        return None
    journal = Journal(path, replay=True)
    journal.edition = state.edition
    told = (journal.decision(AGAIN) or {}).get("raised")
    return Raised(**told) if told else None


def rewound(state: RunState, folder: Path, raised: Raised | None = None) -> RunState:
    """The run as it was before the first of those steps, with what it has cost since, which is not held against its ceilings; one
    that is ``raised`` counts for the whole run."""
    before = load_state(folder, held_at(state, folder) if raised else BEFORE)
    if raised:
        not_counted = before.notes.get("renewed", {})
        before.notes["renewed"] = {name: amount for name, amount in not_counted.items() if name not in raised.ceilings}
    else:
        before.notes["renewed"] = in_vain(state, before)
    for name in SPENT:
        setattr(before, name, getattr(state, name))
    before.notes |= {name: state.notes[name] for name in COUNTED if name in state.notes}
    before.notes[AGAIN] = [entry["at"] for entry in without_model(state)]
    before.notes[UNHEARD] = True
    before.notes.pop("models_out", None)
    before.notes.pop("models_silent", None)
    if before.figures:  # their files have been numbered in the order of the report since
        before.figures, before.done = [], [name for name in before.done if name != "chart"]
        before.notes.pop("charts_failed", None)
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
