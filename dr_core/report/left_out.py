"""What engines could not search (damaged files, feeds that do not answer), as a run's state has it and as people are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dr_core.state import RunState

MOST_SHOWN = 5
"""So many are named in a line for people."""


def left_out(state: RunState) -> dict[str, dict[str, Any]]:
    """What each engine could not search: how many, and the first of them with the reasons."""
    return {name: told["left_out"] for name, told in state.engines.items() if told.get("left_out")}


def listed(entry: Mapping[str, Any]) -> str:
    """The first few by name, the rest counted: ``scan.pdf has no text in it; +3``."""
    first = [f"{name} {why}" for name, why in entry["first"].items()][:MOST_SHOWN]
    more = entry["count"] - len(first)
    return "; ".join([*first, *([f"+{more:,}"] if more > 0 else [])])
