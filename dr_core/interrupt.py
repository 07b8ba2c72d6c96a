"""Ctrl-C, once and for the whole command: the first press ends what is under way, in order and without a traceback.

Python raises KeyboardInterrupt at every press, wherever the program is: while it is imported, within the event loop, while it
clears up after the press before. Here only the first press has an effect, and a second one that comes later than people's
fingers slip is for somebody who cannot wait: it leaves at once. What a run has finished is on disk either way.

Nothing heavy is imported here: the command begins with this.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

INTERRUPTED = 130
SLIP = 1.0
"""Seconds within which a further press is the same press."""
SHOW_CURSOR = b"\x1b[?25h"

T = TypeVar("T")


def endings() -> list[signal.Signals]:
    """The signals that ask a command to end: a polite kill, and the loss of the terminal, unless nohup has it ignored."""
    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # Windows has only the first
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]


class Presses:
    """What was pressed, and what a press does now."""

    def __init__(self) -> None:
        self.first: float | None = None
        self.cancel: Callable[[], object] | None = None
        """Ends what is under way; where there is nothing, KeyboardInterrupt is raised."""
        self.parting = "interrupted"
        """What is said by somebody who leaves at once."""

    def __call__(self, _signal: int, _frame: object) -> None:
        """A press."""
        if self.first is not None:
            leave(said=self.parting)
            return
        self.first = time.monotonic()
        if self.cancel is None:
            raise KeyboardInterrupt
        self.cancel()

    def forget(self) -> None:
        """The next press is a first one: somebody was interrupted, and goes on with something else."""
        self.first = None


presses = Presses()


def leave(_signal: int = 0, _frame: object = None, *, said: str = "interrupted") -> None:
    """Leave at once; but who has just been told to, or pressed twice at once, is leaving."""
    if presses.first is not None and time.monotonic() - presses.first <= SLIP:
        return
    with suppress(OSError):  # nobody listens, which changes nothing
        os.write(2, (SHOW_CURSOR if os.isatty(2) else b"") + f"{said}\n".encode())
    os._exit(INTERRUPTED)


def leave_when_pressed() -> None:
    """Leave at once, and quietly, while nothing is under way: before the command begins, and when it is over.

    Whoever ignores Ctrl-C (a job in the background of a script) goes on doing so.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
        # Python takes its handlers back at its very end, and a press then would kill it. The first to register is the last to go.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def forgiven() -> None:
    """Let Python end as it is told to. It remembers a press that ended a text under ``exec`` (dataclasses do that while they are
    imported), and would kill itself at its end, whoever caught the error; it forgets as soon as another text is done."""
    eval("None")  # noqa: S307  (a constant)


@contextmanager
def heeded() -> Iterator[None]:
    """Presses end what is under way: the first raises KeyboardInterrupt, or cancels what ``run`` runs."""
    before = signal.getsignal(signal.SIGINT)
    if before not in (signal.default_int_handler, leave) or not _in_main_thread():
        yield
        return
    presses.forget()
    told = sys.unraisablehook

    def tell(unraisable: sys.UnraisableHookArgs) -> None:
        # a press within something that cannot raise (a __del__, a lookup): it is noted, and ``run`` heeds it
        if unraisable.exc_type is not KeyboardInterrupt:
            told(unraisable)

    signal.signal(signal.SIGINT, presses)
    sys.unraisablehook = tell
    try:
        yield
    finally:
        sys.unraisablehook = told
        signal.signal(signal.SIGINT, before)


def _in_main_thread() -> bool:
    threading = sys.modules.get("threading")  # without it there is only one
    return threading is None or threading.current_thread() is threading.main_thread()


def run(main: Coroutine[Any, Any, T]) -> T:
    """``asyncio.run``, but a press cancels ``main``, and KeyboardInterrupt is raised when all is cleared up and closed."""
    import asyncio  # imported here: a tenth of the start of a command that needs no loop

    async def cancellable() -> T:
        task = asyncio.current_task()
        assert task is not None
        loop = asyncio.get_running_loop()
        if presses.first is not None and heeding:
            task.cancel()

        if heeding:
            # between two steps of the loop: within one, a future would be cancelled under the hands of whoever is about to set it
            presses.cancel = lambda: loop.call_soon_threadsafe(task.cancel)
        try:
            return await main
        finally:
            if heeding:
                presses.cancel = _note

    heeding = signal.getsignal(signal.SIGINT) is presses and _in_main_thread()
    if heeding:
        presses.cancel = _note  # a press before or after ``main`` must not break the loop open or its end
    try:
        return asyncio.run(cancellable())
    except asyncio.CancelledError:
        if heeding and presses.first is not None:
            raise KeyboardInterrupt from None
        raise
    finally:
        if heeding:
            presses.cancel = None


def _note() -> None:
    """The press is noted; there is nothing to cancel."""
