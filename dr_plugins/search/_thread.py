"""A blocking call in a daemon thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


async def in_thread(name: str, call: Callable[[], T]) -> T:
    """Run ``call`` off the event loop and wait for it.

    Not in the default executor: the interpreter joins that at exit, so Ctrl-C would wait for a hanging socket. A daemon thread
    is left behind by cancellation and by exit; whoever calls gives the blocking thing a time limit of its own.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if future.done():  # nobody waits any more
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)

    def run() -> None:
        result: Any = None
        failure: BaseException | None = None
        try:
            result = call()
        except BaseException as exc:
            failure = exc
        with contextlib.suppress(RuntimeError):  # the loop may be closed by now
            loop.call_soon_threadsafe(settle, result, failure)

    threading.Thread(target=run, name=f"dr-{name}", daemon=True).start()
    return await future
