"""What the requests of a run cost by themselves: the floor under the figures of ``bench/latency.py``.

    python bench/latency_floor.py [--only quick standard] [--at-once 1 8 32]

One run is made and what it asked for is written down: each request, and the one that had to end before it. Then the same
requests are sent again in the same order by bare httpx, a client a run, and nothing is done with the answers: no sentence is cut,
chosen, written or verified, nothing saved. ``pages s`` is what trafilatura takes for the main text of the pages that came, with
nothing asked of it beside, one after the other when it is warm. What these two leave of an aim is what a run's own work may take.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from _world import in_fresh_process, options, served, table_row
from latency import CPU, CROWD

COLUMNS = ("depth", "runs", "wall s", "times one", "CPU s/run", "pages s", "requests")


class Step(NamedTuple):
    """A request: what is asked, and the place of the one that had ended last before it, -1 where none had."""

    target: str
    body: Any
    after: int


def steps(log: list[dict[str, Any]]) -> list[Step]:
    """The requests of one run, in their order."""
    begun = [entry for entry in log if entry["event"] == "begin"]
    places = {entry["number"]: place for place, entry in enumerate(begun)}
    ended = sorted((entry["at"], places[entry["number"]]) for entry in log if entry["event"] == "end")
    return [
        Step(entry["target"], entry.get("body"), next((place for at, place in reversed(ended) if at <= entry["at"]), -1))
        for entry in begun
    ]


async def replay(origin: str, asked: list[Step], at_once: int) -> dict[str, float]:
    """Send the requests of so many runs at once, and what it took."""
    import ssl

    import httpx

    trusted = ssl.create_default_context()
    pages: dict[str, str] = {}

    async def one_run() -> None:
        ended = [asyncio.Event() for _ in asked]
        async with httpx.AsyncClient(base_url=origin, timeout=60, verify=trusted, trust_env=False) as client:

            async def send(place: int, step: Step) -> None:
                if step.after >= 0:
                    await ended[step.after].wait()
                if step.body is None:
                    answer = await client.get(step.target)
                    if answer.headers.get("content-type", "").startswith("text/html"):
                        pages[step.target] = answer.text
                else:
                    async with client.stream("POST", step.target, json=step.body) as answer:
                        async for _ in answer.aiter_lines():
                            pass
                ended[place].set()

            await asyncio.gather(*(send(place, step) for place, step in enumerate(asked)))

    began, used = time.perf_counter(), time.process_time()
    await asyncio.gather(*(one_run() for _ in range(at_once)))
    wall, cpu = time.perf_counter() - began, (time.process_time() - used) / at_once
    return {"wall": wall, "cpu": cpu, "pages": parsing([*pages.values()])}


def parsing(pages: list[str]) -> float:
    """Seconds of processor time that the main text of some pages takes, the second time."""
    from trafilatura import extract

    for _ in range(2):
        began = time.process_time()
        for page in pages:
            extract(page, favor_precision=True)
    return time.process_time() - began


def main() -> int:
    """Print the table."""
    chosen = options(__doc__, hidden="replay", values=2)
    if chosen.replay:
        origin, at_once = chosen.replay
        asked = [Step(*one) for one in json.loads(sys.stdin.read())]
        print(json.dumps(asyncio.run(replay(origin, asked, int(at_once)))))
        return 0
    table_row(COLUMNS)
    with served(keep=True) as server:
        for depth in chosen.only:
            server.log()  # what was sent before
            in_fresh_process(Path(__file__).with_name("latency.py"), "--measure", server.origin, depth, "1")
            asked = steps(server.log())
            alone = 0.0
            for at_once in chosen.at_once:
                found = in_fresh_process(__file__, "--replay", server.origin, str(at_once), data=json.dumps(asked))
                wall, cpu, pages = found["wall"], found["cpu"], found["pages"]
                alone = alone or wall
                table_row((depth, at_once, f"{wall:.1f}", f"{wall / alone:.2f}", f"{cpu:.2f}", f"{pages:.2f}", len(asked)))
    print(f"aims for whole runs: {CPU:g} s of processor time a run; a crowd in {CROWD:g} times the time of one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
