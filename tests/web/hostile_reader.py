"""A process that reads hostile answers: ``python hostile_reader.py PORT NAME...`` prints, per name, what came of it.

Run apart from the server, so that the memory it reports is the reader's own.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from pathlib import Path
from urllib.parse import quote

from hostile_more import KINDS

from dr_core.errors import DRError
from dr_core.web import Fetcher

DEADLINE = 1.5


def peak() -> int:
    """The most memory this process ever held, in bytes; what Linux calls ``ru_maxrss`` holds what its parent had, too."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


longest = 0.0


def stalled() -> float:
    """The longest stall since this was asked last."""
    global longest
    found, longest = longest, 0.0
    return found


async def watch() -> None:
    """Notice when the event loop computes for long before it comes round."""
    global longest
    while True:
        before = time.thread_time()
        await asyncio.sleep(0.005)
        longest = max(longest, time.thread_time() - before)


async def read(port: int, name: str) -> dict[str, object]:
    """What came of one kind."""
    started = time.monotonic()
    async with Fetcher(allow_hosts=["127.0.0.1"], robots=KINDS[name].robots) as fetcher:
        try:
            page = await fetcher.fetch(f"http://127.0.0.1:{port}/{quote(name)}", deadline=DEADLINE if KINDS[name].hangs else 100)
            outcome = {"error": "", "text": "", "charset": page.charset}
        except DRError as exc:
            outcome = {"error": type(exc).__name__, "text": str(exc), "wait": getattr(exc, "retry_after", None)}
    return {**outcome, "stall": stalled(), "seconds": time.monotonic() - started, "peak": peak()}


async def main(ports: dict[str, int]) -> None:
    await read(ports["no type, a page"], "no type, a page")  # everything is imported before the measuring
    start = peak()
    watcher = asyncio.create_task(watch())
    found = {name: await read(port, name) for name, port in ports.items() if not KINDS[name].hangs}
    hanging = [name for name in ports if KINDS[name].hangs]
    found |= dict(zip(hanging, await asyncio.gather(*(read(ports[name], name) for name in hanging)), strict=True))
    watcher.cancel()
    await asyncio.gather(watcher, return_exceptions=True)
    tasks = len(asyncio.all_tasks()) - 1
    print(json.dumps({"found": found, "start": start, "end": peak(), "deadline": DEADLINE, "tasks": tasks}))


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
