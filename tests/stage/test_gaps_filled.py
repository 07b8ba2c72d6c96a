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


def sums_up(answered: Any) -> Callable[[ModelRequest], Any]:
    """A model that names gaps, and says at the end which of them the body answers."""

    def says(request: ModelRequest) -> Any:
        answer = good(request)
        if request.task == "reflect":
            answer["gaps"] = GAPS
        if request.task == "summary" and answered is not None:
            answer["answered"] = answered
        return answer

    return says


async def told(root: Path, answered: Any) -> tuple[RunState, str]:
    models = said(one=sums_up(answered))
    state, _ = await research(root, models, settings={"research": {"depth": "standard", "max_iterations": 2}})
    (prompt,) = (request.messages[1].content for request in models["one"].requests if request.task == "summary")
    return state, prompt


@pytest.mark.parametrize(
    ("answered", "gaps"),
    [([1], GAPS[1:]), ([1, 2, 3, 99], GAPS[1:2]), ([], GAPS), (None, GAPS)],
    ids=["one is answered", "all, but nothing speaks of one", "none", "nothing is said"],
)
async def test_the_box_names_what_the_body_leaves_open(tmp_path: Path, answered: Any, gaps: list[str]) -> None:
    state, prompt = await told(tmp_path, answered)
    assert re.findall(r'<data gap="(\d)">(.*?)</data>', prompt) == [(str(at), gap) for at, gap in enumerate(GAPS, 1)]
    assert dict(box(state, seconds=1.0))["Little was found on"] == "; ".join(gaps)
    assert made(state, seconds=1.0)["gaps"] == gaps
    assert state.iterations[-1].gaps == GAPS, "the round has said what it said"
