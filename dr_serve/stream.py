"""The events of a run as server-sent events: those past first, then as they come.

Nothing waits in memory for a slow reader: the connection pushes back, and what came meanwhile is read from the run's file. A
reader that takes nothing for a while is let go (connection.py); it comes back with ``Last-Event-ID`` and has missed nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from sse_starlette.sse import EventSourceResponse
from starlette.types import Receive, Scope, Send

from dr_core import Event, PastRun, as_sse
from dr_serve.house import House
from dr_serve.refusal import Refused

LOOK = 0.5
"""Seconds between looks at a run of another process."""
OURS = ("run_dir", "report_path")
"""What events say of the server's disk."""


async def told(house: House, run: PastRun, after: int) -> AsyncIterator[bytes]:
    """The events behind number ``after``, until the run ends.

    The loop comes round after each: only then is it heard of a reader that has gone, and others are served beside a long past.
    """
    async for event in _events(house, run, after):
        yield written(event)
        await asyncio.sleep(0)


async def _events(house: House, run: PastRun, after: int) -> AsyncIterator[Event]:
    job = house.job(run.run_id)
    if job is not None and job.research is not None:
        async for event in job.research.events(after):
            yield event
        await job.over.wait()  # whoever looks at the run now sees how it ended
        return
    while True:
        active = run.active  # before its events are read, so that the last of them are not missed
        for event in run.events(after):
            after = event.seq
            yield event
        if not active or house.closing.is_set():
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(house.closing.wait(), LOOK)


def written(event: Event) -> bytes:
    """An event as it is sent."""
    data = {name: value for name, value in event.data.items() if name not in OURS}
    return as_sse(event.model_copy(update={"data": data})).encode("utf-8", "replace")


class Watching(EventSourceResponse):
    """The answer to somebody who watches; so many at once, and the next is told so."""

    def __init__(self, house: House, run: PastRun, after: int) -> None:
        if house.watchers >= house.most_watchers:
            told_so = f"{house.most_watchers} readers watch already, which is the most at once"
            raise Refused(429, told_so, remedy="Close some pages", code="most_readers")
        super().__init__(told(house, run, after), ping=15, sep="\n")
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the run ends or the reader goes."""
        self._house.watchers += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._house.watchers -= 1


def after_of(last_event_id: str) -> int:
    """The number behind which a reader wants to go on."""
    if not last_event_id:
        return 0
    if not (last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) < 10):
        raise Refused(400, "Last-Event-ID is not the number of an event", remedy="Send the id of the last event you have")
    return int(last_event_id)
