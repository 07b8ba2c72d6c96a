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
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: Exception | None) -> None:
        if answer.done():  # the caller gave up meanwhile
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as exc:
            error = exc
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return await answer
