"""What a run knows grows from round to round (S0-7, S2-2): findings by section, coverage, pages that are read once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from standin.library import good, research, said
from test_page_limit import Endless

from dr_core import Context, ModelRequest, RunState, hookimpl
from dr_core.run.hits import canonical
from dr_core.state import ErrorRecord, Round


class Watcher:
    """Keeps what the state held after each round."""

    def __init__(self) -> None:
        self.seen: list[dict[str, Any]] = []

    @hookimpl
    def wrap_stage(self, stage: str, settings: Any) -> Any:
        async def around(state: RunState, call_next: Any) -> None:
            await call_next(state)
            if stage == "extract":
                self.seen.append(json.loads(state.model_dump_json(include={"synthesis", "gathered_info", "section_coverage"})))

        return around


async def test_each_round_adds_to_the_findings_of_the_rounds_before(tmp_path: Path) -> None:
    watcher, library = Watcher(), Endless(None, Context(instance="files"))
    settings = {"research": {"depth": "standard", "length": "brief"}, "budget": {"tokens": 10**7}}
    state, _ = await research(tmp_path, said(one=good), library=library, settings=settings, plugins=[watcher])
    first, second, third = (seen["synthesis"] for seen in watcher.seen)
    for before, after in ((first, second), (second, third)):
        assert all(after[section][: len(texts)] == texts for section, texts in before.items()), "nothing is taken back"
        assert sum(map(len, after.values())) > sum(map(len, before.values())), "the round added nothing"
    assert [finding["text"] for finding in watcher.seen[-1]["gathered_info"]] == [one.text for one in state.gathered_info]
    assert state.plan is not None
    assert set(state.section_coverage) == {section.id for section in state.plan.sections}
    assert all(0 <= share <= 1 for share in state.section_coverage.values())
    assert len(set(state.visited_sources)) == len(state.visited_sources)
    assert {canonical(page.url) for page in state.sources.values()} <= set(state.visited_sources)


@pytest.mark.parametrize(("count", "asked"), [(2, 2), (3, 1), (5, 1)])
async def test_a_plan_has_three_to_five_sections(tmp_path: Path, count: int, asked: int) -> None:
    def planner(request: ModelRequest) -> Any:
        told = good(request)
        if request.task == "plan":
            told["sections"] = [{"title": f"Side {at}", "search_queries": [f"LFP {at}"]} for at in range(count)]
        return told

    models = said(one=planner)
    state, _ = await research(tmp_path, models)
    assert [request.task for request in models["one"].requests].count("plan") == asked, "one of two sections is asked for again"
    assert 3 <= len(state.sections) <= 5
    assert bool(state.notes.get("fallbacks")) == (count < 3)


def test_the_state_has_the_names_of_the_documents() -> None:
    workflow = {"status", "steps", "current_step", "iterations", "errors"}
    shared = {"original_query", "clarified_query", "is_clarified", "pending_question", "sections", "gathered_info"}
    shared |= {"visited_sources", "iteration_count", "max_iterations", "is_sufficient", "current_queries", "final_report"}
    assert workflow | shared | {"synthesis", "section_coverage"} <= set(RunState.model_fields)
    assert set(ErrorRecord.model_fields) == {"error", "category", "retry_count", "step"}
    assert {"is_sufficient", "overall_score", "gaps", "next_queries", "reasoning"} <= set(Round.model_fields)
    for score in (0.9, 10.1):
        with pytest.raises(ValueError, match="overall_score"):
            Round(iteration=1, is_sufficient=False, overall_score=score)
    for rounds in (0, 11):
        with pytest.raises(ValueError, match="max_iterations"):
            RunState(original_query="q", max_iterations=rounds)


async def test_findings_none_of_which_cites_what_was_shown_are_asked_for_again(tmp_path: Path) -> None:
    asked: list[str] = []

    def says(request: ModelRequest) -> Any:
        answer = good(request)
        if request.task == "findings":
            asked.append(request.messages[-1].content)
            if len(asked) == 1:
                return {"findings": [{"text": "Cells cost less.", "cite_ids": ["e999"]}], "coverage": 0.5}
        return answer

    settings = {"research": {"depth": "standard", "max_iterations": 2, "length": "brief"}, "budget": {"tokens": 10**6}}
    state, _ = await research(tmp_path, said(one=says), settings=settings)
    assert any("no finding cites evidence it was given" in prompt for prompt in asked)
    assert state.gathered_info and not any(found.text == "Cells cost less." for found in state.gathered_info)
