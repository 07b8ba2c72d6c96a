"""What a plugin says that a call used is checked where it comes in: nothing negative ever reaches a budget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pool_kit import Engine, patient_run, tasks
from standin.library import good, research, said

from dr_core import Context, Hit, ModelAnswer, ModelFailed, SearchTask, Usage
from dr_core.run import engine as engine_module
from dr_core.run.desk import note_spent
from dr_core.run.pool import Pool
from dr_core.settings import Settings

NEGATIVE = Usage.model_construct(prompt_tokens=-50_000, completion_tokens=0, usd=-1.0)
TOO_MUCH = Usage.model_construct(prompt_tokens=10**400)
NOT_A_NUMBER = Usage.model_construct(prompt_tokens="many")  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [NEGATIVE, TOO_MUCH, NOT_A_NUMBER, None], ids=["negative", "too much", "text", "none"])
async def test_an_answer_with_a_usage_that_cannot_be_is_charged_with_the_worst_case(tmp_path: Path, wrong: Any) -> None:
    models = said(one=good)
    plain = models["one"].complete

    async def complete(request: Any, on_delta: Any = None) -> ModelAnswer:
        answer = await plain(request, on_delta)
        return answer.model_copy(update={"usage": wrong}) if request.task == "draft" else answer

    models["one"].complete = complete  # type: ignore[method-assign]
    state, _ = await research(tmp_path, models)
    (stage,) = [use for name, use in state.used_by_stage.items() if name == "draft"]
    assert stage.prompt_tokens > 0 and stage.completion_tokens > 0
    assert any("llm plugin 'one'" in error.error and "a usage that cannot be" in error.error for error in state.errors)
    assert state.status == "partial"


async def test_so_is_a_failure_with_one(tmp_path: Path) -> None:
    def failed(request: Any) -> Any:
        if request.task != "draft":
            return good(request)
        error = ModelFailed("broke off")
        error.used = NEGATIVE
        return error

    state, _ = await research(tmp_path, said(one=failed))
    assert state.used_by_stage["draft"].prompt_tokens > 0
    assert state.usage.estimated


class Paid(Engine):
    """A model that searches, and says that it was paid ``wrong``."""

    def __init__(self, wrong: Usage, ceiling: Usage) -> None:
        super().__init__("model")
        self.context = Context(instance="model", spent=note_spent)
        self.wrong, self.most = wrong, ceiling

    def ceiling(self) -> Usage:
        return self.most

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        self.context.spent("paid-1", self.wrong)
        return await super().search(task, limit)


@pytest.mark.parametrize("wrong", [NEGATIVE, NOT_A_NUMBER], ids=["negative", "text"])
async def test_an_engine_cannot_be_paid_less_than_nothing(tmp_path: Path, wrong: Usage) -> None:
    engine_module._doors.clear()
    run = patient_run(tmp_path, Settings(budget={"tokens": 10_000}))
    pool = Pool(run, [Paid(wrong, Usage(prompt_tokens=1000))])
    assert await pool.search(tasks("q"), "harvest/1") == [[]]
    assert run.budget.spent["tokens"] == 1000
    assert "its search raised ValidationError" in pool.tried()
    await run.journal.aclose()


async def test_nor_may_it_ask_for_less_than_nothing(tmp_path: Path) -> None:
    engine_module._doors.clear()
    run = patient_run(tmp_path, Settings(budget={"tokens": 10_000}))
    paid = Paid(Usage(), NEGATIVE)
    pool = Pool(run, [paid])
    assert await pool.search(tasks("q"), "harvest/1") == [[]]
    assert not paid.asked
    assert "its ceiling() raised ValidationError" in pool.tried()
    await run.journal.aclose()
