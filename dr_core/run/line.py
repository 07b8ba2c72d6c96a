"""Standing in line by rank: what the runs of a process have to share goes to the run that began first.

Served in the order in which they ask, runs that begin together stay in step: all of them compute at once, then all of them wait,
and the first report is finished with the last. So the first run gets ahead, and waits for its model while the next one computes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from weakref import WeakKeyDictionary


class Line:
    """A lock that goes to the lowest rank among those who wait; within one rank, to who asked first."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._asked = count()

    @classmethod
    def shared(cls, name: str) -> Line:
        """The one of this name that all runs of this event loop have in common."""
        return _SHARED.setdefault(asyncio.get_running_loop(), {}).setdefault(name, cls())

    @asynccontextmanager
    async def turn(self, rank: int) -> AsyncIterator[None]:
        """Have the lock as long as this lasts."""
        if self._taken:
            mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heappush(self._waiting, (rank, next(self._asked), mine))
            try:
                await mine
            except asyncio.CancelledError:
                if not mine.cancelled():  # it was given just then
                    self._pass_on()
                raise
        self._taken = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, next_one = heappop(self._waiting)
            if not next_one.done():  # who gave up is still in the line
                next_one.set_result(None)
                return
        self._taken = False


_SHARED: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Line]] = WeakKeyDictionary()
