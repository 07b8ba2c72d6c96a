"""A disk that is full or broken in the middle of a run: it stops and says so, whoever was being asked, and goes on later."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from standin.library import Hooks, Library, good, research, said

from dr_core import Context, Kernel, ModelRequest
from dr_core.errors import RunError
from dr_core.manifest import settings_of
from dr_core.report.compare import without_box
from dr_core.session import Session, resume
from dr_core.settings import Settings

VAGUE = "Buyers therefore weigh many things before anything gets decided anywhere."
COST = "How much do grid batteries cost?"  # a table of the sources shows that, so that there is a chart
SETTINGS: dict[str, Any] = {
    "sandbox": {"use": ["fake"], "fake": {"plugin": "dr_core.testing.fake_sandbox:FakeSandbox"}},
    "clarify": {"use": ["llm"]},
}


def doubtful(request: ModelRequest) -> Any:
    """A good model that also clarifies and judges, and that writes a sentence to be judged."""
    if request.task == "clarify":
        return {"action": "START_RESEARCH", "confidence": 0.95, "goal": "a comparison", "focuses": ["cost", "safety", "cold"]}
    if request.task == "judge":
        return {"sentences": [{"number": 0, "verdict": "supported"}]}
    answer = good(request)
    if request.task == "draft" and "Cost" in request.messages[1].content:
        answer["paragraphs"][0]["text"] += f" {VAGUE}"
    return answer


@pytest.mark.once
@pytest.mark.parametrize(
    ("asked", "tokens"),
    [
        ("intake/clarify/1", 10_000),
        ("chart/1/0", 10_000),
        ("verify/judge/1", 60_000),
    ],  # with few tokens tables are drawn without a model
)
async def test_what_cannot_be_put_on_record_is_no_fault_of_the_plugin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, tokens: int
) -> None:
    settings = {**SETTINGS, "budget": {"tokens": tokens}}
    whole, _ = await research(tmp_path / "whole", said(one=doubtful), question=COST, settings=settings)
    real, told = os.write, []

    def full(file: int, data: bytes) -> int:
        if f'"p":"{asked}'.encode() in data and b'"s":"done"' in data:
            told.append(asked)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(file, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(RunError, match="No space left on device"):
            await research(tmp_path / "full", said(one=doubtful), question=COST, settings=settings)
    assert told, "nobody was asked there"
    (folder,) = (tmp_path / "full" / "research_data").iterdir()
    hooks = Hooks(Library(None, Context(instance="files")), said(one=doubtful))
    kernel = Kernel(settings_of(folder, Settings()), plugins=[hooks], folder=tmp_path)
    try:
        resumed = await resume(folder, kernel, Session(assume=True))
    finally:
        await kernel.aclose()
    assert without_box(resumed.final_report) == without_box(whole.final_report)
    assert len(resumed.figures) == len(whole.figures)
