"""Events on stdout, written by a thread: a reader that is slow, or has gone away, does not slow the run."""

from __future__ import annotations

import queue
import threading

from dr_core.cli.terminal import abandon_stdout, data_stream, say
from dr_core.run.events import as_sse
from dr_core.types import Event


class Stream:
    """Takes events at once and writes them as server-sent events in their own time.

    What waits is small (a line each, a few thousand in a long run) and stands in ``events.jsonl`` as well.
    """

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="dr events", daemon=True)
        self._thread.start()

    def __call__(self, event: Event) -> None:
        self._waiting.put(event)

    def close(self) -> None:
        """Wait until everything is written; the run is over by now."""
        self._waiting.put(None)
        self._thread.join()

    def _write(self) -> None:
        stdout = data_stream()
        assert stdout is not None  # looked at before the run began
        out = stdout.buffer  # type: ignore[attr-defined]
        while (event := self._waiting.get()) is not None:
            try:
                out.write(as_sse(event).encode("utf-8", "backslashreplace"))
                out.flush()
            except OSError as error:
                abandon_stdout()
                say(f"  ! the events go nowhere any more: {error.strerror}")
                return
