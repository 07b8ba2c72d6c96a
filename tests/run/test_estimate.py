"""What is told before a run against what runs really use."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, Said, good, research, said
from standin.world import World, settings_for

from dr_core import Context, Kernel
from dr_core.session import Session, start
from dr_core.settings import Settings
from dr_core.state import RunState

pytestmark = pytest.mark.once

QUESTION = "Compare the storage plants of Oslo and Kyoto by cost, safety and market"


async def in_the_world(folder: Path, tokens: int | None = None, **research: Any) -> RunState:
    world = World(pages=40, sentences=60)
    await world.start()
    values: dict[str, Any] = tomllib.loads(settings_for(world.origin, engines=1))
    kernel = Kernel(Settings(**values | {"output": {"root": str(folder)}, "research": research, "budget": {"tokens": tokens}}))
    try:
        return (await start(QUESTION, kernel, Session(assume=True)))[0]
    finally:
        await kernel.aclose()
        world.close()


@pytest.mark.parametrize(("depth", "length"), [("quick", "brief"), ("standard", "standard")])
async def test_the_estimate_is_near_what_a_run_with_all_its_rounds_uses(tmp_path: Path, depth: str, length: str) -> None:
    state = await in_the_world(tmp_path, depth=depth, length=length)
    assert len(state.iterations) == state.max_iterations
    told = state.notes["estimate"]
    used = state.usage.prompt_tokens + state.usage.completion_tokens
    print(f"\n{depth}: {told['tokens']:,} tokens estimated, {used:,} used, ratio {used / told['tokens']:.2f}")
    assert 0.6 <= used / told["tokens"] <= 1.1
    assert told["tokens"] == told["prompt_tokens"] + told["completion_tokens"] <= told["most_tokens"]
    assert abs(told["calls"] - state.models["fake"]["calls"]) <= 4


async def test_a_deep_run_is_costly_and_a_standard_one_is_not(tmp_path: Path) -> None:
    costly = {}
    for depth in ("standard", "deep"):
        chosen = {"depth": depth, "length": "full" if depth == "deep" else "standard"}
        state, _ = await research(tmp_path / depth, said(one=good), settings={"research": chosen})
        costly[depth] = state.notes["estimate"]["costly"]
    assert costly == {"standard": False, "deep": True}


async def test_a_run_without_a_model_costs_nothing_and_estimates_nothing(tmp_path: Path) -> None:
    state, _ = await research(tmp_path)
    assert "estimate" not in state.notes and not state.used_by_stage


async def test_a_ceiling_bounds_the_estimate_too(tmp_path: Path) -> None:
    ceilings = {"tokens": 3_000, "seconds": 9}
    state, _ = await research(tmp_path, said(one=good), settings={"budget": ceilings})
    told = state.notes["estimate"]
    assert told["tokens"] <= told["most_tokens"] == 3_000 and told["seconds"] <= 9


@pytest.mark.parametrize("ceiling", [500, 1_000, 2_000, 3_000, 5_000, 8_000, 16_000, 25_000])
async def test_what_a_small_ceiling_has_no_room_for_is_not_in_the_estimate(tmp_path: Path, ceiling: int) -> None:
    state = await in_the_world(tmp_path, depth="standard", tokens=ceiling)
    told, used = state.notes["estimate"], state.usage.prompt_tokens + state.usage.completion_tokens
    print(f"\n{ceiling}: {told['calls']} calls and {told['tokens']:,} tokens estimated, {used:,} used")
    assert used <= ceiling and (told["tokens"] == 0) == (used == 0)
    assert not used or 0.6 <= used / told["tokens"] <= 1.3


async def test_a_model_that_takes_little_is_expected_to_be_shown_little(tmp_path: Path) -> None:
    class Options(Said.Options):
        context_tokens: int = 1_500

    model = Said(Options(), Context(instance="one"), good)
    small, _ = await research(tmp_path / "small", {"one": model}, library=Library(None, Context(instance="files")))
    large, _ = await research(tmp_path / "large", said(one=good))
    assert small.notes["estimate"]["tokens"] < 0.8 * large.notes["estimate"]["tokens"]
