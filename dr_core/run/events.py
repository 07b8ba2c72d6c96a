"""Events: what happens in a run, in order, kept in the run folder and handed to whoever listens."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Literal

from dr_core.types import Event

STEP_OF_STAGE = {"plan": "report-plan", "harvest": "serp-query", "chart": "chart-planning", "write": "final-report"}
"""The names of S3-1 for the stages that have one; a stage may name a finer step (``search-task``, ``chart-result``) itself."""

WAITING_EVENTS = 1000
"""A reader that is further behind than this is told of a gap instead of being buffered for without bound."""


class Events:
    """The events of one run. Observers are called at once and must not block; readers iterate at their own pace."""

    def __init__(self, path: Path | None = None, *, first: int = 1) -> None:
        self._next = first
        self._file: IO[str] | None = path.open("a", encoding="utf-8") if path else None
        self._observers: list[Callable[[Event], None]] = []
        self._readers: set[Reader] = set()
        self._recent: deque[Event] = deque(maxlen=WAITING_EVENTS)
        self.closed = False

    def observe(self, observer: Callable[[Event], None]) -> None:
        """Call ``observer`` with every event from now on."""
        self._observers.append(observer)

    def ignore(self, observer: Callable[[Event], None]) -> None:
        """Stop calling ``observer``."""
        self._observers.remove(observer)

    def emit(
        self,
        type: Literal["progress", "message", "reasoning", "error"],
        *,
        stage: str = "",
        step: str = "",
        status: str = "",
        text: str = "",
        **data: Any,
    ) -> Event:
        """Record an event and hand it on."""
        event = Event(
            seq=self._next,
            at=datetime.now(UTC).isoformat(timespec="milliseconds"),
            type=type,
            stage=stage,
            step=step or STEP_OF_STAGE.get(stage, ""),
            status=status,
            text=text,
            data=data,
        )
        self._next += 1
        if self._file:
            self._file.write(event.model_dump_json() + "\n")
            self._file.flush()
        self._recent.append(event)
        for observer in self._observers:
            observer(event)
        for reader in self._readers:
            reader.put(event)
        return event

    def read(self, after: int = 0) -> Reader:
        """The events after number ``after``, those still remembered first, then as they come; can be left and joined again."""
        reader = Reader(self, [event for event in self._recent if event.seq > after], after)
        if not self.closed:
            self._readers.add(reader)
        return reader

    def forget(self, reader: Reader) -> None:
        """Stop handing events to a reader."""
        self._readers.discard(reader)

    def close(self) -> None:
        """End the stream."""
        self.closed = True
        for reader in self._readers:
            reader.wake()
        self._readers.clear()
        if self._file:
            self._file.close()
            self._file = None


class Reader:
    """One reader of the stream, as an async iterator."""

    def __init__(self, events: Events, waiting: list[Event], after: int) -> None:
        self._events = events
        self._waiting: deque[Event] = deque(waiting, maxlen=WAITING_EVENTS)
        self._last = after
        self._news = asyncio.Event()

    def put(self, event: Event) -> None:
        """Hand an event over; the oldest goes where the reader is too slow."""
        self._waiting.append(event)
        self._news.set()

    def wake(self) -> None:
        """Let the reader look again."""
        self._news.set()

    def __aiter__(self) -> AsyncIterator[Event]:
        return self._iterate()

    async def _iterate(self) -> AsyncIterator[Event]:
        try:
            while True:
                while self._waiting:
                    event = self._waiting.popleft()
                    if event.seq > self._last + 1 and self._last:
                        missed = event.seq - self._last - 1
                        yield Event(seq=event.seq - 1, at=event.at, type="progress", status="gap", data={"missed": missed})
                    self._last = event.seq
                    yield event
                if self._events.closed:
                    return
                self._news.clear()
                await self._news.wait()
        finally:
            self._events.forget(self)


def as_sse(event: Event) -> str:
    """An event as a server-sent event (S3-1)."""
    body: dict[str, Any] = {"seq": event.seq, "at": event.at, "stage": event.stage}
    if event.type == "progress":
        body |= {"step": event.step, "status": event.status} | ({"data": event.data} if event.data else {})
    elif event.type == "error":
        body |= {"message": event.text} | ({"data": event.data} if event.data else {})
    else:
        body |= {"type": "text", "text": event.text}
    return f"id: {event.seq}\nevent: {event.type}\ndata: {json.dumps(body, ensure_ascii=False)}\n\n"
