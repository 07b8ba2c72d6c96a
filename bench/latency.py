"""How long a run takes in a world with honest latencies, what it waits for, and what it costs; one run, 8 and 32 at once.

    python bench/latency.py [--only quick standard] [--at-once 1 8 32] [--apart]

The cache is on, as by default, and empty. Runs side by side ask the same and read the same pages, so that what one of them plans,
searches and reads the others have; with ``--apart`` each reads pages of its own. ``mean s`` is how long one of them took on
average. The world is that of ``bench/_world.py``. Every row is measured in a fresh process. Exit code 1 where a target is missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import os
import pkgutil
import resource
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

from _world import Server, in_fresh_process, options, served, table_row

QUESTION = "Compare the storage plants of Oslo and Kyoto by cost, safety and market"
LENGTH = {"quick": "brief", "standard": "standard"}
AIMS = {
    "quick": {"wall": 9.0, "tokens": 10_000, "words": 600, "read": 12, "cited": 8},
    "standard": {"wall": 20.0, "tokens": 60_000, "words": 1_200, "read": 12, "cited": 8},
}
READER = "dr_plugins.read.html:Html"
IDLE, CPU, MEMORY, CROWD = 0.03, 0.5, 90.0, 1.2
IMPORTED = (
    "dr_core.session", "dr_core.stage", "dr_core.run", "dr_core.text", "dr_core.report", "dr_core.web",
    "dr_plugins.search.searxng", "dr_plugins.llm.openai", "dr_plugins.clarify", "dr_plugins.verify",
    "dr_plugins.render.markdown", "dr_plugins.hooks.cjk_fonts", "dr_plugins.read",
    "anyio._backends._asyncio", "anyio.streams.tls", "concurrent.futures.thread", "httpx", "jinja2", "sentencex", "statistics",
    "stevedore.named", "tenacity", "w3lib.url",
)  # fmt: skip
COLUMNS = (
    "depth", "runs", "wall s", "mean s", "chain", "idle %", "CPU s/run", "MB", "tokens", "calls", "words", "read", "cited",
    "rounds",
)  # fmt: skip


async def measure(origin: str, depth: str, at_once: int, *, apart: bool = False) -> dict[str, Any]:
    """Run, and what it took in this process."""
    from standin.world import settings_for

    from dr_core import ParseWorker, Researcher
    from dr_core.__main__ import collect_rarely
    from dr_core.run.prompt import BUNDLED, read_ahead

    imports()  # CPU is counted after imports: they are paid once, not for every run
    read_ahead(*(path.stem for path in BUNDLED.glob("*.j2")))  # for the same reason
    collect_rarely()  # as the command does
    parsers = ParseWorker.shared()  # a parser's process has imports of its own: they are paid once for all runs of a program
    await parsers.warm(READER)
    values: dict[str, Any] = tomllib.loads(settings_for(origin, engines=1))
    # this world has no limits: those of the defaults are for services that have
    values["search"]["engine1"]["rate"] = 1000
    values["search"] |= {"max_concurrent_searches": 100, "max_concurrent_per_engine": 1000}
    values["research"] = {"depth": depth, "length": LENGTH[depth]}
    before, began = _cpu(), time.time()
    with tempfile.TemporaryDirectory() as folder:
        values["output"] = {"root": folder}
        values["cache"] = {"folder": f"{folder}/cache"}  # as a user has it, and empty

        async def one_run(number: int) -> tuple[Path, float]:
            values["search"]["engine1"]["base_url"] = f"{origin}/engine1" + (f"/{number}" if apart else "")
            result = await Researcher(settings=values).run(QUESTION)
            return Path(result.run_dir), time.time()

        ends = await asyncio.gather(*map(one_run, range(at_once)))
        ended, used = time.time(), _cpu() - before
        states = [json.loads((run_dir / "state.json").read_bytes()) for run_dir, _ in ends]
    await parsers.aclose()
    state = states[0]
    cited = {state["evidence"][cite]["source"] for paragraph in state["paragraphs"] for cite in paragraph["cite_ids"]}
    return {
        "began": began,
        "ended": ended,
        "mean": sum(end - began for _, end in ends) / at_once,
        "cpu": used / at_once,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "tokens": max(one["usage"]["prompt_tokens"] + one["usage"]["completion_tokens"] for one in states),
        "calls": sum(entry["calls"] for entry in state["models"].values()),
        "words": sum(len(paragraph["text"].split()) for paragraph in state["paragraphs"]),
        "read": len(state["sources"]),
        "cited": len(cited),
        "rounds": len(state["iterations"]),
        "complete": all(one["status"] == "complete" and one["passed"] for one in states),
    }


def imports() -> None:
    """Import what a run needs."""
    for name in IMPORTED:
        module = importlib.import_module(name)
        for found in pkgutil.iter_modules(getattr(module, "__path__", ()), f"{name}.") if name.startswith("dr_") else ():
            importlib.import_module(found.name)


def keep_patterns() -> None:
    """Have what patterns compile to on disk, as every run has but the first one after an installation."""
    from dr_core.compiled import kept
    from dr_core.pattern import compile_all

    imports()
    compile_all()
    kept.save()


def _cpu() -> float:
    """Seconds of processor time of this process and its children, those that still run too."""
    times, tick = os.times(), os.sysconf("SC_CLK_TCK")
    living = 0
    for child in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
        with contextlib.suppress(OSError):
            living += sum(map(int, Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return times.user + times.system + times.children_user + times.children_system + living / tick


def intervals(log: list[dict[str, Any]]) -> list[tuple[float, float]]:
    """When each request was under way."""
    begun = {entry["number"]: entry["at"] for entry in log if entry["event"] == "begin"}
    return sorted((begun[entry["number"]], entry["at"]) for entry in log if entry["event"] == "end")


def idle(spans: list[tuple[float, float]], began: float, ended: float) -> float:
    """Seconds between ``began`` and ``ended`` in which nothing was asked of anybody."""
    quiet, reached = 0.0, began
    for start, end in spans:
        quiet += max(0.0, start - reached)
        reached = max(reached, end)
    return quiet + max(0.0, ended - reached)


def chain(spans: list[tuple[float, float]]) -> int:
    """The longest row of requests in which each began when the one before it had ended."""
    count, reached = 0, 0.0
    for _start, end in sorted(spans, key=lambda span: span[1]):
        if _start >= reached:
            count, reached = count + 1, end
    return count


def row(server: Server, depth: str, at_once: int, *, apart: bool) -> dict[str, Any]:
    """One measurement in a fresh process, with what the server saw of it."""
    more = ["--apart"] if apart else []
    found: dict[str, Any] = in_fresh_process(__file__, "--measure", server.origin, depth, str(at_once), *more)
    spans = intervals(server.log())
    wall = found["ended"] - found["began"]
    return {**found, "wall": wall, "chain": chain(spans), "idle": idle(spans, found["began"], found["ended"]) / wall}


def missed(depth: str, at_once: int, found: dict[str, Any], alone: float) -> list[str]:
    """The targets that a row does not meet."""
    aims, told = AIMS[depth], []
    if not found["complete"]:
        told.append("a run was not complete or did not pass")
    told += [f"{name} {found[name]:.1f} > {aims[name]:g}" for name in ("tokens",) if found[name] > aims[name]]
    told += [f"{name} {found[name]} < {aims[name]:g}" for name in ("words", "read", "cited") if found[name] < aims[name]]
    if at_once == 1:
        told += [f"wall {found['wall']:.1f} s > {aims['wall']:g} s"] if found["wall"] > aims["wall"] else []
        told += [f"idle {found['idle']:.1%} > {IDLE:.0%}"] if found["idle"] > IDLE else []
        told += [f"memory {found['memory']:.0f} MB > {MEMORY:g} MB"] if found["memory"] > MEMORY else []
    elif found["wall"] > CROWD * alone:
        told.append(f"{at_once} at once {found['wall'] / alone:.2f} times one > {CROWD}")
    told += [f"CPU {found['cpu']:.2f} s a run > {CPU:g} s"] if found["cpu"] > CPU else []
    return told


def main() -> int:
    """Print the table; 1 where a target is missed."""
    chosen = options(__doc__, hidden="measure", values=3, apart="each of several runs reads pages of its own")
    if chosen.measure:
        origin, depth, at_once = chosen.measure
        print(json.dumps(asyncio.run(measure(origin, depth, int(at_once), apart=chosen.apart))))
        return 0
    failures = []
    keep_patterns()
    table_row(COLUMNS)
    with served() as server:
        for depth in chosen.only:
            alone = 0.0
            for at_once in chosen.at_once:
                found = row(server, depth, at_once, apart=chosen.apart)
                alone = alone or found["wall"]
                table_row((
                    depth, at_once, f"{found['wall']:.1f}", f"{found['mean']:.1f}", found["chain"] if at_once == 1 else "-",
                    f"{found['idle'] * 100:.1f}", f"{found['cpu']:.2f}", f"{found['memory']:.0f}", found["tokens"],
                    found["calls"], found["words"], found["read"], found["cited"], found["rounds"],
                ))  # fmt: skip
                failures += [f"{depth}, {at_once} at once: {told}" for told in missed(depth, at_once, found, alone)]
    for told in failures:
        print(f"missed: {told}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
