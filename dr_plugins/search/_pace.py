"""Requests of one instance a measured distance apart, across all runs of the process."""

from __future__ import annotations

import asyncio
import threading
import time


class Pace:
    """Hands out moments ``1 / rate`` seconds apart, after a first ``burst`` at once.

    A moment is taken under a plain lock and waited for outside of it, so event loops in different threads can share one.
    """

    def __init__(self, rate: float, burst: int = 1) -> None:
        self.interval = 1 / rate
        self.ahead = (burst - 1) * self.interval
        self._lock = threading.Lock()
        self._next = 0.0

    def reserve(self) -> float:
        """Take the next free moment; the seconds until it."""
        with self._lock:
            now = time.monotonic()
            moment = max(now, self._next - self.ahead)
            self._next = max(now, self._next) + self.interval
            return moment - now

    async def wait(self) -> None:
        """Wait for the next free moment."""
        if (delay := self.reserve()) > 0:
            await asyncio.sleep(delay)


_PACES: dict[tuple[str, str, float, int], Pace] = {}
_LOCK = threading.Lock()


def pace_of(name: str, base_url: str, rate: float, burst: int = 1) -> Pace:
    """The pace of an instance: the same one for every run of this process."""
    with _LOCK:
        return _PACES.setdefault((name, base_url, rate, burst), Pace(rate, burst))
