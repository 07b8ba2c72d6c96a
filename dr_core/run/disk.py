"""What a run leaves on the disk, made safe behind its back.

A file is written whole at once: everybody who looks sees it, and it outlives this process. To outlive the machine it must be
synced, for which a disk takes milliseconds and an old one many. A thread does that while the run goes on: the files first, then
the state that speaks of them, so that no state is ever found without its files. Many files are left to that thread altogether.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from dr_core.errors import RunError
from dr_core.run import store
from dr_core.run.unwritten import cannot_write
from dr_core.state import RunState
from dr_core.thread import in_thread

LATER = 0.3
"""Seconds for which files that are left for later are left: whoever has read many pages has much to compute at once."""


class Disk:
    """The files of one run. What could not be put on the disk is raised by whoever saves next, or settles."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._files: dict[Path, str | bytes | None] = {}  # what is to stand in those that are not yet written
        self.dumper = store.Dumper()
        self._state = b""
        self._saved = b""
        self._awaited = threading.Event()
        self._syncing: threading.Thread | None = None
        self._error: RunError | None = None

    def __enter__(self) -> None:
        """Whatever happens inside, what was saved is on the disk afterwards."""

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self.settle()
        except RunError:
            if kind is None:  # otherwise what went wrong first is told
                raise

    def write(self, path: Path, content: str | bytes) -> None:
        """Write a file whole. It is safe from the machine's death no later than the next state that is saved."""
        store.write_whole(path, content, sync=False)
        with self._lock:
            self._files[path] = None

    def write_later(self, files: Iterable[tuple[Path, str | bytes]]) -> None:
        """Have many files written, without holding up anybody: they are there no later than the next state that is saved."""
        with self._lock:
            self._files.update(files)

    def save(self, state: RunState) -> None:
        """Have a state saved as it is now; of several that wait for the disk only the last one is written."""
        content = self.dumper.dumped(state)
        with self._lock:
            self._raise()
            self._state = self._saved = content
            if self._syncing is None:
                self._syncing = threading.Thread(target=self._sync, name="dr-save", daemon=True)
                self._syncing.start()

    @property
    def saved(self) -> bytes:
        """The state that was saved last, on the disk already or on its way."""
        return self._saved or (self._folder / "state.json").read_bytes()

    async def settled(self) -> None:
        """Wait until all is on the disk."""
        await in_thread(self.settle, "dr-settle")

    def settle(self) -> None:
        """As ``settled``, for those who cannot wait in turns."""
        thread = self._syncing
        if thread is not None:
            self._awaited.set()
            thread.join()
            self._awaited.clear()
        with self._lock:
            self._raise()

    def _raise(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _sync(self) -> None:
        while True:
            with self._lock:
                left = any(content is not None for content in self._files.values())
            if left:
                self._awaited.wait(LATER)
            with self._lock:
                files, state = self._files, self._state
                self._files, self._state = {}, b""
                if not state:
                    self._files, self._syncing = files, None
                    return
            try:
                for path, content in files.items():
                    if content is not None:
                        store.write_whole(path, content, sync=False)
                for path in files:
                    with suppress(FileNotFoundError), path.open("r+b") as file:  # it may be gone again
                        os.fsync(file.fileno())
                for folder in dict.fromkeys(path.parent for path in files):
                    with suppress(FileNotFoundError):
                        store.sync_names(folder)
                with self._lock:
                    if self._state and not self._files:  # a newer one that speaks of no other files
                        state, self._state = self._state, b""
                store.write_whole(self._folder / "state.json", state)
            except OSError as error:
                self._failed(files, cannot_write(self._folder, error))
            except RunError as error:
                self._failed(files, error)

    def _failed(self, files: dict[Path, str | bytes | None], error: RunError) -> None:
        """Keep what went wrong for whoever saves next, and the files to be synced before that state."""
        with self._lock:
            self._files, self._error = files | self._files, error
