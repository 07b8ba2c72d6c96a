"""`dr` with a bomb in it: ``python doomed.py COUNT_FILE KILL_AT ARGUMENTS...`` dies by SIGKILL at its KILL_AT-th fault point.

Fault points are the moments around everything that makes a run durable: before, in the middle of and after each write to the
journal, before and after each sync and each rename. With KILL_AT 0 it lives, and writes how many points it passed to COUNT_FILE.
Nothing in dr knows of this: the functions of ``os`` are replaced.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

count_file, kill_at, *arguments = sys.argv[1:]
passed = 0
real_write, real_fsync, real_replace = os.write, os.fsync, os.replace


def point() -> None:
    """One moment at which the plug may be pulled."""
    global passed
    passed += 1
    if passed == int(kill_at):
        os.kill(os.getpid(), signal.SIGKILL)


def doomed_write(file: int, data: bytes) -> int:
    if not data.endswith(b"}\n"):  # only the journal's records: pipes and terminals are nobody's memory
        return real_write(file, data)
    point()
    half = real_write(file, data[: len(data) // 2])
    point()
    done = half + real_write(file, data[half:])
    point()
    return done


def doomed_fsync(file: int) -> None:
    point()
    real_fsync(file)
    point()


def doomed_replace(*names: Any, **options: Any) -> None:
    point()
    real_replace(*names, **options)
    point()


os.write, os.fsync, os.replace = doomed_write, doomed_fsync, doomed_replace  # type: ignore[assignment]

from dr_core.cli import main  # noqa: E402

code = main(arguments)
Path(count_file).write_text(str(passed))
sys.exit(code)
