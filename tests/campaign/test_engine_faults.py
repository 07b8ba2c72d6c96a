"""Seven faults on every engine of the default chain, alone and in pairs: the run goes on with what is left and says so.

The engines are the real providers against servers that speak their formats; the pages they find are on this machine too. All
pairs are a campaign of their own (marked slow); a sample of them is always run.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from standin import web_engines
from standin.server import Reply, Request, Route, Standin, answer

from dr_core.errors import NoEvidence
from dr_core.kernel import Kernel
from dr_core.run import engine as engine_module
from dr_core.run.run import Run
from dr_core.session import start
from dr_core.settings import Settings
from dr_core.state import RunState

pytestmark = pytest.mark.once

CHAIN = ("tavily", "serper", "duckduckgo", "exa")
FAULTS = {
    "401": answer({"error": "Invalid API key"}, 401),
    "402": answer({"error": "Payment required"}, 402),
    "403": answer({"error": "Forbidden"}, 403),
    "429": answer({"error": "Too many requests"}, 429, Retry_After="30"),
    "500": answer({"error": "Internal error"}, 500),
    "hang": Reply(hang=True),
    "garbage": Reply(b"\x00\xff{]<html>", media="application/json"),
}
PAIRS = [(pair, faults) for pair in combinations(CHAIN, 2) for faults in product(FAULTS, repeat=2)]
SAMPLE = [case for at, case in enumerate(PAIRS) if at % 42 == 5]
QUESTION = "How well do heat pumps work in cold climates?"
HANGS = 2.0
"""Seconds after which an engine that hangs is given up; where none hangs, no engine is to be cut off for being slow."""


def page(request: Request) -> Reply:
    """An article; each address has its own."""
    seed = int(hashlib.sha256(request.path.encode()).hexdigest(), 16)
    sentences = " ".join(
        f"In {2000 + part % 24} heat pumps in cold climates delivered {part % 90 + 10} percent of the heat in region {at}."
        for at, part in enumerate(seed >> shift for shift in range(1, 12))
    )
    title = f"<html lang=en><head><title>Heat pumps {seed % 1000}</title></head>"
    return Reply(f"{title}<body><article><p>{sentences}</p></article></body></html>".encode(), media="text/html; charset=utf-8")


class Bench:
    """The four engines, the site they find, and runs over them."""

    def __init__(self, stack: ExitStack) -> None:
        site = stack.enter_context(Standin(page)).url
        self.site = site

        def at_home(route: Route) -> Route:
            def found(request: Request) -> Reply:
                reply = route(request)
                body = reply.body
                for host in ("https://energy.example.org", "https://example.de", "https://example.tw"):
                    body = body.replace(host.encode(), f"{site}/{host[8:]}".encode())
                return Reply(body, reply.status, reply.headers, reply.media)

            return found

        self.servers = {name: stack.enter_context(Standin(at_home(getattr(web_engines, name)))) for name in CHAIN}

    def settings(self, root: Path, strategy: str, deadline: float) -> Settings:
        engines = {
            name: {"base_url": server.url, "rate": 1000, "timeout": deadline}
            | ({} if name == "duckduckgo" else {"api_key": web_engines.KEY})
            for name, server in self.servers.items()
        }
        search: dict[str, Any] = {
            "use": list(CHAIN), "parallel_strategy": strategy, "soft_deadline": 0.2, "deadline": deadline + 0.2, **engines,
        }  # fmt: skip
        return Settings(
            search=search,
            research={"depth": "quick", "queries_first_iteration": 2, "max_total_queries": 3},
            clarify={"use": []},
            sandbox={"use": []},
            web={"allow_hosts": ["127.0.0.1"], "robots": False},
            cache={"enabled": False, "folder": str(root / "cache")},
            output={"root": str(root)},
        )

    async def run(self, root: Path, strategy: str, faults: dict[str, str]) -> tuple[RunState, str]:
        """A whole run with faults; what it knew at its end, and the report."""
        for name, server in self.servers.items():
            server.fault = FAULTS[faults[name]] if name in faults else None
            server.requests.clear()
        engine_module._doors.clear()  # nothing is left of the run before
        hanging = list(faults.values()).count("hang")
        deadline = 0.3 if hanging == len(CHAIN) else HANGS if hanging else 30.0
        kernel = Kernel(self.settings(root, strategy, deadline))
        try:
            state, folder = await start(QUESTION, kernel)
        finally:
            await kernel.aclose()
        return state, (folder / "report.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    import ddgs.engines  # noqa: F401  (its import takes longer than the deadline of these tests)

    with ExitStack() as stack:
        yield Bench(stack)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Waits between retries are noted, not waited for."""
    waits: list[float] = []

    async def noted(_run: Run, seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(0)

    monkeypatch.setattr(Run, "sleep", noted)
    return waits


def check(bench: Bench, state: RunState, report: str, faults: dict[str, str]) -> None:
    """The run went on, says what failed, and cites only what a living engine found."""
    assert state.status in ("complete", "partial")
    assert state.sources
    assert all(source.url.startswith(bench.site) for source in state.sources.values())
    living = {name for name in CHAIN if name not in faults}
    assert {name for source in state.sources.values() for name in source.engine.split(", ")} <= living
    for name in faults:
        told = state.engines[name]
        if not bench.servers[name].requests:
            continue  # hybrid may not have needed it
        assert told.get("hits", 0) == 0
        if told.get("failures"):
            calls = "1 call" if told["calls"] == 1 else f"{told['calls']} calls"
            assert f"{name}: {calls}, 0 hits, {told['failures']} failed" in " ".join(report.split())
            assert told["error"]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(("name", "strategy"), [*((name, "batch") for name in CHAIN), ("tavily", "hybrid")])
async def test_one_engine_with_a_fault_costs_a_line_in_the_box(
    bench: Bench, impatient: list[float], tmp_path: Path, name: str, fault: str, strategy: str
) -> None:
    state, report = await bench.run(tmp_path, strategy, {name: fault})
    check(bench, state, report, {name: fault})
    if strategy == "batch":
        assert state.engines[name]["failures"] >= 1
        assert impatient == []  # somebody else answered, so nobody waited
    if fault in ("401", "402") or (fault == "403" and name != "duckduckgo"):
        assert len(bench.servers[name].requests) <= 2  # out for the run, but two queries may have been on their way


@pytest.mark.parametrize(("names", "kinds"), SAMPLE)
async def test_two_engines_with_faults_leave_a_run_to_the_other_two(
    bench: Bench, impatient: list[float], tmp_path: Path, names: tuple[str, str], kinds: tuple[str, str]
) -> None:
    faults = dict(zip(names, kinds, strict=True))
    state, report = await bench.run(tmp_path, "batch", faults)
    check(bench, state, report, faults)
    assert all(state.engines[name]["failures"] for name in names)


@pytest.mark.slow
@pytest.mark.parametrize(("names", "kinds"), PAIRS)
async def test_every_pair_of_faults(
    bench: Bench, impatient: list[float], tmp_path: Path, names: tuple[str, str], kinds: tuple[str, str]
) -> None:
    faults = dict(zip(names, kinds, strict=True))
    check(bench, *await bench.run(tmp_path, "batch", faults), faults)


@pytest.mark.parametrize(("fault", "strategy"), [*((fault, "hybrid") for fault in FAULTS), ("500", "batch"), ("hang", "race")])
async def test_all_engines_dead_fails_with_what_was_tried(
    bench: Bench, impatient: list[float], tmp_path: Path, fault: str, strategy: str
) -> None:
    with pytest.raises(NoEvidence) as failed:
        await bench.run(tmp_path, strategy, dict.fromkeys(CHAIN, fault))
    assert failed.value.exit_code == 4
    assert all(f"{name}: " in str(failed.value) for name in CHAIN)
    assert not list(tmp_path.rglob("report.md"))
    assert not list(tmp_path.rglob("sources/*.txt"))
