"""What a server allows, held against what a run was begun with: by another command, or when the server allowed more."""

from __future__ import annotations

from dr_core import Settings

BUDGET = ("tokens", "usd", "seconds", "searches")


def beyond(run: Settings, allowed: Settings) -> str:
    """The first setting in which a run goes beyond what is allowed; empty where there is none.

    What the server leaves open has no ceiling: without ``budget.usd`` a run may have any.
    """
    for name in BUDGET:
        most, its = getattr(allowed.budget, name), run.token_ceiling if name == "tokens" else getattr(run.budget, name)
        if most is not None and (its is None or its > most):
            return f"budget.{name}"
    if allowed.research.max_iterations and run.research.rounds > allowed.research.max_iterations:
        return "research.max_iterations"
    for kind in ("search", "llm"):
        its, ours = run.table(kind), allowed.table(kind)
        if {*its.use, *its.roles()} - {*ours.use, *ours.roles()}:
            return f"{kind}.use"
    return ""
