"""The door to one model service, shared by all runs of the process: so many calls at once, and everybody waits where it says so.

Keyed by instance and address: two runs with the same settings share it, two services of one plugin do not.
"""

from __future__ import annotations

import asyncio
import threading
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from dr_core.errors import Category, DRError, RateLimited
from dr_core.interfaces import ModelProvider
from dr_core.run.retry import LONGEST_WAIT, WAITS

SLOW = 10.0
"""Seconds after which a call that fails for want of an answer has held everybody up."""
SHUNNED = 300.0
"""Seconds for which others are asked first then."""


class Gate:
    """How many calls are under way, and until when the service wants to be left alone."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.cool_until = 0.0
        self.shun_until = 0.0
        # a semaphore belongs to one event loop, and a process may run several (research() in threads)
        self._slots: weakref.WeakKeyDictionary[Any, asyncio.Semaphore] = weakref.WeakKeyDictionary()

    def cooling(self) -> float:
        """Seconds until it may be asked again."""
        return max(0.0, self.cool_until - time.monotonic())

    def last(self) -> bool:
        """Whether others are asked first: it is cooling down, or did not answer when it was asked."""
        return max(self.cool_until, self.shun_until) > time.monotonic()

    def failed(self, error: DRError, took: float = 0.0) -> None:
        """Take note of an error after so many seconds: after a 429 nobody asks for as long as the service wants, within reason;
        one that kept us waiting for nothing is asked after the others for a while."""
        if error.category is Category.NETWORK and took >= SLOW:
            self.shun_until = time.monotonic() + SHUNNED
        if isinstance(error, RateLimited):
            wait = min(WAITS[0] if error.retry_after is None else error.retry_after, LONGEST_WAIT)
            self.cool_until = max(self.cool_until, time.monotonic() + wait)

    @asynccontextmanager
    async def slot(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> AsyncIterator[None]:
        """A place among the calls under way, once the service has cooled down."""
        slots = self._slots.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self.at_once))
        async with slots:
            while (wait := self.cooling()) > 0:
                await sleep(wait)
            yield


_gates: dict[tuple[str, str], Gate] = {}
_lock = threading.Lock()


def gate_of(provider: ModelProvider, at_once: int) -> Gate:
    """The gate of a provider's service."""
    key = (provider.name, str(getattr(provider.options, "base_url", type(provider).__qualname__)))
    with _lock:
        found = _gates.get(key)
        if found is None or found.at_once != at_once:
            found = _gates[key] = Gate(at_once)
        return found
