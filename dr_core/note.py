"""The shapes of what a run keeps in its state in no type of its own: its notes, and how its engines and models fared.

Checked when a state is read back, since somebody may have sent it: whoever looks at a note need not ask what it is.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, FiniteFloat, TypeAdapter, ValidationError

from dr_core.state import RunState

Words: TypeAlias = list[str]
Counts: TypeAlias = dict[str, int]
Amounts: TypeAlias = dict[str, FiniteFloat]
ByName: TypeAlias = dict[str, str]


class Entry(BaseModel):
    """A note with names of its own; others may stand beside them."""

    model_config = ConfigDict(extra="allow")


class Expected(Entry):
    """What a run was expected to use."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    most_tokens: int = 0
    tokens: int = 0
    seconds: FiniteFloat = 0
    usd: FiniteFloat | None = None
    whole_usd: FiniteFloat | None = None
    costly: bool = False


class Fallback(Entry):
    """A step that was done without a model."""

    task: str
    reason: str
    at: str = ""
    budget: bool = False
    prompt: int = 0
    spared: bool = False


class Small(Entry):
    """What a token ceiling had no room for; empty where it had room for all."""

    tokens: int
    enough: int
    tasks: list[str]


class Undrawn(Entry):
    """A chart whose code failed."""

    title: str
    reason: str


class Related(Entry):
    """What a model has said of pages that words did not tell of."""

    related: list[str] = []
    unrelated: list[str] = []
    words: dict[str, str] = {}


class Covered(Entry):
    """How the sections stood before a round's findings."""

    coverage: dict[str, FiniteFloat]


class Left(Entry):
    """What an engine could not search."""

    count: int
    first: ByName


class Searched(Entry):
    """How an engine has fared."""

    calls: int = 0
    hits: int = 0
    failures: int = 0
    error: str = ""
    left_out: Left | None = None


class Asked(Entry):
    """What a model was asked, and what that cost."""

    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int = 0
    usd: FiniteFloat | None


SHAPES: dict[str, Any] = {
    "aborted": Words,
    "again": Words,
    "answered": Counts,
    "asked_again": ByName,
    "before.json": int,
    "before_findings": Covered,
    "broken_verifiers": ByName,
    "by_query": list[Words],
    "charts_failed": list[Undrawn],
    "charts_planned": list[dict[str, Any]],
    "charts_untried": Words,
    "checklist": Words,
    "confirm_plan": bool,
    "context": Words,
    "counted": Words,
    "dropped_queries": int,
    "estimate": Expected | None,
    "fallbacks": list[Fallback],
    "gaps_filled": Words,
    "held.json": int,
    "higher": Amounts,
    "models_out": ByName,
    "models_silent": ByName,
    "more_queries": int,
    "never_asked": Words,
    "new_evidence": int,
    "planned_focuses": Words,
    "raised": Amounts,
    "raises": int,
    "read_for": Counts,
    "relevance": Related,
    "renewed": Amounts,
    "seconds": FiniteFloat,
    "shared": int,
    "shared_later": int,
    "small": Small | dict[str, None],
    "stopped_by_budget": str,
    "thinkers": Words,
    "turn": int,
    "unanswered": Words,
    "unheard": bool,
    "written": Words,
}
"""Notes of ours by their names; of others, which are of stages of third parties, nothing is known."""


def check(state: RunState) -> None:
    """Raise a ``ValueError`` that names what has another shape."""
    shapes: dict[str, Any] = {"engines": dict[str, Searched], "models": dict[str, Asked]}
    held: list[tuple[str, Any, Any]] = [(name, shape, getattr(state, name)) for name, shape in shapes.items()]
    held += [(f"notes.{name}", SHAPES[name], note) for name, note in state.notes.items() if name in SHAPES]
    for place, shape, value in held:
        try:
            TypeAdapter(shape).validate_python(value, strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            raise ValueError(f"{'.'.join(map(str, (place, *first['loc'])))}: {first['msg']}") from None
