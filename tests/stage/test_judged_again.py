"""New words for what the judge spoke against are put to it, too: what it confirms then bears no mark."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from standin.library import good, research, said

from dr_core import ModelRequest

WRONG = "Whoever builds such plants today does so out of mere habit, say those who know."
NEW = "Whoever builds such plants today has good reasons for it, say those who know."


def writer(second: str) -> Any:
    """A model whose first section has a sentence that the judge is against; of its new words it says ``second``."""

    def says(request: ModelRequest) -> Any:
        told = request.messages[1].content
        if request.task == "draft":
            answer = good(request)
            answer["paragraphs"][0]["text"] += f" {WRONG}"
            return answer
        if request.task == "judge":
            asked = re.findall(r'<data sentence="(\d+)"[^>]*>(.*?)</data>', told)
            words = {WRONG: "contradicted", NEW: second}
            return {"sentences": [{"number": int(at), "verdict": words.get(text, "unclear")} for at, text in asked]}
        if request.task == "repair":
            asked = re.findall(r'<data number="(\d+)"[^>]*>(.*?)</data>', told)
            return {"sentences": [{"number": int(at), "text": NEW if text == WRONG else ""} for at, text in asked]}
        return good(request)

    return says


@pytest.mark.parametrize(("second", "verdict"), [("supported", "supported"), ("unclear", "unclear"), ("contradicted", "")])
async def test_new_words_are_judged_once_more(tmp_path: Path, second: str, verdict: str) -> None:
    settings = {"research": {"depth": "standard", "length": "brief"}}
    state, _ = await research(tmp_path, said(model=writer(second)), settings=settings)
    found = {one.verdict for one in state.verdicts if one.sentence == NEW}
    assert found == ({verdict} if verdict else set())
    assert not any(WRONG in paragraph.text for paragraph in state.paragraphs)
    assert any(NEW in paragraph.text for paragraph in state.paragraphs) == bool(verdict)
