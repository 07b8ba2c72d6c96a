"""A run without charts says truly why: the numbers do not compare, or the model that looked at them planned none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from standin.library import good, research, said

from dr_core import ModelRequest

PLANNED_NONE = "the model planned no chart from the evidence"
NONE_ASKED = "the numbers that compare are not what was asked for"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"charts": []}, PLANNED_NONE),
        ({"charts": [{"title": "T", "chart_type": "bar", "python_code": "pass", "cite_ids": ["nobody"]}]}, PLANNED_NONE),
        ("I would rather not.", NONE_ASKED),
    ],
)
async def test_why_there_is_no_chart(answer: Any, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no model can be understood, tables are looked through without it, of which none is asked for here."""
    monkeypatch.setattr("dr_core.stage.chart.charts_without_model", lambda inputs: {"charts": []})

    def model(request: ModelRequest) -> Any:
        return answer if request.task == "charts" else good(request)

    state, _ = await research(tmp_path, said(model=model), settings={"research": {"depth": "standard", "max_iterations": 1}})
    assert [step.note for step in state.steps if step.stage == "chart"] == [reason]
