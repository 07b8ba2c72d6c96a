"""Events: what happens in a run, in order, kept in the run folder and handed to whoever listens."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any, Literal

from dr_core.errors import RunError
from dr_core.run.unwritten import cannot_write
from dr_core.types import Event
from dr_core.unicode import seen, well_formed

STEP_OF_STAGE = {"plan": "report-plan", "harvest": "serp-query", "chart": "chart-planning", "write": "final-report"}
"""The names of S3-1 for the stages that have one; a stage may name a finer step (``search-task``, ``chart-result``) itself."""

WAITING_EVENTS = 1000
"""So many events wait in memory for a reader; one that is further behind is served from the file, or told of a gap."""


class Events:
    """The events of one run. Observers are called at once and must not block; readers iterate at their own pace.

    The events stand in ``path``, a line each, so that line n is event n: a run that is resumed goes on counting, and a reader
    that was away or slow misses nothing. Without a path there is only what fits in memory.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._file: IO[str] | None = None
        self._next = 1
        self.elapsed = 0.0
        """The seconds of the run that the last event before these told of, also of a stage that was stopped in the middle."""
        if path is not None:
            lines, last = _whole_lines(path)
            self._next = lines + 1
            self.elapsed = _elapsed(last)
            self._file = _opened(path)
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
            text=well_formed(text),  # an observer prints it, and the file is UTF-8
            data=well_formed(data),
        )
        self._next += 1
        if self._file:
            try:
                self._file.write(event.model_dump_json() + "\n")
                self._file.flush()
            except OSError as error:
                raise cannot_write(self._file.name, error) from error
        self._recent.append(event)
        for observer in self._observers:
            observer(event)
        for reader in self._readers:
            reader.put(event)
        return event

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self._next - 1

    def read(self, after: int = 0) -> Reader:
        """The events after number ``after``, past ones first, then as they come; can be left and joined again."""
        reader = Reader(self, [event for event in self._recent if event.seq > after], after)
        if not self.closed:
            self._readers.add(reader)
        return reader

    def kept(self, first: int, end: int) -> Iterator[Event]:
        """The events from number ``first`` up to ``end`` (not included) as the file has them."""
        if self._path is None:
            return
        with self._path.open(encoding="utf-8", errors="replace") as file:
            for line in islice(file, first - 1, end - 1):
                try:
                    yield Event.model_validate_json(line)
                except ValueError:
                    return  # somebody changed the file: whoever reads is told of a gap

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
            with suppress(OSError):  # only a line whose failure was told is left to be written
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
        """Hand an event over; where the reader is too slow the oldest gives way, and is read from the file later."""
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
                for missed in self._missed():
                    yield missed
                while self._waiting and self._waiting[0].seq <= self._last + 1:
                    event = self._waiting.popleft()
                    if event.seq > self._last:
                        self._last = event.seq
                        yield event
                if self._waiting:
                    continue  # it fell behind while it was away
                if self._events.closed:
                    return
                self._news.clear()
                await self._news.wait()
        finally:
            self._events.forget(self)

    def _missed(self) -> Iterator[Event]:
        """What came before the first event that waits: from the file, else the word that it is gone."""
        first = self._waiting[0].seq if self._waiting else self._events.last + 1
        for event in self._events.kept(self._last + 1, first):
            self._last = event.seq
            yield event
        missed = first - self._last - 1
        if missed > 0:
            self._last = first - 1
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            yield Event(seq=first - 1, at=now, type="progress", status="gap", data={"missed": missed})


def _whole_lines(path: Path) -> tuple[int, bytes]:
    """The number of whole lines, and the last of them; half a line that a crash left behind is cut off."""
    last = b""
    try:
        with path.open("r+b") as file:
            count = end = 0
            for line in file:
                if line.endswith(b"\n"):
                    count += 1
                    end += len(line)
                    last = line
            file.truncate(end)
            return count, last
    except FileNotFoundError:
        return 0, last
    except OSError as error:
        raise RunError(f"cannot read {path}: {error.strerror}", remedy="Check the folder's permissions") from error


def _elapsed(line: bytes) -> float:
    """What an event says of the seconds of its run."""
    try:
        told = Event.model_validate_json(line).data.get("elapsed")
    except ValueError:
        return 0.0  # somebody changed the file
    return float(told) if isinstance(told, int | float) else 0.0


def _opened(path: Path) -> IO[str]:
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise RunError(f"cannot write {path}: {error.strerror}", remedy="Check the folder's permissions") from error


def as_sse(event: Event) -> str:
    """An event as a server-sent event (S3-1)."""
    body: dict[str, Any] = {"seq": event.seq, "at": event.at, "stage": event.stage}
    if event.type == "progress":
        body |= {"step": event.step, "status": event.status} | ({"data": event.data} if event.data else {})
    elif event.type == "error":
        body |= {"message": event.text} | ({"data": event.data} if event.data else {})
    else:
        body |= {"type": "text", "text": event.text}
    return f"id: {event.seq}\nevent: {event.type}\ndata: {seen(json.dumps(body, ensure_ascii=False))}\n\n"
