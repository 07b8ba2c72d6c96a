"""What a run's models left undone: the steps that were done without them, and whether they did anything at all.

And which ceilings were in the way."""

from __future__ import annotations

from typing import Any

from dr_core.state import RunState

ANSWERED = "answered"
"""Where the state's notes hold the models that have answered, each with how many of its answers were used."""

SMALL = "small"
"""Where they hold what the token ceiling had no room for, and which one is enough."""

HIGHER = "higher"
"""Where they hold the ceilings with which a run that was held back may go on, about."""
STOPPED = "stopped_by_budget"
CEILINGS = ("tokens", "usd", "seconds", "searches")


def fallen(state: RunState) -> list[dict[str, Any]]:
    """The steps of the report that were done without a model although one was to do them. Whether the question is clear is not
    among them: another clarifier has settled it. Nor is what a small ceiling spares: such a run is whole, and says so."""
    told: list[dict[str, Any]] = state.notes.get("fallbacks", [])
    return [entry for entry in told if not str(entry.get("at", "")).startswith("intake/") and not entry.get("spared")]


def no_room(state: RunState) -> list[dict[str, Any]]:
    """The steps for which the ceiling had no room, whatever was spent, each with the ``prompt`` that it would have been sent."""
    return [entry for entry in state.notes.get("fallbacks", []) if entry.get("prompt")]


def out_of_budget(state: RunState) -> list[dict[str, Any]]:
    """The steps for which there was room, until the budget was spent."""
    return [entry for entry in fallen(state) if entry.get("budget") and not entry.get("prompt")]


def without_model(state: RunState) -> list[dict[str, Any]]:
    """Those of them for which no model gave an answer that could be used; the others the budget had no room for."""
    return [entry for entry in fallen(state) if not entry.get("budget")]


def held_back(state: RunState) -> list[str]:
    """The ceilings that kept a run from steps or searches; each refusal ends with the option that raises its own."""
    steps = [entry for entry in state.notes.get("fallbacks", []) if entry.get("budget")]
    reasons = [str(entry["reason"]) for entry in steps if not str(entry.get("at", "")).startswith("intake/")]
    reasons.append(str(state.notes.get(STOPPED, "")))
    return [name for name in CEILINGS if any(reason.endswith(f"--max-{name}") for reason in reasons)]


def amount_of(name: str, amount: float) -> str:
    """An amount of what a ceiling is for, in words."""
    return f"{round(amount, 6 if name == 'usd' else 1):,.15g} {'USD' if name == 'usd' else name}"


def command(state: RunState, resume: str = "dr resume") -> str:
    """How to go on with a run that was held back, with ceilings that are enough; empty where none was in the way."""
    higher: dict[str, float] = state.notes.get(HIGHER, {})
    options = "".join(f" --max-{name} {ceiling:.15g}" for name, ceiling in higher.items())
    name = state.run_id.partition("_")[0]  # enough to find it, and nothing that Markdown would have to escape
    return f"{resume} {name}{options}" if options else ""


def way_on(state: RunState) -> str:
    """The form of that command for a report, which two runs that found the same must have in the same words: neither the name of
    the run nor what was spent tells there."""
    options = "".join(f" --max-{name} N" for name in held_back(state)) if state.notes.get(HIGHER) else ""
    return f"dr resume RUN{options}" if options else ""


def in_vain(state: RunState) -> bool:
    """Whether models were asked and not one of their answers could be used: then the report is not what was asked for."""
    used: dict[str, int] = state.notes.get(ANSWERED, {})
    return bool(without_model(state)) and not any(used.values())
