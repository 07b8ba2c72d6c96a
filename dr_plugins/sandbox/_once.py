"""A container for one piece of code: create, run, destroy."""

from __future__ import annotations

import base64
import threading
import time
from typing import Any

from dr_core import Execution
from dr_plugins.sandbox._attach import OutputStream
from dr_plugins.sandbox._base import GuestSandbox, Job
from dr_plugins.sandbox._docker import create
from dr_plugins.sandbox._protocol import Broken
from dr_plugins.sandbox._session import Session, to_execution, too_long

PIECE = 100_000
"""Linux takes at most 128 KiB in one argument."""
START_SECONDS = 30
"""What the engine and the interpreter may take before the code's own time begins to matter."""


def run_once(sandbox: GuestSandbox, client: Any, code: str, seconds: float, job: Job) -> Execution:
    """Run ``code`` in a container of its own, which is gone when this returns."""
    packed = base64.b64encode(code.encode()).decode()
    pieces = [packed[start : start + PIECE] for start in range(0, len(packed), PIECE)] or [base64.b64encode(b"\n").decode()]
    command = [*sandbox.guest_arguments(seconds=seconds), *pieces]
    problem = ""
    for _ in range(2):
        channel = OutputStream(client, create(client, sandbox.options, command, stdin=False))
        job.hold(channel)
        channel.attach()
        started = time.perf_counter()
        # the guest keeps the time itself; this is for a guest that no longer can
        late = threading.Timer(seconds + START_SECONDS, channel.kill)
        late.daemon = True
        late.start()
        try:
            channel.start()
            header, body = Session(channel).read(time.monotonic() + seconds + START_SECONDS)
        except Broken as error:
            job.check()
            if time.perf_counter() - started >= seconds + START_SECONDS:
                return Execution(error=too_long(seconds), seconds=round(time.perf_counter() - started, 4))
            problem = str(error)
            sandbox.context.log.warning("sandbox '%s' died (%s)", sandbox.name, error)
        else:
            return to_execution(header, body, started)
        finally:
            late.cancel()
            channel.kill()
            channel.release()
            job.release()
    return Execution(error=f"the sandbox died twice while it ran this code: {problem}")
