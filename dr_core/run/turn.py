"""One after the other, where many runs compute in one event loop.

A stage begins with what it computes, and says nothing while it does. Were those of a dozen runs done in one round of the loop,
nobody would be heard for a second: no signal, no reader of events, no page that has come.
"""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

_GATES: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def own_turn() -> None:
    """Wait until no other run begins something in this round of the loop."""
    loop = asyncio.get_running_loop()
    gate = _GATES.setdefault(loop, asyncio.Lock())
    await gate.acquire()
    loop.call_soon(gate.release)
