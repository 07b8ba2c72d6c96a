"""One thread of its own for work that must not be done twice at a time, such as talking to one database connection."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from dr_core.thread import handed_over

T = TypeVar("T")


class Lane:
    """Runs calls one after the other in a daemon thread, which is started by the first of them.

    Whoever is cancelled while it waits leaves its call to finish unheard, so calls should be short. At the end of the program
    nobody waits for the thread.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._calls: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def run(self, call: Callable[..., T], *args: Any) -> T:
        """``call(*args)`` in the lane's thread."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=f"dr-{self._name}", daemon=True)
            self._thread.start()
        job, answer = handed_over(partial(call, *args))
        self._calls.put(job)
        return await answer

    def close(self) -> None:
        """Let the thread end after the calls that are already waiting."""
        if self._thread is not None:
            self._calls.put(None)
            self._thread = None

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            call()
