"""What a run's models left undone: the steps that were done without them, and whether they did anything at all."""

from __future__ import annotations

from typing import Any

from dr_core.state import RunState

ANSWERED = "answered"
"""Where the state's notes hold the models that have answered, each with how many of its answers were used."""


def fallen(state: RunState) -> list[dict[str, Any]]:
    """The steps of the report that were done without a model although one was to do them. Whether the question is clear is not
    among them: another clarifier has settled it."""
    told: list[dict[str, Any]] = state.notes.get("fallbacks", [])
    return [entry for entry in told if not str(entry.get("at", "")).startswith("intake/")]


def without_model(state: RunState) -> list[dict[str, Any]]:
    """Those of them for which no model gave an answer that could be used; the others the budget had no room for."""
    return [entry for entry in fallen(state) if not entry.get("budget")]


def in_vain(state: RunState) -> bool:
    """Whether models were asked and not one of their answers could be used: then the report is not what was asked for."""
    used: dict[str, int] = state.notes.get(ANSWERED, {})
    return bool(without_model(state)) and not any(used.values())
