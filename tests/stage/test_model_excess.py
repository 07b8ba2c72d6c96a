"""What a model plans is used as far as the limits go: five charts (S0-10), queries that reach into every domain (S0-3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from standin.library import evidence, good, research, said

from dr_core import ModelRequest

CODE = "import matplotlib.pyplot as plt\nplt.bar(['China', 'United States'], [7.8, 9.3])\n"
SETTINGS = {
    "sandbox": {"use": ["fake"], "fake": {"plugin": "dr_core.testing.fake_sandbox:FakeSandbox"}},
    "research": {"depth": "standard", "length": "brief", "max_iterations": 1},
}


async def test_of_seven_planned_charts_the_first_five_that_cite_evidence_are_drawn(tmp_path: Path) -> None:
    def eager(request: ModelRequest) -> Any:
        if request.task != "charts":
            return good(request)
        cite = evidence(request)[0][0]
        cites = [["e999"], *([cite] for _ in range(7))]
        chart = {"chart_type": "bar", "python_code": CODE}
        return {"charts": [{"title": f"Grid storage {at}", "cite_ids": ids, **chart} for at, ids in enumerate(cites)]}

    models = said(one=eager)
    state, _ = await research(tmp_path, models, settings=SETTINGS)
    assert sorted(figure.title for figure in state.figures) == [f"Grid storage {number}" for number in range(1, 6)]
    assert [request.task for request in models["one"].requests].count("charts") == 1, (
        "it was not asked again for planning too many"
    )
    assert state.status == "complete"


async def test_a_table_that_is_evidence_is_shown_once_when_charts_are_planned(tmp_path: Path) -> None:
    models = said(one=good)
    await research(tmp_path, models, settings=SETTINGS)
    asked = next(request for request in models["one"].requests if request.task == "charts")
    ids = [name for name, _ in evidence(asked)]
    assert len(ids) == len(set(ids)) and any("|---" in text for _, text in evidence(asked))
    allowed = (asked.answer_schema or {})["$defs"]["PlannedChart"]["properties"]["cite_ids"]["items"]["enum"]
    assert len(allowed) == len(set(allowed))


async def test_domains_are_named_before_the_queries_that_are_to_reach_into_them_and_are_kept(tmp_path: Path) -> None:
    models = said(one=good)
    state, _ = await research(tmp_path, models)
    asked = models["one"].requests[0]
    assert asked.task == "plan" and "reach into each of the domains" in " ".join(asked.messages[1].content.split())
    order = list((asked.answer_schema or {})["properties"])
    assert order.index("domains") < order.index("sections")
    assert state.plan is not None and state.plan.domains == ("energy",)
