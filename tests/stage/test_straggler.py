"""Pages that take long: a round goes on without a server that does not answer, and waits for parsers of our own."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from standin.world import World, settings_for

from dr_core import ParseWorker, Researcher

DEADLINES = (1.0, 8.0, 60.0)
"""Of a round, in seconds; the longer ones are for a machine that is too busy to ask for the pages in the first."""
QUESTION = "Compare the storage plants of Oslo and Kyoto by cost, safety and market"


async def read(
    root: Path, latency: Callable[[str, Any], float] = lambda kind, answer: 0.0, **web: float
) -> tuple[int, list[str]]:
    """A run: how many pages were read, and those that it told of as stragglers."""
    world = World(latency=latency)
    await world.start()
    values = tomllib.loads(settings_for(world.origin, engines=1))
    values |= {"research": {"depth": "quick", "length": "brief"}, "output": {"root": str(root)}}
    values["web"] |= web
    try:
        result = await Researcher(settings=values).run(QUESTION)
    finally:
        world.close()
    assert result.status == "complete"
    pages = [event for event in events(root) if event.get("stage") == "fetch"]
    late = [event["data"]["url"] for event in pages if event["status"] == "straggler"]
    return sum(event["status"] == "read" for event in pages), late


def events(root: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for path in root.glob("**/events.jsonl") for line in path.read_text(encoding="utf-8").splitlines()]


async def test_a_round_goes_on_without_a_page_that_does_not_come(tmp_path: Path) -> None:
    def slow(kind: str, answer: Any) -> float:
        return 600.0 if kind == "page" and b"part 7<" in answer else 0.0

    for deadline in DEADLINES:
        sources, late = await read(tmp_path / str(deadline), slow, round_deadline=deadline)
        assert "7" in [url.rpartition("/")[2] for url in late]
        if len(late) == 1:
            break
    assert sources > 5


async def test_pages_that_wait_for_a_parser_are_no_stragglers(tmp_path: Path) -> None:
    parsers = ParseWorker.shared()

    async def in_use(root: Path, seconds: float) -> None:
        async with parsers._line.turn(-1):
            while not any(event.get("stage") == "fetch" and event["status"] == "start" for event in events(root)):
                await asyncio.sleep(0.05)
            await asyncio.sleep(seconds)

    for deadline in DEADLINES:
        root = tmp_path / str(deadline)
        using = asyncio.create_task(in_use(root, deadline + 2))
        await asyncio.sleep(0)
        sources, late = await read(root, round_deadline=deadline)
        await using
        if not late:
            break
    assert not late and sources > 5
    await parsers.aclose()
