"""Ceilings hold against services that do not play along: unknown names, calls that fail after they were paid, limits refused.

What the service counted is what the run says it spent, and neither passes the ceiling.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pool_kit import patient_run
from standin.library import research, said
from standin.raw_service import HANG, RESET, Call, RawService, chat, chunk, refusal, stream, whole

from dr_core import BudgetSpent, ModelAnswer, ModelFailed, PastRun
from dr_core.cli.closing import warnings
from dr_core.run.journal import Journal
from dr_core.settings import Settings
from dr_core.state import RunState
from dr_core.types import Delta, Usage

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("no_waiting")]

PRICES = '[here.models]\n"dear-1" = { input = 2.0, output = 10.0 }\n'


def tokens(state: RunState) -> int:
    return state.usage.prompt_tokens + state.usage.completion_tokens


@pytest.mark.parametrize("reported", ["dear-1", "dear-1-2026-08-14", "dear-1-preview", "behind/something-else"])
async def test_money_is_counted_whatever_the_service_calls_its_model(tmp_path: Path, reported: str) -> None:
    (tmp_path / "prices.toml").write_text(PRICES)
    paid = 0.0

    def says(call: Call) -> list[bytes]:
        nonlocal paid
        text = call.fitting
        paid += (call.tokens * 2 + len(text) // 4 * 10) / 1e6
        return chat(text, model=reported, tokens=(call.tokens, len(text) // 4))

    async with RawService(says) as service:
        settings = {"llm": service.table(model="dear-1"), "budget": {"usd": 0.02}, "prices": tmp_path / "prices.toml"}
        state, _ = await research(tmp_path, settings=settings)
    assert 0 < paid <= 0.02
    assert state.usage.usd == pytest.approx(paid)


@pytest.mark.parametrize("counted", [(0, 0), (0, 7), (10**10, 1), (1, 10**400)], ids=["0", "prompt 0", "huge", "endless"])
async def test_a_service_whose_count_cannot_be_is_counted_by_us(tmp_path: Path, counted: tuple[int, int]) -> None:
    async with RawService(lambda call: chat(call.fitting, tokens=counted)) as service:
        state, _ = await research(tmp_path, settings={"llm": service.table()})
    assert state.status == "complete" and state.usage.estimated
    assert 500 < tokens(state) <= 10_000


@pytest.mark.parametrize("cost", [-3, 1e308, float("nan"), float("inf"), 10**400], ids=["-3", "huge", "nan", "inf", "endless"])
async def test_a_cost_that_cannot_be_is_unknown_and_takes_no_answer_away(tmp_path: Path, cost: float) -> None:
    def says(call: Call) -> list[bytes]:
        choice = {"index": 0, "message": {"role": "assistant", "content": call.fitting}, "finish_reason": "stop"}
        return whole({"choices": [choice], "usage": {"prompt_tokens": 100, "completion_tokens": 50, "cost": cost}})

    async with RawService(says) as service:
        state, _ = await research(tmp_path, settings={"llm": service.table(plugin="openrouter")})
    assert (state.status, state.errors, state.usage.usd) == ("complete", [], None)
    assert tokens(state) == 150 * len(service.calls)


@pytest.mark.parametrize("ceiling", [0.0, 1e-9, 0.003, 0.012, 0.02])
async def test_a_ceiling_of_money_is_kept_by_run_and_estimate_and_the_end_says_how_far_to_raise_it(
    tmp_path: Path, ceiling: float
) -> None:
    (tmp_path / "prices.toml").write_text(PRICES)
    async with RawService(lambda call: chat(call.fitting, tokens=(call.tokens, len(call.fitting) // 4))) as service:
        settings = {"llm": service.table(model="dear-1"), "budget": {"usd": ceiling}, "prices": tmp_path / "prices.toml"}
        state, folder = await research(tmp_path / "little", settings=settings)
        told = state.notes["estimate"]
        assert (state.usage.usd or 0.0) <= ceiling and told["usd"] <= ceiling and state.passed
        assert told["tokens"] <= 1 + told["most_tokens"] * min(1.0, ceiling / told["whole_usd"])
        assert state.status == "partial" and not [event for event in PastRun(folder).events() if event.type == "error"]
        (line,) = (line for line in warnings(state, folder) if "dr resume" in line)
        enough = float(line.rpartition(" --max-usd ")[2])
        state, _ = await research(tmp_path / "enough", settings={**settings, "budget": {"usd": enough}})
        assert state.status == "complete" and (state.usage.usd or 0.0) <= enough


@pytest.mark.parametrize("counted", [True, False])
async def test_a_call_that_breaks_off_after_it_was_paid_is_charged(tmp_path: Path, counted: bool) -> None:
    paid = 0

    def says(call: Call) -> list[bytes]:
        nonlocal paid
        used = {"prompt_tokens": call.tokens, "completion_tokens": 300}
        paid += call.tokens + 300
        if call.task == "plan":
            return stream(chunk(call.fitting, "stop"), {"choices": [], "usage": used}, "[DONE]")
        return stream(chunk(call.fitting[:-5], usage=used if counted else None), RESET)

    async with RawService(says) as service:
        state, folder = await research(tmp_path, settings={"llm": service.table(stream=True), "budget": {"tokens": 8_000}})
    assert len(service.calls) > 2
    assert paid <= 8_000
    if counted:
        assert tokens(state) == paid
        assert not state.usage.estimated
    else:  # nobody knows what it was: the worst case is charged, and marked
        assert paid <= tokens(state) <= 8_000
        assert state.usage.estimated
    assert sum(stage.prompt_tokens + stage.completion_tokens for stage in state.used_by_stage.values()) == tokens(state)
    replayed = Journal(folder / "journal.jsonl", replay=True)
    assert replayed._wasted, "a resumed run must find what failed calls cost"


async def test_what_a_failed_call_cost_is_charged_once_to_a_run_that_goes_on(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    error = ModelFailed("broke off")
    error.used = Usage(prompt_tokens=10, completion_tokens=5)

    async def fail() -> Any:
        raise error

    with pytest.raises(ModelFailed):
        await journal.call("draft/0/one/0", {}, fail)
    assert journal.failure("draft/0/one/0") == "draft/0/one/0!0"
    assert journal.paid_before() == []  # it is met again, and counted then
    with pytest.raises(ModelFailed) as again:
        await journal.call("draft/0/one/0", {}, fail)
    assert again.value.used == error.used
    journal.begin_attempt()
    assert journal.paid_before() == [("draft/0/one/0!0", error.used)]
    await journal.aclose()
    assert Journal(tmp_path / "journal.jsonl", replay=True).paid_before() == [("draft/0/one/0!0", error.used)]


async def test_that_an_error_is_not_worth_another_try_is_on_record(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    error = ModelFailed("too long for it")
    error.retryable = False

    async def fail() -> Any:
        raise error

    with pytest.raises(ModelFailed):
        await journal.call("plan/one/0", {}, fail)
    await journal.aclose()
    with pytest.raises(ModelFailed) as again:
        await Journal(tmp_path / "journal.jsonl", replay=True).call("plan/one/0", {}, fail)
    assert not again.value.retryable


@pytest.mark.parametrize("clock", ["timeout", "seconds"])
async def test_a_call_that_is_cut_by_the_clock_is_charged(tmp_path: Path, clock: str) -> None:
    def says(call: Call) -> list[bytes]:
        return chat(call.fitting) if call.task == "plan" else [*stream(chunk("{")), HANG]

    for seconds in (1.0, 10.0, 100.0):  # more, where the machine is too busy to come that far in less
        async with RawService(says) as service:
            table = service.table(**({"timeout": seconds} if clock == "timeout" else {}))
            budget = {"tokens": 10_000, **({"seconds": 3 * seconds} if clock == "seconds" else {})}
            try:
                state, _ = await research(tmp_path / str(seconds), settings={"llm": table, "budget": budget})
            except BudgetSpent:
                continue
        if any(call.task != "plan" for call in service.calls):
            break
    assert 150 < tokens(state) <= 10_000
    assert state.usage.estimated


async def test_a_refusal_and_a_service_that_is_not_there_cost_nothing(tmp_path: Path) -> None:
    def says(call: Call) -> list[bytes]:
        return chat(call.fitting) if call.task == "plan" else refusal(500 if call.number % 2 else 400, "no")

    async with RawService(says) as service:
        state, _ = await research(tmp_path, settings={"llm": service.table()})
    assert len(service.calls) > 3
    assert tokens(state) == 150


async def test_a_plugin_of_somebody_else_that_fails_after_its_first_words_is_charged(tmp_path: Path) -> None:
    models = said(one=lambda request: ModelFailed("never came"))
    provider = models["one"]
    plain = provider.complete

    async def complete(request: Any, on_delta: Any = None) -> ModelAnswer:
        if request.task != "draft":
            return await plain(request, on_delta)
        on_delta(Delta(kind="text", text="{"))
        await asyncio.sleep(0)
        raise ModelFailed("broke off")

    provider.complete = complete  # type: ignore[method-assign]
    state, _ = await research(tmp_path, models)
    assert set(state.used_by_stage) == {"draft"}
    assert tokens(state) > 0


@pytest.mark.parametrize("extra", [{}, {"max_new_tokens": 600}])
async def test_a_server_that_takes_no_limit_is_not_asked_without_one(tmp_path: Path, extra: dict[str, int]) -> None:
    served = 0

    def says(call: Call) -> list[bytes]:
        nonlocal served
        for name in ("max_tokens", "max_completion_tokens"):
            if name in call.json:
                return refusal(400, f"Unknown parameter: '{name}'.")
        written = call.json.get("max_new_tokens", 5_000)
        served += call.tokens + written
        return chat(call.fitting, tokens=(call.tokens, written))

    async with RawService(says) as service:
        state, _ = await research(tmp_path, settings={"llm": service.table(extra=extra), "budget": {"tokens": 10_000}})
    assert served == tokens(state) <= 10_000
    assert bool(served) == bool(extra)
    if not extra:
        assert any("the length of its answers has no limit" in error.error for error in state.errors)


async def test_a_run_that_is_tried_again_knows_what_failed_calls_of_the_first_try_cost(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    error = ModelFailed("broke off")
    error.used = Usage(prompt_tokens=10, completion_tokens=5, usd=0.25)

    async def fail() -> Any:
        raise error

    with pytest.raises(ModelFailed):
        await journal.call("draft/0/one/0", {}, fail)
    journal.begin_attempt()
    await journal.aclose()
    for _ in range(2):  # however often the folder is opened
        run = patient_run(tmp_path, Settings(budget={"tokens": 100}))
        assert (tokens(run.state), run.state.usage.usd) == (15, 0.25)
        assert run.budget.spent["tokens"] == 15
        assert run.state.used_by_stage["draft"].calls == 1
        await run.journal.aclose()
