"""Work that is begun before its stage: what a model has named so far is looked for while the model is still writing.

It is the same work at the same position as later, so neither the journal nor the budget nor a resumed run sees a difference; the
stage that needs the result takes it over here, finished or not.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Collection, Coroutine
from contextvars import ContextVar, copy_context
from typing import Any, TypeVar

from dr_core.pattern import regex
from dr_core.state import ErrorRecord

Result = TypeVar("Result")
_BETWEEN = regex(r"[\s,]*")
_HELD: ContextVar[list[ErrorRecord] | None] = ContextVar("dr_held", default=None)
"""The failures of the work that is under way early."""


class Ahead:
    """What a run has begun early. ``allowed`` is unset where a plugin may still change what is to be done.

    A failure of such work is told when its stage takes it over: prompts tell of what failed, and must not depend on chance.
    """

    def __init__(self, errors: Callable[[], list[ErrorRecord]], *, allowed: bool) -> None:
        self.allowed = allowed
        self._errors = errors
        self._tasks: dict[str, tuple[asyncio.Task[Any], list[ErrorRecord]]] = {}

    def begin(self, position: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Begin ``work``, unless it was begun before or nothing may be.

        Also where a provider tells of a model's words from a thread of its own nothing is begun: tasks are made on the loop.
        """
        if self.allowed and position not in self._tasks and _on_a_loop():
            errors: list[ErrorRecord] = []
            context = copy_context()
            context.run(_HELD.set, errors)
            self._tasks[position] = asyncio.create_task(work(), name=position, context=context), errors

    def has_begun(self, position: str) -> bool:
        """Whether the work at a position was begun early, and nobody has taken it over yet."""
        return position in self._tasks

    async def result(self, position: str, work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """What ``work`` gives, begun early or now."""
        if position not in self._tasks:
            return await work()
        begun, errors = self._tasks.pop(position)
        try:
            found: Result = await begun
            return found
        finally:
            self._errors().extend(errors)

    def failed(self, error: ErrorRecord) -> None:
        """Tell of a failure, now or when the work that met it is taken over."""
        held = _HELD.get()
        (self._errors() if held is None else held).append(error)

    async def drop(self, prefix: str = "", *, but: Collection[str] = ()) -> None:
        """Give up what nobody took over, save some positions."""
        given_up = [position for position in self._tasks if position.startswith(prefix) and position not in but]
        tasks = [self._tasks.pop(position)[0] for position in given_up]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _on_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def whole_items(text: str, name: str) -> list[dict[str, Any]]:
    """The objects that are whole in the list ``name`` of a JSON answer of which only the beginning is there."""
    begins = re.search(rf'"{name}"\s*:\s*\[', text)
    items: list[dict[str, Any]] = []
    at = begins.end() if begins else len(text)
    decoder = json.JSONDecoder()
    while True:
        blank = _BETWEEN.match(text, at)
        try:
            item, at = decoder.raw_decode(text, blank.end() if blank else at)
        except (ValueError, RecursionError):
            return items
        if not isinstance(item, dict):
            return items
        items.append(item)
