"""The chain of models: nothing lost, nothing bought twice, capped, all failures on record. Counted at the server."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from standin.library import Said, good, research, said
from standin.model_server import ModelServer

from dr_core import Context, DRError, ModelAnswer, ModelFailed, ModelRequest, OnDelta, RateLimited
from dr_core.errors import AuthFailed, Category, SettingsError
from dr_core.run import call
from dr_core.run.gate import Gate, gate_of
from dr_core.run.retry import RETRIES
from dr_core.state import RunState

pytestmark = pytest.mark.usefixtures("no_waiting")

CALLS = 6  # plan, analyse, three drafts, summary
ENOUGH = {"budget": {"tokens": 14_000}}
"""For a quick run with all of them; with less the analysis is no model's."""
FAULTS = {
    "rate": Category.NETWORK,
    "cut": Category.NETWORK,
    "busy": Category.NETWORK,
    "broken": Category.LLM,
    "garbage": Category.LLM,
    "empty": Category.LLM,
    "half": Category.LLM,
    "refused": Category.LLM,
    "quota": Category.RESOURCE_LIMIT,
    "key": Category.RESOURCE_LIMIT,
}
EVERY = [(fault, index) for fault in FAULTS for index in range(CALLS) if (fault, index) != ("key", 0)]
SOME = [EVERY[at] for at in range(0, len(EVERY), 7)]


async def run_with(server: ModelServer, root: Path, *services: str, **settings: Any) -> RunState:
    state, _folder = await research(root, settings={**ENOUGH, "llm": server.table(*services), **settings})
    return state


async def check_failover(root: Path, fault: str, index: int) -> None:
    async with ModelServer(lambda service, number, body: fault if service == "first" and number == index else None) as server:
        state = await run_with(server, root, "first", "second")
    assert state.status == "complete" and state.passed
    assert not state.notes.get("fallbacks"), "a call was lost"
    answered = Counter(request.key for request in server.good())
    assert len(answered) == CALLS
    assert set(answered.values()) == {1}, "a call was made again after it had succeeded"
    met = [error for error in state.errors if error.step.endswith("/first")]
    assert len(met) == 1
    assert met[0].error and met[0].retry_count == 0
    assert met[0].category == FAULTS[fault]
    assert met[0].step.split("/")[1] in ("plan", "analyse", "draft", "summary")


@pytest.mark.parametrize(("fault", "index"), SOME)
async def test_one_failure_of_the_first_model_loses_no_call_and_repeats_none(tmp_path: Path, fault: str, index: int) -> None:
    await check_failover(tmp_path, fault, index)


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "index"), EVERY)
async def test_every_failure_at_every_call_loses_no_call_and_repeats_none(tmp_path: Path, fault: str, index: int) -> None:
    await check_failover(tmp_path, fault, index)


@pytest.mark.parametrize("fault", sorted(FAULTS))
async def test_a_model_that_keeps_failing_is_asked_up_to_the_cap_and_then_done_without(tmp_path: Path, fault: str) -> None:
    async with ModelServer(lambda service, number, body: fault if number else None) as server:  # the plan succeeds
        state = await run_with(server, tmp_path, "only", budget={"tokens": 60_000})
    assert state.status == "partial" and state.passed
    assert {entry["task"] for entry in state.notes["fallbacks"]} >= {"analyse", "draft", "summary"}
    tries = Counter(request.key for request in server.requests)
    assert max(tries.values()) <= RETRIES + 1
    assert all(error.category == FAULTS[fault] for error in state.errors)
    for step in {error.step for error in state.errors}:  # the sections of a draft have one step together
        counts = Counter(error.retry_count for error in state.errors if error.step == step)
        assert set(counts) == set(range(max(tries.values()))) and len(set(counts.values())) == 1, step
    notice = state.final_report.partition("## ")[0]
    assert "the model failed" in notice


async def test_passing_failures_are_tried_again_only_when_no_model_is_left(tmp_path: Path) -> None:
    async with ModelServer(lambda service, number, body: "busy" if number == 0 else None) as server:
        state = await run_with(server, tmp_path, "first", "second")
    assert [request.service for request in server.requests][:3] == ["first", "second", "first"]
    assert state.status == "complete"


async def test_a_spent_account_is_not_asked_again_in_this_run(tmp_path: Path) -> None:
    async with ModelServer(lambda service, number, body: "quota" if service == "first" else None) as server:
        state = await run_with(server, tmp_path, "first", "second")
    assert sum(request.service == "first" for request in server.requests) == 1
    assert state.status == "complete" and state.notes["models_out"].keys() == {"first"}


async def test_a_wrong_key_on_the_first_call_is_one_line_and_the_end(tmp_path: Path) -> None:
    async with ModelServer(lambda service, number, body: "key") as server:
        with pytest.raises(AuthFailed) as caught:
            await run_with(server, tmp_path, "first", "second")
    assert len(server.requests) == 1
    assert "\n" not in str(caught.value)


async def test_each_role_has_its_own_model(tmp_path: Path) -> None:
    models = said(small=good, big=good)
    table = {"use": ["small"], "thinking": "big", "task": "small", "big": {"plugin": "openai"}}
    state, _ = await research(tmp_path, models, settings={"llm": table, "research": {"depth": "standard"}})
    assert {request.task for request in models["big"].requests} == {"plan", "analyse", "charts", "draft", "summary"}
    assert {request.task for request in models["small"].requests} >= {"findings", "reflect"}
    assert state.models.keys() == {"small", "big"}


async def test_the_first_of_the_chain_steps_in_for_a_role_that_fails(tmp_path: Path) -> None:
    models = said(small=good, big=lambda request: ModelFailed("no") if request.task == "draft" else good(request))
    table = {"use": ["small"], "thinking": "big", "big": {"plugin": "openai"}}
    state, _ = await research(tmp_path, models, settings={"llm": table})
    assert state.status == "complete"
    assert [request.task for request in models["small"].requests] == ["draft"] * 3


@pytest.mark.parametrize("dead", ["big", "small"])
async def test_so_does_the_model_of_the_other_role_where_no_chain_is_named(tmp_path: Path, dead: str) -> None:
    models = said(big=good, small=good)
    working = next(name for name in models if name != dead)
    models[dead].says = lambda request: AuthFailed("wrong key") if heard else good(request)
    heard: list[str] = []
    models[working].says = lambda request: heard.append(request.task) or good(request)
    table = {"use": [], "thinking": "big", "task": "small", **{name: {"plugin": "openai"} for name in models}}
    state, _ = await research(tmp_path, models, settings={"llm": table, "research": {"depth": "standard"}})
    assert state.status == "complete" and not state.notes.get("fallbacks")
    assert {"draft", "findings", "reflect"} <= {request.task for request in models[working].requests}


def spent(tokens: int) -> dict[str, Any]:
    return {"budget": {"tokens": tokens}}


@pytest.mark.parametrize("tokens", [0, 600, 2_000, 4_000, 6_000])
async def test_a_spent_budget_still_ends_in_a_verified_report_that_says_so(tmp_path: Path, tokens: int) -> None:
    models = said(one=good)
    state, _ = await research(tmp_path, models, settings=spent(tokens))
    assert state.passed
    assert state.usage.prompt_tokens + state.usage.completion_tokens <= tokens
    notice = state.final_report.partition("## ")[0]
    assert "the model failed" not in notice
    if state.status == "partial":
        assert f"{tokens:,} tokens have no room for the model at: " in notice
    else:
        assert tokens >= 4_000


async def test_quick_and_standard_do_their_whole_work_within_their_ceilings(tmp_path: Path) -> None:
    for depth, ceiling in (("quick", 10_000), ("standard", 60_000)):
        for length in ("brief", "full"):
            chosen = {"depth": depth, "length": length}
            state, _ = await research(tmp_path, said(one=good), settings={"research": chosen})
            assert state.status == "complete", (depth, length, state.notes.get("fallbacks"))
            assert state.usage.prompt_tokens + state.usage.completion_tokens <= ceiling


async def test_a_small_context_is_kept_to(tmp_path: Path) -> None:
    async with ModelServer() as server:
        state = await run_with(server, tmp_path, "only", research={"depth": "standard", "length": "full"})
        assert state.status == "complete"
        narrow = server.table("narrow", context_tokens=1500)
        state, _ = await research(tmp_path, settings={"llm": narrow, "research": {"depth": "standard", "length": "full"}})
    assert state.status == "complete" and state.passed


async def test_a_ceiling_of_money_with_an_unknown_price_refuses_to_start(tmp_path: Path) -> None:
    async with ModelServer() as server:
        with pytest.raises(SettingsError, match="the price of m-1") as caught:
            await run_with(server, tmp_path, "only", budget={"usd": 1.0})
        assert not server.requests
        assert not (tmp_path / "research_data").exists()
        assert "prices" in caught.value.remedy
        prices = tmp_path / "prices.toml"
        prices.write_text('[here.models]\n"m-1" = { input = 1, output = 4 }\n')
        state = await run_with(server, tmp_path, "only", budget={"usd": 1.0}, prices=str(prices))
    assert state.status == "complete" and state.usage.usd and state.usage.usd < 0.05


@pytest.mark.parametrize("text", [None, "[here]\nx = 1\n"])
async def test_a_file_of_prices_that_cannot_be_used_refuses_to_start(text: str | None, tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    if text is not None:
        prices.write_text(text)
    async with ModelServer() as server:
        with pytest.raises(SettingsError, match="the price file"):
            await run_with(server, tmp_path, "only", prices=str(prices))
        assert not server.requests
    assert not (tmp_path / "research_data").exists()


async def test_cached_tokens_are_kept(tmp_path: Path) -> None:
    from dr_core import ModelAnswer
    from dr_core.types import Usage

    def cached(request: Any) -> ModelAnswer:
        import json

        usage = Usage(prompt_tokens=100, completion_tokens=10, cached_tokens=80, usd=0.001)
        return ModelAnswer(text=json.dumps(good(request)), model="m", usage=usage)

    state, _ = await research(tmp_path, said(one=cached), settings=ENOUGH)
    assert state.usage.cached_tokens == 80 * CALLS
    assert state.models["one"]["cached_tokens"] == 80 * CALLS
    assert state.usage.usd == pytest.approx(0.001 * CALLS)


class Hung(Said):
    """Takes the question, and that is all."""

    async def complete(self, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelAnswer:
        self.requests.append(request)
        await asyncio.Event().wait()
        raise AssertionError("unreachable")


async def test_a_model_that_does_not_answer_is_left_for_the_next_and_then_asked_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dr_core.run.call.GRACE", 0.0)
    monkeypatch.setattr("dr_core.run.gate.SLOW", 0.1)
    models = {"first": Hung(None, Context(instance="first"), good), "second": said(second=good)["second"]}
    state, _ = await research(tmp_path, models, settings={"llm": {"deadline": 0.2}})
    assert (state.status, state.passed) == ("complete", True)
    (error,) = [error for error in state.errors if error.step.endswith("/first")]
    assert error.category == Category.NETWORK and "gave no answer within 0.2 s" in error.error
    assert len(models["first"].requests) == 1, "it held everybody up again"
    assert state.models["first"]["prompt_tokens"] > 0 and state.usage.estimated, "nobody knows that it cost nothing"


async def test_the_models_own_timeout_may_be_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []
    real: Any = call.call_plugin
    monkeypatch.setattr(call, "call_plugin", lambda *given, **named: (seen.append(named["seconds"]), real(*given, **named))[1])
    async with ModelServer() as server:
        table = server.table("first", timeout=1800)
        await research(tmp_path, settings={"llm": table})
    assert set(seen) == {1800 + call.GRACE}


async def test_runs_of_one_process_share_what_a_service_allows() -> None:
    one = said(one=good)["one"]
    other = said(one=good)["one"]
    assert gate_of(one, 2) is gate_of(other, 2)
    assert gate_of(one, 2) is not gate_of(said(two=good)["two"], 2)
    gate = Gate(2)
    running = most = 0

    async def work() -> None:
        nonlocal running, most
        async with gate.slot():
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1

    await asyncio.gather(*(work() for _ in range(20)))
    assert most == 2


async def test_after_a_429_everybody_waits_as_long_as_the_service_wants_within_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(10)
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    gate.failed(RateLimited("slow down", retry_after=7))
    assert gate.cooling() == 7
    gate.failed(RateLimited("slow down", retry_after=1e9))
    assert gate.cooling() == 30
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        gate.cool_until = 0

    async with gate.slot(sleep):
        assert waited == [30]


async def test_a_service_that_cools_down_is_left_for_another_one(tmp_path: Path) -> None:
    models = said(first=good, second=good)
    gate_of(models["first"], 200).failed(RateLimited("slow down", retry_after=20))
    try:
        state, _ = await research(tmp_path, models, settings=ENOUGH)
    finally:
        gate_of(models["first"], 200).cool_until = 0
    assert state.status == "complete"
    assert not models["first"].requests and len(models["second"].requests) == CALLS


@pytest.mark.parametrize("index", range(CALLS))
async def test_a_plugin_that_raises_anything_is_a_failure_of_that_model_alone(tmp_path: Path, index: int) -> None:
    def fails_once(request: Any) -> Any:
        return ValueError("oops") if len(models["first"].requests) == index + 1 else good(request)

    models = said(first=fails_once, second=good)
    state, _ = await research(tmp_path, models, settings=ENOUGH)
    assert state.status == "complete"
    assert len(models["first"].requests) + len(models["second"].requests) == CALLS + 1
    assert [(error.category, error.retry_count) for error in state.errors] == [(Category.BUSINESS, 0)]
    assert "its complete raised ValueError: oops" in state.errors[0].error


async def test_a_broken_prompt_file_is_an_error_of_the_user_and_not_of_the_model(tmp_path: Path) -> None:
    folder = tmp_path / "prompts"
    folder.mkdir()
    (folder / "plan.j2").write_text("{{ nothing_of_this_name }}")
    with pytest.raises(DRError, match="plan"):
        await research(tmp_path, said(one=good), settings={"prompts": str(folder)})


async def test_so_is_one_in_another_encoding_and_a_folder_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "plan.j2").write_bytes("计划".encode("gbk"))
    for folder, told in ((tmp_path, "plan"), (tmp_path / "prompt", "no folder")):
        with pytest.raises(SettingsError, match=told):
            await research(tmp_path / "run", said(one=good), settings={"prompts": str(folder)})


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("draft.j2", "{% if section %}Write", r"draft\.j2, line 1 cannot be used"),
        ("drafts.j2", "Write", r"drafts\.j2 replaces nothing\. Did you mean 'draft\.j2'\?"),
        ("plan.txt", "計画", "holds no prompt file"),
        ("draft.j2", " \n", r"draft\.j2 cannot be used: ValueError: it is empty"),
    ],
)
async def test_a_prompt_of_a_later_stage_is_looked_at_before_anything_is_spent(
    tmp_path: Path, name: str, text: str, told: str
) -> None:
    folder, models = tmp_path / "prompts", said(one=good)
    folder.mkdir()
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=told):
        await research(tmp_path / "run", models, settings={"prompts": str(folder)})
    assert not models["one"].requests
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(("text", "told"), [("{{ 1 // 0 }}", "ZeroDivisionError"), ("{{ '計画' + 1 }}", "TypeError")])
async def test_whatever_a_prompt_file_raises_names_the_file(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "plan.j2").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=rf"prompt plan\.j2 cannot be used: {told}.*Mend the file"):
        await research(tmp_path / "run", said(one=good), settings={"prompts": str(tmp_path)})


async def test_a_prompt_file_may_take_in_another_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "tail.j2").write_text('{% include "house.j2" %}', encoding="utf-8")
    (tmp_path / "house.j2").write_text("用我們的文風。", encoding="utf-8-sig")  # as editors on Windows save it
    (tmp_path / "head.j2").write_text("", encoding="utf-8")
    models = said(one=good)
    await research(tmp_path / "run", models, settings={"prompts": str(tmp_path)})
    assert all(request.messages[-1].content.endswith("\n用我們的文風。") for request in models["one"].requests)


def test_the_context_names_the_instance() -> None:
    assert said(one=good)["one"].name == Context(instance="one").instance
