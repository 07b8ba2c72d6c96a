"""What a run's models left undone: the steps that were done without them, and whether they did anything at all."""

from __future__ import annotations

from typing import Any

from dr_core.state import RunState

ANSWERED = "answered"
"""Where the state's notes hold the models that have answered, each with how many of its answers were used."""


def without_model(state: RunState) -> list[dict[str, Any]]:
    """The steps that were done without a model because none gave an answer that could be used. What the budget had no room for
    is not among them, nor is the question itself, which is settled."""
    told: list[dict[str, Any]] = state.notes.get("fallbacks", [])
    return [entry for entry in told if not entry.get("budget") and not str(entry.get("at", "")).startswith("intake/")]


def in_vain(state: RunState) -> bool:
    """Whether models were asked and not one of their answers could be used: then the report is not what was asked for."""
    used: dict[str, int] = state.notes.get(ANSWERED, {})
    return bool(without_model(state)) and not any(used.values())
