"""Work that is begun before its stage: what a model has named so far is looked for while the model is still writing.

It is the same work at the same position as later, so neither the journal nor the budget nor a resumed run sees a difference; the
stage that needs the result takes it over here, finished or not.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Coroutine
from typing import Any

_BETWEEN = re.compile(r"[\s,]*")


class Ahead:
    """What a run has begun early. ``allowed`` is unset where a plugin may still change what is to be done."""

    def __init__(self, *, allowed: bool) -> None:
        self.allowed = allowed
        self._tasks: dict[str, asyncio.Task[Any]] = {}

    def begin(self, position: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Begin ``work``, unless it was begun before or nothing may be."""
        if self.allowed and position not in self._tasks:
            self._tasks[position] = asyncio.create_task(work(), name=position)

    async def result(self, position: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """What ``work`` gives, begun early or now."""
        begun = self._tasks.pop(position, None)
        return await (work() if begun is None else begun)

    async def drop(self, prefix: str = "") -> None:
        """Give up what nobody took over."""
        tasks = [self._tasks.pop(position) for position in list(self._tasks) if position.startswith(prefix)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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
