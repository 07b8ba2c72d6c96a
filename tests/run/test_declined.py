"""A refusal is not paid for twice: the next model is asked, and then the way without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from standin.library import good, research, said

from dr_core import ModelAnswer, ModelRequest


def declines(request: ModelRequest) -> Any:
    return ModelAnswer(text="I cannot help.", model="m", stop="refusal") if request.task == "draft" else good(request)


async def test_a_model_that_refuses_is_asked_once_and_the_next_one_does_it(tmp_path: Path) -> None:
    models = said(first=declines, second=good)
    state, _ = await research(tmp_path, models)
    asked = [request.messages[1].content for request in models["first"].requests if request.task == "draft"]
    assert asked and len(asked) == len(set(asked)), "asked the same again"
    assert len([request for request in models["second"].requests if request.task == "draft"]) == len(asked)
    assert state.status == "complete"


async def test_where_all_refuse_the_report_is_partial_and_says_so(tmp_path: Path) -> None:
    models = said(one=declines)
    state, _ = await research(tmp_path, models)
    assert state.status == "partial" and all("refused" in entry["reason"] for entry in state.notes["fallbacks"])
