"""Pages that are read and are about something else: other engines are asked once, before a run ends without evidence."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from standin.library import BATTERIES, Library, Said, good, research, texts
from standin.stopped import resumed_and_replayed, stopped_while_reading
from standin.world import World, settings_for

from dr_core import Context, ModelRequest, NoEvidence, PastRun, Researcher, SearchProvider, hookimpl
from dr_core.cli.lines import remarks
from dr_core.stage.unmentioned import OTHERWISE
from dr_core.state import RunState

STORAGE = "Compare the storage plants of Oslo and Kyoto by cost, safety and market"
PAGE = re.compile(r'<data id="([^"]+)" language="[^"]*">(.*?)</data>', re.S)
TRAINS = texts("rail-*-en.*")
WATER = texts("desal-*.md", "desal-*.txt", "desal-*.html")


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    await world.start()
    yield world
    world.close()


def railway(of: str) -> dict[str, Any]:
    """An engine that finds pages on railways for whatever it is asked."""
    hits = [
        {"title": f"Trains {number}", "url": f"https://{of}.example/{number}", "content": text}
        for number, text in enumerate(TRAINS.values())
    ]
    return {"plugin": "dr_core.testing:FakeSearch", "hits": hits}


def settings(world: World, root: Path, *, engines: int = 1, first: tuple[str, ...] = ("railway",)) -> dict[str, Any]:
    """A quick run that asks engines of railways before those of the world."""
    values = tomllib.loads(settings_for(world.origin, engines=engines, strategy="hybrid"))
    search = values["search"]
    search |= {"use": [*first, *search["use"]], **{name: railway(name) for name in first}}
    quick = {"depth": "quick", "length": "brief"}
    return values | {"llm": {"use": []}, "research": quick, "output": {"root": str(root)}}


def asked(world: World) -> Counter[str]:
    """What the engines of the world were asked, and how often."""
    begun = (entry["target"] for entry in world.requests if entry["event"] == "begin")
    return Counter(target for target in begun if "/search" in target)


async def test_the_next_engine_is_asked_where_no_page_is_about_the_question(world: World, tmp_path: Path) -> None:
    result = await Researcher(settings=settings(world, tmp_path, engines=2)).run(STORAGE)
    assert result.status == "complete" and result.passed
    assert {source.url.rpartition("/")[0] for source in result.sources if source.cited} == {f"{world.origin}/page"}
    assert set(asked(world).values()) == {1} and all("/engine1/" in target for target in asked(world))
    lines = [line for event in PastRun(Path(result.run_dir)).events() for line in remarks(event) if "other engines" in line]
    assert lines == [f"  ! none of the {len(TRAINS)} pages read is about the question: other engines are asked"]


async def test_an_engine_that_has_nothing_else_to_read_is_not_the_last_that_is_asked(world: World, tmp_path: Path) -> None:
    result = await Researcher(settings=settings(world, tmp_path, first=("railway", "copy"))).run(STORAGE)
    assert {source.url.rpartition("/")[0] for source in result.sources if source.cited} == {f"{world.origin}/page"}


async def test_where_no_engine_is_left_the_run_says_what_the_pages_are_about(world: World, tmp_path: Path) -> None:
    values = settings(world, tmp_path)
    values["search"]["use"] = ["railway"]
    with pytest.raises(NoEvidence, match="they are about: Trains 0") as failed:
        await Researcher(settings=values).run(STORAGE)
    assert failed.value.remedy == OTHERWISE


async def test_a_stopped_run_does_not_ask_them_again(world: World, tmp_path: Path) -> None:
    values = settings(world, tmp_path / "runs")
    await stopped_while_reading(world, values, STORAGE)
    before = asked(world)
    assert await resumed_and_replayed(tmp_path, values) == "complete"
    assert asked(world) == before != Counter()


class Shelves:
    """Engines by name, and what each of them has."""

    def __init__(self, **documents: dict[str, str]) -> None:
        self.documents = documents

    @hookimpl(tryfirst=True)
    def create_search(self, name: str, options: Any, context: Context) -> SearchProvider:
        return Library(options, context, self.documents[name])


def on_batteries(request: ModelRequest) -> Any:
    """A model that knows a page on batteries when it is shown one."""
    if request.task != "relevance":
        return good(request)
    shown = PAGE.findall(request.messages[1].content)
    return {"unrelated": [name for name, text in shown if "atter" not in text.partition("…")[0]], "words": []}


async def with_model(root: Path, model: Said, budget: dict[str, Any] | None = None, **documents: dict[str, str]) -> RunState:
    engines = {name: {"plugin": "searxng", "base_url": "http://127.0.0.1:1"} for name in documents}
    values = {"search": {"use": list(documents), **engines}, "budget": budget or {}}
    state, _ = await research(root, {"one": model}, plugins=[Shelves(**documents)], settings=values)
    return state


async def test_a_model_is_asked_about_the_pages_of_the_other_engine_as_well(tmp_path: Path) -> None:
    model = Said(None, Context(instance="one"), on_batteries)
    state = await with_model(tmp_path, model, railway=TRAINS, library=WATER | BATTERIES)
    assert state.passed and {item.url.split("/")[2] for item in state.evidence.values()} == {"library.example"}
    assert [request.task for request in model.requests][:2] == ["plan", "relevance"]


async def test_other_engines_are_asked_once(tmp_path: Path) -> None:
    model = Said(None, Context(instance="one"), on_batteries)
    with pytest.raises(NoEvidence, match=r"none of the \d+ sources read says anything that answers the question") as failed:
        await with_model(tmp_path, model, railway=TRAINS, desalination=WATER, library=BATTERIES)
    assert failed.value.remedy == OTHERWISE
    assert [request.task for request in model.requests] == ["plan", "relevance", "relevance"]


async def test_they_are_asked_within_the_ceiling_of_searches(tmp_path: Path) -> None:
    model = Said(None, Context(instance="one"), on_batteries)
    with pytest.raises(NoEvidence, match="they are about: ") as failed:
        await with_model(tmp_path, model, {"searches": 1}, railway=TRAINS, library=BATTERIES)
    assert "--max-searches" in failed.value.remedy


@pytest.mark.parametrize(
    "question",
    [
        "Warum brennen Batteriespeicher?",
        # "en" stands in English pages, too: it made a report on the price of water of them
        "¿Cuánto cuesta un kilómetro de tren de alta velocidad en España?",
    ],
)
async def test_where_all_pages_are_in_another_language_that_is_said_with_what_helps(tmp_path: Path, question: str) -> None:
    every = TRAINS | BATTERIES | texts("desal-*-en.md", "desal-*-en.html")
    with pytest.raises(NoEvidence, match="they are in English, and without a model nothing is translated") as failed:
        await research(tmp_path, question=question, library=Library(None, Context(instance="files"), every))
    assert failed.value.remedy == "Ask in English, or name a model (-p)"


async def test_a_name_is_found_in_pages_of_another_language(tmp_path: Path) -> None:
    trains = Library(None, Context(instance="files"), TRAINS)
    state, _ = await research(tmp_path, question="Wie schnell fährt der Shinkansen?", library=trains)
    assert "Shinkansen" in state.final_report and "320 km/h" in state.final_report
