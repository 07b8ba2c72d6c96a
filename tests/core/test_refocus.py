"""Other focuses after the plan (S4-5): the run goes on with what it has bought, and can still be resumed and replayed exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli.cli_kit import HITS as TWO_HITS
from cli.cli_kit import QUESTION

from dr_core import Researcher, Result
from dr_core.errors import UsageError
from dr_core.kernel import Kernel
from dr_core.layers import load_settings
from dr_core.manifest import settings_of
from dr_core.report.compare import same_report
from dr_core.run.journal import Journal
from dr_core.run.store import load_state
from dr_core.session import replay, resume
from dr_core.stage.plan import PlanAnswer, by_focus
from dr_core.types import Plan

NOISE = (
    "The noise of heat pumps is what neighbours complain about. A heat pump in a cold climate makes a noise of 45 decibels at "
    "five metres. At -15 °C the noise of heat pumps rises by 6 decibels, because the fan turns faster. "
)
HITS = [*TWO_HITS, {"title": "Noise of heat pumps", "url": "https://shelf.example/noise", "content": NOISE * 3}]


class Place:
    """A folder, a researcher that works in it, and what its last run left."""

    def __init__(self, folder: Path, **research: Any) -> None:
        shelf = {"use": ["shelf"], "shelf": {"plugin": "dr_core.testing:FakeSearch", "hits": HITS}}
        self.settings = {
            "search": shelf,
            "sandbox": {"use": []},
            "output": {"root": str(folder)},
            "cache": {"enabled": False, "folder": str(folder / "cache")},
            "research": {"max_iterations": 1, **research},
        }
        self.researcher = Researcher(settings=self.settings)

    async def first(self, question: str = QUESTION) -> Path:
        return Path((await self.researcher.run(question)).run_dir)

    async def again(self, folder: Path, **focuses: Any) -> Result:
        return await self.researcher.resume(folder, **focuses)

    def kernel(self, folder: Path) -> Kernel:
        return Kernel(settings_of(folder, load_settings(self.settings).settings))

    async def replayed(self, folder: Path, into: Path) -> bool:
        kernel = self.kernel(folder)
        try:
            await replay(folder, kernel, into)
        finally:
            await kernel.aclose()
        return same_report((folder / "report.md").read_text(), (into / "report.md").read_text())


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def asked(folder: Path) -> list[str]:
    """The positions at which something outside was asked and answered, in order."""
    records = [json.loads(line.partition(" ")[2]) for line in (folder / "journal.jsonl").read_text().splitlines()]
    return [record["p"] for record in records if record["s"] == "done"]


def headings(folder: Path) -> list[str]:
    return [line[3:] for line in (folder / "report.md").read_text().splitlines() if line.startswith("## ")]


async def test_a_finished_run_goes_on_with_one_more_focus(place: Place, tmp_path: Path) -> None:
    folder = await place.first()
    before, report = asked(folder), (folder / "report.md").read_text()
    sections = load_state(folder).sections
    result = await place.again(folder, add_focuses=["Noise of heat pumps"])
    state = load_state(folder)
    assert state.sections == [*sections, "Noise of heat pumps"]
    assert "Noise of heat pumps" in headings(folder)
    assert result.status == "complete" and result.passed
    new = asked(folder)[len(before) :]
    assert new and all(position.startswith("harvest/2/") for position in new), "only the new focus is searched for"
    noise = [task.query for task in state.asked_queries if "Noise" in task.query]
    assert len(new) == len(noise), "no query was bought twice"
    assert (folder / "earlier" / "1" / "report.md").read_text() == report
    changes = json.loads((folder / "clarify.json").read_text())["changes"]
    assert changes == [{"round": 1, "before": sections, "after": state.sections}]
    assert await place.replayed(folder, tmp_path / "replayed")


async def test_a_focus_of_the_user_takes_the_place_of_the_plans_last_and_never_of_one_that_was_named(
    place: Place, tmp_path: Path
) -> None:
    folder = await place.first()
    plan = load_state(folder).sections
    await place.again(folder, add_focuses=list("abcde")[: 5 - len(plan)])
    full = load_state(folder).sections
    assert len(full) == 5
    await place.again(folder, add_focuses=["Noise of heat pumps"])
    assert load_state(folder).sections == [*plan[:-1], *full[len(plan) :], "Noise of heat pumps"]
    changes = json.loads((folder / "clarify.json").read_text())["changes"]
    assert changes[-1]["displaced"] == [plan[-1]]
    named = [*full[len(plan) :], "Noise of heat pumps", *"vwxyz"][:5]
    await place.again(folder, add_focuses=[focus for focus in named if focus not in load_state(folder).sections])
    assert load_state(folder).sections == named, "the plan's own are all gone"
    with pytest.raises(UsageError, match="at most 5 focuses, and you named 6"):
        await place.again(folder, add_focuses=["One more"])
    assert await place.replayed(folder, tmp_path / "replayed")


async def test_a_focus_of_the_plan_that_the_user_names_is_the_users(place: Place) -> None:
    folder = await place.first()
    last = load_state(folder).sections[-1]
    await place.again(folder, add_focuses=[last, *"abcd"])
    assert load_state(folder).sections == [last, *"abcd"]


async def test_focuses_given_at_the_start_never_give_way(tmp_path: Path) -> None:
    place = Place(tmp_path, focuses=list("abcde"))
    folder = await place.first()
    with pytest.raises(UsageError, match="you named 6"):
        await place.again(folder, add_focuses=["Noise of heat pumps"])


async def test_what_a_user_left_of_an_edited_plan_is_still_the_plans_own(tmp_path: Path) -> None:
    async def edit(plan: Plan) -> list[str]:
        return [plan.sections[0].title, *"abcd"]

    place = Place(tmp_path)
    place.researcher = Researcher(settings=place.settings, on_plan=edit, confirm="always")
    folder = await place.first()
    assert load_state(folder).sections[1:] == list("abcd")
    await place.again(folder, add_focuses=["Noise of heat pumps"])
    assert load_state(folder).sections == [*"abcd", "Noise of heat pumps"]


async def test_focuses_replace_those_of_the_run_again_and_again(place: Place, tmp_path: Path) -> None:
    folder = await place.first()
    await place.again(folder, focuses=["Defrosting", "Households"])
    assert load_state(folder).sections == ["Defrosting", "Households"]
    bought = asked(folder)
    await place.again(folder, focuses=["Households"])
    assert load_state(folder).sections == ["Households"]
    assert asked(folder) == bought, "leaving a focus out buys nothing"
    assert await place.replayed(folder, tmp_path / "replayed")
    assert sorted(path.name for path in (folder / "earlier").iterdir()) == ["1", "2"]


async def test_the_same_focuses_change_nothing(place: Place) -> None:
    folder = await place.first()
    report = (folder / "report.md").stat().st_mtime_ns
    await place.again(folder, focuses=[focus.upper() for focus in load_state(folder).sections])
    assert (folder / "report.md").stat().st_mtime_ns == report


@pytest.mark.parametrize("stage", ["intake", "plan", "harvest", "fetch", "reflect", "draft"])
async def test_a_run_that_was_stopped_goes_on_with_other_focuses(stage: str, place: Place, tmp_path: Path) -> None:
    research = place.researcher.start(QUESTION)
    async for event in research:
        if event.stage == stage and event.status == "complete" and event.step != "search-task":
            await research.cancel()
            break
    folder = research.run_dir
    assert folder is not None
    result = await place.again(folder, focuses=["Households", "Noise of heat pumps"])
    assert result.status == "complete"
    assert load_state(folder).sections == ["Households", "Noise of heat pumps"]
    assert {"Households", "Noise of heat pumps"} <= set(headings(folder))
    assert await place.replayed(folder, tmp_path / "replayed")


async def test_a_change_that_was_stopped_before_it_was_taken_over_is_taken_over_later(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = await place.first()
    with monkeypatch.context() as patched:

        async def killed(*_: Any) -> bool:
            raise KeyboardInterrupt

        patched.setattr("dr_core.stage.refocus.refocus", killed)
        kernel = place.kernel(folder)
        with pytest.raises(KeyboardInterrupt):
            await resume(folder, kernel, focuses=["Noise of heat pumps"])
        await kernel.aclose()
    assert load_state(folder).status == "running"
    await place.again(folder)
    assert load_state(folder).sections == ["Noise of heat pumps"]
    assert await place.replayed(folder, tmp_path / "replayed")


async def test_each_change_has_ceilings_of_its_own(tmp_path: Path) -> None:
    place = Place(tmp_path, queries_first_iteration=4, max_total_queries=4)
    place.settings["budget"] = {"searches": 4}
    place.researcher = Researcher(settings=place.settings)
    folder = await place.first()
    spent = len(asked(folder))
    result = await place.again(folder, add_focuses=["Noise of heat pumps"])
    assert "Noise of heat pumps" in headings(folder)
    assert result.metrics.searches == len(asked(folder)) > spent, "and the report tells of all searches"


async def test_a_resumed_run_has_no_more_searches_than_it_was_given(tmp_path: Path) -> None:
    place = Place(tmp_path, max_iterations=3)
    place.settings["budget"] = {"searches": 3}
    place.researcher = Researcher(settings=place.settings)
    research = place.researcher.start(QUESTION)
    async for event in research:
        if event.stage == "harvest" and event.status == "complete" and event.step != "search-task":
            await research.cancel()
            break
    assert research.run_dir is not None
    await place.again(research.run_dir)
    answered = [position for position in asked(research.run_dir) if "/shelf/" in position]
    assert len(answered) == 3


async def test_a_focus_on_which_nothing_is_found_is_named_in_report_and_audit(tmp_path: Path) -> None:
    place = Place(tmp_path, focuses=["Households", "Unicorn husbandry"])
    folder = await place.first()
    assert "Unicorn husbandry" not in headings(folder)
    assert "Nothing was found on what you asked to look at: Unicorn husbandry." in (folder / "report.md").read_text()
    assert json.loads((folder / "verify.json").read_text())["unanswered"] == ["Unicorn husbandry"]
    assert "- Unicorn husbandry" in (folder / "verification.md").read_text()
    assert json.loads((folder / "verify.json").read_text())["passed"]


@pytest.mark.parametrize(
    ("focuses", "told"),
    [
        ({"add_focuses": list("abcdef")}, "at most 5 focuses, and you named 6"),
        ({"focuses": list("abcdef")}, "at most 5"),
        ({"focuses": [" "]}, "empty"),
        ({"focuses": "cost"}, "must be a list"),
    ],
)
async def test_wrong_focuses_are_refused_before_anything_changes(focuses: dict[str, Any], told: str, place: Place) -> None:
    folder = await place.first()
    with pytest.raises(UsageError, match=told):
        await place.again(folder, **focuses)
    assert load_state(folder).status == "complete"


def test_a_model_cannot_rename_the_focuses_of_the_user() -> None:
    made = PlanAnswer.model_validate(
        {
            "research_title": "t",
            "sections": [{"title": "Money matters", "search_queries": ["heat pump price"]}, {"title": "noise"}],
        }
    )
    inputs = {"question": QUESTION, "language": "en", "focuses": ["Costs", "Noise"]}
    found = by_focus(made, inputs).sections
    assert [section.title for section in found] == ["Costs", "Noise"]
    assert found[0].search_queries == ["heat pump price"]


async def test_what_was_bought_for_an_earlier_edition_is_not_bought_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    bought: list[str] = []

    async def do() -> str:
        bought.append("page")
        return "text"

    await journal.call("fetch/1/0", {"url": "a"}, do, reuse=True)
    journal.edition = 1
    assert await journal.call("fetch/1/0", {"url": "b"}, do, reuse=True) == "text", "the same position, another page"
    assert await journal.call("fetch/2/3", {"url": "a"}, do, reuse=True) == "text"
    assert len(bought) == 2
    await journal.aclose()
    again = Journal(tmp_path / "journal.jsonl", replay=True)
    again.edition = 1
    assert await again.call("fetch/2/3", {"url": "a"}, do) == "text"
