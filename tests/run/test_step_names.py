"""The names of steps that events carry (S3-1), each where it belongs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from standin.library import evidence, good, research, said

from dr_core import ModelRequest

CODE = "import matplotlib.pyplot as plt\nplt.bar(['China', 'United States'], [7.8, 9.3])\n"
STEPS = {
    "report-plan": {"plan"},
    "serp-query": {"harvest"},
    "search-task": {"plan", "harvest"},
    "chart-planning": {"chart"},
    "chart-result": {"chart"},
    "final-report": {"write"},
}


def draws(request: ModelRequest) -> Any:
    if request.task != "charts":
        return good(request)
    chart = {"title": "Grid storage", "chart_type": "bar", "python_code": CODE, "cite_ids": [evidence(request)[0][0]]}
    return {"charts": [chart]}


async def test_events_carry_the_names_of_the_steps(tmp_path: Path) -> None:
    sandbox = {"use": ["fake"], "fake": {"plugin": "dr_core.testing.fake_sandbox:FakeSandbox"}}
    settings = {"sandbox": sandbox, "research": {"depth": "standard", "max_iterations": 1, "length": "brief"}}
    state, folder = await research(tmp_path, said(one=draws), settings=settings)
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    progress = [event for event in events if event["type"] == "progress"]
    found = {step: {event["stage"] for event in progress if event["step"] == step} for step in STEPS}
    assert found == STEPS
    assert {event["step"] for event in events} == {"", *STEPS}
    searched = [event["status"] for event in progress if event["step"] == "search-task"]
    assert searched.count("start") == searched.count("complete") == len(state.asked_queries)
    assert [event["status"] for event in progress if event["step"] == "chart-result"] == ["drawn"]
    assert {event["step"] for event in events if event["type"] == "message"} == {"final-report"}
