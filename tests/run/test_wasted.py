"""What is begun early may be for nothing: it is counted, bounded and told, and nothing is bought twice for it."""

from __future__ import annotations

import asyncio
import json
import random
import tomllib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import BaseModel
from standin.world import World, model_answer, page, results, settings_for

from dr_core import Context, Hit, Kernel, PageFetcher, RawPage, SearchProvider, SearchTask, hookimpl
from dr_core.errors import RunDamaged
from dr_core.report.compare import without_box
from dr_core.run.run import Run
from dr_core.session import Session, replay, resume, start
from dr_core.settings import Settings
from dr_core.state import RunState

pytestmark = pytest.mark.once

QUESTION = "Compare the storage plants of Oslo and Kyoto by cost and capacity"
QUICK = {"max_iterations": 1, "length": "brief"}
Model = Callable[[dict[str, Any]], dict[str, Any]]


def settings(world: World, root: Path, engines: int = 1, strategy: str = "hybrid", **values: Any) -> Settings:
    told: dict[str, Any] = tomllib.loads(settings_for(world.origin, engines=engines, strategy=strategy))
    for number in range(1, engines + 1):
        told["search"][f"engine{number}"]["rate"] = 1000
    for name, value in values.items():
        told[name] = {**told.get(name, {}), **value}
    return Settings(**told, output={"root": str(root)})


async def go(world: World, root: Path, plugins: tuple[object, ...] = (), **values: Any) -> tuple[RunState, Path]:
    kernel = Kernel(settings(world, root, **values), plugins=plugins)
    try:
        return await start(QUESTION, kernel, Session(assume=True))
    finally:
        await kernel.aclose()


OPEN: list[World] = []


@pytest.fixture(autouse=True)
async def closed_worlds() -> AsyncIterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


async def the_world(model: Model = model_answer, kind: type[World] = World, **how: Any) -> World:
    quick: dict[str, Any] = {"pages": 24, "sentences": 16, "token_seconds": 0.001, "model": model}
    world = kind(**{"latency": lambda kind, _answer: 0.05 if kind == "model" else 0.0, **quick, **how})
    await world.start()
    OPEN.append(world)
    return world


def searched(world: World) -> list[str]:
    begun = [entry["target"] for entry in world.requests if entry["event"] == "begin" and "/search" in entry["target"]]
    return [parse_qs(urlsplit(target).query)["q"][0] for target in begun]


def asked_models(world: World) -> int:
    return sum(entry["event"] == "begin" and "completions" in entry["target"] for entry in world.requests)


def changes_its_mind() -> Model:
    """A model whose first plan does not fit: it has no title, and is asked for again."""
    plans: list[str] = []

    def model(request: dict[str, Any]) -> dict[str, Any]:
        answer = model_answer(request)
        if "research_title" not in answer:
            return answer
        if not plans:
            del answer["research_title"]
            for at, section in enumerate(answer["sections"]):
                section["search_queries"] = [f"discarded {at} a", f"discarded {at} b"]
        plans.append("plan")
        return {"sections": answer["sections"], **answer}

    return model


async def test_the_ceiling_of_queries_holds_for_a_plan_that_is_not_taken(tmp_path: Path) -> None:
    world = await the_world(changes_its_mind())
    state, _ = await go(world, tmp_path, research={**QUICK, "max_total_queries": 8})
    asked = searched(world)
    wasted = sum("discarded" in query for query in asked)
    assert 0 < wasted == state.notes["dropped_queries"]
    assert len(asked) == 8 == len(state.asked_queries) + wasted
    assert state.status == "complete"


async def test_searches_with_a_ceiling_of_their_own_are_not_spent_early(tmp_path: Path) -> None:
    world = await the_world(changes_its_mind())
    state, _ = await go(world, tmp_path, research=QUICK, budget={"searches": 8})
    assert not any("discarded" in query for query in searched(world))
    assert (len(searched(world)), state.status) == (8, "complete")


class Dying(World):
    """The first model's plan breaks off, each time."""

    async def _stream(self, content: bytes, writer: asyncio.StreamWriter) -> None:
        if b"research_title" in content and b'"model": "fake-1"' in content:
            events = content.splitlines(keepends=True)
            await super()._stream(b"".join(events[: len(events) * 4 // 5]), writer)
            writer.close()
            raise ConnectionError
        await super()._stream(content, writer)


async def test_another_model_plans_otherwise_within_the_ceiling(tmp_path: Path) -> None:
    def model(request: dict[str, Any]) -> dict[str, Any]:
        answer = model_answer(request)
        if "research_title" in answer and request["model"] == "fake-1":
            for at, section in enumerate(answer["sections"]):
                section["search_queries"] = [f"half a plan {at} a", f"half a plan {at} b"]
        return answer

    world = await the_world(model, Dying)
    second = {"plugin": "openai", "base_url": f"{world.origin}/v1", "api_key": "sk", "model": "fake-2"}
    limits = {**QUICK, "max_total_queries": 8}
    state, _ = await go(world, tmp_path, research=limits, llm={"use": ["fake", "second"], "second": second})
    assert state.status == "complete"
    assert any("half a plan" in query for query in searched(world)), "nothing was begun early"
    assert len(searched(world)) <= 8


async def test_a_section_that_is_added_leaves_the_ceiling_alone(tmp_path: Path) -> None:
    def model(request: dict[str, Any]) -> dict[str, Any]:
        answer = model_answer(request)
        if "is_sufficient" in answer:
            answer["next_queries"] = [
                {"query": f"follow {number}", "goal": "g", "section": "sec1", "priority": "high"} for number in range(5)
            ]
            if "outline" in json.dumps(request.get("response_format", {})):
                answer["outline"] = [{"title": "A quite new section on insurance", "description": "insurance", "takes": []}]
        return answer

    world = await the_world(model)
    state, _ = await go(world, tmp_path, research={"max_iterations": 2, "length": "brief", "max_total_queries": 13})
    assert len(searched(world)) == 13 == len(state.asked_queries) + state.notes.get("dropped_queries", 0)


async def test_a_query_of_two_sections_is_searched_once(tmp_path: Path) -> None:
    def model(request: dict[str, Any]) -> dict[str, Any]:
        answer = model_answer(request)
        if "research_title" in answer:
            answer["sections"][0]["search_queries"] = ["alpha storage", "shared storage query"]
            answer["sections"][1]["search_queries"] = ["shared storage query", "beta storage"]
        return answer

    world = await the_world(model)
    await go(world, tmp_path, research=QUICK)
    assert searched(world).count("shared storage query") == 1


# --- what costs something -------------------------------------------------------------------------------------------------


class Walled(World):
    """Every page is blocked; what a discarded plan asks for leads to pages of its own."""

    async def _answer(self, method: str, target: str, body: bytes, writer: asyncio.StreamWriter) -> None:
        if target.startswith("/page/"):
            writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nno")
            await writer.drain()
            return
        await super()._answer(method, target, body, writer)


class Paid(PageFetcher):
    def __init__(self, name: str) -> None:
        super().__init__(None, Context(instance=name))
        self.asked: list[str] = []

    def is_local(self) -> bool:
        return True

    async def fetch_page(self, url: str) -> RawPage:
        self.asked.append(url)
        return RawPage(content=page(int(url.rsplit("/", 1)[1]), "n", 16), title="t", media_type="text/html")


class PaidHooks:
    def __init__(self) -> None:
        self.made: list[Paid] = []

    @hookimpl
    def create_fetcher(self, name: str, options: Any, context: Context) -> Paid:
        self.made.append(Paid(name))
        return self.made[-1]


async def test_no_fallback_is_paid_for_a_page_that_is_only_read_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def apart(query: str, shelf: int, origin: str, nonce: str, pages: int) -> dict[str, Any]:
        found = results(query, shelf, origin, nonce, pages)
        if "discarded" in query:
            for hit in found["results"]:
                hit["url"] = hit["url"].replace("/page/", "/page/10")
        return found

    monkeypatch.setattr("standin.world.results", apart)
    hooks, world = PaidHooks(), await the_world(changes_its_mind(), Walled)
    state, _ = await go(world, tmp_path, (hooks,), research=QUICK, fetch={"use": ["jina"], "max_pages": 6})
    assert any("discarded" in query for query in searched(world)), "nothing was begun early"
    assert len(hooks.made[0].asked) == 6 == len(state.sources)
    assert not any("/page/10" in url and len(url.rsplit("/", 1)[1]) > 2 for url in hooks.made[0].asked)


async def test_a_search_that_was_cancelled_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Run] = []
    made = Run.__init__
    monkeypatch.setattr(Run, "__init__", lambda self, *a, **more: (made(self, *a, **more), runs.append(self))[0])
    drawn = random.Random(1)
    world = await the_world(
        latency=lambda kind, _answer: drawn.uniform(0.01, 0.06) if kind == "search" else 0.0, token_seconds=0.0
    )
    limits = {"max_iterations": 2, "length": "brief"}
    await go(world, tmp_path, engines=3, strategy="race", research=limits, budget={"searches": 12})
    assert len(searched(world)) <= 12
    assert runs[-1].budget.spent["searches"] <= 12 >= runs[-1].spent["searches"]


# --- records --------------------------------------------------------------------------------------------------------------


class Cut:
    """Cancels the run at an event."""

    def __init__(self, stage: str, status: str) -> None:
        self.at = (stage, status)
        self.run: asyncio.Task[Any] | None = None

    @hookimpl
    def on_event(self, state: RunState, event: Any) -> None:
        if (event.stage, event.status) == self.at and event.step != "search-task" and self.run is not None:
            self.run.cancel()
            self.run = None


async def cut_short(cut: Cut, world: World, root: Path, *plugins: object, **values: Any) -> Path:
    cut.run = running = asyncio.create_task(go(world, root, (cut, *plugins), **values))
    with pytest.raises(asyncio.CancelledError):
        await running
    (folder,) = (root / "research_data").iterdir()
    return folder


async def gone_on(folder: Path, told: Settings, *plugins: object) -> RunState:
    kernel = Kernel(told, plugins=plugins)
    try:
        return await resume(folder, kernel)
    finally:
        await kernel.aclose()


async def test_a_run_that_would_ask_something_else_stops_and_buys_nothing(tmp_path: Path) -> None:
    world = await the_world()
    folder = await cut_short(Cut("draft", "answered"), world, tmp_path, research=QUICK)
    before = asked_models(world)
    second = {"plugin": "openai", "base_url": f"{world.origin}/v1", "api_key": "sk", "model": "fake-2"}
    changed = settings(world, tmp_path, research={**QUICK, "style": "other"}, llm={"use": ["fake", "second"], "second": second})
    with pytest.raises(RunDamaged, match="asked something else"):
        await gone_on(folder, changed)
    assert asked_models(world) == before


class OneDead(World):
    def _content(self, path: str, query: str, body: bytes, nonce: str) -> tuple[str, str, bytes]:
        if path.startswith("/engine1/"):
            return "missing", "text/plain", b"dead"
        return super()._content(path, query, body, nonce)


@pytest.mark.parametrize("ahead", [True, False])
async def test_a_run_with_a_dead_engine_is_replayed_to_the_letter(tmp_path: Path, ahead: bool) -> None:
    world = await the_world(kind=OneDead)
    values: dict[str, Any] = {"engines": 2, "research": {"max_iterations": 2, "length": "brief"}, "search": {"ahead": ahead}}
    state, folder = await go(world, tmp_path, **values)
    assert state.errors
    kernel = Kernel(settings(world, tmp_path, **values))
    try:
        again = await replay(folder, kernel, tmp_path / "again")
    finally:
        await kernel.aclose()
    assert (again.status, without_box(again.final_report)) == (state.status, without_box(state.final_report))
    assert sorted(map(str, again.errors)) == sorted(map(str, state.errors))


@pytest.mark.parametrize(("stage", "status"), [("plan", "planned"), ("harvest", "found")])
async def test_a_resumed_run_tells_of_the_dead_engine_too(tmp_path: Path, stage: str, status: str) -> None:
    world = await the_world(kind=OneDead)
    values: dict[str, Any] = {"engines": 2, "research": QUICK, "search": {"ahead": False}}
    whole, _ = await go(world, tmp_path / "whole", **values)
    folder = await cut_short(Cut(stage, status), world, tmp_path / "cut", **values)
    state = await gone_on(folder, settings(world, tmp_path / "cut", **values))
    assert state.engines["engine1"] == whole.engines["engine1"]
    assert len(state.errors) == len(whole.errors)


class Words(BaseModel):
    sentences: list[str]


class Asking(SearchProvider):
    """An engine that asks a model before it searches, and can be made to hang behind that."""

    hangs = True

    def __init__(self, context: Context, origin: str) -> None:
        super().__init__(None, context)
        self._origin = origin

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        await self.context.ask("expand", f"EXPAND {task.query}", Words)
        if Asking.hangs and task.query != QUESTION:
            await asyncio.Event().wait()
        found = results(task.query, 0, self._origin, "n", 24)["results"]
        return [Hit(title=one["title"], url=one["url"], snippet=one["content"]) for one in found]


class AskingHooks:
    def __init__(self, world: World) -> None:
        self._world = world

    @hookimpl
    def create_search(self, name: str, options: Any, context: Context) -> Asking:
        return Asking(context, self._world.origin)


async def test_what_an_early_search_asked_a_model_is_not_bought_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = await the_world(keep=True, token_seconds=0.002)
    hooks = AskingHooks(world)
    folder = await cut_short(Cut("harvest", "start"), world, tmp_path, hooks, research=QUICK)
    lines = [json.loads(line.split(" ", 1)[1]) for line in (folder / "journal.jsonl").read_text().splitlines()]
    bought = [line["p"] for line in lines if "/expand/" in line["p"] and line["s"] == "done"]
    assert len(bought) > 1, "nothing was begun early"
    monkeypatch.setattr(Asking, "hangs", False)
    state = await gone_on(folder, settings(world, tmp_path, research=QUICK), hooks)
    assert state.status == "complete"
    asked = [
        json.dumps(entry["body"]) for entry in world.requests if entry["event"] == "begin" and "completions" in entry["target"]
    ]
    expanded = [body.partition("EXPAND ")[2].partition("<")[0] for body in asked if "EXPAND " in body]
    cut = len([line for line in lines if "/expand/" in line["p"] and line["s"] == "begun"]) - len(bought)
    assert len(expanded) - len(set(expanded)) <= cut
