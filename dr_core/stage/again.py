"""A finished run, done again from the first stage in which its models failed: what they answered well is in the journal and stays
bought, the steps that were done without them are asked for anew. The report that stood before is kept in ``earlier/``."""

from __future__ import annotations

from pathlib import Path

from dr_core.present import is_file
from dr_core.report.unverified import leaning
from dr_core.report.vain import fallen, without_model
from dr_core.run.base import AGAIN, BEFORE
from dr_core.run.run import spent_by
from dr_core.run.store import load_state
from dr_core.run.task import UNHEARD
from dr_core.state import RunState

SPENT = ("usage", "models", "used_by_stage", "engines", "journal_entry")
"""What a run has cost stays what it was, whatever of it is done again."""
COUNTED = ("counted", "seconds")


def can_be_done_again(state: RunState, folder: Path) -> bool:
    """Whether a run has steps that were done without its models, and what it was before them."""
    known = bool(without_model(state)) and state.notes.get(BEFORE) == state.edition
    return known and is_file(folder / BEFORE)


def rewound(state: RunState, folder: Path) -> RunState:
    """The run as it was before the first of those steps, with what it has cost since, which is not held against its ceilings."""
    before = load_state(folder, BEFORE)
    before.notes["renewed"] = _in_vain(state, before)
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


def _in_vain(state: RunState, before: RunState) -> dict[str, float]:
    """What was spent between two states, beside what was not counted before them."""
    spent, then = ({**spent_by(each), "seconds": float(each.notes.get("seconds", 0.0))} for each in (state, before))
    not_counted: dict[str, float] = before.notes.get("renewed", {})
    return {name: not_counted.get(name, 0.0) + amount - then[name] for name, amount in spent.items()}


def nothing_to_do(state: RunState, folder: Path) -> str:
    """Why a finished run has nothing to resume, in one line."""
    return f"nothing to do: run {folder.name} is {state.status}{_because(state)}"


def _because(state: RunState) -> str:
    if state.status != "partial":
        return ""
    if failed := without_model(state):
        tasks = ", ".join(dict.fromkeys(entry["task"] for entry in failed))
        return f": what was done without the model ({tasks}) cannot be done again; begin a new run"
    if state.notes.get("stopped_by_budget") or fallen(state):
        return ", because the budget was spent; begin a new run with a higher ceiling"
    if leaning(state.paragraphs, state.evidence):
        return ", because it leans on what a model remembers; begin a new run once an engine works"
    return ""
