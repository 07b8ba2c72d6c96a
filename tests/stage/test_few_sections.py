"""How many sections a model is asked to plan: no more than there are tokens to feed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from standin.library import good, research, said

from dr_core import ModelRequest


@pytest.mark.parametrize(
    ("settings", "asked"),
    [
        ({"research": {"depth": "quick"}}, "3 or 4 sections"),
        ({"research": {"depth": "quick"}, "budget": {"tokens": 20_000}}, "3 to 5 sections"),
        ({"research": {"depth": "standard", "max_iterations": 1}}, "3 to 5 sections"),
    ],
    ids=["quick", "quick, with more tokens", "standard"],
)
async def test_a_small_run_is_asked_for_fewer_sections(tmp_path: Path, settings: dict[str, Any], asked: str) -> None:
    models = said(one=good)
    await research(tmp_path, models, settings=settings)
    (plan,) = (request for request in models["one"].requests if request.task == "plan")
    assert asked in plan.messages[1].content


@pytest.mark.parametrize(("planned", "asked", "made"), [(2, 2, {3, 4, 5}), (3, 1, {3}), (5, 1, {5}), (7, 1, {5})])
async def test_a_plan_has_three_to_five_sections(tmp_path: Path, planned: int, asked: int, made: set[int]) -> None:
    def plans(request: ModelRequest) -> Any:
        titles = ["Costs", "Cold", "Safety", "Noise", "Makers", "Rules", "Recycling"][:planned]
        sections = {"research_title": "Batteries", "sections": [{"title": title} for title in titles]}
        return sections if request.task == "plan" else good(request)

    models = said(one=plans)
    state, folder = await research(tmp_path, models, settings={"research": {"max_iterations": 1, "length": "brief"}})
    assert [request.task for request in models["one"].requests].count("plan") == asked
    without = {entry["task"] for entry in state.notes.get("fallbacks", [])}
    assert ("plan" in without) is (planned == 2), "two sections are no plan: it is asked again once, then made without the model"
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    (told,) = (event for event in events if (event["stage"], event["status"]) == ("plan", "planned"))
    assert len(told["data"]["sections"]) in made
