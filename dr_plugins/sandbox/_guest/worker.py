"""The worker: one process, one piece of code, then the end."""

# ruff: noqa: PTH123, PTH208
# (paths are strings here: the guest works on descriptors, and starts faster without pathlib)
from __future__ import annotations

import contextlib
import json
import linecache
import os
import sys
import traceback
from typing import Any

from dr_plugins.sandbox._guest.draw import WORK, boxes, draw_open_figures, own_font_files
from dr_plugins.sandbox._guest.lock import forbid_processes, limit_worker, prctl


def run_code(code: str, limits: dict[str, int]) -> str:
    """Run ``code`` as a program would be; what went wrong is returned, with the lines of the code it went wrong in."""
    linecache.cache["<chart>"] = (len(code), None, code.splitlines(True), "<chart>")
    space: dict[str, Any] = {"__name__": "__main__"}
    try:
        exec(compile(code, "<chart>", "exec"), space)  # noqa: S102  (to run foreign code is what this program is for)
    except SystemExit as end:
        if end.code not in (None, 0):
            return f"SystemExit: {end.code}"
    except BaseException as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != "<chart>":
            trace = trace.tb_next
        return "".join(traceback.format_exception(type(error), error, trace, limit=-6))[-limits["error"] :].strip()
    try:
        problems = draw_open_figures(limits)
    except BaseException as error:
        problems = [f"the figure cannot be drawn: {type(error).__name__}: {error}"[: limits["error"]]]
    return "; ".join([*problems, *boxes()])


def work(code_pipe: int, out: int, err: int, result: int, limits: dict[str, int]) -> None:
    """The whole life of a worker; never returns."""
    status = 1
    try:
        os.setsid()
        prctl(4, 1)  # dumpable again: else /proc/self belongs to root and cannot be read
        fonts = own_font_files()
        null = os.open("/dev/null", os.O_RDWR)
        for source, target in ((null, 0), (out, 1), (err, 2)):
            os.dup2(source, target)
        for fd in map(int, os.listdir("/proc/self/fd")):
            if fd not in (0, 1, 2, code_pipe, result, *fonts):
                with contextlib.suppress(OSError):
                    os.close(fd)
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        sys.argv[:] = ["chart.py"]
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")  # when memory ends, the worker goes first, not the supervisor
        os.chdir(WORK)
        limit_worker(limits)
        forbid_processes()
        code = b""
        while piece := os.read(code_pipe, 1 << 16):
            code += piece
        os.close(code_pipe)
        error = run_code(code.decode(), limits)
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        os.write(result, json.dumps({"error": error}).encode())
        status = 0
    except BaseException:
        os.write(2, traceback.format_exc().encode("utf-8", "replace")[-2000:])
    finally:
        os._exit(status)  # no atexit, no threads to wait for, no way back into the supervisor's loop
