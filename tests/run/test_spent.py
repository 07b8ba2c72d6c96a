"""A budget that is spent in the middle of a run, of each kind: what was found by then is a verified, shorter report."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from standin.library import good, research, said
from standin.world import World, settings_for

from dr_core import Kernel
from dr_core.cli.closing import warnings
from dr_core.session import Session, start
from dr_core.settings import Settings
from dr_core.state import RunState

pytestmark = pytest.mark.once

QUESTION = "Compare the storage plants of Oslo and Kyoto by cost, safety and market"
PRICES = '[here.models]\n"fake-1" = { input = 2.0, output = 2.0 }\n'


class Slow:
    """Seconds that the world takes: none, until the model was asked often enough."""

    def __init__(self, quick: float, seconds: float) -> None:
        self.quick, self.seconds, self.asked = quick, seconds, 0

    def __call__(self, kind: str, content: Any) -> float:
        self.asked += kind == "model"
        return self.seconds if self.asked > self.quick else 0.0


async def run(root: Path, budget: dict[str, float], latency: Slow) -> tuple[RunState, Path, World]:
    root.mkdir()
    (root / "prices.toml").write_text(PRICES)
    world = World(latency=latency, pages=40, sentences=60)
    await world.start()
    values: dict[str, Any] = tomllib.loads(settings_for(world.origin, engines=1))
    values |= {"output": {"root": str(root)}, "research": {"depth": "standard"}, "budget": budget}
    kernel = Kernel(Settings(**values, prices=root / "prices.toml"))
    try:
        return *await start(QUESTION, kernel, Session(assume=True)), world
    finally:
        await kernel.aclose()
        world.close()


def tokens(state: RunState) -> int:
    return state.usage.prompt_tokens + state.usage.completion_tokens


def searches(world: World) -> int:
    return sum(entry["event"] == "end" and entry["kind"] == "search" for entry in world.requests)


def words(state: RunState) -> int:
    return sum(len(paragraph.text.split()) for paragraph in state.paragraphs)


Kept = Callable[[RunState, World], bool]
SMALL = "15,000 tokens have no room for the model at: findings; reflect."
NEVER = Slow(float("inf"), 0.0)
LIMITS: dict[str, tuple[dict[str, float], Slow, Kept, str]] = {
    "tokens": ({"tokens": 15_000}, NEVER, lambda state, world: 0 < tokens(state) <= 15_000, SMALL),
    "usd": ({"usd": 0.04}, NEVER, lambda state, world: (state.usage.usd or 0.0) <= 0.04, "budget was spent"),
    "seconds": ({"seconds": 8.0}, Slow(7, 600.0), lambda state, world: state.notes["seconds"] < 300, "budget was spent"),
    "searches": ({"searches": 2}, NEVER, lambda state, world: searches(world) <= 2, "before all searches were made"),
}


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    """The same run with nothing to hold it, made by the first test."""
    return {}


@pytest.mark.parametrize("limit", LIMITS)
async def test_a_budget_spent_on_the_way_ends_in_a_verified_shorter_report_that_says_so(
    tmp_path: Path, limit: str, finished: dict[str, Any]
) -> None:
    if not finished:
        state, _, world = await run(tmp_path / "whole", {}, NEVER)
        assert state.status == "complete"
        finished |= {"words": words(state), "sources": len(state.sources), "searches": searches(world), "tokens": tokens(state)}
        finished["seconds"] = state.notes["seconds"]
    budget, latency, kept, notice = LIMITS[limit]
    if "seconds" in budget:  # where a whole run takes longer, so does the way to what a report can be made of
        budget = {"seconds": max(budget["seconds"], 2 * finished["seconds"])}
    state, folder, world = await run(tmp_path / "spent", budget, latency)
    assert kept(state, world), f"the ceiling of {limit} was passed"
    # a ceiling that was too small for some steps from the beginning is what was asked for, and nothing has failed
    assert state.status == ("complete" if limit == "tokens" else "partial")
    assert state.passed and (folder / "verify.json").is_file()
    assert notice in state.final_report.partition("## ")[0]
    assert state.paragraphs and all(paragraph.cite_ids for paragraph in state.paragraphs)
    print(f"\n{limit}: {words(state)} words of {finished['words']}, {tokens(state)} tokens of {finished['tokens']}, ", end="")
    print(f"{len(state.sources)} sources of {finished['sources']}, {searches(world)} searches of {finished['searches']}")
    if limit == "searches":
        assert len(state.sources) < finished["sources"]
    else:
        assert words(state) < finished["words"]
        assert tokens(state) < finished["tokens"]


@pytest.mark.parametrize(("ceiling", "status"), [(2_000, "partial"), (16_000, "complete")])
async def test_a_ceiling_without_room_for_some_steps_names_the_one_that_is_enough(
    tmp_path: Path, ceiling: int, status: str
) -> None:
    state, folder, _ = await run(tmp_path / "small", {"tokens": ceiling}, NEVER)
    small = state.notes["small"]
    assert state.status == status and state.passed and not state.errors
    assert ("draft" in small["tasks"]) == (status == "partial") and {"findings", "reflect"} <= set(small["tasks"])
    said, way = (line for line in warnings(state, folder) if "no room" in line or "dr resume" in line)
    assert f"{ceiling:,} tokens" in said and f"{small['enough']:,} are enough" in said
    assert way.endswith(f": dr resume {folder.name.partition('_')[0]} --max-tokens {small['enough']}")
    note = state.final_report.partition("## ")[0]
    assert f"{small['enough']:,} are enough" in note and "budget was spent" not in note
    enough, _, _ = await run(tmp_path / "enough", {"tokens": small["enough"]}, NEVER)
    assert enough.status == "complete" and not enough.notes["small"] and not enough.notes.get("fallbacks")


@pytest.mark.parametrize("ceiling", [6_000, 8_000])
async def test_a_small_ceiling_is_enough_for_a_short_report_by_the_model(tmp_path: Path, ceiling: int) -> None:
    models = said(small=good)
    state, _ = await research(tmp_path, models, settings={"budget": {"tokens": ceiling}})
    assert state.status == "complete" and state.passed
    assert models["small"].requests[0].task == "plan"
    assert state.usage.prompt_tokens + state.usage.completion_tokens <= ceiling
