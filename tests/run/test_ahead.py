"""What a model's plan names is searched and read while the model is still writing it."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from standin.world import World, model_answer, settings_for

from dr_core import Event, Hit, Kernel, hookimpl
from dr_core.machine import StateMachine
from dr_core.report.compare import without_box
from dr_core.run.ahead import Ahead, whole_items
from dr_core.run.run import Run
from dr_core.session import Session, resume, start
from dr_core.settings import Settings
from dr_core.stage.fetch import begin_reading
from dr_core.state import ErrorRecord, RunState

pytestmark = pytest.mark.once

QUESTION = "Compare the storage plants of Oslo and Kyoto by cost and capacity"

# --- parts of an answer ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("", 0),
        ('{"research_title": "T", "sections"', 0),
        ('{"sections": [', 0),
        ('{"sections": [{"title": "a", "search_queries": ["x", "y"]', 0),
        ('{"sections": [{"title": "a", "search_queries": ["x }, y"]}', 1),
        ('{"sections": [{"title": "甲"} , {"title": "乙"},{"title": "丙', 2),
        ('{"sections": [{"title": "a"}, "not an object", {"title": "b"}]}', 1),
        ('{"sections": [{"title": "a"}]}', 1),
        ("```json\n" + '{"domains": [{"sections": 1}], "sections" : [{"title": "a"},', 1),
        ('{"sections": ' + "[" * 100_000, 0),
    ],
)
def test_only_whole_parts_of_an_answer_are_taken(written: str, found: int) -> None:
    assert len(whole_items(written, "sections")) == found


# --- work begun early -----------------------------------------------------------------------------------------------------


async def test_work_is_begun_once_and_taken_over() -> None:
    begun: list[str] = []

    async def work() -> str:
        begun.append("work")
        await asyncio.sleep(0)
        return "done"

    ahead = Ahead(list, allowed=True)
    ahead.begin("harvest/1/a", work)
    ahead.begin("harvest/1/a", work)
    await asyncio.sleep(0)
    assert await ahead.result("harvest/1/a", work) == "done"
    assert begun == ["work"]
    assert await ahead.result("harvest/1/b", work) == "done"


async def test_what_nobody_takes_over_is_given_up() -> None:
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("ended")

    ahead = Ahead(list, allowed=True)
    ahead.begin("harvest/1/a", work)
    ahead.begin("fetch/1/a", work)
    await asyncio.sleep(0)
    await ahead.drop("harvest/")
    assert ended == ["ended"]
    await ahead.drop()
    assert ended == ["ended", "ended"]


async def test_nothing_is_begun_where_it_is_not_allowed() -> None:
    ahead = Ahead(list, allowed=False)
    ahead.begin("harvest/1/a", lambda: pytest.fail("begun"))
    await ahead.drop()


async def test_nothing_is_begun_from_a_thread() -> None:
    ahead = Ahead(list, allowed=True)
    await asyncio.to_thread(ahead.begin, "harvest/1/a", lambda: pytest.fail("begun"))
    await ahead.drop()


async def test_what_fails_early_is_told_when_it_is_taken_over() -> None:
    errors: list[ErrorRecord] = []
    ahead = Ahead(lambda: errors, allowed=True)

    async def work() -> None:
        ahead.failed(ErrorRecord(error="no answer", category="NETWORK", retry_count=0, step="harvest/one"))

    ahead.begin("harvest/1/a", work)
    await asyncio.sleep(0)
    assert errors == []
    await ahead.result("harvest/1/a", work)
    assert [error.step for error in errors] == ["harvest/one"]
    await ahead.result("harvest/1/b", work)
    assert len(errors) == 2


async def test_a_page_that_is_read_for_another_query_leaves_its_place_to_the_next_one() -> None:
    ahead = Ahead(list, allowed=True)
    research = SimpleNamespace(urls_per_query=2)
    run = cast(Run, SimpleNamespace(ahead=ahead, settings=SimpleNamespace(research=research)))
    state = RunState(run_id="r", original_query=QUESTION, visited_sources=["https://a.example/read"])

    def begun(*names: str) -> list[str]:
        before = set(ahead._tasks)
        begin_reading([Hit(title=name, url=f"https://a.example/{name}") for name in names], state, run)
        return [place for place in ahead._tasks if place not in before]

    assert len(begun("one", "two", "three")) == 2
    assert len(begun("two", "read", "one", "three", "four", "five")) == 2
    assert begun("one", "two", "three", "four") == []
    await ahead.drop()


# --- a run ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
async def world() -> AsyncIterator[World]:
    # a plan takes 0.2 s to write, a search nothing: whatever is named early has time to be found early
    world = World(latency=lambda kind, content: 0.05 if kind == "model" else 0.0, pages=24, sentences=16, token_seconds=0.001)
    await world.start()
    yield world
    world.close()


def settings(world: World, root: Path, **values: Any) -> Settings:
    told: dict[str, Any] = tomllib.loads(settings_for(world.origin, engines=1))
    told["search"] |= {"engine1": told["search"]["engine1"] | {"rate": 1000}} | values.pop("search", {})
    told |= {"output": {"root": str(root)}, "research": {"max_iterations": 2, "length": "brief"}, **values}
    return Settings(**told)


async def run(world: World, root: Path, plugins: tuple[Any, ...] = (), **values: Any) -> tuple[RunState, Path, list[str]]:
    """A finished run, and what the world was asked, in order; a model's call stands where it was answered."""
    world.requests.clear()
    kernel = Kernel(settings(world, root, **values), plugins=plugins)
    try:
        state, folder = await start(QUESTION, kernel, Session(assume=True))
    finally:
        await kernel.aclose()
    begun = {entry["number"]: entry["target"] for entry in world.requests if entry["event"] == "begin"}
    order = [
        begun[entry["number"]]
        for entry in world.requests
        if entry["event"] == ("end" if "completions" in begun[entry["number"]] else "begin")
    ]
    return state, folder, order


def before_the_plan(order: list[str]) -> list[str]:
    return order[: order.index("/v1/chat/completions")]


class Waiting(World):
    """Its model does not begin a plan before pages that the question itself led to were asked for, nor end it before others."""

    async def _stream(self, content: bytes, writer: asyncio.StreamWriter) -> None:
        events = content.splitlines(keepends=True)
        most = len(events) * 3 // 4 if b"research_title" in content else 0
        if most:
            await self._asked_for(searches=1, pages=2)
        await super()._stream(b"".join(events[:most]), writer)
        if most:
            await self._asked_for(searches=3, pages=4)
        await super()._stream(b"".join(events[most:]), writer)

    async def _asked_for(self, *, searches: int, pages: int) -> None:
        async with asyncio.timeout(60):
            while min(self._met("/search") - searches, self._met("/page/") - pages) < 0:
                await asyncio.sleep(0.01)

    def _met(self, kind: str) -> int:
        return sum(entry["event"] == "begin" and kind in entry["target"] for entry in self.requests)


async def test_queries_and_pages_are_asked_for_before_the_plan_is_whole(tmp_path: Path) -> None:
    world = Waiting(pages=24, sentences=16, token_seconds=0.0005)
    await world.start()
    try:
        state, _, order = await run(world, tmp_path)
    finally:
        world.close()
    early = before_the_plan(order)
    assert "/search" in early[0] and "/page/" in early[1] and "/page/" in early[2], "the question's own pages come first"
    assert sum("/search" in target for target in early) >= 3  # the question itself, and what the plan has named so far
    assert sum("/search" in target for target in order) == len(state.asked_queries)
    assert len(order) == len(set(order)) + order.count("/v1/chat/completions") - 1, "something was asked for twice"


async def test_the_report_is_the_same_as_without_and_so_is_what_it_cost(world: World, tmp_path: Path) -> None:
    early, folder, _ = await run(world, tmp_path / "early")
    late, other, order = await run(world, tmp_path / "late", search={"ahead": False})
    assert before_the_plan(order) == before_the_plan(order)[:1], "something was begun early all the same"
    assert without_box((folder / "report.md").read_text()) == without_box((other / "report.md").read_text())
    assert early.engines == late.engines
    assert (early.usage, early.asked_queries, set(early.unread)) == (late.usage, late.asked_queries, set(late.unread))


NONSENSE: list[Any] = [
    [],
    "sections",
    [{"title": 5, "search_queries": ["a"]}],
    [{"title": "A", "search_queries": "one string"}],
    [{"title": "A", "search_queries": [1, None, {}]}, {"title": "B"}],
    [{"title": "A", "search_queries": ["\ud800 lone"]}, {"title": "\ud800"}],
    [{"title": "A" * 500, "search_queries": ["q" * 5000]}],
    [{"title": f"T{at}", "search_queries": [f"q{at}"] * 9} for at in range(30)],
]


@pytest.mark.parametrize("sections", NONSENSE)
async def test_a_plan_of_nonsense_breaks_nothing(tmp_path: Path, sections: Any) -> None:
    def model(request: dict[str, Any]) -> dict[str, Any]:
        answer = model_answer(request)
        return answer | {"sections": sections} if "research_title" in answer else answer

    world = World(pages=24, sentences=16, token_seconds=0.0001, model=model)
    await world.start()
    try:
        state, _, order = await run(world, tmp_path, research={"max_iterations": 1, "length": "brief"})
    finally:
        world.close()
    assert state.passed and state.plan is not None
    assert sum("/search" in target for target in order) <= state.engines["engine1"]["calls"]


class Wrapping:
    @hookimpl
    def wrap_stage(self, stage: str, settings: Settings) -> None:
        return None


async def test_nothing_is_begun_early_where_a_plugin_may_change_it(world: World, tmp_path: Path) -> None:
    _, _, order = await run(world, tmp_path, plugins=(Wrapping(),))
    assert len(before_the_plan(order)) == 1


class Choosy(StateMachine):
    async def harvest(self, state: RunState) -> None:
        await super().harvest(state)
        state.hits = [hit for hit in state.hits if not hit.url.endswith("7")]


async def test_nothing_is_read_that_a_machine_leaves_out(world: World, tmp_path: Path) -> None:
    _, _, order = await run(world, tmp_path, machine=f"{__name__}:Choosy")
    assert len(before_the_plan(order)) == 1
    assert not [target for target in order if "/page/" in target and target.endswith("7")]


class Cutting:
    """Ends a run when a stage of a round begins, as Ctrl-C would."""

    def __init__(self, stage: str, number: int) -> None:
        self.stage, self.number = stage, number

    @hookimpl
    def on_event(self, state: RunState, event: Event) -> None:
        begins = event.status == "start" and event.step != "search-task"
        if begins and (event.stage, state.iteration_count) == (self.stage, self.number):
            task = asyncio.current_task()
            assert task is not None
            task.cancel()


def _told(folder: Path, world: World) -> str:
    """The report of a run, wherever its world was."""
    return without_box((folder / "report.md").read_text()).replace(world.origin, "")


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """The run that is left alone, made by the first test."""
    return {}


@pytest.mark.parametrize(("stage", "number"), [("harvest", 1), ("fetch", 1), ("extract", 2), ("reflect", 2), ("harvest", 3)])
async def test_a_run_that_was_cut_ends_as_if_it_were_not(
    world: World, tmp_path: Path, whole: dict[str, Any], stage: str, number: int
) -> None:
    """What was done early is in the journal, some of it in the saved state: a resumed run meets it again, and counts it once."""
    three = {"research": {"max_iterations": 3, "length": "brief"}}
    if not whole:
        state, folder, order = await run(world, tmp_path / "whole", **three)
        assert len(state.iterations) == 3
        whole |= {"state": state, "report": _told(folder, world), "order": order}
    with pytest.raises(asyncio.CancelledError):
        await run(world, tmp_path / "cut", plugins=(Cutting(stage, number),), **three)
    (folder,) = (tmp_path / "cut" / "research_data").iterdir()
    kernel = Kernel(settings(world, tmp_path / "cut", **three))
    try:
        resumed = await resume(folder, kernel)
    finally:
        await kernel.aclose()
    searched = [entry["key"] for entry in world.requests if entry["event"] == "end" and entry["kind"] == "search"]
    assert len(searched) == len(set(searched)) == sum("/search" in target for target in whole["order"])
    assert resumed.engines == whole["state"].engines
    assert resumed.usage == whole["state"].usage
    assert _told(folder, world) == whole["report"]
