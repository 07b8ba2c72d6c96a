"""The Python API: research in one line, a researcher for many, a run that can be watched, left, joined, cancelled and resumed."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import dr_core.run.events as events_module
from dr_core import (
    CannotDo,
    ClarificationFailed,
    ClarificationNeeded,
    ClarificationQuestion,
    Event,
    NoEvidence,
    Research,
    Researcher,
    Result,
    VerificationFailed,
    aresearch,
    hookimpl,
    research,
)
from dr_core.errors import BudgetSpent, ProviderError, SettingsError, UsageError
from dr_core.run.budget import Budget
from dr_core.types import Plan

QUESTION = "How well do heat pumps work in cold climates?"
TEXT = (
    "In Norway about 60 percent of households had a heat pump in 2022. "
    "Heat pumps work well in cold climates, as the agency found. "
    "A heat pump in Tromsø delivers 2.3 units of heat for each unit of electricity at -15 °C. "
)
PAGE = "https://shelf.example/norway"
HITS = [{"title": "Heat pumps in Norway", "url": PAGE, "content": TEXT * 3, "images": ["https://shelf.example/a.png"]}]


def settings(**more: Any) -> dict[str, Any]:
    """Settings that search one page; ``more`` are options of the engine."""
    shelf = {"plugin": "dr_core.testing:FakeSearch", "hits": HITS, **more}
    return {"search": {"use": ["shelf"], "shelf": shelf}, "sandbox": {"use": []}, "cache": {"enabled": False}}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# --- one answer ------------------------------------------------------------------------------------------------------------


def test_research_gives_a_result_with_the_fields_of_the_documents() -> None:
    result = research(QUESTION, settings=settings())
    assert isinstance(result, Result)
    assert result.title == QUESTION
    assert result.final_report == Path(result.report_path).read_text(encoding="utf-8")
    assert result.learnings and all(isinstance(one, str) for one in result.learnings)
    assert [source.url for source in result.sources] == ["https://shelf.example/norway"]
    assert {"url": "https://shelf.example/a.png", "source": "s1"} in result.images
    assert result.passed is True and result.raise_for_verification() is result
    assert result.metrics.searches > 0 and result.metrics.model_calls == 0 and result.metrics.cost == 0.0


def test_a_notebook_shows_the_report_and_runs_nothing_of_it() -> None:
    evil = TEXT.replace("as the agency found", "<script>alert(1)</script> [x](javascript:alert(1)) as the agency found")
    shown = research(QUESTION, settings=settings(hits=[{**HITS[0], "content": evil * 3}]))
    assert shown._repr_markdown_() == shown.final_report
    page = shown._repr_html_()
    assert "<h1>" in page and "<table>" in page
    assert "<script" not in page and 'href="javascript' not in page


@pytest.mark.parametrize("question", [QUESTION, "tell me about it"])
async def test_the_time_that_a_person_takes_to_answer_is_not_the_runs(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = 0.0

    def clock() -> float:
        return time.monotonic() + thought

    monkeypatch.setattr("dr_core.run.base.Budget", partial(Budget, clock=clock))

    def answered(asked: Any) -> str | None:
        nonlocal thought
        thought += 100_000.0
        return "heat pumps in cold climates" if isinstance(asked, ClarificationQuestion) else None

    own = {**settings(), "budget": {"seconds": 10_000}}
    researcher = Researcher(settings=own, on_clarify_question=answered, on_plan=answered, confirm="always")
    result = await researcher.run(question)
    assert thought and result.status == "complete" and result.metrics.seconds < 10_000


async def test_research_works_where_a_loop_is_running() -> None:
    before = set(threading.enumerate())
    assert research(QUESTION, settings=settings()).passed
    left = set(threading.enumerate()) - before
    for one in left:  # what has answered may still be on its way out
        one.join(5)
    assert not any(one.is_alive() for one in left)


async def test_aresearch_takes_the_options_of_a_researcher() -> None:
    result = await aresearch(QUESTION, settings=settings(), max_iterations=1)
    assert result.passed


def test_a_question_with_nul_and_half_a_character_is_cleaned() -> None:
    result = research("How well do heat pumps\x00work in \ud800 cold climates?", settings=settings())
    manifest = json.loads((Path(result.run_dir) / "run.json").read_text(encoding="utf-8"))
    assert manifest["question"] == "How well do heat pumps work in cold climates?"


# --- many ------------------------------------------------------------------------------------------------------------------


async def test_a_researcher_runs_several_questions_at_once() -> None:
    researcher = Researcher(settings=settings(), max_iterations=1)
    results = await asyncio.gather(*(researcher.run(f"{QUESTION} Part {number}") for number in range(3)))
    assert len({result.run_id for result in results}) == 3
    assert all(result.passed for result in results)


def test_model_provider_and_name_choose_the_model() -> None:
    researcher = Researcher(model_provider="openai", model_name="gpt-test", max_iterations=2)
    chosen = researcher._loaded.settings
    assert chosen.llm.use == ["openai"] and chosen.llm.options("openai")["model"] == "gpt-test"
    assert chosen.research.rounds == 2


def test_the_settings_of_the_caller_are_not_changed() -> None:
    given = {"llm": {"openai": {"api_key": "x"}}}
    Researcher(model_provider="openai", model_name="gpt-test", settings=given)
    assert given == {"llm": {"openai": {"api_key": "x"}}}


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"model_name": "gpt-test"}, UsageError, "needs a model_provider"),
        ({"max_iterations": 11}, SettingsError, "less than or equal to 10"),
        ({"docs": "nowhere"}, UsageError, "nowhere"),
        ({"search": "tavily"}, UsageError, "list of names"),
        ({"settings": {"serch": {}}}, SettingsError, "Did you mean 'search'"),
    ],
)
def test_a_wrong_option_is_refused_at_once(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Researcher(**options)


async def test_another_engine_of_the_same_name_is_not_answered_from_the_cache_of_the_first() -> None:
    cached = {"cache": {"enabled": True}}
    await aresearch(QUESTION, settings={**settings(), **cached})
    other = [{**HITS[0], "url": "https://shelf.example/other"}]
    result = await aresearch(QUESTION, settings={**settings(hits=other), **cached})
    assert [source.url for source in result.sources] == ["https://shelf.example/other"]


async def test_files_that_changed_are_found_as_they_are_now(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "one.md").write_text(f"# Heat pumps in Norway\n\n{TEXT * 3}")
    quiet: dict[str, Any] = {"docs": folder, "settings": {"sandbox": {"use": []}}}
    assert len((await aresearch(QUESTION, **quiet)).sources) == 1
    (folder / "two.md").write_text(f"# Heat pumps in Finland\n\n{TEXT.replace('Norway', 'Finland').replace('60', '41') * 3}")
    titles = {source.title for source in (await aresearch(QUESTION, **quiet)).sources}
    assert titles == {"Heat pumps in Norway", "Heat pumps in Finland"}


# --- what can be caught ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "options", "error"),
    [
        ("cancer treatment", {"assume": False}, ClarificationNeeded),
        ("tell me about it", {}, ClarificationFailed),
        ("write me a poem", {}, CannotDo),
        (QUESTION, {"settings": settings(hits=[])}, NoEvidence),
        (QUESTION, {"settings": {**settings(), "budget": {"searches": 0}}}, BudgetSpent),
    ],
)
def test_each_end_has_its_own_error(question: str, options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        research(question, **{"settings": settings(), **options})


def test_a_report_that_did_not_pass_is_a_result_and_an_error_for_whoever_wants_one() -> None:
    strict = {"use": ["strict"], "strict": {"plugin": "dr_core.testing:FakeVerifier", "problem": "too short"}}
    result = research(QUESTION, settings={**settings(), "verify": strict})
    assert result.passed is False and result.exit_code == 3
    with pytest.raises(VerificationFailed, match="strict"):
        result.raise_for_verification()


# --- asking ----------------------------------------------------------------------------------------------------------------


async def test_questions_go_to_the_callback_and_answers_into_clarify_json() -> None:
    asked: list[ClarificationQuestion] = []

    async def answer(question: ClarificationQuestion) -> str:
        asked.append(question)
        return "heat pumps in cold climates"

    result = await Researcher(settings=settings()).run("tell me about it", on_clarify_question=answer)
    assert len(asked) == 1 and asked[0].missing_info == "subject"
    told = json.loads((Path(result.run_dir) / "clarify.json").read_text(encoding="utf-8"))
    assert told["exchanges"] == [{"question": asked[0].question, "answer": "heat pumps in cold climates"}]
    assert "heat pumps" in told["refined_query"]


async def test_prepared_answers_are_used_and_those_never_asked_for_are_named() -> None:
    answers = {"subject": "heat pumps in cold climates", "when": "2022"}
    result = await aresearch("tell me about it", answers=answers, settings=settings())
    told = json.loads((Path(result.run_dir) / "clarify.json").read_text(encoding="utf-8"))
    assert told["exchanges"][0]["answer"] == "heat pumps in cold climates"
    assert told["unused_answers"] == ["when"]


async def test_the_plan_can_be_edited_and_the_sections_follow() -> None:
    async def edit(plan: Plan) -> list[str]:
        return [plan.sections[0].title, "Norway and its households"]

    result = await aresearch(QUESTION, on_plan=edit, confirm="always", settings=settings())
    told = json.loads((Path(result.run_dir) / "clarify.json").read_text(encoding="utf-8"))["plan"]
    assert told["outcome"] == "edited" and told["after"] == [told["before"][0], "Norway and its households"]
    plan = json.loads((Path(result.run_dir) / "plan.json").read_text(encoding="utf-8"))
    assert [section["title"] for section in plan["sections"]] == told["after"]
    assert any("Norway and its households" in query for query in plan["sections"][1]["search_queries"])


async def test_what_is_called_behind_an_answer_finds_it_on_the_disk_and_the_run_waits_for_it(tmp_path: Path) -> None:
    found: list[str] = []
    own = {**settings(), "output": {"root": str(tmp_path)}}

    async def look() -> None:
        (journal,) = (tmp_path / "research_data").glob("*/journal.jsonl")
        found.append(journal.read_text(encoding="utf-8"))
        await asyncio.sleep(0)

    asked = Researcher(
        settings=own,
        on_clarify_question=lambda question: "heat pumps in cold climates",
        on_plan=lambda plan: ["Norway and its households"],
        on_answered=look,
        confirm="always",
    )
    result = await asked.run("tell me about it")
    assert "heat pumps in cold climates" in found[0] and "Norway and its households" in found[1] and len(found) == 2
    assert "## Norway and its households" in result.final_report


@pytest.mark.parametrize(
    ("question", "confirm", "asked"),
    [(QUESTION, "auto", False), ("Compare heat pumps with gas boilers in cold climates", "auto", True),
     ("Compare heat pumps with gas boilers in cold climates", "never", False), (QUESTION, "always", True)],
)  # fmt: skip
async def test_the_plan_is_shown_where_the_question_is_complex_or_always(question: str, confirm: Any, asked: bool) -> None:
    seen: list[Plan] = []

    async def look(plan: Plan) -> None:
        seen.append(plan)

    await aresearch(question, on_plan=look, confirm=confirm, settings=settings())
    assert bool(seen) is asked


async def test_with_nobody_to_confirm_it_the_plan_is_taken_as_it_is_and_that_is_said() -> None:
    result = await aresearch("Compare heat pumps with gas boilers in cold climates", settings=settings())
    told = json.loads((Path(result.run_dir) / "clarify.json").read_text(encoding="utf-8"))["plan"]
    assert told["outcome"] == "taken as it is: nobody could be asked"


# --- a run under way -------------------------------------------------------------------------------------------------------


async def test_events_can_be_left_and_joined_again() -> None:
    handle = Researcher(settings=settings()).start(QUESTION)
    assert isinstance(handle, Research)
    seen: list[Event] = []
    async for event in handle:
        seen.append(event)
        if event.stage == "plan":
            break
    result = await handle
    seen += [event async for event in handle.events(after=seen[-1].seq)]
    assert [event.seq for event in seen] == list(range(1, len(seen) + 1))
    assert seen[-1].status == "complete" and seen[-1].data["run_id"] == result.run_id == handle.run_id
    assert handle.done


async def test_a_slow_reader_does_not_slow_the_run_and_misses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events_module, "WAITING_EVENTS", 5)
    handle = Researcher(settings=settings()).start(QUESTION)
    seen: list[int] = []
    async for event in handle.events():
        seen.append(event.seq)
        if event.seq == 1:
            await handle.result()  # it looks away until everything is over
    assert len(seen) > 20
    assert seen == list(range(1, len(seen) + 1))


async def test_a_cancelled_run_leaves_no_task_and_can_be_resumed() -> None:
    researcher = Researcher(settings=settings(delay=60.0))
    handle = researcher.start(QUESTION)
    async for event in handle.events():
        if event.step == "search-task":
            break
    before = asyncio.all_tasks()
    await handle.cancel()
    assert handle.done
    assert asyncio.all_tasks() <= before - {handle._task}
    with pytest.raises(asyncio.CancelledError):
        await handle.result()
    manifest = Path(handle.run_dir or "") / "run.json"
    manifest.write_text(manifest.read_text().replace('"delay": 60.0', '"delay": 0.0'))
    again = Researcher(settings=settings()).resume(handle.run_id)
    result = await again
    assert result.passed and result.run_id == handle.run_id
    statuses = [event.status async for event in again.events()]
    assert "interrupted" in statuses and statuses[-1] == "complete"


@pytest.mark.parametrize("ending", [None, BudgetSpent("no more"), ProviderError("the line is down")])
async def test_the_seconds_of_a_run_never_go_back(
    ending: Exception | None, no_waiting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    took = 0.0
    monkeypatch.setattr("dr_core.run.base.Budget", partial(Budget, clock=lambda: time.monotonic() + took))

    class EndsOnce:
        """Fails or stops the run after a thousand seconds in the middle of a stage; the next time it goes well."""

        @hookimpl
        def wrap_stage(self, stage: str, settings: Any) -> Any:
            async def around(state: Any, call_next: Any) -> None:
                nonlocal took
                if stage == "plan" and not took:
                    took = 1000.0
                    if ending:
                        raise ending
                    stopping.append(asyncio.create_task(handle.cancel()))
                    await asyncio.Event().wait()
                await call_next(state)

            return around

    stopping: list[asyncio.Task[None]] = []
    researcher = Researcher(settings=settings(), plugins=[EndsOnce()])
    handle = researcher.start(QUESTION)
    with suppress(asyncio.CancelledError, BudgetSpent):
        await handle
    await asyncio.gather(*stopping)
    assert handle.run_dir
    result = await researcher.resume(handle.run_dir)
    lines = (Path(handle.run_dir) / "events.jsonl").read_text(encoding="utf-8").splitlines()
    told = [data["elapsed"] for line in lines if "elapsed" in (data := json.loads(line)["data"])]
    assert told == sorted(told) and told[0] < 1000 <= result.metrics.seconds < 2000


async def test_a_run_is_cancelled_at_once_and_waited_for_later() -> None:
    async with asyncio.timeout(60):
        handle = Researcher(settings=settings()).start(QUESTION)
        async for _ in handle.events():
            break
        stopping = handle.cancel()
        rest = [event.status async for event in handle.events(after=1)]
        await stopping
    assert "complete" not in rest


async def test_whoever_stops_waiting_for_run_stops_the_run() -> None:
    waiting = asyncio.create_task(Researcher(settings=settings(delay=60.0)).run(QUESTION))
    while not any(task.get_name() == "dr research" for task in asyncio.all_tasks()):
        await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not any(task.get_name() == "dr research" for task in asyncio.all_tasks())


async def test_a_finished_run_gives_its_result_and_its_events_again() -> None:
    researcher = Researcher(settings=settings())
    first = await researcher.run(QUESTION)
    handle = researcher.resume(first.run_dir)
    assert (await handle).final_report == first.final_report
    assert [event.seq async for event in handle][:2] == [1, 2]


async def test_a_run_of_which_only_the_events_are_read_fails_without_a_warning() -> None:
    handle = Researcher(settings=settings(hits=[])).start(QUESTION)
    statuses = [(event.type, event.data.get("retry")) async for event in handle]
    assert statuses[-1] == ("error", False)


async def test_a_question_that_is_none_ends_the_stream_at_once() -> None:
    handle = Researcher(settings=settings()).start("   ")
    assert [event async for event in handle] == []
    with pytest.raises(UsageError, match="empty"):
        await handle
