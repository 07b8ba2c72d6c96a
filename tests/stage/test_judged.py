"""What a model sees of earlier rounds: a fair choice over the sections, the newest first, as much in Chinese as in English."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, good, research, said, texts

from dr_core import Context, Evidence, ModelRequest
from dr_core.stage.extract import nearest
from dr_core.stage.reflect import REFLECT, _known
from dr_core.stage.reread import HELD
from dr_core.state import RunState
from dr_core.types import Finding, Plan, Section

ENGLISH = (
    "Source {n} says that the {side} of sodium-ion cells for grid storage fell to about {n}0 dollars per kilowatt-hour, "
    "and that a plant of 100 MW reached {n},000 cycles at a depth of 80 percent."
)
CHINESE = (
    "来源{n}指出，用于电网储能的钠离子电池的{side}已降到每千瓦时约{n}0美元，一座100兆瓦的电站在80%放电深度下达到{n}000次循环。"
)
ASKED = {
    "en": ("How do sodium-ion and LFP batteries compare for grid storage?", ("cost", "lifetime", "safety", "outlook"), ENGLISH),
    "zh-hans": ("钠离子电池与磷酸铁锂电池在电网储能中的比较", ("成本", "寿命", "安全性", "前景"), CHINESE),
}


FOUND = 6


def finds_six(titles: tuple[str, ...], wording: str, prompts: list[str]) -> Callable[[ModelRequest], Any]:
    """A model that finds six things for each section, and is asked to judge them."""

    def says(request: ModelRequest) -> Any:
        told = request.messages[1].content
        if request.task == "plan":
            sections = [{"title": title, "description": title, "search_queries": [title]} for title in titles]
            return {"research_title": "t", "domains": [], "sections": sections}
        if request.task == "findings":
            (side,) = (title for title in titles if f'name="section">{title}' in told)
            cite = re.findall(r'<data id="(e\d+)"', told)[0]
            return {
                "findings": [{"text": wording.format(side=side, n=n), "cite_ids": [cite]} for n in range(1, FOUND + 1)],
                "coverage": 0.4,
            }
        if request.task == "reflect":
            prompts.append(told)
        return good(request)

    return says


@pytest.mark.parametrize("language", ASKED)
async def test_a_judge_sees_nearly_all_findings_of_every_section_in_any_script(tmp_path: Path, language: str) -> None:
    question, titles, wording = ASKED[language]
    prompts: list[str] = []
    library = Library(None, Context(instance="files"), texts(f"battery-*-{language}.md"))
    settings = {"research": {"depth": "standard", "length": "standard"}}
    models = said(one=finds_six(titles, wording, prompts))
    state, _ = await research(tmp_path, models, question=question, library=library, settings=settings)
    shown = re.findall(r'<data section="(\w+)".*?>\n(.*?)</data>', prompts[0], re.S)
    found = {name: text.count("\n") for name, text in shown if any(one.section == name for one in state.gathered_info)}
    assert "at most 5 new queries" in prompts[0]
    assert len(found) >= 3 and min(found.values()) >= FOUND - 1


def test_where_room_is_short_each_section_gives_one_finding_in_turn() -> None:
    sections = [
        {"id": name, "findings": [f"{name}{at}" for at in range(count)]} for name, count in (("a", 6), ("b", 1), ("c", 3))
    ]
    assert REFLECT.shrink is not None
    left = [REFLECT.shrink({"sections": sections}, share)["sections"] for share in (0.0, 0.7)]
    assert [[len(one["findings"]) for one in sections] for sections in left] == [[1, 1, 1], [3, 1, 3]]


def test_queries_that_matter_most_come_first() -> None:
    wanted = [{"query": name, "priority": name} for name in ("low", "medium", "high", "odd")]
    answer = REFLECT.answer.model_validate({"is_sufficient": False, "overall_score": 5, "next_queries": wanted})
    settled = REFLECT.settle({"asked": ["medium"]}, answer)
    assert [item.query for item in settled.next_queries] == ["high", "odd", "low"]


def state_with(rounds: int) -> RunState:
    made = RunState(original_query="q", clarified_query="q", language="en", iteration_count=rounds)
    made.plan = Plan(research_title="t", sections=(Section(id="sec1", title="Cost"),))
    for number in range(1, 4 * rounds + 1):
        name = f"e{number}"
        made.evidence[name] = Evidence(id=name, source="s1", start=0, end=1, text=f"text {number}", section="sec1", score=number)
        found = Finding(text=f"round {(number + 3) // 4}, {number}", section="sec1", cite_ids=(name,), round=(number + 3) // 4)
        made.gathered_info.append(found)
    return made


def test_the_newest_findings_come_first_as_a_model_has_ordered_them() -> None:
    _, known = _known(state_with(2))
    assert known["sec1"] == ["round 2, 5", "round 2, 6", "round 2, 7", "round 2, 8", *(f"round 1, {n}" for n in range(1, 5))]


def test_a_round_that_is_judged_before_its_findings_shows_its_best_sentences_between_those_of_before() -> None:
    state = state_with(3)
    state.notes |= {"before_findings": {"coverage": {}}, "new_evidence": 4}
    _, known = _known(state)
    assert known["sec1"] == ["text 12", "round 2, 5", "text 11", "round 2, 6", "text 10", "round 2, 7", "text 9", "round 2, 8"]


def test_what_the_round_asked_for_and_was_held_before_it_is_shown_to_its_judge() -> None:
    state = state_with(3)
    state.notes |= {"before_findings": {"coverage": {}}, "new_evidence": 4, HELD: {"e1": "sec1", "e2": "sec2"}}
    _, known = _known(state)
    assert known["sec1"][:5] == ["text 12", "round 2, 5", "text 1", "round 2, 6", "text 11"]


def test_of_what_is_known_that_is_told_which_new_evidence_might_say_again() -> None:
    known = ["钠离子电池每千瓦时成本约八十七美元", "低温下容量保持率为百分之八十八", "循环寿命约四千次"]
    fresh = [Evidence(id="e1", source="s1", start=0, end=1, text="在低温环境里，电池的容量保持率更高。", section="sec1")]
    assert nearest(known, fresh)[0] == known[1]
    foreign = [Evidence(id="e1", source="s1", start=0, end=1, text="Cells keep their capacity in the cold.", section="sec1")]
    assert nearest(known, foreign) == known[::-1]
