"""A model that is not there at the first call, or has nothing left to spend, is for the user to mend: one line, nothing lost,
mended and resumed. One that only fails is not."""

from __future__ import annotations

import json
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from standin.library import Hooks, Library, Said, good, research, said
from standin.llm_bench import VENDORS
from standin.llm_server import KEY, LlmServer
from standin.model_server import ModelServer

from dr_core import (
    BadAnswer,
    Context,
    Kernel,
    ModelFailed,
    NoModel,
    NoSuchModel,
    PastRun,
    ProviderError,
    QuotaSpent,
    RateLimited,
    Unreachable,
)
from dr_core.manifest import settings_to_resume
from dr_core.run.retry import RETRIES
from dr_core.session import Session, replay, resume
from dr_core.settings import Settings
from dr_core.state import RunState

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("no_waiting")]

PRESETS = {"openai": "openai", "anthropic": "anthropic", "gemini": "gemini", "ollama": "openai"}


@contextmanager
def nobody() -> Iterator[str]:
    """An address of this machine at which nobody listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}"


def one_line(error: NoModel) -> str:
    assert "\n" not in str(error) and error.exit_code == 4 and not error.retryable
    return str(error)


def folder_of(root: Path) -> Path:
    (folder,) = (root / "research_data").iterdir()
    return folder


def kept(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder_of(root) / "state.json").read_text(encoding="utf-8"))
    return found


async def refused(root: Path, **settings: Any) -> str:
    with pytest.raises(NoModel) as caught:
        await research(root, settings=settings)
    assert not (folder_of(root) / "report.md").exists()
    return one_line(caught.value)


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_server_that_does_not_answer_stops_the_run_after_its_retries(tmp_path: Path, preset: str) -> None:
    with nobody() as url:
        table = {"use": ["mine"], "mine": {"plugin": preset, "base_url": f"{url}/v1", "api_key": "k", "model": "m"}}
        line = await refused(tmp_path, llm=table)
    assert line.startswith("mine could not be reached") and url in line and "[llm.mine]" in line and '--llm ""' in line
    assert ("ollama serve" in line) == (preset == "ollama")
    state = kept(tmp_path)
    assert (state["status"], state["current_step"]) == ("failed", "plan")
    tries = [error["retry_count"] for error in state["errors"] if error["step"] == "plan/plan/mine"]
    assert tries == list(range(RETRIES + 1)), "S0-16's retries, and no round of the whole run after them"


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_model_that_the_service_does_not_have_stops_it_at_once(tmp_path: Path, preset: str) -> None:
    vendor, _, root = VENDORS[PRESETS[preset]]
    async with LlmServer(vendor) as server:
        server.say(fault="model")
        mine = {"plugin": preset, "base_url": server.url + root, "api_key": KEY, "model": "nope"}
        line = await refused(tmp_path, llm={"use": ["mine"], "mine": mine})
        assert len(server.asked) == 1
    assert "mine refused the request (404)" in line and "Check model ('nope') and base_url in [llm.mine]" in line
    assert ("ollama list" in line) == (preset == "ollama")
    assert KEY not in line


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("fault", "said", "remedy"),
    [
        ("quota", "mine has no quota left", "Top up the account"),
        ("html", "mine answered with HTML", "Check base_url in [llm.mine]"),
    ],
)
async def test_so_do_a_spent_account_and_another_service_at_its_address(
    tmp_path: Path, preset: str, fault: str, said: str, remedy: str
) -> None:
    vendor, _, root = VENDORS[PRESETS[preset]]
    async with LlmServer(vendor) as server:
        server.say(fault=fault)
        mine = {"plugin": preset, "base_url": server.url + root, "api_key": KEY, "model": "m"}
        line = await refused(tmp_path, llm={"use": ["mine"], "mine": mine})
        assert len(server.asked) == 1
    assert line.startswith(said) and remedy in line and '--llm ""' in line and KEY not in line


async def test_each_model_of_a_chain_of_which_none_is_there_is_named(tmp_path: Path) -> None:
    with nobody() as url:
        async with ModelServer(lambda service, number, body: "refused") as server:
            table = server.table("first", "second")
            table["first"]["base_url"] = url
            line = await refused(tmp_path, llm=table)
            assert Counter(request.service for request in server.requests) == {"second": 1}
    assert "none of the models can be asked: first could not be reached" in line and "; second refused the request (404)" in line
    assert "[llm.first]" in line and "[llm.second]" in line


GONE = pytest.mark.parametrize(
    "gone",
    [Unreachable("no route"), NoSuchModel("no such model"), QuotaSpent("no quota left (402)"), BadAnswer("answered with HTML")],
    ids=["unreachable", "missing", "spent", "another"],
)


@GONE
async def test_where_another_model_works_the_run_goes_on_with_it(tmp_path: Path, gone: Exception) -> None:
    models = said(first=lambda request: gone, second=good)
    state, _ = await research(tmp_path, models)
    assert state.status == "complete" and not state.notes.get("fallbacks")
    out = isinstance(gone, NoSuchModel | QuotaSpent)
    assert (len(models["first"].requests) == 1) == out, "one that is missing or spent is out for the run"
    assert f"first: no answer ({gone})" in state.final_report
    assert state.models.keys() == {"second"}


@pytest.mark.parametrize(
    "failure", [RateLimited("slow down"), ModelFailed("failed (500)"), ProviderError("no whole answer within 9 s")]
)
@pytest.mark.parametrize("chain", [("only",), ("gone", "only")])
async def test_a_model_that_only_fails_is_done_without(tmp_path: Path, failure: Exception, chain: tuple[str, ...]) -> None:
    says = {"gone": lambda request: Unreachable("no route"), "only": lambda request: failure}
    state, _ = await research(tmp_path, said(**{name: says[name] for name in chain}))
    assert state.status == "partial" and state.passed
    assert "plan" in {entry["task"] for entry in state.notes["fallbacks"]}


@GONE
async def test_so_is_one_that_is_gone_after_it_has_answered(tmp_path: Path, gone: Exception) -> None:
    state, _ = await research(tmp_path, said(only=lambda request: good(request) if request.task == "plan" else gone))
    assert state.status == "partial" and state.passed and "no answer" not in state.final_report


async def test_a_clarifier_that_asks_first_does_not_hide_it(tmp_path: Path) -> None:
    models = said(only=lambda request: Unreachable("no route"))
    with pytest.raises(NoModel):
        await research(tmp_path, models, settings={"clarify": {"use": ["llm"]}})
    assert kept(tmp_path)["current_step"] == "intake" and len(models["only"].requests) == RETRIES + 1


async def test_a_role_whose_model_is_not_there_is_told_of_in_the_report(tmp_path: Path) -> None:
    async with ModelServer(lambda service, number, body: "refused" if service == "small" else None) as server:
        table = {**server.table("big", "small"), "use": ["big"], "thinking": "big", "task": "small"}
        state, folder = await research(tmp_path, settings={"llm": table, "research": {"depth": "standard"}})
        asked = [request.key for request in server.requests if request.service == "small"]
        assert len(asked) == len(set(asked)) <= 3, "out for the run, once those that were under way beside each other have failed"
    assert state.status == "complete"
    assert "small: no answer (small refused the request (404)" in state.final_report
    (made,) = [event.data for event in PastRun(folder).events() if event.status == "made"]
    assert "404" in made["models_silent"]["small"] and "small" not in made["models"]


@pytest.mark.parametrize(
    ("language", "words"), [("zh-Hant", "沒有回答"), ("zh-Hans", "没有回答"), ("ja", "応答なし"), ("ko", "응답 없음")]
)
async def test_the_report_says_so_in_its_own_language(tmp_path: Path, language: str, words: str) -> None:
    from dr_core.report.provenance import box

    state = RunState(original_query="q", language=language, notes={"models_silent": {"small": "no such model"}})
    assert any(f"small: {words} (no such model)" in value for _, value in box(state, seconds=1.0))


# --- mended, and resumed ------------------------------------------------------------------------------------------------------


async def go_on(root: Path, llm: dict[str, Any], models: dict[str, Said] | None = None) -> tuple[RunState, Library]:
    """Resume the run below ``root`` with what settings say of models today."""
    folder, library = folder_of(root), Library(None, Context(instance="files"))
    today = Settings(llm=llm, output={"root": str(root)})
    kernel = Kernel(settings_to_resume(folder, today), plugins=[Hooks(library, models or {})], folder=root)
    try:
        return await resume(folder, kernel, Session(assume=True)), library
    finally:
        await kernel.aclose()


async def test_a_mended_model_goes_on_and_nothing_is_searched_twice(tmp_path: Path) -> None:
    async with ModelServer(lambda service, number, body: None if body["model"] == "m-1" else "refused") as server:
        await refused(tmp_path, llm=server.table("only", model="m-2"))
        state, library = await go_on(tmp_path, server.table("only", model="m-1"))
        assert state.status == "complete" and state.passed and not state.notes.get("fallbacks")
        assert kept(tmp_path)["original_query"] not in library.queries, "what was found before is on record"
    folder = folder_of(tmp_path)
    settings = json.loads((folder / "run.json").read_text(encoding="utf-8"))["settings"]
    assert settings["llm"]["only"]["model"] == "m-1" and "api_key" not in settings["llm"]["only"]
    kernel = Kernel(settings_to_resume(folder, Settings()), plugins=[Hooks(library, {})], folder=tmp_path)
    again = await replay(folder, kernel, tmp_path / "again")
    await kernel.aclose()
    assert again.status == "complete" and again.evidence.keys() == state.evidence.keys()


async def test_an_account_that_was_topped_up_goes_on_with_the_same_settings(tmp_path: Path) -> None:
    async with ModelServer(lambda service, number, body: None if number else "quota") as server:
        line = await refused(tmp_path, llm=server.table("only"))
        assert line.startswith("only has no quota left (402)")
        state, _ = await go_on(tmp_path, server.table("only"))
    assert state.status == "complete" and not state.notes.get("fallbacks") and "no answer" not in state.final_report


async def test_a_started_server_goes_on_with_the_models_of_the_run_whatever_is_chosen_today(tmp_path: Path) -> None:
    async with ModelServer() as server:
        table = server.table("only")
        gone = {**table, "only": {**table["only"], "base_url": "http://127.0.0.1:9/v1"}}
        await refused(tmp_path, llm=gone)
        state, _ = await go_on(tmp_path, {**table, "use": []})
    assert state.status == "complete" and state.models.keys() == {"only"}


async def test_a_run_that_stands_on_answers_keeps_its_models(tmp_path: Path) -> None:
    async with ModelServer(lambda service, number, body: "key" if number else None) as server:
        state, folder = await research(tmp_path, settings={"llm": server.table("only")})
        assert state.status == "partial"
        resumed = settings_to_resume(folder, Settings(llm=server.table("only", model="another")))
    assert resumed.llm.options("only")["model"] == "m-1"


@pytest.mark.parametrize("fault", ["busy", "garbage"])
async def test_one_that_was_done_without_them_is_done_again_with_those_of_today(tmp_path: Path, fault: str) -> None:
    async with ModelServer(lambda service, number, body: fault) as server:
        state, folder = await research(tmp_path, settings={"llm": server.table("only")})
        assert state.status == "partial"
        resumed = settings_to_resume(folder, Settings(llm=server.table("only", model="another")))
    assert resumed.llm.options("only")["model"] == "another"
