"""Work in a daemon thread, awaited.

Not in the default executor: at the end ``asyncio.run`` waits for that executor's threads, so a name server that hangs would
hold up Ctrl-C. Nobody waits for these.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

Result = TypeVar("Result")


async def in_thread(work: Callable[[], Result], name: str) -> Result:
    """What ``work()`` returns or raises; whoever is cancelled leaves the thread to itself."""
    job, answer = handed_over(work)
    threading.Thread(target=job, name=name, daemon=True).start()
    return await answer


def handed_over(work: Callable[[], Result]) -> tuple[Callable[[], None], asyncio.Future[Result]]:
    """``work`` as a job for another thread, and what awaits its result here; a job that nobody awaits any more is not begun."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if answer.done():  # the caller gave up meanwhile
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]

    def job() -> None:
        if answer.cancelled():
            return
        result: Result | None = None
        error: BaseException | None = None
        try:
            result = work()
        except StopIteration as exc:  # the one error that cannot be raised where something is awaited
            error = RuntimeError("StopIteration was raised")
            error.__cause__ = exc
        except BaseException as exc:  # whatever it is: it is raised where the work is awaited
            error = exc
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, error)

    return job, answer
