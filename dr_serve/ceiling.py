"""What a server allows, held against what a run was begun with: by another command, or when the server allowed more."""

from __future__ import annotations

from collections.abc import Mapping

from dr_core import Settings
from dr_serve.refusal import Refused

BUDGET = ("tokens", "usd", "seconds", "searches")


def most(name: str, allowed: Settings) -> float | None:
    """The most of a ceiling that a request can get; None is no limit. Tokens have one: what the depth has that has most."""
    if name == "tokens":
        return allowed.model_copy(update={"research": allowed.research.model_copy(update={"depth": "deep"})}).token_ceiling
    found: float | None = getattr(allowed.budget, name)
    return found


def check_given(given: Mapping[str, float], allowed: Settings) -> None:
    """Refuse ceilings that are higher than what a request can get."""
    for name, value in given.items():
        limit = most(name, allowed)
        if limit is not None and value > limit:
            told = f"max_{name} {value:,.15g} is more than this server allows: {limit:,.15g}"
            raise Refused(409, told, remedy="Give less, or ask whoever runs this server for dr resume", code="above_most")


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
