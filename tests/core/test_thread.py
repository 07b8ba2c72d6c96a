"""Work in a thread ends for whoever awaits it, however it ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Never

import pytest

from dr_core.thread import in_thread


def raising(error: BaseException) -> Callable[[], Never]:
    def work() -> Never:
        raise error

    return work


async def test_what_the_work_returns_is_what_is_awaited() -> None:
    assert await in_thread(lambda: 7, "seven") == 7


@pytest.mark.parametrize("error", [ValueError("no"), asyncio.CancelledError()])
async def test_what_the_work_raises_is_raised_where_it_is_awaited(error: BaseException) -> None:
    with pytest.raises(type(error)):
        await asyncio.wait_for(in_thread(raising(error), "raising"), 30)


async def test_the_end_of_an_iteration_ends_the_wait() -> None:
    with pytest.raises(RuntimeError, match="StopIteration"):
        await asyncio.wait_for(in_thread(lambda: next(iter(())), "at the end"), 30)


async def test_work_that_is_no_longer_awaited_leaves_the_caller_at_once() -> None:
    begun, may_end = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def work() -> None:
        loop.call_soon_threadsafe(begun.set)
        may_end.wait(30)

    task = asyncio.ensure_future(in_thread(work, "long"))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    may_end.set()
