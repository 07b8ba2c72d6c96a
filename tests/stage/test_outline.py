"""The outline after round 1: what a model may change in it, what moves along, and what the user named stays."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, Said, good, research, said
from standin.world import World, model_answer, settings_for

from dr_core import Context, Kernel, ModelRequest
from dr_core.report.compare import same_report
from dr_core.session import Session, replay, start
from dr_core.settings import Settings
from dr_core.stage.extractive.reflect import reflect_without_model
from dr_core.stage.outline import RevisedSection, Revision, rehomed, revision
from dr_core.state import RunState
from dr_core.types import Evidence, Section

PLAN = tuple(Section(id=f"sec{number}", title=title) for number, title in enumerate(("Cost", "Safety", "Outlook", "Makers"), 1))


def wishes(*entries: tuple[str, list[str]]) -> list[RevisedSection]:
    return [RevisedSection(title=title, takes=takes) for title, takes in entries]


def titles(found: Revision | None) -> list[str]:
    assert found is not None
    return [section.title for section in found.sections]


def test_a_section_gets_a_better_title_and_the_rest_stays_where_it_is() -> None:
    found = revision(PLAN, wishes(("What burns", ["sec2"])))
    assert titles(found) == ["Cost", "What burns", "Outlook", "Makers"]
    assert found and [section.id for section in found.sections] == ["sec1", "sec2", "sec3", "sec4"]


def test_sections_are_reordered() -> None:
    found = revision(PLAN, wishes(("", ["sec4"]), ("", ["sec1"]), ("", ["sec3"]), ("", ["sec2"])))
    assert titles(found) == ["Makers", "Cost", "Outlook", "Safety"]


def test_where_one_is_dropped_the_others_keep_their_order() -> None:
    assert titles(revision(PLAN, [], drop=["sec3"])) == ["Cost", "Safety", "Makers"]
    assert titles(revision(PLAN, [], drop=["sec1"])) == ["Safety", "Outlook", "Makers"]
    assert titles(revision(PLAN, wishes(("What burns", ["sec2"])), drop=["sec3"])) == ["Cost", "What burns", "Makers"]


def test_two_sections_become_one() -> None:
    found = revision(PLAN, wishes(("Cost and makers", ["sec1", "sec4"])))
    assert titles(found) == ["Cost and makers", "Safety", "Outlook"]
    assert found and found.heirs["sec4"] == ("sec1",)


def test_one_section_becomes_two() -> None:
    found = revision(PLAN, wishes(("Price", ["sec1"]), ("Upkeep", ["sec1"])))
    assert titles(found) == ["Price", "Upkeep", "Safety", "Outlook", "Makers"]
    assert found and found.heirs["sec1"] == ("sec1", "sec5") and not found.added


def test_a_section_is_added_and_another_dropped() -> None:
    found = revision(PLAN, wishes(("Recycling", [])), drop=["sec4"])
    assert titles(found) == ["Cost", "Safety", "Outlook", "Recycling"]
    assert found and found.added == {"sec5"} and found.heirs["sec4"] == ()


@pytest.mark.parametrize(
    ("outline", "drop"),
    [
        ([("All of it", ["sec1", "sec2", "sec3"])], []),  # two are left
        ([("a", []), ("b", [])], []),  # six
        ([("Safety", ["sec1"])], []),  # two of one name
        ([], ["sec1", "sec2"]),
        ([("x", ["sec9"])], ["sec9"]),  # nobody is called so
        ([], []),
    ],
)
def test_what_is_no_outline_is_left_alone(outline: list[tuple[str, list[str]]], drop: list[str]) -> None:
    assert revision(PLAN, wishes(*outline), drop) is None


def test_what_the_user_named_keeps_its_name_and_is_neither_merged_nor_split_nor_dropped() -> None:
    pinned = {"sec1", "sec2"}
    found = revision(PLAN, wishes(("Cheap and safe", ["sec1", "sec2"]), ("Who and when", ["sec3", "sec4"])), ["sec1"], pinned)
    assert titles(found) == ["Cost", "Safety", "Who and when"]
    found = revision(PLAN, wishes(("Price", ["sec1"]), ("Upkeep", ["sec1"])), ["sec2", "sec4"], pinned)
    assert titles(found) == ["Cost", "Safety", "Outlook"]
    everything = {section.id for section in PLAN}
    assert revision(PLAN, wishes(("Recycling", [])), ["sec3"], everything) is None


def test_evidence_goes_with_its_matter_and_otherwise_where_it_fits() -> None:
    texts = {"e1": "The price fell.", "e2": "Upkeep needs two engineers.", "e3": "Recycling works.", "e4": "Makers in China."}
    homes = {"e1": "sec1", "e2": "sec1", "e3": "sec2", "e4": "sec4"}
    pieces = [
        Evidence(id=name, source="s", start=0, end=len(text), text=text, section=homes[name], url="https://a.example", sha256="0")
        for name, text in texts.items()
    ]
    outline = wishes(("Price", ["sec1"]), ("Upkeep", ["sec1"]), ("Recycling", []))
    outline[0] = outline[0].model_copy(update={"description": "price of makers in China"})
    change = revision(PLAN, outline, ["sec4"])
    assert change is not None
    named = {section.id: section.title for section in change.sections}
    assert {name: named[home] for name, home in rehomed(pieces, change).items()} == {
        "e1": "Price",
        "e2": "Upkeep",
        "e3": "Recycling",
        "e4": "Price",
    }


def test_without_a_model_only_what_cannot_be_found_is_given_up() -> None:
    def section(number: int, evidence: int) -> dict[str, Any]:
        return {"id": f"sec{number}", "title": f"Side {number}", "description": "", "coverage": min(1, evidence / 5),
                "evidence": evidence, "sources": evidence, "findings": []}  # fmt: skip

    inputs = {
        "question": "How are storage plants insured?", "language": "en", "today": "2026-01-01", "sources": [],
        "sections": [section(1, 9), section(2, 9), section(3, 9), section(4, 0)], "asked": [], "kept": [],
    }  # fmt: skip
    first = reflect_without_model(inputs)
    assert first["drop"] == [] and len(first["next_queries"]) == 1
    asked = [item["query"] for item in first["next_queries"]]
    again = reflect_without_model({**inputs, "asked": asked})
    assert again["drop"] == ["sec4"] and again["gaps"] == ["Side 4"]
    assert reflect_without_model({**inputs, "asked": asked, "kept": ["sec4"]})["drop"] == []
    assert reflect_without_model({**inputs, "asked": asked, "sections": inputs["sections"][1:]})["drop"] == []


# --- whole runs -----------------------------------------------------------------------------------------------------------------


def revising(outline: list[dict[str, Any]], drop: list[str] | None = None, **more: Any) -> Any:
    def says(request: ModelRequest) -> dict[str, Any]:
        answer = good(request)
        return answer | {"outline": outline, "drop": drop or [], **more} if request.task == "reflect" else answer

    return says


def consistent(state: RunState) -> None:
    """Every home is a section, what is known stands where its evidence stands, and nothing was lost."""
    assert state.plan is not None
    ids = {section.id for section in state.plan.sections}
    assert {item.section for item in state.evidence.values()} <= ids
    assert set(state.synthesis) <= ids and set(state.section_coverage) <= ids
    assert sum(map(len, state.synthesis.values())) == len(state.gathered_info)
    assert {paragraph.section for paragraph in state.paragraphs} <= ids | {"abstract", "conclusions", "analysis"}
    assert state.sections == [section.title for section in state.plan.sections]


OUTLINE = [
    {"title": "Outlook and performance", "description": "What they can do", "takes": ["sec3", "sec2"]},
    {"title": "Prices today", "description": "What cells cost", "takes": ["sec1"]},
    {"title": "Materials", "description": "Lithium, sodium and where they come from", "takes": []},
]


async def test_a_run_goes_on_with_the_outline_that_its_findings_asked_for(tmp_path: Path) -> None:
    models = said(one=revising(OUTLINE))
    state, folder = await research(tmp_path, models, settings={"research": {"depth": "standard"}})
    assert state.status == "complete" and state.passed
    assert state.sections == ["Outlook and performance", "Prices today", "Materials"]
    consistent(state)
    assert any("Materials" in task.query and task.section == "sec4" for task in state.asked_queries)
    report = (folder / "report.md").read_text(encoding="utf-8")
    assert report.index("## Outlook and performance") < report.index("## Prices today") and "## Cost" not in report
    told = json.loads((folder / "plan.json").read_text())
    assert told["revised_after_round"] == 1
    assert all(section["description"] and {"known", "evidence"} <= section.keys() for section in told["sections"])
    assert all(section["known"] and section["evidence"] for section in told["sections"][:2])
    asked = [request for request in models["one"].requests if request.task == "reflect"]
    assert 'asks="Cost of both"' in asked[0].messages[1].content


async def test_a_new_section_without_matter_is_not_opened_when_no_round_follows(tmp_path: Path) -> None:
    outline = [{"title": "Zeppelins", "description": "Airships over Zanzibar", "takes": []}]
    says = revising(outline, is_sufficient=True, next_queries=[])
    state, _ = await research(tmp_path, said(one=says), settings={"research": {"depth": "standard"}})
    assert state.sections == ["Cost", "Performance", "Outlook"]


async def test_the_users_focuses_stay_whatever_the_model_wants(tmp_path: Path) -> None:
    focuses = ["Cost", "Performance", "Outlook"]
    says = revising([{"title": "All in one", "takes": ["sec1", "sec2", "sec3"]}], ["sec1", "sec2"])
    state, _ = await research(tmp_path, said(one=says), settings={"research": {"depth": "standard", "focuses": focuses}})
    assert state.sections == focuses
    consistent(state)


async def test_a_plan_that_the_user_agreed_to_is_not_rearranged(tmp_path: Path) -> None:
    async def agrees(plan: Any) -> None:
        return None

    session = Session(assume=True, confirm=agrees, confirming="always")
    state, _ = await research(
        tmp_path, said(one=revising(OUTLINE)), settings={"research": {"depth": "standard"}}, session=session
    )
    assert state.sections == ["Cost", "Performance", "Outlook"]


def revising_in_the_world(request: dict[str, Any]) -> dict[str, Any]:
    answer = model_answer(request)
    if "is_sufficient" in answer:
        answer["outline"] = [
            {"title": "Storage safety and history", "description": "What went wrong, and when", "takes": ["sec3", "sec4"]},
            {"title": "Losses", "description": "Storage losses in kilowatt-hours", "takes": []},
        ]
    return answer


async def test_a_revised_run_is_replayed_to_the_same_report(tmp_path: Path) -> None:
    world = World(pages=12, model=revising_in_the_world)
    await world.start()
    values: dict[str, Any] = tomllib.loads(settings_for(world.origin, engines=1))
    values |= {"output": {"root": str(tmp_path)}, "research": {"depth": "standard", "max_iterations": 2}}
    kernel = Kernel(Settings(**values))
    try:
        state, folder = await start("Compare the storage plants of Oslo and Kyoto", kernel, Session(assume=True))
        world.close()
        again = await replay(folder, kernel, tmp_path / "again" / "research_data" / "run")
    finally:
        await kernel.aclose()
    assert "Losses" in state.sections and "Storage safety and history" in state.sections
    consistent(state)
    assert again.sections == state.sections
    assert {key: item.section for key, item in again.evidence.items()} == {
        key: item.section for key, item in state.evidence.items()
    }
    assert same_report(again.final_report, state.final_report)


async def test_revising_costs_no_further_call(tmp_path: Path) -> None:
    calls = []
    for says in (good, revising([{"title": "Prices today", "takes": ["sec1"]}])):
        model = Said(None, Context(instance="one"), says)
        library = Library(None, Context(instance="files"))
        settings = {"research": {"depth": "standard", "max_iterations": 2}}
        await research(tmp_path / str(len(calls)), {"one": model}, library=library, settings=settings)
        calls.append([request.task for request in model.requests])
    assert sorted(calls[0]) == sorted(calls[1])
