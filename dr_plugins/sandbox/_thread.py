"""Blocking work in a daemon thread of its own: the default executor would hold up the end of the process until it is done."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from typing import Any, TypeVar

from dr_core.thread import handed_over

T = TypeVar("T")
GRACE = 2.0
"""Seconds a cancelled call is given to clean up (reliability, rule 7)."""


async def in_thread(work: Callable[[], T], abort: Callable[[], Any] | None = None) -> T:
    """The result of ``work``. Where the caller is cancelled, ``abort`` (which may block too) makes it end, and is waited for."""
    done = _started(work)
    try:
        return await asyncio.shield(done)
    except asyncio.CancelledError:
        if abort is not None:
            ended = _started(abort)
            await asyncio.wait({done, ended}, timeout=GRACE)
        for future in (done, *([ended] if abort is not None else [])):
            future.cancel()
            if future.done() and not future.cancelled():
                future.exception()  # looked at, so that nobody is told it never was
        raise


def _started(work: Callable[[], T]) -> asyncio.Future[T]:
    job, answer = handed_over(work)
    threading.Thread(target=job, name="dr-sandbox", daemon=True).start()
    return answer


class Spawner:
    """Runs small jobs in one thread that never ends.

    A child that shall die with its parent (PDEATHSIG) dies with the *thread* that started it; threads of calls end, this one
    does not.
    """

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = queue.SimpleQueue()
        threading.Thread(target=self._serve, name="dr-sandbox-spawner", daemon=True).start()

    def _serve(self) -> None:
        while True:
            work, future = self._jobs.get()
            try:
                future.set_result(work())
            except BaseException as error:  # handed on to whoever asked
                future.set_exception(error)

    def __call__(self, work: Callable[[], T]) -> T:
        future: Future[T] = Future()
        self._jobs.put((work, future))
        return future.result()


@cache
def spawner() -> Spawner:
    """The one spawner of this process."""
    return Spawner()
