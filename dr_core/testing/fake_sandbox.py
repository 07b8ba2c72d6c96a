"""A sandbox for tests: the code really runs, in a child process of this Python. It isolates nothing."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from dr_core.interfaces import Sandbox
from dr_core.options import option
from dr_core.types import Execution

# Runs in the child: the code comes on standard input, one line of JSON goes to the real standard output.
_CHILD = """
import base64, contextlib, io, json, sys, traceback
out, error, figures = io.StringIO(), "", []
try:
    with contextlib.redirect_stdout(out):
        exec(compile(sys.stdin.read(), "<code>", "exec"), {"__name__": "__main__"})
except BaseException as exc:
    error = "".join(traceback.format_exception_only(exc)).strip()
if "matplotlib.pyplot" in sys.modules:
    import matplotlib.pyplot as plt
    for number in plt.get_fignums():
        png = io.BytesIO()
        plt.figure(number).savefig(png, format="png")
        figures.append(base64.b64encode(png.getvalue()).decode())
sys.stdout.write(json.dumps({"stdout": out.getvalue(), "error": error, "figures": figures}))
"""


class FakeSandbox(Sandbox):
    """Runs the code in a plain child process, for tests only; or gives the executions it was told to, in order."""

    class Options(Sandbox.Options):
        """What it gives."""

        script: tuple[Execution, ...] = option((), help="Executions to give in order, in place of running anything")

    def __init__(self, options: Any = None, context: Any = None) -> None:
        super().__init__(options, context)
        self.calls: list[str] = []

    async def execute_python(self, code: str, timeout: float = 60) -> Execution:
        self.calls.append(code)
        if self.options.script:
            number = min(len(self.calls), len(self.options.script))
            scripted: Execution = self.options.script[number - 1]
            return scripted
        loop = asyncio.get_running_loop()
        started = loop.time()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-c", _CHILD,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            env={"MPLBACKEND": "Agg", "PYTHONUTF8": "1"},
        )  # fmt: skip
        try:
            async with asyncio.timeout(timeout):
                output, _ = await process.communicate(code.encode("utf-8", "replace"))
        except TimeoutError:
            return Execution(error=f"the code ran longer than {timeout:g} s and was stopped", seconds=loop.time() - started)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        try:
            said = json.loads(output)
        except ValueError:
            return Execution(error=f"the code ended Python (exit code {process.returncode})", seconds=loop.time() - started)
        return Execution(seconds=loop.time() - started, **said)
