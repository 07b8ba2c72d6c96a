"""Focuses in the settings of the clarifier (S4-9): they lead to sections and searches like any other (S4-7)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dr_core import Result, aresearch
from dr_core.clarification import Clarification, NextAction
from dr_core.run.store import load_state
from dr_core.stage.intake import named_by
from dr_core.stage.plan import PlanAnswer, by_focus

HITS = [
    {
        "title": "Heat pumps in Norway",
        "url": "https://shelf.example/norway",
        "content": 2
        * "In Norway about 60 percent of households had a heat pump in 2022. Heat pumps work well in cold climates, as the "
        "Norwegian agency found. A heat pump in Tromsø delivers 2.3 units of heat for each unit of electricity at -15 °C. "
        "A heat pump for a family house costs 9,000 euros in Norway. The price of electricity decides what it saves. ",
    },
    {
        "title": "Noise of heat pumps",
        "url": "https://shelf.example/noise",
        "content": 2
        * "The noise of heat pumps is what neighbours complain about. A heat pump in a cold climate makes a noise of 45 "
        "decibels at five metres. At -15 °C the noise of heat pumps rises by 6 decibels, because the fan turns faster. "
        "In cold climates a heat pump needs a defrost cycle, which costs about 10 percent of its heat and makes some noise. ",
    },
]
QUESTION = "Heat pumps in cold climates"
RULE = {"match": "HEAT pump", "focuses": ["Noise"]}


async def researched(folder: Path, question: str = QUESTION, research: dict[str, Any] | None = None, **adaptive: Any) -> Result:
    """A run whose clarifier was told of focuses."""
    settings = {
        "search": {"use": ["shelf"], "shelf": {"plugin": "dr_core.testing:FakeSearch", "hits": HITS}},
        "sandbox": {"use": []},
        "output": {"root": str(folder)},
        "research": {"max_iterations": 1, **(research or {})},
        "clarify": {"adaptive": adaptive},
    }
    return await aresearch(question, settings=settings)


def sections(result: Result) -> list[str]:
    return load_state(Path(result.run_dir)).sections


def queries(result: Result) -> str:
    """What was searched for, in small letters."""
    return " ".join(task.query for task in load_state(Path(result.run_dir)).asked_queries).lower()


async def test_three_focuses_of_the_user_are_the_sections_and_are_searched_for(tmp_path: Path) -> None:
    result = await researched(tmp_path, focuses=["Cost", "Noise", "Defrosting"])
    assert sections(result) == ["Cost", "Noise", "Defrosting"]
    assert all(word in queries(result) for word in ("cost", "noise", "defrosting"))


async def test_a_focus_of_a_rule_comes_before_sections_of_the_plan(tmp_path: Path) -> None:
    result = await researched(tmp_path, focus_rules=[RULE])
    found = sections(result)
    assert found[0] == "Noise" and 3 <= len(found) <= 5
    assert "noise" in queries(result) and "\n## Noise" in result.final_report


async def test_a_rule_that_does_not_match_changes_nothing(tmp_path: Path) -> None:
    plain = await researched(tmp_path)
    told = await researched(tmp_path, focus_rules=[{"match": "whale", "focuses": ["Song"]}])
    assert sections(told) == sections(plain)


async def test_a_side_that_the_user_named_is_not_planned_again(tmp_path: Path) -> None:
    found = sections(await researched(tmp_path, "What do heat pumps cost in cold climates?", focuses=["The price of it all"]))
    assert found[0] == "The price of it all" and not any("ost" in title for title in found[1:])


async def test_focuses_for_the_question_itself_go_over_those_of_the_clarifier(tmp_path: Path) -> None:
    result = await researched(tmp_path, research={"focuses": ["Defrosting"]}, focuses=["Cost", "Noise"], focus_rules=[RULE])
    assert sections(result) == ["Defrosting"]


async def test_only_a_focus_of_the_user_is_said_to_have_been_asked_for(tmp_path: Path) -> None:
    result = await researched(tmp_path, focuses=["Whale song"])
    (note,) = [line for line in result.final_report.splitlines() if "Nothing was found on what you asked" in line]
    assert note.endswith(": Whale song.")


async def test_what_a_run_assumes_names_no_focuses_that_it_does_not_look_at(tmp_path: Path) -> None:
    result = await researched(tmp_path, "heating")
    told = json.loads(Path(result.run_dir, "clarify.json").read_text(encoding="utf-8"))
    assert told["assumptions"] and not any(focus in str(told["assumptions"]) for focus in told["clarification"]["focuses"])


@pytest.mark.parametrize(
    ("planned", "expected"),
    [
        (["Savings", "noise", "Defrosting", "Cost"], ["Noise", "Savings", "Defrosting", "Cost"]),
        (["A", "B", "C", "D", "E"], ["Noise", "A", "B", "C", "D"]),
    ],
)
def test_sections_of_a_models_plan_come_behind_the_focus(planned: list[str], expected: list[str]) -> None:
    answer = PlanAnswer.model_validate({"research_title": "Heat pumps", "sections": [{"title": title} for title in planned]})
    inputs = {"question": QUESTION, "language": "en", "focuses": ["Noise"], "fill_up": True}
    assert [section.title for section in by_focus(answer, inputs).sections] == expected


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        (("", "Noise", " noise ", "…"), "Noise"),
        (("Noise\n of  it",), "Noise of it"),
        (("x" * 500,), "x" * 120),
    ],
)
def test_a_clarifier_may_name_what_is_no_title(named: tuple[str, ...], expected: str) -> None:
    assert named_by(Clarification(action=NextAction.START_RESEARCH, confidence=1, named=named)) == [expected]
