"""Runs side by side that ask the same: what one of them plans, searches and reads the others have, and nobody pays twice."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from standin.world import World, settings_for

from dr_core import Researcher

QUESTION = "Compare the storage plants of Oslo and Kyoto by cost, safety and market"


@pytest.mark.parametrize("shared", [True, False])
async def test_what_runs_at_once_have_in_common_is_asked_for_once(shared: bool, tmp_path: Path) -> None:
    world = World(latency=lambda kind, content: 0.02, pages=12, sentences=20)
    await world.start()
    settings: dict[str, Any] = tomllib.loads(settings_for(world.origin, engines=1))
    settings["research"] = {"depth": "quick"}
    settings["cache"] = {"enabled": shared, "folder": str(tmp_path / "cache")}
    settings["output"] = {"root": str(tmp_path)}
    try:
        results = await asyncio.gather(*(Researcher(settings=settings).run(QUESTION) for _ in range(3)))
    finally:
        world.close()
    states = [json.loads((Path(result.run_dir) / "state.json").read_text()) for result in results]
    asked = Counter(entry["target"] for entry in world.requests if entry["event"] == "begin")
    answered = asked.pop("/v1/chat/completions")
    assert set(asked.values()) == ({1} if shared else {3})
    calls = [sum(model["calls"] for model in state["models"].values()) for state in states]
    assert answered == sum(calls)
    least = min(calls)
    assert sorted(calls) == ([least, least, least + 1] if shared else [least] * 3), "one has paid for the plan"
    for result, state in zip(results, states, strict=True):
        assert state["status"] == "complete" and state["passed"]
        saved = {path.stem for path in (Path(result.run_dir) / "sources").glob("*.txt")}
        assert saved == set(state["sources"]), "each run has its own copy of what it cites"
