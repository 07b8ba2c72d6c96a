"""Higher ceilings for a run that was stopped on its way: it goes on with them from where it stands, or from the step that its own
held it back from; what was bought stays bought and counted, and a replay does the same."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from standin.house import House
from standin.library import research
from standin.model_server import ModelServer, task_of

from dr_core.errors import UsageError
from dr_core.run.journal import Journal, is_of_model
from dr_core.run.store import load_state
from dr_core.state import RunState

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("no_waiting")]

PRICES = '[here.models]\n"m-1" = { input = 2.0, output = 2.0 }\n'
STANDARD = {"depth": "standard", "length": "brief"}


class Stopped(House):
    """A run that is stopped as soon as its server is asked for the ``stops``-th time, or for the first time for a task."""

    def __init__(self, root: Path, server: ModelServer, *plugins: object, **settings: Any) -> None:
        super().__init__(root, server, *plugins, **settings)
        self._reached = asyncio.Event()
        server.fault = self._fault
        self.stops: Callable[[int, str], bool] = lambda number, task: False
        self.says: Callable[[str], str | None] = lambda task: None

    def _fault(self, service: str, number: int, body: dict[str, Any]) -> str | None:
        if self.stops(number, task_of(body)):
            self._reached.set()
        return self.says(task_of(body))

    async def cut(self, work: Any) -> RunState:
        """Stop what works on the run when it asks for that; its state."""
        self._reached.clear()
        going = asyncio.create_task(work)
        await asyncio.wait([going, asyncio.create_task(self._reached.wait())], return_when=asyncio.FIRST_COMPLETED)
        assert not going.done(), "it was over before it was stopped"
        going.cancel()
        with pytest.raises(asyncio.CancelledError):
            await going
        self.stops = lambda number, task: False
        (self.folder,) = (self.root / "research_data").iterdir()
        return load_state(self.folder)

    async def begin_and_stop(self, stops: Callable[[int, str], bool]) -> RunState:
        self.stops = stops
        settings = {"llm": self.server.table("only"), **self.settings}
        return await self.cut(research(self.root, plugins=self.plugins, settings=settings))


def tokens(state: RunState) -> int:
    return state.usage.prompt_tokens + state.usage.completion_tokens


def check_counted(house: House, state: RunState) -> None:
    """Whatever a model has answered is counted, once."""
    journal = Journal(house.folder / "journal.jsonl", replay=True)
    bought = []
    for edition in range(state.edition + 1):
        journal.edition = edition
        bought += [answer["usage"] for answer in journal.bought().values() if is_of_model(answer)]
    assert tokens(state) == sum(usage["prompt_tokens"] + usage["completion_tokens"] for usage in bought) > 0
    assert state.models["only"]["calls"] == len(bought)


@pytest.mark.parametrize("stops", [0, 1, 3, 5, 7, 9])
async def test_a_run_goes_on_with_more_tokens_from_wherever_it_was_stopped(tmp_path: Path, stops: int) -> None:
    async with ModelServer() as server:
        house = Stopped(tmp_path, server, budget={"tokens": 30_000}, research=STANDARD)
        stopped = await house.begin_and_stop(lambda number, task: number == stops)
        assert stopped.status == "running" and "raised" not in stopped.notes
        state = await house.go_on(ceilings={"tokens": 90_000})
        assert state.status == "complete" and not state.notes.get("fallbacks") and not state.notes["small"]
        assert state.notes["raised"] == {"tokens": 90_000} and state.notes["shared"] == 90_000 and state.edition == 0
        assert tokens(state) <= 90_000
        check_counted(house, state)
        asked = Counter(request.key for request in server.requests)
        assert sum(asked.values()) - len(asked) <= 6, "no more than what was in flight is asked again"
        assert await house.replayed()


@pytest.mark.parametrize("ceiling", [2_000, 6_000])
async def test_a_run_that_had_no_room_has_it_from_where_it_stands(tmp_path: Path, ceiling: int) -> None:
    async with ModelServer() as server:
        house = Stopped(tmp_path, server, budget={"tokens": 60_000}, research=STANDARD)
        await house.begin_and_stop(lambda number, task: number == 0)  # before anything was answered
        manifest = (house.folder / "run.json").read_text()
        (house.folder / "run.json").write_text(manifest.replace("60000", str(ceiling)))
        state = await house.go_on(ceilings={"tokens": 60_000})
        assert state.status == "complete" and not state.notes.get("fallbacks") and not state.notes["small"]
        check_counted(house, state)
        assert await house.replayed()


async def test_what_was_drafted_under_the_shares_of_before_is_not_asked_again(tmp_path: Path) -> None:
    drafts = 0

    def third(number: int, task: str) -> bool:
        nonlocal drafts
        drafts += task == "draft"
        return task == "summary"

    async with ModelServer() as server:
        house = Stopped(tmp_path, server, budget={"tokens": 30_000}, research=STANDARD)
        await house.begin_and_stop(third)
        before = drafts
        assert before >= 3
        house.stops = third
        state = await house.go_on(ceilings={"tokens": 90_000})
        assert drafts == before, "a section was bought again"
        assert state.notes["shared"] == 90_000, "what comes behind the draft has shares of the higher ceiling"
        check_counted(house, state)
        assert await house.replayed()


async def test_money_is_raised_on_the_way_and_what_was_refused_is_asked(tmp_path: Path) -> None:
    (tmp_path / "prices.toml").write_text(PRICES)
    async with ModelServer() as server:
        house = Stopped(tmp_path, server, budget={"usd": 0.007}, prices=tmp_path / "prices.toml")
        await house.begin_and_stop(lambda number, task: task == "draft")
        state = await house.go_on(ceilings={"usd": 0.05})
        assert state.status == "complete" and not state.notes.get("fallbacks") and 0 < (state.usage.usd or 1.0) <= 0.05
        check_counted(house, state)
        assert await house.replayed()


async def test_a_run_that_was_held_back_before_it_was_stopped_goes_back_to_that_step(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = Stopped(tmp_path, server, budget={"searches": 1}, research=STANDARD)
        stopped = await house.begin_and_stop(lambda number, task: task == "findings")
        assert stopped.notes["stopped_by_budget"] and stopped.status == "running"
        with pytest.raises(UsageError, match=r"that is not the ceiling that held run \w+ back. Raise --max-searches"):
            await house.go_on(ceilings={"tokens": 90_000})
        state = await house.go_on(ceilings={"searches": 60})
        assert state.status == "complete" and "stopped_by_budget" not in state.notes and state.edition == 1
        engine = state.engines["files"]
        assert 1 < engine["calls"] <= 60 and engine["calls"] == 1 + len(house.queries), "each search is counted once"
        check_counted(house, state)
        assert await house.replayed()


async def test_what_was_bought_since_the_last_save_is_counted_by_whoever_goes_back(tmp_path: Path) -> None:
    before = b""

    def reflecting(number: int, task: str) -> bool:
        nonlocal before
        if task == "findings" and not before:
            (path,) = (tmp_path / "research_data").glob("*/state.json")
            while "fetch" not in load_state(path.parent).done:  # a thread writes it
                time.sleep(0.01)
            before = path.read_bytes()
        return task == "reflect"

    async with ModelServer() as server:
        house = Stopped(tmp_path, server, budget={"searches": 1}, research=STANDARD)
        stopped = await house.begin_and_stop(reflecting)
        (house.folder / "state.json").write_bytes(before)  # as if it had been killed while it read
        assert tokens(load_state(house.folder)) < tokens(stopped)
        state = await house.go_on(ceilings={"searches": 60})
        assert state.status == "complete" and state.edition == 1
        check_counted(house, state)
        assert await house.replayed()


async def test_ceilings_can_be_raised_at_every_stop(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = Stopped(tmp_path, server, budget={"tokens": 30_000, "searches": 40}, research=STANDARD)
        await house.begin_and_stop(lambda number, task: task == "findings")
        house.stops = lambda number, task: task == "draft"
        await house.cut(house.go_on(ceilings={"tokens": 40_000}))
        with pytest.raises(UsageError, match=r"--max-tokens 39,000 is not above what run \w+ has: a ceiling of 40,000 tokens, "):
            await house.go_on(ceilings={"tokens": 39_000})
        state = await house.go_on(ceilings={"tokens": 80_000, "searches": 50})
        assert state.status == "complete" and state.notes["raised"] == {"tokens": 80_000, "searches": 50}
        check_counted(house, state)
        assert await house.replayed()


@pytest.mark.parametrize("ceiling", [20_000, 30_000])  # with no room to read the rounds, or with all that it needs
async def test_what_was_raised_on_the_way_holds_for_focuses_that_are_added_and_for_what_is_done_again(
    tmp_path: Path, ceiling: int
) -> None:
    async with ModelServer() as server:
        house = Stopped(tmp_path, server, budget={"tokens": ceiling}, research=STANDARD)
        await house.begin_and_stop(lambda number, task: task == "draft")
        house.says = lambda task: "garbage" if task == "draft" else None
        first = await house.go_on(ceilings={"tokens": 80_000})
        assert first.status == "partial"
        house.says = lambda task: None
        second = await house.go_on()
        assert second.status == "complete" and second.notes["raised"] == {"tokens": 80_000}
        assert await house.replayed()
        third = await house.go_on(added=["Recycling"])
        assert third.status == "complete" and third.notes["raised"] == {"tokens": 80_000} and "Recycling" in third.sections
        assert await house.replayed()


async def test_steps_before_the_point_at_which_a_run_was_raised_are_done_again_with_the_higher_ceilings(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = Stopped(tmp_path, server, budget={"tokens": 30_000}, research=STANDARD)
        house.says = lambda task: "garbage" if task == "findings" else None
        await house.begin_and_stop(lambda number, task: task == "draft")
        house.says = lambda task: None
        first = await house.go_on(ceilings={"tokens": 80_000})
        assert first.status == "partial" and first.edition == 0
        state = await house.go_on()
        assert state.status == "complete" and state.edition == 1
        assert state.notes["raised"] == {"tokens": 80_000} and state.notes["shared"] == 80_000
        check_counted(house, state)
        assert await house.replayed()


async def test_focuses_that_are_added_to_a_run_that_was_raised_on_the_way_can_be_replayed(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = Stopped(tmp_path, server, budget={"tokens": 30_000}, research=STANDARD)
        await house.begin_and_stop(lambda number, task: task == "draft")
        await house.go_on(ceilings={"tokens": 80_000})
        state = await house.go_on(added=["Recycling"])
        assert state.status == "complete" and state.notes["raised"] == {"tokens": 80_000}
        assert await house.replayed()


REFUSED = {
    "lower": (
        {"tokens": 100},
        r"--max-tokens 100 is not above what run \w+ has: a ceiling of 20,000 tokens, [\d,]+ tokens ",
    ),
    "the same": ({"searches": 40}, r"--max-searches 40 is not above what run \w+ has: a ceiling of 40 searches, \d+ searches "),
    "no number": ({"tokens": float("nan")}, "max_tokens is nan, not a number"),
    "of what has none": ({"usd": 1.0}, "has no ceiling of usd. Leave --max-usd out"),
}


async def test_ceilings_that_cannot_be_are_refused_in_one_line_and_the_run_can_go_on(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = Stopped(tmp_path, server, budget={"tokens": 20_000, "searches": 40}, research=STANDARD)
        await house.begin_and_stop(lambda number, task: task == "draft")
        before, asked = (house.folder / "state.json").read_bytes(), len(server.requests)
        for given, told in REFUSED.values():
            with pytest.raises(UsageError, match=told) as caught:
                await house.go_on(ceilings=given)
            assert "\n" not in str(caught.value)
        assert (house.folder / "state.json").read_bytes() == before and len(server.requests) == asked
        assert (await house.go_on()).status == "complete"
