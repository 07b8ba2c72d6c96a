"""Engines that are models: what they use is reserved, counted and kept in bounds; and those that only remember."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pool_kit import Engine, Make, Patient, engines_of, patient_run, tasks

from dr_core import Context, Hit, SearchTask, Usage
from dr_core.errors import BudgetSpent, ProviderError
from dr_core.run import engine as engine_module
from dr_core.run.desk import note_spent
from dr_core.run.pool import Pool
from dr_core.settings import Settings


class Paid(Engine):
    """A model that searches: each search costs ``used`` tokens, and has ``reserve`` of them set aside."""

    def __init__(self, name: str, *steps: Any, used: int = 300, reserve: int = 1000, usd: float | None = None) -> None:
        super().__init__(name, *steps)
        self.context = Context(instance=name, spent=note_spent)
        self.used, self.reserve, self.usd = used, reserve, usd

    def ceiling(self) -> Usage:
        return Usage(prompt_tokens=self.reserve, usd=self.usd)

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        hits = await super().search(task, limit)
        self.context.spent("paid-1", Usage(prompt_tokens=self.used - 100, completion_tokens=100, usd=self.usd))
        return hits


class Memory(Engine):
    """A model's memory."""

    sourced = False

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        self.asked.append(task)
        if isinstance(self.steps[0], ProviderError):
            raise self.steps[0]
        return [Hit(title="m", url=f"model://m/{task.query}", content="It is said.")][: int(self.steps[0])]  # type: ignore[call-overload]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    folders = iter(range(100))

    def build(
        *engines: Any, folder: Path | None = None, budget: dict[str, Any] | None = None, **search: Any
    ) -> tuple[Pool, Patient]:
        engine_module._doors.clear()
        where = folder or tmp_path / str(next(folders))
        where.mkdir(exist_ok=True)
        run = patient_run(where, Settings(search=search, budget=budget or {}))
        return Pool(run, engines), run

    return build


async def test_what_a_search_used_is_counted_by_the_models_name_and_charged(make: Make) -> None:
    pool, run = make(Paid("model"), budget={"tokens": 10_000})
    await pool.search(tasks("a", "b"), "harvest/1")
    assert run.state.models["model"] | {"cached_tokens": 0} == {
        "model": "paid-1", "calls": 2, "prompt_tokens": 400, "completion_tokens": 200, "cached_tokens": 0, "usd": None,
    }  # fmt: skip
    assert (run.state.usage.prompt_tokens, run.state.usage.usd) == (400, None), "an unknown price is unknown"
    assert (run.budget.spent["tokens"], run.budget.spent["searches"]) == (600, 2)
    assert run.budget.held["tokens"] == 0


async def test_searches_at_once_do_not_mix_up_their_costs(make: Make) -> None:
    cheap, dear = Paid("cheap", used=200, usd=0.001), Paid("dear", used=900, usd=0.1)
    pool, run = make(cheap, dear, Engine("free"), parallel_strategy="batch", budget={"tokens": 100_000})
    await pool.search(tasks("a", "b", "c"), "harvest/1")
    assert run.state.models["cheap"]["prompt_tokens"] == 300
    assert run.state.models["dear"]["prompt_tokens"] == 2400
    assert "free" not in run.state.models
    assert run.state.usage.usd == pytest.approx(0.303)


async def test_a_resumed_run_counts_a_recorded_search_once_and_pays_it_never_again(make: Make, tmp_path: Path) -> None:
    paid = Paid("model")
    pool, run = make(paid, folder=tmp_path / "run")
    await pool.search(tasks("a"), "harvest/1")
    await run.journal.aclose()
    again = Paid("model")
    pool, run = make(again, folder=tmp_path / "run")
    (hits,) = await pool.search(tasks("a"), "harvest/1")
    assert len(hits) == 5 and not again.asked
    assert run.state.models["model"]["calls"] == 1
    assert run.budget.spent["tokens"] == 300


async def test_where_the_tokens_do_not_reach_the_others_are_asked(make: Make) -> None:
    paid, free = Paid("model", reserve=5000), Engine("free")
    pool, _ = make(paid, free, budget={"tokens": 3000})
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"free"}
    assert not paid.asked
    assert "5,000 tokens would pass the budget of 3,000" in pool.tried()
    assert pool.refused is None


async def test_alone_it_is_the_budget_that_is_spent(make: Make) -> None:
    pool, _ = make(Paid("model", reserve=5000), budget={"tokens": 3000})
    assert await pool.search(tasks("q"), "harvest/1") == [[]]
    assert isinstance(pool.refused, BudgetSpent)


async def test_where_searches_are_counted_it_is_one_of_them(make: Make) -> None:
    pool, run = make(Paid("model"), budget={"searches": 1})
    found = await pool.search(tasks("a", "b"), "harvest/1")
    assert sorted(map(len, found)) == [0, 5]
    assert run.budget.spent["searches"] == 1


@pytest.mark.parametrize(("usd", "asked"), [(None, 0), (0.01, 1)])
async def test_a_ceiling_of_money_needs_a_price(make: Make, usd: float | None, asked: int) -> None:
    paid = Paid("model", usd=usd)
    pool, run = make(paid, Engine("free"), parallel_strategy="batch", budget={"usd": 1.0})
    await pool.search(tasks("q"), "harvest/1")
    assert len(paid.asked) == asked
    assert ("budget.usd cannot be kept" in pool.tried()) == (usd is None)
    assert run.budget.spent["usd"] == (usd or 0.0)


async def test_a_memory_is_never_asked_by_a_search(make: Make) -> None:
    memory = Memory("memory", 1)
    pool, _ = make(Engine("web", ProviderError("down")), memory)
    assert await pool.search(tasks("q"), "harvest/1") == [[]]
    assert not memory.asked
    assert pool.tried() == "web: down; memory: 0 calls, 0 hits"


async def test_what_a_memory_says_is_marked_whatever_it_calls_itself(make: Make) -> None:
    pool, _ = make(Engine("web"), Memory("empty", 0), Memory("memory", 1))
    found = await pool.from_memory(tasks("a", "b"), "harvest/1/memory")
    assert [[(hit.kind, hit.engine) for hit in hits] for hits in found] == [[("unverified", "memory")]] * 2


async def test_a_memory_that_fails_is_named_and_nothing_is_found(make: Make) -> None:
    pool, run = make(Engine("web"), Memory("memory", ProviderError("no model")))
    assert not any(await pool.from_memory(tasks("a", "b"), "harvest/1/memory"))
    assert "memory: no model" in pool.tried()
    assert [error.step for error in run.state.errors] == ["harvest/memory", "harvest/memory"]
    pool, _ = make(Engine("web"))
    assert await pool.from_memory(tasks("a"), "harvest/1/memory") == []


async def test_an_engine_that_may_take_its_time_gets_it(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    from dr_core.run import pool as pool_module

    seen: list[float] = []
    real: Callable[..., Any] = pool_module.call_plugin
    monkeypatch.setattr(
        pool_module, "call_plugin", lambda *given, **named: (seen.append(named["seconds"]), real(*given, **named))[1]
    )
    slow = Paid("model")
    slow.patience = 60.0  # type: ignore[misc]
    pool, _ = make(slow, Engine("web"), parallel_strategy="batch", deadline=5)
    await pool.search(tasks("q"), "harvest/1")
    assert sorted(seen) == [5, 60]
