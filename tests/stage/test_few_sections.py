"""How many sections a model is asked to plan: no more than there are tokens to feed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from standin.library import good, research, said


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
