"""The command `dr`, and `python -m dr_core`. Ctrl-C is quiet from the first moment on, also while the rest is imported."""

import gc
import os
import threading
import time
from contextlib import suppress

try:
    from dr_core.interrupt import INTERRUPTED, forgiven, leave_when_pressed
except KeyboardInterrupt:
    raise SystemExit(130) from None


LINGER = 5.0
"""Seconds in which all must have ended when the command has."""


def main() -> int:
    """`dr`; returns the exit code."""
    collect_rarely()
    try:
        leave_when_pressed()
        from dr_core.cli import main as command

        code = command()
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        forgiven()
    gc.freeze()  # at its end Python looks through all there is for what could be freed, a second where much was read
    threading.Thread(target=see_the_end, args=(code,), name="dr-end", daemon=True).start()
    return code


def see_the_end(code: int) -> None:
    """End the program where it does not end by itself: Python waits for ever for threads, and for functions that are to be called
    at its end, and plugins leave some behind. Whatever dr has done is done and written by then."""
    threading.main_thread().join()
    time.sleep(LINGER)
    left = [thread.name for thread in threading.enumerate() if not thread.daemon and thread is not threading.main_thread()]
    with suppress(OSError, ValueError):
        told = ", ".join(left[:5]) or "something that is called at the end"
        os.write(
            2, f"a plugin has not ended after {LINGER:g} s, and is left behind: {told}\n".encode("utf-8", "backslashreplace")
        )
    os._exit(code)


def collect_rarely() -> None:
    """Look seldom for circles of objects that nobody holds: a run leaves few, and looking took a twentieth of its time."""
    gc.set_threshold(50_000, 20, 20)


if __name__ == "__main__":
    raise SystemExit(main())
