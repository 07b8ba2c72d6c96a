"""A call that does not let itself be cancelled: it may go on while the event loop lives, and never holds up the loop's end.

At its end a loop cancels all tasks and waits for them, for ever if one of them swallows that. So a task does not await a plugin's
code itself: ``Call`` stands between the two. Once the call is left behind, being cancelled ends the task, and the code within is
neither told of it nor gone on with.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import Callable, Coroutine, Generator
from typing import Any

left_behind: set[asyncio.Task[Any]] = set()
"""Calls that would not end; a loop itself does not keep its tasks alive."""


class Call:
    """What a task awaits in place of the coroutine that ``begin`` makes."""

    def __init__(self, begin: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        self._begin = begin
        self._code: Coroutine[Any, Any, Any] | None = None
        self._left = False
        self.blocked = 0.0
        """The longest that nothing else could go on in the loop, because this code did not wait for anything: seconds."""

    def __await__(self) -> Generator[Any, None, Any]:
        self._code = self._begin()
        told: BaseException | None = None
        while True:
            since = time.monotonic()
            try:
                waits_for = self._code.send(None) if told is None else self._code.throw(told)
            except StopIteration as end:
                return end.value
            finally:
                self.blocked = max(self.blocked, time.monotonic() - since)
            told = None
            try:
                yield waits_for
            except BaseException as error:
                if self._left and isinstance(error, asyncio.CancelledError):
                    raise
                told = error

    def leave(self, task: asyncio.Task[Any]) -> None:
        """Let the call go on in its task, for as long as there is a loop."""
        code, over = self._code, threading.Event()
        assert code is not None  # a task that was not begun ends when it is cancelled

        def ended(_: asyncio.Task[Any]) -> None:
            left_behind.discard(task)
            if inspect.getcoroutinestate(code) == inspect.CORO_CLOSED:
                over.set()

        self._left = True
        left_behind.add(task)
        task.add_done_callback(ended)
        threading.Thread(target=_hold, args=(code, over), name="dr-left-behind", daemon=True).start()


def _hold(_code: Coroutine[Any, Any, Any], over: threading.Event) -> None:
    """Keep code that would not end alive in a frame that Python does not clear when it ends: closing it would run that code once
    more, and the program with it."""
    over.wait()
