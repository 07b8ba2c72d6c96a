"""Pages that cannot be read: the next ones are tried, then the next engines are asked, before a run ends without evidence."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from standin.stopped import resumed_and_replayed, stopped_while_reading
from standin.world import World, settings_for

from dr_core import NoEvidence, Researcher

QUESTION = "Compare the storage plants of Oslo and Kyoto by cost, safety and market"
DEAD = [f"/gone/{number}" for number in range(5)]


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    await world.start()
    yield world
    world.close()


def finds(world: World, pages: list[str]) -> dict[str, Any]:
    """An engine that finds the same pages for whatever it is asked."""
    hits = [{"title": f"Storage plants {page}", "url": f"{world.origin}{page}"} for page in pages]
    return {"plugin": "dr_core.testing:FakeSearch", "hits": hits}


def settings(world: World, root: Path, *, engines: int = 1, **first: list[str]) -> dict[str, Any]:
    """A quick run that asks the engines ``first``, each of which finds the pages it is given, before those of the world."""
    values = tomllib.loads(settings_for(world.origin, engines=engines, strategy="hybrid"))
    search = values["search"]
    search |= {"use": [*first, *search["use"]], **{name: finds(world, pages) for name, pages in first.items()}}
    return values | {"research": {"depth": "quick", "length": "brief"}, "output": {"root": str(root)}}


def asked(world: World) -> Counter[str]:
    """What the engines of the world were asked, and how often."""
    begun = (entry["target"] for entry in world.requests if entry["event"] == "begin")
    return Counter(target for target in begun if "/search" in target)


async def test_the_next_engine_is_asked_where_no_page_of_the_first_can_be_read(world: World, tmp_path: Path) -> None:
    result = await Researcher(settings=settings(world, tmp_path, engines=2, dead=DEAD)).run(QUESTION)
    assert result.status == "complete"
    assert result.sources and all("/page/" in source.url for source in result.sources)
    assert set(asked(world).values()) == {1} and all("/engine1/" in target for target in asked(world))


async def test_an_engine_that_lost_a_race_is_asked_again(world: World, tmp_path: Path) -> None:
    values = settings(world, tmp_path, dead=DEAD)
    values["search"]["parallel_strategy"] = "race"
    world._latency = lambda kind, answer: 0.5 if kind == "search" else 0.0
    result = await Researcher(settings=values).run(QUESTION)
    assert result.sources and all("/page/" in source.url for source in result.sources)


async def test_the_rest_of_what_was_found_is_read_before_another_engine_is_asked(world: World, tmp_path: Path) -> None:
    values = settings(world, tmp_path, dying=[*DEAD, "/page/1"])
    values["research"] |= {"urls_per_query": 1, "max_total_queries": 2}
    result = await Researcher(settings=values).run(QUESTION)
    assert [source.url for source in result.sources] == [f"{world.origin}/page/1"]
    assert not asked(world)


async def test_an_engine_that_finds_the_same_pages_is_not_the_last_that_is_asked(world: World, tmp_path: Path) -> None:
    result = await Researcher(settings=settings(world, tmp_path, engines=2, dead=DEAD, gone=DEAD)).run(QUESTION)
    assert result.sources and all("/page/" in source.url for source in result.sources)
    assert set(asked(world).values()) == {1} and all("/engine1/" in target for target in asked(world))


async def test_where_no_engine_has_a_page_that_can_be_read_the_run_says_so(world: World, tmp_path: Path) -> None:
    values = settings(world, tmp_path, dead=DEAD, gone=[f"/gone/{number}" for number in range(5, 9)])
    values["search"]["use"] = ["dead", "gone"]
    with pytest.raises(NoEvidence, match=r"none of the 9 pages found could be read \(http.*/gone/0: ") as failed:
        await Researcher(settings=values).run(QUESTION)
    assert "--search" in failed.value.remedy


async def test_other_engines_are_asked_within_the_ceiling_of_searches(world: World, tmp_path: Path) -> None:
    values = settings(world, tmp_path, dead=DEAD) | {"budget": {"searches": 1}}
    with pytest.raises(NoEvidence, match="none of the 5 pages found could be read") as failed:
        await Researcher(settings=values).run(QUESTION)
    assert "--max-searches" in failed.value.remedy
    assert not asked(world)


async def test_a_stopped_run_does_not_ask_other_engines_again(world: World, tmp_path: Path) -> None:
    values = settings(world, tmp_path / "runs", dead=DEAD)
    await stopped_while_reading(world, values, QUESTION)
    before = asked(world)
    assert await resumed_and_replayed(tmp_path, values) == "complete"
    assert asked(world) == before != Counter()
