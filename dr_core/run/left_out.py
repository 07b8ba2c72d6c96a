"""What a search provider could not search (a damaged file, a feed that does not answer), told once and kept with its answers.

A provider says so with ``self.context.left_out(name, why)`` while it searches; where nobody searches, nobody listens.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

MOST_KEPT = 100
"""So many are kept by name; the others are counted."""

_LISTENING: ContextVar[dict[str, str] | None] = ContextVar("dr_left_out", default=None)


def listen() -> dict[str, str]:
    """What is left out in this task from now on: name and reason."""
    heard: dict[str, str] = {}
    _LISTENING.set(heard)
    return heard


def note_left_out(name: str, why: str) -> None:
    """Note what a search provider could not search; what ``Context.left_out`` is in a run."""
    heard = _LISTENING.get()
    if heard is not None:
        heard[_line(name)] = _line(why)


def packed(heard: Mapping[str, str]) -> dict[str, Any]:
    """As it is kept beside the hits of an answer; nothing where nothing was left out."""
    return {"left_out": {"count": len(heard), "first": dict(list(heard.items())[:MOST_KEPT])}} if heard else {}


def _line(text: str) -> str:
    return " ".join(str(text).split())[:300]
