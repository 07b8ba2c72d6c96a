"""What the requests of a run cost by themselves: the floor under the figures of ``bench/latency.py``.

    python bench/latency_floor.py [--only quick standard] [--at-once 1 8 32]

One run is made and what it asked for is written down: each request, and the one that had to end before it. Then the same
requests are sent again in the same order by bare httpx, a client a run, and nothing is done with the answers: no page is parsed,
no sentence cut, chosen, written or verified, nothing saved. What is left below an aim is what a run's own work may take.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from typing import Any, NamedTuple

from latency import AIMS, CPU, CROWD, ROOT, read_log, serve

COLUMNS = ("depth", "runs", "wall s", "times one", "CPU s/run", "requests")


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

    async def one_run() -> None:
        ended = [asyncio.Event() for _ in asked]
        async with httpx.AsyncClient(base_url=origin, timeout=60, verify=trusted, trust_env=False) as client:

            async def send(place: int, step: Step) -> None:
                if step.after >= 0:
                    await ended[step.after].wait()
                if step.body is None:
                    await client.get(step.target)
                else:
                    async with client.stream("POST", step.target, json=step.body) as answer:
                        async for _ in answer.aiter_lines():
                            pass
                ended[place].set()

            await asyncio.gather(*(send(place, step) for place, step in enumerate(asked)))

    began, used = time.perf_counter(), time.process_time()
    await asyncio.gather(*(one_run() for _ in range(at_once)))
    return {"wall": time.perf_counter() - began, "cpu": (time.process_time() - used) / at_once}


def in_fresh_process(*given: str, data: str = "", file: str = __file__) -> Any:
    """What a process of its own prints last, as JSON."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, file, *given], input=data, capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="not used: the world is made up")
    parser.add_argument("--only", nargs="*", default=list(AIMS), choices=list(AIMS))
    parser.add_argument("--at-once", nargs="*", type=int, default=[1, 8, 32])
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--replay", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        asyncio.run(serve(keep=True))
        return 0
    if options.replay:
        origin, at_once = options.replay
        asked = [Step(*one) for one in json.loads(sys.stdin.read())]
        print(json.dumps(asyncio.run(replay(origin, asked, int(at_once)))))
        return 0
    print(" | ".join(f"{column:>9}" for column in COLUMNS))
    command = [sys.executable, __file__, "--serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None and server.stdin is not None
        origin = f"http://127.0.0.1:{int(server.stdout.readline())}"
        for depth in options.only:
            read_log(server)  # what was sent before
            in_fresh_process("--measure", origin, depth, "1", file=str(ROOT / "bench" / "latency.py"))
            asked = steps(read_log(server))
            alone = 0.0
            for at_once in options.at_once:
                found = in_fresh_process("--replay", origin, str(at_once), data=json.dumps(asked))
                alone = alone or found["wall"]
                shown = (
                    depth,
                    at_once,
                    f"{found['wall']:.1f}",
                    f"{found['wall'] / alone:.2f}",
                    f"{found['cpu']:.2f}",
                    len(asked),
                )
                print(" | ".join(f"{value!s:>9}" for value in shown), flush=True)
        server.stdin.close()
    print(f"aims for whole runs: {CPU:g} s of processor time a run; a crowd in {CROWD:g} times the time of one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
