"""What the tests of the search pool share: engines that do as they are told, and a run around them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from dr_core import Context, Hit, ProviderError, SearchProvider, SearchTask
from dr_core.run import engine
from dr_core.run.cache import Cache
from dr_core.run.events import Events
from dr_core.run.journal import Journal
from dr_core.run.pool import Pool
from dr_core.run.run import Run
from dr_core.settings import Settings
from dr_core.state import RunState

QUICK = (0.3, 3.0, 30.0)
"""Deadlines that are soon over; engines they are for wait for events that never come. A test that others must not miss takes the
longer ones where the machine or its disk is too busy for the first."""


def never() -> asyncio.Event:
    """The step of an engine that hangs."""
    return asyncio.Event()


class Engine(SearchProvider):
    """Answers with ``steps`` in turn (the last one again and again): a number of hits, an error, or an event to wait for."""

    strategies = ("general",)

    def __init__(self, name: str, *steps: int | ProviderError | asyncio.Event, lacking: str = "") -> None:
        super().__init__(None, Context(instance=name))
        self.steps = list(steps) or [5]
        self.lacking = lacking
        self.asked: list[SearchTask] = []
        self.cancelled = 0
        self.busy = self.most_busy = 0

    def lacks(self) -> str:
        return self.lacking

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        self.asked.append(task)
        step = self.steps[min(len(self.asked), len(self.steps)) - 1]
        self.busy += 1
        self.most_busy = max(self.busy, self.most_busy)
        try:
            if isinstance(step, asyncio.Event):
                await step.wait()
                step = 5
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.busy -= 1
        if isinstance(step, ProviderError):
            raise step
        return [Hit(title=f"{self.name} {n}", url=f"https://{self.name}.example/{task.query}/{n}") for n in range(step)][:limit]


class Papers(Engine):
    """An engine for papers."""

    strategies = ("academic",)
    signal = "high"


class Forum(Engine):
    """An engine for papers that brings more chaff."""

    strategies = ("academic",)
    signal = "medium"


class Folder(Engine):
    """An engine for files of the user's own."""

    local = True


class Patient(Run):
    """A run that notes how long it would have waited, and does not."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        for door in engine._doors.values():  # time passes for everybody
            door.cool_until -= seconds
        await asyncio.sleep(0)


Make = Callable[..., tuple[Pool, Patient]]
RunOf = Callable[..., Run]


def patient_run(folder: Path, settings: Settings) -> Patient:
    """A run in ``folder`` whose positions begin with a stage that may search."""
    state = RunState(run_id="test", original_query="q")
    journal = Journal(folder / "journal.jsonl")
    run = Patient(settings, _none, folder, state, journal=journal, cache=Cache(None, {}), events=Events())
    run.stage = "harvest"
    return run


def _none(kind: str, name: str) -> Any:
    raise AssertionError(f"no {kind} {name} is built here")


def tasks(*queries: str, **more: Any) -> list[SearchTask]:
    """A task for each query."""
    return [SearchTask(query=query, **more) for query in queries]


def engines_of(hits: Sequence[Hit]) -> set[str]:
    """Who found the hits."""
    return {name for hit in hits for name in hit.engine.split(", ")}
