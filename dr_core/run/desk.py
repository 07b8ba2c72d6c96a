"""Where plugins ask a model: ``await self.context.ask(...)`` goes to the run that is under way, with its budget and journal.
Search providers that pay a model by themselves say so with ``self.context.spent(...)``.

A provider belongs to a kernel, which may serve many runs at once; which run it works for right now is known by the task it runs
in.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from dr_core.run.price import sound
from dr_core.types import Usage

if TYPE_CHECKING:
    from dr_core.run.base import RunBase

CURRENT: ContextVar[RunBase | None] = ContextVar("dr_run", default=None)


PLACE: ContextVar[str] = ContextVar("dr_place", default="")
"""The position of the search that is under way; it may have been begun before its stage, and beside others."""
METER: ContextVar[list[tuple[str, Usage]] | None] = ContextVar("dr_meter", default=None)
"""Where the search that is under way notes what models it paid."""


def note_spent(model: str, usage: Usage) -> None:
    """Note what a search provider paid a model; where nobody searches, nobody counts."""
    meter, checked = METER.get(), sound(usage)
    if meter is not None:
        meter.append((model, checked))


class _NoAnswerError(Exception):
    """No model gave a fitting answer; the plugin does without."""


async def ask_model(task: str, prompt: str | Mapping[str, Any], answer: type[BaseModel], max_tokens: int = 700) -> Any:
    """An ``answer`` to ``prompt`` by the run's models; None where there is no run, no model, no budget, or no fitting answer.

    A prompt is words, or the data of the prompt file that is called like the task.
    """
    from dr_core.run.task import Task, ask

    run = CURRENT.get()
    if run is None:
        return None
    here = PLACE.get() or run.stage
    number = run.asked_by_plugins[here] = run.asked_by_plugins.get(here, 0) + 1
    told = {"prompt": prompt} if isinstance(prompt, str) else dict(prompt)
    # "posed" is what the run is asked: a prompt file may show it, a plugin does not know it
    inputs = {**told, "language": run.state.language or "en", "today": run.state.today, "posed": run.state.clarified_query}
    file = "plugin" if isinstance(prompt, str) else task
    wanted: Task[Any] = Task(
        task, answer, fallback=_nothing, shrink=None, prompt=file, max_tokens=max_tokens, final=True, optional=True
    )
    try:
        return await ask(run, wanted, inputs, f"{here}/{task}/{number}")
    except _NoAnswerError:
        return None


def _nothing(inputs: Any) -> Any:
    raise _NoAnswerError
