"""A run whose models failed, resumed: the steps done without them are done again, and nothing that was answered well is asked for
twice. Counted at the server."""

from __future__ import annotations

import asyncio
import base64
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from standin.house import House
from standin.library import Hooks, Library, evidence, good, research, said
from standin.model_server import ModelServer, task_of

from dr_core import AuthFailed, Context, Execution, Kernel, PastRun, Result, Sandbox, hookimpl
from dr_core.manifest import settings_of
from dr_core.report.compare import same_report
from dr_core.result import exit_code
from dr_core.run.base import BEFORE
from dr_core.run.disk import Disk
from dr_core.run.run import Run
from dr_core.run.store import load_state, save_state
from dr_core.session import replay
from dr_core.settings import Settings
from dr_core.state import RunState
from dr_core.testing import FakeSandbox

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("no_waiting")]

DRAWN = Execution(figures=(base64.b64encode(b"a picture").decode(),))


@pytest.mark.parametrize(("dies", "depth"), [(1, "quick"), (3, "quick"), (5, "quick"), (4, "standard")])
async def test_a_key_that_died_on_the_way_is_mended_and_the_report_is_whole(tmp_path: Path, dies: int, depth: str) -> None:
    dead = True
    async with ModelServer(lambda service, number, body: "key" if dead and number >= dies else None) as server:
        house = House(tmp_path, server, research={"depth": depth, "length": "brief"})
        first = await house.begin()
        assert first.status == "partial" and exit_code(first) == 0
        before = (house.folder / "report.md").read_text(encoding="utf-8")
        dead = False
        state = await house.go_on()
        assert state.status == "complete" and state.passed and not state.notes.get("fallbacks")
        assert set(Counter(request.key for request in server.good()).values()) == {1}, "what was paid for was asked again"
        assert state.models["only"]["calls"] == len(server.good()), "every answer is counted once"
        assert "the model failed" in before and "the model failed" not in state.final_report
        assert (house.folder / "earlier" / "1" / "report.md").read_text(encoding="utf-8") == before
        assert await house.replayed()
        assert (await house.go_on()).status == "complete"
    assert house.idle == [f"nothing to do: run {house.folder.name} is complete"]


@pytest.mark.parametrize("fault", ["garbage", "half", "busy", "broken", "cut"])
async def test_answers_that_could_not_be_used_are_asked_for_again_and_the_others_are_not(tmp_path: Path, fault: str) -> None:
    wrong = True
    async with ModelServer(lambda service, number, body: fault if wrong and task_of(body) == "draft" else None) as server:
        house = House(tmp_path, server)
        first = await house.begin()
        assert [entry["task"] for entry in first.notes["fallbacks"]] == ["draft"] * 3
        wrong, asked = False, len(server.requests)
        state = await house.go_on()
        again = Counter(request.task for request in server.requests[asked:])
        assert state.status == "complete" and again["draft"] == 3 and again.keys() <= {"draft", "summary"}, again
        assert await house.replayed()


@pytest.mark.parametrize("fault", ["busy", "broken", "garbage", "empty"])
async def test_a_run_whose_models_did_nothing_says_so_and_is_done_with_another(tmp_path: Path, fault: str) -> None:
    async with ModelServer(lambda service, number, body: fault if body["model"] == "m-1" else None) as server:
        house = House(tmp_path, server)
        first = await house.begin()
        assert (first.status, first.passed, exit_code(first)) == ("partial", True, 4)
        assert "The model failed at every step" in first.final_report.partition("## ")[0]
        result = Result.of(first, house.folder)
        assert result.exit_code == 4 and {"plan", "draft", "summary"} <= {entry["task"] for entry in result.fallbacks}
        assert bool(result.models_silent) == (fault in ("busy", "broken")), "one that answers uselessly has answered"
        ended = [event for event in PastRun(house.folder).events() if event.status == "partial"][-1]
        assert ended.data["exit_code"] == 4 and "draft" in ended.data["without_model"]
        state = await house.go_on(only={**server.table("only")["only"], "model": "m-2"})
        assert (state.status, exit_code(state)) == ("complete", 0) and state.models["only"]["model"] == "m-2"
        assert house.queries == [] or first.original_query not in house.queries, "what was found before is on record"
        assert await house.replayed()


class Drawing:
    """Puts a sandbox in place that draws."""

    @hookimpl
    def create_sandbox(self, name: str, options: Any, context: Context) -> Sandbox:
        return FakeSandbox(FakeSandbox.Options(script=(DRAWN,)), context)


@pytest.mark.parametrize("charts", [0, 1])
async def test_the_folders_hold_the_new_report_and_nothing_of_the_old(tmp_path: Path, charts: int) -> None:
    dead = True

    def says(request: Any) -> Any:
        if request.task != "charts":
            return good(request)
        planned = {"title": "Cost", "chart_type": "bar", "python_code": "pass", "cite_ids": [evidence(request)[0][0]]}
        return {"charts": [planned] * charts}

    refused = lambda service, number, body: "key" if dead and task_of(body) != "plan" else None  # noqa: E731
    async with ModelServer(refused, says) as server:
        settings = {"sandbox": {"use": ["any"]}, "render": {"use": ["markdown", "html"]}, "research": {"depth": "standard"}}
        house = House(tmp_path, server, Drawing(), **settings)
        first = await house.begin("Battery storage for the grid: figures by country and date")
        assert len(first.figures) > 1
        before, exports = files(house.folder / "figures"), tmp_path / "reports"
        (house.folder / "figures" / "drawn9.png").write_bytes(b"of a try that was stopped")
        for path in (house.folder / "report.docx", exports / f"{house.folder.name}.docx"):
            path.write_bytes(b"the report as it was")
        dead = False
        state = await house.go_on()
        assert state.status == "complete" and len(state.figures) == charts
        shown = [f"figure{number}{suffix}" for number in range(1, charts + 1) for suffix in (".json", ".png", ".py")]
        kept = house.folder / "earlier" / "1"
        assert files(house.folder / "figures") == files(exports / f"{house.folder.name}_figures") == shown
        assert files(kept / "figures") == before and {"report.docx", "report.html", "report.md"} <= set(files(kept))
        assert files(house.folder, "report.*") == ["report.html", "report.json", "report.md"]
        assert files(exports) == [f"{house.folder.name}.html", f"{house.folder.name}.md"]
        assert await house.replayed()


def files(folder: Path, pattern: str = "*") -> list[str]:
    return sorted(path.name for path in folder.glob(pattern) if path.is_file())


async def test_a_key_that_is_still_dead_is_one_line_and_the_report_stands(tmp_path: Path) -> None:
    dead = True
    async with ModelServer(lambda service, number, body: "key" if dead and number >= 2 else None) as server:
        house = House(tmp_path, server)
        await house.begin()
        before, asked = (house.folder / "report.md").read_text(encoding="utf-8"), len(server.requests)
        with pytest.raises(AuthFailed):
            await house.go_on()
        assert asked < len(server.requests) <= asked + 4, "the draft of each section, and the analysis beside them"
        assert (house.folder / "report.md").read_text(encoding="utf-8") == before
        dead = False
        assert (await house.go_on()).status == "complete"
        assert set(Counter(request.key for request in server.good()).values()) == {1}
        assert await house.replayed()


async def test_a_model_that_fails_again_can_be_mended_again(tmp_path: Path) -> None:
    dies = 1
    async with ModelServer(lambda service, number, body: "key" if number >= dies else None) as server:
        house = House(tmp_path, server)
        await house.begin()
        dies = len(server.requests) + 3
        assert (await house.go_on()).status == "partial"
        dies = 1000
        state = await house.go_on()
        assert state.status == "complete" and state.edition == 2
        assert set(Counter(request.key for request in server.good()).values()) == {1}
        assert state.models["only"]["calls"] == len(server.good())
        assert await house.replayed()


@pytest.mark.parametrize("stops", [1, 2, 4])
async def test_whoever_stops_it_on_the_way_goes_on_from_there(tmp_path: Path, stops: int) -> None:
    dead, first = True, 0
    reached = asyncio.Event()

    def fault(service: str, number: int, body: dict[str, Any]) -> str | None:
        if not dead and number == first + stops:
            reached.set()
        return "key" if dead and number >= 1 else None

    async with ModelServer(fault) as server:
        house = House(tmp_path, server)
        await house.begin()
        dead, first = False, len(server.requests)
        going = asyncio.create_task(house.go_on())
        await reached.wait()
        going.cancel()
        with pytest.raises(asyncio.CancelledError):
            await going
        state = await house.go_on()
        assert state.status == "complete" and not state.notes.get("fallbacks")
        twice = [key for key, count in Counter(request.key for request in server.good()).items() if count > 1]
        assert len(twice) <= 4, "only what was cut in flight"
        assert await house.replayed()


async def test_a_run_that_was_stopped_after_its_key_had_died_begins_where_it_died(tmp_path: Path) -> None:
    dead = True
    async with ModelServer(lambda service, number, body: "key" if dead and number >= 1 else None) as server:
        house = House(tmp_path, server)
        await house.begin()
        state = load_state(house.folder)
        state.status, state.done = "running", [name for name in state.done if name not in ("write", "audit", "cache")]
        save_state(house.folder, state)
        dead = False
        assert (await house.go_on()).status == "complete"
        assert set(Counter(request.key for request in server.good()).values()) == {1}


async def test_other_focuses_before_and_after_are_kept(tmp_path: Path) -> None:
    dies = 1000
    async with ModelServer(lambda service, number, body: "key" if number >= dies else None) as server:
        house = House(tmp_path, server, budget={"tokens": 60_000})
        await house.begin()
        dies = len(server.requests) + 2
        assert (await house.go_on(added=["Fire safety"])).status == "partial"
        dies = 1000
        state = await house.go_on()
        assert state.status == "complete" and "Fire safety" in state.sections and state.edition == 2
        assert await house.replayed()
        state = await house.go_on(added=["Recycling"])
        assert state.status == "complete" and {"Fire safety", "Recycling"} <= set(state.sections)


async def test_a_spent_budget_is_no_reason_to_do_it_again(tmp_path: Path) -> None:
    async with ModelServer() as server:
        house = House(tmp_path, server, budget={"tokens": 2_000})
        first = await house.begin()
        assert first.status == "partial" and exit_code(first) == 0
        asked = len(server.requests)
        state = await house.go_on()
        assert (state.status, len(server.requests)) == ("partial", asked)
    (why,) = house.idle
    name, enough = house.folder.name, first.notes["small"]["enough"]
    way = f"go on with a higher ceiling: dr resume {name.partition('_')[0]} --max-tokens {enough}"
    assert why == f"nothing to do: run {name} is partial, because the budget was spent; {way}"


WRONG = " In 1911 exactly 98,765 sodium-ion plants stood in Antarctica."


async def test_what_the_budget_had_no_room_for_does_not_change_a_replay(tmp_path: Path) -> None:
    def says(request: Any) -> Any:
        answer = good(request)
        if request.task == "draft":
            answer["paragraphs"][0]["text"] += WRONG
        return answer

    models = said(one=says)
    state, folder = await research(tmp_path, models)
    assert state.status == "complete" and any(WRONG.strip() in problem.text for problem in state.dropped)
    assert "repair" not in {request.task for request in models["one"].requests}, "there was room for it"
    kernel = Kernel(settings_of(folder, Settings()), plugins=[Hooks(Library(None, Context(instance="files")), models)])
    again = await replay(folder, kernel, tmp_path / "again")
    await kernel.aclose()
    assert again.status == "complete" and same_report(state.final_report, again.final_report)


def test_what_is_kept_is_the_state_that_was_saved_last_whatever_is_saved_next(tmp_path: Path) -> None:
    disk, state = Disk(tmp_path), RunState(run_id="r", original_query="q")
    run = cast(Run, SimpleNamespace(journal=SimpleNamespace(replay=False), state=state, disk=disk, folder=tmp_path))
    save_state(tmp_path, state)
    with disk:
        Run.keep_before(run)  # nothing was saved in this process
        assert load_state(tmp_path, BEFORE).notes == {}
        state.edition = 1
        state.notes["stage"] = "done"
        disk.save(state)  # which a slow disk has not taken yet
        Run.keep_before(run)
        state.notes["fallbacks"] = [{"task": "charts"}]
        disk.save(state)
        Run.keep_before(run)
    kept = load_state(tmp_path, BEFORE).notes
    assert kept["stage"] == "done" and "fallbacks" not in kept
