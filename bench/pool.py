"""Wall time and calls of the search strategies over four local engines with different latencies and failures.

    python bench/pool.py [--queries N]

The engines are real HTTP servers asked by the real provider: one fast that finds little, one that fails every third time, one
slow, one that hangs. ``sequential`` is a plain chain: one query at a time, each engine in turn until one has found enough. Exits
with 1 where a strategy answers fewer queries than the chain, or takes longer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from dr_core import Context, Hit, SearchTask
from dr_core.errors import DRError
from dr_core.run import engine as engine_module
from dr_core.run.cache import Cache
from dr_core.run.events import Events
from dr_core.run.journal import Journal
from dr_core.run.pool import Pool
from dr_core.run.run import Run
from dr_core.run.strategy import GOOD_ANSWER
from dr_core.settings import Settings
from dr_core.state import RunState
from dr_plugins.search.searxng import SearXNG

DEADLINE = 2.0
SOFT = 0.3


class Service(NamedTuple):
    """How an engine behaves: seconds it takes, hits it finds, and whether its n-th answer is an error."""

    name: str
    seconds: float
    hits: int
    fails: Callable[[int], bool]


SERVICES = (
    Service("thin", 0.05, 2, lambda number: False),
    Service("flaky", 0.10, 8, lambda number: number % 3 == 0),
    Service("hanging", 60.0, 8, lambda number: False),
    Service("slow", 0.60, 8, lambda number: False),
)


class Server:
    """One engine on a port of its own."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.calls = 0
        self.url = ""
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Serve on a free port of loopback."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def close(self) -> None:
        """Take no more calls."""
        if self._server:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                self.calls += 1
                number = self.calls
                query = parse_qs(urlsplit(head.split(b" ", 2)[1].decode()).query)["q"][0]
                await asyncio.sleep(self.service.seconds)
                failed = self.service.fails(number)
                body = b"{}" if failed else json.dumps({"results": self._found(query)}).encode()
                status = b"500 Internal Server Error" if failed else b"200 OK"
                writer.write(b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % (status, len(body)))
                writer.write(body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass  # the client left, as losers of a race do, or all is over
        finally:
            writer.close()

    def _found(self, query: str) -> list[dict[str, str]]:
        name = self.service.name
        return [{"title": f"{name} {at}", "url": f"https://{name}.example/{query}/{at}"} for at in range(self.service.hits)]


class Outcome(NamedTuple):
    """What a strategy took and gave."""

    strategy: str
    seconds: float
    calls: list[int]
    answered: int
    hits: int


async def sequential(engines: list[SearXNG], tasks: list[SearchTask]) -> list[list[Hit]]:
    """What a program with a plain chain of engines does."""
    results = []
    for task in tasks:
        found: list[Hit] = []
        for engine in engines:
            try:
                async with asyncio.timeout(DEADLINE):
                    found += await engine.search(task, 10)
            except (DRError, TimeoutError):
                continue
            if len(found) >= GOOD_ANSWER:
                break
        results.append(found)
    return results


async def pooled(strategy: str, engines: list[SearXNG], tasks: list[SearchTask]) -> list[list[Hit]]:
    """The same by the pool."""
    search: dict[str, Any] = {"parallel_strategy": strategy, "soft_deadline": SOFT, "deadline": DEADLINE}
    with tempfile.TemporaryDirectory() as name:
        journal = Journal(Path(name) / "journal.jsonl")
        state = RunState(run_id="bench", original_query="bench")
        run = Run(Settings(search=search), _nothing, Path(name), state, journal=journal, cache=Cache(None, {}), events=Events())
        try:
            return await Pool(run, engines).search(tasks, "bench/1")
        finally:
            await journal.aclose()


def _nothing(kind: str, name: str) -> Any:
    raise AssertionError(f"nothing asks for {kind} {name} here")


async def measure(strategy: str, queries: int) -> Outcome:
    """One strategy with engines of its own."""
    engine_module._doors.clear()
    servers = [Server(service) for service in SERVICES]
    for server in servers:
        await server.start()
    engines = [
        SearXNG(SearXNG.Options(base_url=server.url, rate=10_000, timeout=DEADLINE), Context(instance=server.service.name))
        for server in servers
    ]
    tasks = [SearchTask(query=f"q{number}") for number in range(queries)]
    began = time.perf_counter()
    try:
        results = await (sequential(engines, tasks) if strategy == "sequential" else pooled(strategy, engines, tasks))
    finally:
        seconds = time.perf_counter() - began
        for engine in engines:
            await engine.aclose()
        for server in servers:
            server.close()
    answered = sum(len(hits) >= GOOD_ANSWER for hits in results)
    return Outcome(strategy, seconds, [server.calls for server in servers], answered, sum(map(len, results)))


async def main() -> int:
    """Measure all and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--queries", type=int, default=20)
    queries = parser.parse_args().queries
    for service in SERVICES:
        told = "fails every third call" if service.fails(3) else "never answers" if service.seconds > DEADLINE else "answers"
        print(f"{service.name:8}  {service.seconds:5.2f} s  {service.hits} hits  {told}")
    names = " ".join(f"{service.name:>8}" for service in SERVICES)
    print(f"\n{queries} queries\n{'strategy':11} {'seconds':>8} {'calls':>6} {names} {'answered':>9} {'hits':>6}")
    outcomes = []
    for strategy in ("sequential", "batch", "race", "hybrid"):
        done = await measure(strategy, queries)
        outcomes.append(done)
        each = " ".join(f"{calls:8}" for calls in done.calls)
        print(f"{strategy:11} {done.seconds:8.2f} {sum(done.calls):6} {each} {done.answered:9} {done.hits:6}")
    chain, *others = outcomes
    missed = [done.strategy for done in others if done.answered < chain.answered or done.seconds > chain.seconds]
    if missed:
        print(f"missed: {', '.join(missed)} (fewer answers than the chain, or longer)", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
