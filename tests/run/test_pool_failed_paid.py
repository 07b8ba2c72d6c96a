"""An engine that is a model and fails: what it was paid is charged, the worst case where nobody knows, nothing at the door."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pool_kit import Engine, Patient, patient_run, tasks

from dr_core import AuthFailed, Context, Hit, ProviderError, SearchTask, Usage
from dr_core.errors import BadAnswer, RateLimited
from dr_core.run import engine as engine_module
from dr_core.run.desk import note_spent
from dr_core.run.pool import Pool
from dr_core.settings import Settings

COUNTED = Usage(prompt_tokens=200, completion_tokens=100, usd=0.003)
WORST = Usage(prompt_tokens=1000, usd=0.01, estimated=True)


class Failing(Engine):
    """A model that searches, is paid ``told``, and fails."""

    def __init__(self, error: ProviderError | asyncio.Event, *told: Usage) -> None:
        super().__init__("model", error)
        self.context = Context(instance="model", spent=note_spent)
        self.told = told

    def ceiling(self) -> Usage:
        return Usage(prompt_tokens=1000, usd=0.01)

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        for usage in self.told:
            self.context.spent("paid-1", usage)
        return await super().search(task, limit)


def told(error: ProviderError, used: Any) -> ProviderError:
    error.used = used
    return error


async def asked(folder: Path, engine: Engine, **search: Any) -> Patient:
    engine_module._doors.clear()
    folder.mkdir(exist_ok=True)
    run = patient_run(folder, Settings(search=search, budget={"tokens": 100_000, "usd": 1.0}))
    assert await Pool(run, [engine]).search(tasks("q"), "harvest/1") == [[]]
    await run.journal.aclose()
    return run


def charged(run: Patient) -> tuple[float, float, int, bool]:
    usage = run.state.usage
    assert run.budget.held == {"tokens": 0, "usd": 0, "searches": 0}
    assert run.budget.spent["tokens"] == usage.prompt_tokens + usage.completion_tokens
    return run.budget.spent["tokens"], run.budget.spent["usd"], run.budget.spent["searches"], usage.estimated


@pytest.mark.parametrize(
    ("engine", "usage"),
    [
        (Failing(BadAnswer("cut off"), COUNTED), COUNTED),
        (Failing(told(BadAnswer("cut off"), COUNTED)), COUNTED),
        (Failing(BadAnswer("cut off")), WORST),
        (Failing(told(AuthFailed("in the middle of it"), True)), WORST),
        (Failing(told(BadAnswer("an overloaded service"), False)), Usage()),
        (Failing(AuthFailed("no key")), Usage()),
        (Engine("free", BadAnswer("cut off")), Usage()),
    ],
    ids=["counted", "told", "unknown", "begun", "not begun", "at the door", "no model"],
)
async def test_what_a_failed_search_cost_is_charged(tmp_path: Path, engine: Engine, usage: Usage) -> None:
    tokens = usage.prompt_tokens + usage.completion_tokens
    run = await asked(tmp_path, engine)
    assert charged(run) == (tokens, usage.usd or 0.0, 0, usage.estimated)
    assert [entry["calls"] for entry in run.state.models.values()] == [1] * bool(tokens)


async def test_each_attempt_is_charged_for_itself(tmp_path: Path) -> None:
    run = await asked(tmp_path, Failing(ProviderError("again and again"), COUNTED, COUNTED))
    assert charged(run)[:2] == (1800, pytest.approx(0.018))
    run = await asked(tmp_path / "slow down", Failing(RateLimited("slow down")))
    assert charged(run)[:2] == (0, 0)


async def test_a_search_that_is_not_waited_for_any_longer_costs_the_worst_case(tmp_path: Path) -> None:
    run = await asked(tmp_path, Failing(asyncio.Event()), deadline=0.01)
    assert charged(run)[:2] == (3000, pytest.approx(0.03))


async def test_a_resumed_run_counts_a_failed_search_once(tmp_path: Path) -> None:
    before = await asked(tmp_path, Failing(BadAnswer("cut off"), COUNTED))
    again = Failing(BadAnswer("cut off"), COUNTED)
    after = await asked(tmp_path, again)
    assert not again.asked
    assert charged(after) == charged(before)
