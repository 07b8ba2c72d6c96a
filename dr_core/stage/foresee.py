"""The estimate of a run, kept and told before anything is spent."""

from __future__ import annotations

from dr_core.run.estimate import estimate
from dr_core.run.run import Run
from dr_core.run.task import model_chain
from dr_core.stage.share import USUAL_SECTIONS, shares
from dr_core.state import RunState


def foresee(state: RunState, run: Run, *, confirming: bool = False) -> None:
    """Tell what the run is expected to use; views show it where that is much (``costly``) or a plan is to be confirmed.

    Without a model there is nothing to tell. Before there is a plan, the usual number of sections is counted.
    """
    models = {role: chain[0] for role in ("thinking", "task") if (chain := model_chain(run, role))}
    if len(models) < 2:
        return
    sections = len(state.plan.sections) if state.plan else len(state.focuses) or USUAL_SECTIONS
    told = estimate(run, shares(state, run), models, rounds=state.max_iterations, sections=sections).told()
    state.notes["estimate"] = told
    run.events.emit("progress", stage="plan", status="estimate", shown=confirming or told["costly"], **told)


def is_costly(state: RunState) -> bool:
    """Whether the run was estimated as one that somebody should hear of before it begins."""
    return bool((state.notes.get("estimate") or {}).get("costly"))
