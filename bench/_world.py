"""The world that the benchmarks of latency measure in, played by a server in a process of its own, and how they are asked for.

A model (0.3 s + 5 ms per 1,000 prompt tokens, then 10 ms per output token, streamed ten tokens at a time, structured), a search
engine (0.25 s) and pages of at least 3,000 tokens (0.15 s).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

DEPTHS = ("quick", "standard")


class Server:
    """The world in another process: where it listens, and what was asked of it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.origin = f"http://127.0.0.1:{int(self._line())}"

    def log(self) -> list[dict[str, Any]]:
        """The requests since this was asked last."""
        assert self._process.stdin is not None
        self._process.stdin.write("log\n")
        self._process.stdin.flush()
        log: list[dict[str, Any]] = json.loads(self._line())
        return log

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


@contextlib.contextmanager
def served(*, keep: bool = False) -> Iterator[Server]:
    """The world, for as long as it is needed; where told to keep, its log says what was asked too."""
    command = [sys.executable, __file__, *(["keep"] if keep else [])]
    # its end closes the server's standard input, which ends the server
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Server(process)


def options(about: str, *, hidden: str, values: int, **flags: str) -> argparse.Namespace:
    """The options of a benchmark; ``hidden`` is the one by which it calls itself in a fresh process."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--data", help="not used: the world is made up")
    parser.add_argument("--only", nargs="*", default=list(DEPTHS), choices=DEPTHS)
    parser.add_argument("--at-once", nargs="*", type=int, default=[1, 8, 32])
    for name, told in flags.items():
        parser.add_argument(f"--{name}", action="store_true", help=told)
    parser.add_argument(f"--{hidden}", nargs=values, help=argparse.SUPPRESS)
    return parser.parse_args()


def in_fresh_process(script: str | Path, *given: str, data: str = "") -> Any:
    """What a script prints last in a process of its own, as JSON."""
    command, environment = [sys.executable, str(script), *given], {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, input=data, capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout.splitlines()[-1])


def table_row(values: Sequence[object]) -> None:
    """Print a row of the table, as soon as it is known."""
    print(" | ".join(f"{value!s:>9}" for value in values), flush=True)


def latency(kind: str, content: Any) -> float:
    """Seconds before an answer, or its first word."""
    if kind == "search":
        return 0.25
    if kind == "page":
        return 0.15
    text = content.decode() if isinstance(content, bytes) else str(content)
    return 0.3 + 0.005 * int(re.findall(r'"prompt_tokens": (\d+)', text)[-1]) / 1000


async def serve(*, keep: bool) -> None:
    """The world, until standard input closes; its log of requests, on demand."""
    from standin.world import World

    world = World(latency=latency, pages=40, sentences=140, keep=keep, token_seconds=0.01)
    print(await world.start(), flush=True)
    loop = asyncio.get_running_loop()
    while command := await loop.run_in_executor(None, sys.stdin.readline):
        if command.strip() == "log":
            print(json.dumps(world.requests), flush=True)
            world.requests.clear()


if __name__ == "__main__":
    asyncio.run(serve(keep="keep" in sys.argv))
