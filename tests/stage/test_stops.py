"""When the rounds end (S0-8), and how many queries each may ask (S3-11). A model would go on for ever."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, good, research, said

from dr_core import Context, ModelRequest
from dr_core.state import RunState


def greedy(request: ModelRequest) -> Any:
    """Plans five sections of four queries, and after each round wants eight more."""
    if request.task == "plan":
        titles = ("Cost", "Safety", "Market", "Winter", "Outlook")
        sections = [{"title": title, "search_queries": [f"LFP {title} {at}" for at in range(4)]} for title in titles]
        return {"research_title": "Batteries", "sections": sections}
    if request.task == "reflect":
        asked = len(request.messages[1].content)  # other queries in each round
        wanted = [{"query": f"battery figures {asked} {at}", "priority": "low"} for at in range(8)]
        return {"is_sufficient": False, "overall_score": 3, "gaps": ["more"], "next_queries": wanted}
    return good(request)


async def rounds(root: Path, says: Any = greedy, **limits: Any) -> tuple[RunState, list[str]]:
    library = Library(None, Context(instance="files"))
    settings = {"research": {"length": "brief", "max_iterations": 10, **limits}, "budget": {"tokens": 10**7}}
    state, _ = await research(root, said(one=says), library=library, settings={**settings, "search": {"ahead": False}})
    return state, library.queries


class Fresh:
    """Says of each round that it brought something, so that only the limits end the run."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from dr_core import StateMachine

        usual = StateMachine.reflect

        async def reflect(machine: StateMachine, state: RunState) -> None:
            state.notes["new_evidence"] = 1
            await usual(machine, state)

        monkeypatch.setattr(StateMachine, "reflect", reflect)


async def test_the_first_round_has_eight_queries_each_further_one_five_and_a_run_twenty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Fresh(monkeypatch)
    state, queries = await rounds(tmp_path)
    assert [len(entry.next_queries) for entry in state.iterations] == [5, 5, 2, 0]
    assert len(queries) == len(state.asked_queries) == 20
    assert "the queries are spent" in state.iterations[-1].reasoning
    late = [task for entry in state.iterations for task in entry.next_queries]
    assert late == state.asked_queries[8:] and {task.priority for task in late if task.query.startswith("battery")} == {"low"}


async def test_other_limits_hold_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Fresh(monkeypatch)
    limits = {"queries_first_iteration": 3, "queries_followup_iteration": 2, "max_total_queries": 6}
    state, queries = await rounds(tmp_path, **limits)
    assert [len(entry.next_queries) for entry in state.iterations] == [2, 1, 0]
    assert len(queries) == 6


async def test_it_ends_at_the_last_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Fresh(monkeypatch)

    def never_enough(request: ModelRequest) -> Any:  # the last round is judged without a model
        answer = greedy(request)
        if request.task == "plan":
            answer["sections"][-1] = {"title": "Cheese of Gouda", "search_queries": ["Gouda cheese"]}
        return answer

    state, _ = await rounds(tmp_path, never_enough, max_iterations=2)
    assert state.iteration_count == 2 and "this was the last round" in state.iterations[-1].reasoning


async def test_it_ends_when_the_evidence_is_sufficient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Fresh(monkeypatch)

    def content(request: ModelRequest) -> Any:
        return {**greedy(request), "is_sufficient": True, "overall_score": 9} if request.task == "reflect" else greedy(request)

    state, queries = await rounds(tmp_path, content)
    assert (state.iteration_count, len(queries)) == (1, 8)
    assert state.iterations[0].overall_score == 9 and "the evidence is sufficient" in state.iterations[0].reasoning


async def test_it_ends_when_a_round_brings_nothing_new(tmp_path: Path) -> None:
    state, queries = await rounds(tmp_path)
    assert "the round brought nothing new" in state.iterations[-1].reasoning
    assert state.iterations[-1].overall_score == state.iterations[-2].overall_score  # the model's own
    assert state.iteration_count < 10 and len(queries) < 20


async def test_what_a_model_missed_and_said_stands_where_the_last_round_brings_nothing_new(tmp_path: Path) -> None:
    def covered(request: ModelRequest) -> Any:
        told = {"findings": {"coverage": 1.0}, "reflect": {"reasoning": "No prices of 2026。"}}
        return {**greedy(request), **told.get(request.task, {})}

    state, _ = await rounds(tmp_path, covered, max_iterations=2)
    last = state.iterations[-1]
    assert last.iteration == 2 and not state.notes["new_evidence"]
    assert not last.is_sufficient and last.gaps == ["more"]
    assert last.reasoning == "No prices of 2026. Stopped: this was the last round."


async def test_a_section_may_ask_at_length_where_the_round_is_judged_without_a_model(tmp_path: Path) -> None:
    def says(request: ModelRequest) -> Any:
        answer = good(request)
        if request.task == "plan":
            for section in answer["sections"]:
                section["description"] = f"{section['title']} of both " + "and of whatever stores energy for a grid " * 8
        return "no" if request.task == "reflect" else answer

    settings = {"research": {"depth": "standard", "max_iterations": 2, "length": "brief"}}
    state, _ = await research(tmp_path, said(m=says), settings=settings)
    assert state.passed and state.plan is not None and len(state.plan.sections[0].description) > 300
