"""What a round names as missing and the report answers after all is not told as a gap."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from standin.library import good, research, said

from dr_core import ModelRequest
from dr_core.report.made import made
from dr_core.report.provenance import box
from dr_core.state import RunState

GAPS = ["the cost of sodium-ion cells", "recycling rules in Japan", "the performance in the cold"]


def sums_up(left_open: Any) -> Callable[[ModelRequest], Any]:
    """A model that names gaps, and says of each at the end whether the body leaves it open."""

    def says(request: ModelRequest) -> Any:
        answer = good(request)
        if request.task == "reflect":
            answer["gaps"] = GAPS
        if request.task == "summary" and left_open is not None:
            answer["left_open"] = left_open
        return answer

    return says


async def told(root: Path, left_open: Any) -> tuple[RunState, str]:
    models = said(one=sums_up(left_open))
    state, _ = await research(root, models, settings={"research": {"depth": "standard", "max_iterations": 2}})
    (prompt,) = (request.messages[1].content for request in models["one"].requests if request.task == "summary")
    return state, prompt


@pytest.mark.parametrize(
    ("left_open", "gaps"),
    [([2, 3], GAPS[1:]), ([], GAPS[1:2]), ([1, 2, 3, 99], GAPS), (None, GAPS)],
    ids=["two are open", "none, but nothing speaks of one", "all", "nothing is said"],
)
async def test_the_box_names_what_the_body_leaves_open(tmp_path: Path, left_open: Any, gaps: list[str]) -> None:
    state, prompt = await told(tmp_path, left_open)
    assert re.findall(r'<data gap="(\d)">(.*?)</data>', prompt) == [(str(at), gap) for at, gap in enumerate(GAPS, 1)]
    assert dict(box(state, seconds=1.0))["Little was found on"] == "; ".join(gaps)
    assert made(state, seconds=1.0)["gaps"] == gaps
    assert state.iterations[-1].gaps == GAPS, "the round has said what it said"
