"""A run that its ceilings held back, resumed with higher ones: what was missing is done, what was bought stays, nothing goes over
them. Counted at the server."""

from __future__ import annotations

import asyncio
import shutil
import time
import tomllib
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from standin.house import House
from standin.library import Hooks, Library
from standin.model_server import ModelServer, task_of
from standin.world import World, settings_for

from dr_core import BudgetSpent, Context, Kernel, Researcher
from dr_core.cli.closing import warnings
from dr_core.errors import UsageError
from dr_core.manifest import settings_of
from dr_core.report.compare import same_report
from dr_core.run import base
from dr_core.run.base import BEFORE, HELD
from dr_core.run.budget import Budget
from dr_core.run.store import load_state, save_state
from dr_core.session import Session, replay, resume, start
from dr_core.settings import Settings
from dr_core.state import RunState

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("no_waiting")]

QUESTION = "Compare the storage plants of Oslo and Kyoto by cost, safety and market"
PRICES = '[here.models]\n"fake-1" = { input = 2.0, output = 2.0 }\n"m-1" = { input = 2.0, output = 2.0 }\n'


def tokens(state: RunState) -> int:
    return state.usage.prompt_tokens + state.usage.completion_tokens


def spent(state: RunState) -> dict[str, float]:
    searches = sum(told["calls"] for told in state.engines.values())
    return {"tokens": tokens(state), "usd": state.usage.usd or 0.0, "searches": searches, "seconds": state.notes["seconds"]}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds by which the clock of budgets is ahead: a run that takes long need not be waited for."""
    ahead, real = [0.0], time.monotonic
    monkeypatch.setattr(base, "Budget", partial(Budget, clock=lambda: real() + ahead[0]))
    return ahead


HELD_BACK = {
    "no room to plan": {"tokens": 2_000},
    "no room to read": {"tokens": 15_000},
    "no room, and little money": {"tokens": 15_000, "usd": 0.05},
    "money": {"usd": 0.04},
    "searches": {"searches": 2},
}


@pytest.mark.parametrize("held", HELD_BACK)
async def test_with_the_ceilings_that_the_end_names_the_model_does_what_was_done_without_it(tmp_path: Path, held: str) -> None:
    (tmp_path / "prices.toml").write_text(PRICES)
    world = World(pages=40, sentences=60)
    await world.start()
    values: dict[str, Any] = tomllib.loads(settings_for(world.origin, engines=1))
    values |= {"output": {"root": str(tmp_path)}, "research": {"depth": "standard"}, "budget": HELD_BACK[held]}
    settings = Settings(**values, prices=tmp_path / "prices.toml")

    async def kernel_for(given: Settings, work: Any) -> Any:
        kernel = Kernel(given)
        try:
            return await work(kernel)
        finally:
            await kernel.aclose()

    first, folder = await kernel_for(settings, lambda kernel: start(QUESTION, kernel, Session(assume=True)))
    before, begun = (folder / "report.md").read_bytes(), (folder / "run.json").read_bytes()
    higher = first.notes["higher"]
    (way,) = (line for line in warnings(first, folder) if "dr resume" in line)
    command = way.partition("there: ")[2]
    options = "".join(f" --max-{name} {ceiling}" for name, ceiling in higher.items())
    assert command == f"dr resume {folder.name.partition('_')[0]}{options}"
    (told,) = (line for line in first.final_report.partition("## ")[0].splitlines() if "dr resume" in line)
    assert "dr resume RUN --max-" in told and told.endswith(" N") and folder.name.partition("_")[0] not in first.final_report
    own = settings_of(folder, settings)
    state = await kernel_for(own, lambda kernel: resume(folder, kernel, Session(assume=True), ceilings=higher))
    assert state.status == "complete" and state.passed and not state.notes.get("fallbacks") and not state.notes["small"]
    assert "dr resume" not in state.final_report and not [line for line in warnings(state, folder) if "ceiling" in line]
    asked = Counter(entry["key"] for entry in world.requests if entry["event"] == "end" and entry["kind"] != "model")
    assert set(asked.values()) == {1}, "a search or a page was asked for again"
    answered = sum(entry["event"] == "end" and entry["kind"] == "search" for entry in world.requests)
    assert spent(state)["searches"] == answered
    assert all(spent(state)[name] <= ceiling for name, ceiling in {**HELD_BACK[held], **higher}.items())
    assert tokens(state) > tokens(first), "what was spent stays counted"
    assert (folder / "earlier" / "1" / "report.md").read_bytes() == before and (folder / "run.json").read_bytes() == begun
    world.close()
    await kernel_for(own, lambda kernel: replay(folder, kernel, tmp_path / "again"))
    assert same_report(state.final_report, (tmp_path / "again" / "report.md").read_text(encoding="utf-8"))


async def test_where_the_money_was_spent_nothing_that_was_answered_is_asked_again(tmp_path: Path) -> None:
    (tmp_path / "prices.toml").write_text(PRICES)
    async with ModelServer() as server:
        house = House(tmp_path, server, budget={"usd": 0.007}, prices=tmp_path / "prices.toml")
        first = await house.begin()
        assert first.status == "partial" and server.requests and "draft" in str(first.notes["fallbacks"])
        before = len(server.requests)
        state = await house.go_on(ceilings={"usd": 0.05})
        assert state.status == "complete" and (state.usage.usd or 1.0) <= 0.05 and not house.queries
        drafts = [request.task for request in server.requests[before:]]
        assert set(drafts) <= {"draft", "summary", "analyse"}, drafts
        assert set(Counter(request.key for request in server.good() if request.task != "summary").values()) == {1}
        assert state.models["only"]["calls"] == len(server.good()), "every answer is counted once"
        assert await house.replayed()


@pytest.mark.parametrize("more", [{}, {"tokens": 90_000}])
@pytest.mark.parametrize("stops", [1, 2, 4])
async def test_whoever_is_stopped_on_the_way_goes_on_with_the_higher_ceilings_or_with_still_higher_ones(
    tmp_path: Path, stops: int, more: dict[str, float]
) -> None:
    first, reached = 1_000, asyncio.Event()

    def fault(service: str, number: int, body: dict[str, Any]) -> None:
        if number >= first + stops - 1:
            reached.set()

    async with ModelServer(fault) as server:
        house = House(tmp_path, server, budget={"tokens": 2_000})
        higher = (await house.begin()).notes["higher"]
        first = len(server.requests)
        going = asyncio.create_task(house.go_on(ceilings=higher))
        await reached.wait()
        going.cancel()
        with pytest.raises(asyncio.CancelledError):
            await going
        state = await house.go_on(ceilings=more)
        assert state.status == "complete" and not state.notes.get("fallbacks")
        assert state.notes["raised"] == (more or higher) and 0 < tokens(state) <= (more or higher)["tokens"]
        assert await house.replayed()


@pytest.mark.parametrize("more", [{}, {"tokens": 90_000}])
async def test_whoever_was_stopped_before_it_began_goes_on_with_what_was_asked_for(
    tmp_path: Path, more: dict[str, float]
) -> None:
    asked, going = asyncio.Event(), False

    def fault(service: str, number: int, body: dict[str, Any]) -> None:
        if going:
            asked.set()

    async with ModelServer(fault) as server:
        house = House(tmp_path, server, budget={"tokens": 2_000})
        higher = (await house.begin()).notes["higher"]
        shutil.copy(house.folder / "state.json", tmp_path / "as it was")
        going = True
        task = asyncio.create_task(house.go_on(ceilings=higher))
        await asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        shutil.copy(tmp_path / "as it was", house.folder / "state.json")  # its state was not written yet
        with pytest.raises(UsageError, match=rf"is not above what run \w+ has: a ceiling of {higher['tokens']:,} tokens"):
            await house.go_on(ceilings={"tokens": higher["tokens"] - 1})
        state = await house.go_on(ceilings=more)
        assert state.status == "complete" and state.notes["raised"] == (more or higher) and state.edition == 1
        assert await house.replayed()


async def test_ceilings_that_are_too_low_once_more_can_be_raised_once_more(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = House(tmp_path, server, budget={"tokens": 2_000})
        await house.begin()
        second = await house.go_on(ceilings={"tokens": 3_000})
        assert second.status == "partial" and "3,000 tokens have no room" in second.final_report
        state = await house.go_on(ceilings=second.notes["higher"])
        assert state.status == "complete" and state.edition == 2 and tokens(state) <= second.notes["higher"]["tokens"]
        assert {"earlier/1/report.md", "earlier/2/report.md"} <= {
            str(path.relative_to(house.folder)) for path in house.folder.rglob("report.md")
        }
        assert await house.replayed()


async def test_steps_that_the_models_failed_are_done_again_as_well(tmp_path: Path) -> None:
    dead = True

    def fault(service: str, number: int, body: dict[str, Any]) -> str | None:
        return "garbage" if dead and task_of(body) == "draft" else None

    async with ModelServer(fault) as server:
        house = House(tmp_path, server, budget={"tokens": 15_000}, research={"depth": "standard", "length": "brief"})
        first = await house.begin()
        assert {"findings", "draft"} <= {entry["task"] for entry in first.notes["fallbacks"]}
        assert (house.folder / HELD).is_file() and (house.folder / BEFORE).is_file()
        dead = False
        state = await house.go_on(ceilings=first.notes["higher"])
        assert state.status == "complete" and not state.notes.get("fallbacks")
        assert tokens(state) <= first.notes["higher"]["tokens"]
        assert await house.replayed()


async def test_a_run_that_its_models_failed_is_done_again_under_the_ceilings_that_it_has(tmp_path: Path) -> None:
    dead = True
    async with ModelServer(lambda service, number, body: "key" if dead and task_of(body) == "draft" else None) as server:
        house = House(tmp_path, server, budget={"tokens": 15_000}, research={"depth": "standard", "length": "brief"})
        first = await house.begin()
        dead = False
        asked = len(server.requests)
        state = await house.go_on()
        assert state.status == "complete" and "raised" not in state.notes
        assert {request.task for request in server.requests[asked:]} <= {"draft", "summary", "analyse", "charts"}
        assert [entry["task"] for entry in state.notes["fallbacks"]].count("findings") == 3 <= len(first.notes["fallbacks"])
        assert await house.replayed()


async def test_focuses_that_are_added_later_have_the_higher_ceilings(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = House(tmp_path, server, budget={"tokens": 2_000})
        higher = (await house.begin()).notes["higher"]
        await house.go_on(ceilings=higher)
        with pytest.raises(UsageError, match=r"do not go together"):
            await house.go_on(added=["Recycling"], ceilings={"tokens": 90_000})
        state = await house.go_on(added=["Recycling"])
        assert state.status == "complete" and "Recycling" in state.sections and not state.notes["small"]
        assert await house.replayed()


REFUSED = {
    "as high as before": (
        {"tokens": 2_000},
        r"--max-tokens 2,000 is not above what run \w+ has: a ceiling of 2,000 tokens, 0 tokens",
    ),
    "lower": ({"tokens": 1}, "--max-tokens 1 is not above"),
    "none": ({"tokens": float("nan")}, "max_tokens is nan, not a number"),
    "without end": ({"tokens": float("inf")}, "max_tokens is inf, not a number"),
    "a word": ({"tokens": "many"}, "max_tokens is 'many', not a number"),
    "of what has none": ({"tokens": 30_000, "usd": 1.0}, "has no ceiling of usd. Leave --max-usd out"),
    "of what held nothing back": ({"searches": 99}, "that is not the ceiling that held run .* back. Raise --max-tokens"),
}


async def test_ceilings_that_cannot_help_are_refused_and_the_report_stands(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = House(tmp_path, server, budget={"tokens": 2_000, "searches": 50})
        await house.begin()
        before, asked = (house.folder / "state.json").read_bytes(), len(server.requests)
        for given, told in REFUSED.values():
            with pytest.raises(UsageError, match=told):
                await house.go_on(ceilings=given)  # type: ignore[arg-type]
        (house.folder / HELD).unlink()
        with pytest.raises(UsageError, match=r"does not know any more .* Begin a new run with a higher one: dr run --max-tokens"):
            await house.go_on(ceilings={"tokens": 30_000})
        assert (house.folder / "state.json").read_bytes() == before and len(server.requests) == asked
        await house.go_on()
    assert house.idle[-1].endswith("begin a new run with a higher ceiling")


async def test_a_ceiling_below_what_was_spent_or_that_leaves_less_than_there_was_is_refused_with_the_numbers(
    tmp_path: Path,
) -> None:
    async with ModelServer() as server:
        house = House(tmp_path, server, budget={"tokens": 15_000}, research={"depth": "standard", "length": "brief"})
        first = await house.begin()
        assert first.status == "complete" and first.notes["small"]
        await house.go_on()
        tasks = ", ".join(first.notes["small"]["tasks"])
        assert (
            f"is complete; its ceiling had no room for the model at: {tasks}; go on with a higher one: dr resume" in house.idle[0]
        )
        with pytest.raises(
            UsageError, match=r"leaves less for the report than it had, 15,000: \d,\d+ tokens were spent .* At least"
        ):
            await house.go_on(ceilings={"tokens": 15_500})
        state = load_state(house.folder)
        state.notes["seconds"], state.usage = 3.0, state.usage.model_copy(update={"prompt_tokens": 20_000})
        save_state(house.folder, state)
        with pytest.raises(
            UsageError, match=r"--max-tokens 16,000 is not above .* a ceiling of 15,000 tokens, 2\d,\d+ tokens spent"
        ):
            await house.go_on(ceilings={"tokens": 16_000})


async def test_another_ceiling_that_is_spent_must_be_raised_too(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = House(tmp_path, server, budget={"tokens": 2_000, "seconds": 500.0})
        await house.begin()
        state = load_state(house.folder)
        state.notes["seconds"] = 480.0
        save_state(house.folder, state)
        with pytest.raises(
            UsageError, match=r"the ceiling of 500 seconds is spent as well \(480 seconds\). Raise --max-seconds too"
        ):
            await house.go_on(ceilings={"tokens": 30_000})
        state = await house.go_on(ceilings={"tokens": 30_000, "seconds": 2_000.0})
        assert state.status == "complete" and 480.0 < state.notes["seconds"] < 2_000.0


async def test_a_run_that_nothing_held_back_keeps_its_ceilings(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = House(tmp_path, server)
        await house.begin()
        with pytest.raises(UsageError, match=r"no ceiling held run .* back: it is complete"):
            await house.go_on(ceilings={"tokens": 90_000})


async def test_a_run_that_reached_its_ceiling_before_it_had_a_report_goes_on_with_a_higher_one(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = House(tmp_path, server, budget={"seconds": 1e-9})
        with pytest.raises(BudgetSpent):
            await house.begin()
        (house.folder,) = (tmp_path / "research_data").iterdir()
        assert load_state(house.folder).status == "failed" and not server.requests
        with pytest.raises(UsageError, match=r"--max-seconds 1e-10 is not above what run \w+ has: a ceiling of 0 seconds, "):
            await house.go_on(ceilings={"seconds": 1e-10})
        state = await house.go_on(ceilings={"seconds": 3_600})
        assert state.status == "complete" and state.notes["raised"] == {"seconds": 3_600.0} and not state.notes.get("fallbacks")
        assert await house.replayed()


async def test_a_run_that_its_seconds_held_back_goes_on_with_more_of_them(tmp_path: Path, clock: list[float]) -> None:
    def fault(service: str, number: int, body: dict[str, Any]) -> None:
        clock[0] += 400.0 if task_of(body) == "draft" else 0.0

    async with ModelServer(fault) as server:
        house = House(tmp_path, server, budget={"seconds": 1_000.0})
        first = await house.begin()
        assert first.status == "partial" and first.notes["seconds"] >= 1_200.0
        assert {entry["task"] for entry in first.notes["fallbacks"]} == {"summary"}
        assert first.notes["higher"].keys() == {"seconds"}
        assert "--max-seconds N" in first.final_report
        asked = len(server.requests)
        told = r"--max-seconds 1,100 is not above what run \w+ has: a ceiling of 1,000 seconds, 1,2\d\d(\.\d)? seconds spent"
        with pytest.raises(UsageError, match=told):
            await house.go_on(ceilings={"seconds": 1_100})
        state = await house.go_on(ceilings=first.notes["higher"])
        assert state.status == "complete" and not state.notes.get("fallbacks") and state.notes["raised"] == first.notes["higher"]
        assert first.notes["seconds"] <= state.notes["seconds"] <= first.notes["higher"]["seconds"]
        assert [request.task for request in server.requests[asked:]] == ["summary"], "something was asked twice"
        assert await house.replayed()


async def test_from_python_too(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = House(tmp_path, server, budget={"tokens": 2_000})
        higher = (await house.begin()).notes["higher"]
        library = Library(None, Context(instance="files"))
        researcher = Researcher(
            settings={"llm": server.table("only"), "output": {"root": str(tmp_path)}}, plugins=[Hooks(library, {})]
        )
        result = await researcher.resume(house.folder, max_tokens=higher["tokens"], trust=True)  # begun with other settings
        assert result.status == "complete" and not result.fallbacks
        with pytest.raises(UsageError, match=r"no ceiling held"):
            await researcher.resume(house.folder, max_tokens=90_000, trust=True)
