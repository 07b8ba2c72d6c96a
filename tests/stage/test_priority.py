"""What a query is for and how much it matters (S0-4): where there is room for few, those that matter most are asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from standin.library import good, research, said

from dr_core import ModelRequest
from dr_core.stage.reflect import REFLECT, ReflectAnswer


def plans(request: ModelRequest) -> Any:
    """Two queries a section, then two follow-ups, the one that matters last."""
    if request.task == "plan":
        sections = [
            {"title": title, "description": f"What of {title}?", "search_queries": [f"{title} first", f"{title} second"]}
            for title in ("Costs", "Cold", "Safety")
        ]
        return {"research_title": "Batteries", "sections": sections}
    if request.task == "reflect":
        queries = [{"query": f"{priority} gap", "goal": "g", "priority": priority} for priority in ("low", "medium", "high")]
        return {"is_sufficient": False, "overall_score": 3, "gaps": ["much"], "next_queries": queries}
    return good(request)


async def test_the_first_query_of_each_section_comes_first_and_matters_most(tmp_path: Path) -> None:
    state, _ = await research(tmp_path, said(one=plans), settings={"research": {"max_iterations": 1, "length": "brief"}})
    raw, *tasks = state.asked_queries
    assert raw.priority == "high"
    assert [task.query.split()[1] for task in tasks] == ["first"] * 3 + ["second"] * 3
    assert [task.priority for task in tasks] == ["high"] * 3 + ["medium"] * 3
    assert [task.goal for task in tasks[:3]] == ["What of Costs?", "What of Cold?", "What of Safety?"]


async def test_of_follow_up_queries_those_that_matter_most_have_the_room(tmp_path: Path) -> None:
    limits = {"depth": "standard", "max_iterations": 2, "length": "brief", "queries_followup_iteration": 2}
    state, _ = await research(tmp_path, said(one=plans), settings={"research": limits})
    assert [(task.query, task.priority) for task in state.asked_queries[7:]] == [("high gap", "high"), ("medium gap", "medium")]


def test_an_unknown_priority_counts_as_medium() -> None:
    queries = [{"query": name, "priority": name} for name in ("low", "urgent", "high", "medium")]
    answer = ReflectAnswer.model_validate({"is_sufficient": False, "overall_score": 3, "next_queries": queries})
    settled = REFLECT.settle({"asked": []}, answer)
    assert [query.query for query in settled.next_queries] == ["high", "urgent", "medium", "low"]
