"""One search of an engine: what it asks, what it may cost and did cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dr_core.errors import AuthFailed, Blocked, DRError, QuotaSpent, RateLimited, Unreachable
from dr_core.run.call import count_call
from dr_core.run.engine import Engine
from dr_core.run.journal import ask_hash
from dr_core.run.price import is_sound, sound
from dr_core.types import Hit, ModelAnswer, SearchTask, Usage

if TYPE_CHECKING:
    from dr_core.run.base import RunBase

AT_THE_DOOR = (AuthFailed, Blocked, QuotaSpent, RateLimited, Unreachable)
"""Failures before a service sets to work."""


def asked(task: SearchTask) -> dict[str, Any]:
    """What an engine is asked; for which section, and how urgently, is our own affair."""
    return task.model_dump(exclude={"section", "priority", "goal"})


def key_of(task: SearchTask) -> str:
    """The name of a search in positions: the same whenever it is begun."""
    return ask_hash(asked(task))[:12]


def worst_case(engine: Engine) -> dict[str, float]:
    """What is set aside for one search: the search, and the tokens and money of an engine that is a model."""
    ceiling = engine.ceiling
    if ceiling is None:
        return {"searches": 1.0}
    tokens = float(ceiling.prompt_tokens + ceiling.completion_tokens)
    return {"searches": 1.0, "tokens": tokens} | ({"usd": ceiling.usd} if ceiling.usd is not None else {})


def cost_of(raw: Any) -> dict[str, float]:
    """What an answered search cost: one search, and what was paid to models for it."""
    paid = [usage for _, usage in raw.get("paid", ())] if isinstance(raw, dict) else []
    if not paid:
        return {"searches": 1.0}
    tokens = float(sum(usage["prompt_tokens"] + usage["completion_tokens"] for usage in paid))
    return {"searches": 1.0, "tokens": tokens, "usd": sum(usage["usd"] or 0.0 for usage in paid)}


def is_of_search(answer: Any) -> bool:
    """Whether a recorded answer is that of a search."""
    return isinstance(answer, list) or (isinstance(answer, dict) and "hits" in answer)


def as_kept(answer: Any) -> dict[str, Any]:
    """A recorded answer of a search: its ``hits``, and what stands beside them; mostly nothing does, and it is a mere list."""
    return answer if isinstance(answer, dict) else {"hits": answer}


def hits_in(answer: Any, *, by: str) -> list[Hit]:
    """The hits of a recorded answer, which the engine ``by`` has found."""
    return [Hit.model_validate({**entry, "engine": by}) for entry in as_kept(answer)["hits"]]


def count_search(run: RunBase, position: str, answer: Any) -> None:
    """Add an answered search, of an engine that is not built yet, to what the run has used."""
    name, told = position.split("/")[-2], as_kept(answer)
    before = run.state.engines.get(name, {})
    counts = {"calls": before.get("calls", 0) + 1, "hits": before.get("hits", 0) + len(told["hits"])}
    run.state.engines[name] = {**before, **counts}
    count_paid(run, position, told)
    run.count(position)


def count_paid(run: RunBase, position: str, answer: Mapping[str, Any]) -> None:
    """Add what an answered search has paid to models."""
    for at, (model, usage) in enumerate(answer.get("paid", ())):
        used = ModelAnswer(text="", model=model, usage=Usage.model_validate(usage))
        count_call(run, position.split("/")[-2], used, position if not at else f"{position}/{at}")


def cost_of_failure(engine: Engine, error: DRError, paid: Sequence[tuple[str, Usage]]) -> Usage | None:
    """What a failed search is charged with: what was paid to models by then; the worst case where nobody knows (of an engine that
    is a model); nothing where the service did not set to work, or the engine says that nothing was begun (``used`` is False)."""
    if paid:
        usages = [usage for _, usage in paid]
        prices = [usage.usd for usage in usages if usage.usd is not None]
        return Usage(
            prompt_tokens=sum(usage.prompt_tokens for usage in usages),
            completion_tokens=sum(usage.completion_tokens for usage in usages),
            estimated=any(usage.estimated for usage in usages),
            usd=sum(prices) if len(prices) == len(usages) else None,
        )
    if is_sound(error.used):
        return sound(error.used)
    unsure = bool(error.used) or (error.used is None and not isinstance(error, AT_THE_DOOR))
    return engine.ceiling.model_copy(update={"estimated": True}) if engine.ceiling is not None and unsure else None
