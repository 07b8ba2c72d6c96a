"""How deep model calls stand on each other, what is searched meanwhile, and that nothing is read twice."""

from __future__ import annotations

import asyncio
import os
import threading
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from standin.library import BATTERIES, Library, Said, good, research
from standin.world import World, settings_for

import dr_core.run.run as run
import dr_core.run.together as together
from dr_core import Context, Hit, Kernel, ModelAnswer, ModelRequest, OnDelta, SearchTask
from dr_core.session import Session, start
from dr_core.settings import Settings

SYNCING: list[int] = []
"""Files whose way to the disk is waited for."""


@pytest.fixture(autouse=True)
def synced(monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync

    def told(file: int) -> None:
        SYNCING.append(file)
        try:
            real(file)
        finally:
            SYNCING.remove(file)

    monkeypatch.setattr(os, "fsync", told)


@pytest.fixture(autouse=True)
def nobody_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lets others go first, for a moment, stands on nothing of theirs."""
    monkeypatch.setattr(run, "GIVEN_WAY", 0.0)
    monkeypatch.setattr(together, "ON_ITS_WAY", 0.0)


class Counting(Said):
    """A model that knows how many answers each call may have stood on: one more than the deepest that was finished before it."""

    def __init__(self, says: Any = good) -> None:
        super().__init__(None, Context(instance="one"), says)
        self.finished = [0]
        self.depth: list[tuple[str, int]] = []
        self.planning = asyncio.Event()
        self.others = set(threading.enumerate())

    async def complete(self, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelAnswer:
        depth = 1 + max(self.finished)
        self.depth.append((request.task, depth))
        if request.task == "plan":
            await self.planning.wait()
        await self._calm()
        answer = await super().complete(request, on_delta)
        self.finished.append(depth)
        return answer

    async def _calm(self) -> None:
        """Wait until nothing of the run moves any more: all that can be asked beside this one has been asked."""
        turns = 0
        while turns < 15:
            before = len(self.depth)
            await asyncio.sleep(0.002)
            works = any(thread not in self.others and thread.name.startswith("dr-") for thread in threading.enumerate())
            turns = 0 if works or SYNCING or len(self.depth) > before else turns + 1


PARTS = [part for text in BATTERIES.values() for part in text.split("\n## ") if len(part) > 450]


class Early(Library):
    """Notices the raw question while the model still plans, and finds something new for every query."""

    def __init__(self, model: Counting) -> None:
        super().__init__(None, Context(instance="files"))
        self.model = model

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        self.model.planning.set()  # a plan that waits for this would wait for ever if nothing were searched beside it
        self.queries.append(task.query)
        number = len(self.queries) % len(PARTS)
        return [Hit(title="Sodium-ion and LFP batteries", url=f"https://library.example/{number}", content=PARTS[number])]


def wrong(request: ModelRequest) -> dict[str, Any]:
    """A model whose drafts have a wrong number, so that sentences must be repaired."""
    answer = good(request)
    if request.task == "draft":
        answer["paragraphs"][0]["text"] = answer["paragraphs"][0]["text"].rstrip(".") + " and 98,765 tonnes."
    return answer


@pytest.mark.parametrize("says", [good, wrong])
async def test_one_round_is_at_most_five_calls_deep(tmp_path: Path, says: Any) -> None:
    model = Counting(says)
    state, _ = await research(tmp_path, {"one": model}, library=Early(model), settings={"budget": {"tokens": 50_000}})
    assert state.passed
    assert max(depth for _, depth in model.depth) <= 5, model.depth
    assert model.depth[0] == ("plan", 1)


async def test_each_further_round_is_at_most_two_deeper(tmp_path: Path) -> None:
    deepest = {}
    for rounds in (1, 2, 3):
        model = Counting()
        chosen = {"max_iterations": rounds, "depth": "standard"}
        state, _ = await research(tmp_path / str(rounds), {"one": model}, library=Early(model), settings={"research": chosen})
        assert len(state.iterations) == rounds
        deepest[rounds] = max(depth for _, depth in model.depth)
    assert deepest[1] <= 5
    assert deepest[2] - deepest[1] <= 2
    assert deepest[3] - deepest[2] <= 2


async def test_sections_are_read_and_written_beside_each_other(tmp_path: Path) -> None:
    model = Counting()
    await research(tmp_path, {"one": model}, library=Early(model), settings={"research": {"depth": "standard"}})
    for task in ("findings", "draft"):
        depths = Counter(depth for name, depth in model.depth if name == task)
        assert max(depths.values()) >= 3, f"{task} went one after the other: {model.depth}"


async def test_each_page_is_read_once_in_a_run(tmp_path: Path) -> None:
    world = World(pages=9)
    await world.start()
    values: dict[str, Any] = tomllib.loads(settings_for(world.origin, engines=2))
    values |= {"output": {"root": str(tmp_path)}, "research": {"depth": "standard", "max_iterations": 2}}
    kernel = Kernel(Settings(**values))
    try:
        state, _ = await start("Compare the storage plants of Oslo and Kyoto", kernel, Session(assume=True))
    finally:
        await kernel.aclose()
        world.close()
    read = Counter(entry["target"] for entry in world.requests if entry["event"] == "begin" and "/page/" in entry["target"])
    assert len(read) >= 6
    assert set(read.values()) == {1}
    assert len(state.iterations) == 2
