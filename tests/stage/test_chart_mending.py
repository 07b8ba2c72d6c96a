"""Charts whose code fails, mended once by a model (S0-11), in a real sandbox."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from standin.library import evidence, good, research, said

from dr_core import Context, ModelRequest, RunState
from dr_plugins.sandbox.bubblewrap import Bubblewrap

pytestmark = [pytest.mark.once, pytest.mark.bubblewrap]

DRAWS = "import matplotlib.pyplot as plt\nplt.bar(['LFP', 'sodium'], [7.8, 9.3])\nplt.title('{title}')\n"
FAILS = "import matplotlib.pyplot as plt\nplt.bar(['LFP', 'sodium', 'lead'], [7.8, 9.3])\n"
"""Three bars and two heights: matplotlib refuses it."""
SETTINGS = {
    "sandbox": {"use": ["bubblewrap"], "max_chart_failures": 2},
    "research": {"depth": "standard", "length": "brief", "max_iterations": 1},
}
Fix = Callable[[ModelRequest, int], Any]


@pytest.fixture(autouse=True)
async def real_sandbox(tmp_path: Path) -> None:
    sandbox = Bubblewrap(None, Context(instance="bubblewrap", cache_dir=tmp_path / "fonts"))
    reason = await sandbox.unavailable()
    await sandbox.aclose()
    if reason:
        pytest.skip(reason)


class Drawer:
    """A model that plans charts with the code it is given, and mends as it is told."""

    def __init__(self, *codes: str, fix: Fix) -> None:
        self.codes, self._fix = codes, fix
        self.fixes: list[ModelRequest] = []

    def __call__(self, request: ModelRequest) -> Any:
        if request.task == "charts":
            cite_id, _ = evidence(request)[0]
            return {
                "charts": [
                    {"title": f"Chart {number}", "chart_type": "bar", "python_code": code, "cite_ids": [cite_id]}
                    for number, code in enumerate(self.codes, 1)
                ]
            }
        if request.task == "chart_fix":
            self.fixes.append(request)
            return self._fix(request, len(self.fixes))
        return good(request)


async def drawn(tmp_path: Path, drawer: Drawer) -> tuple[RunState, Path, list[dict[str, Any]]]:
    state, folder = await research(tmp_path, said(model=drawer), settings=SETTINGS)
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    return state, folder, [event for event in events if event["step"] == "chart-result"]


async def test_code_that_fails_is_mended_once_and_the_figure_appears(tmp_path: Path) -> None:
    from PIL import Image

    mended = DRAWS.format(title="mended")
    drawer = Drawer(FAILS, fix=lambda request, number: {"python_code": mended})
    state, folder, results = await drawn(tmp_path, drawer)
    assert [event["status"] for event in results] == ["drawn"]
    assert len(drawer.fixes) == 1
    shown = drawer.fixes[0].messages[-1].content
    assert FAILS.strip().splitlines()[-1] in shown and "shape mismatch" in shown, "the model sees its code and the real error"
    assert (folder / "figures" / "figure1.py").read_text() == mended, "the code beside the figure is the code that drew it"
    assert Image.open(io.BytesIO((folder / "figures" / "figure1.png").read_bytes())).format == "PNG"
    assert "![Figure 1" in state.final_report and state.passed
    assert "charts_failed" not in state.notes


async def test_a_chart_counts_as_failed_once_after_its_retry_failed(tmp_path: Path) -> None:
    good_code = DRAWS.format(title="third")
    drawer = Drawer(FAILS, good_code, FAILS, good_code, fix=lambda request, number: {"python_code": FAILS})
    state, _, results = await drawn(tmp_path, drawer)
    assert [event["status"] for event in results] == ["failed", "drawn", "failed", "drawn"], "two failed, but not in a row"
    assert [entry["title"] for entry in state.notes["charts_failed"]] == ["Chart 1", "Chart 3"]
    assert len(drawer.fixes) == 2, "one mending each"
    assert [figure.title for figure in state.figures] == ["Chart 2", "Chart 4"]


async def test_after_two_failed_charts_in_a_row_the_rest_is_skipped(tmp_path: Path) -> None:
    drawer = Drawer(FAILS, FAILS, DRAWS.format(title="never"), fix=lambda request, number: {"python_code": FAILS})
    state, folder, results = await drawn(tmp_path, drawer)
    assert [event["status"] for event in results] == ["failed", "failed", "skipped"]
    assert len(drawer.fixes) == 2
    assert not state.figures and not (folder / "figures").exists()
    assert state.passed and state.status == "complete", "the report does not depend on it"


async def test_a_mender_that_cannot_answer_costs_the_chart_only(tmp_path: Path) -> None:
    drawer = Drawer(FAILS, DRAWS.format(title="fine"), fix=lambda request, number: "I would rather not.")
    state, _, results = await drawn(tmp_path, drawer)
    assert [event["status"] for event in results] == ["failed", "drawn"]
    assert state.passed and [figure.title for figure in state.figures] == ["Chart 2"]
