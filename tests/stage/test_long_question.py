"""Questions that take many tokens, by their length or their script: the model plans and writes their reports all the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from standin.library import QUESTION, good, research, said

from dr_core import ModelAnswer, ModelRequest
from dr_core.text import estimate_tokens
from dr_core.types import Usage

MORE = (
    " Take into account the safety rules of the member states, the duties on imports from China, the experience of the first "
    "plants in China and the United States, and what insurers and banks ask for; leave out cars, ships and storage in homes."
)
KOREAN = (
    "전력망 저장용 나트륨이온 배터리와 리튬인산철 배터리는 비용, 수명, 안전성, 공급망 면에서 어떻게 비교되며, "
    "유럽의 전력회사는 2030년 이전에 어느 것을 구매해야 하는가?"
)
PLANNED = {
    "research_title": "전력망 저장용 나트륨이온 배터리와 리튬인산철 배터리의 비교",
    "domains": ["에너지 저장", "전기화학", "전력 시장", "공급망"],
    "sections": [
        {
            "title": f"{side} 비교",
            "description": f"나트륨이온 배터리와 리튬인산철 배터리 저장 시스템의 {side}은 어떠하며 2030년까지 어떻게 변하는가?",
            "search_queries": [f"나트륨이온 배터리 LFP {side} 2025", "sodium-ion LFP storage 2025", f"유럽 저장 시스템 {side}"],
        }
        for side in ("비용", "수명", "안전성", "공급망", "전망")
    ],
    "checklist": ["비용", "수명", "안전성", "공급망", "유럽 전력회사가 2030년 전에 구매해야 할 것"],
}


def fallbacks(notes: dict[str, Any]) -> list[str]:
    return [entry["task"] for entry in notes.get("fallbacks", ())]


@pytest.mark.parametrize("length", [2, 4, 7])
async def test_a_long_question_of_a_quick_run_is_planned_and_written_by_the_model(tmp_path: Path, length: int) -> None:
    state, _ = await research(tmp_path, said(one=good), question=QUESTION + MORE * length)
    assert fallbacks(state.notes) == []


@pytest.mark.parametrize("depth", ["quick", "standard"])
async def test_a_plan_in_korean_is_not_cut_off_where_one_in_english_is_not(tmp_path: Path, depth: str) -> None:
    def says(request: ModelRequest) -> Any:
        text = json.dumps(PLANNED if request.task == "plan" else good(request), ensure_ascii=False)
        told = Usage(prompt_tokens=500, completion_tokens=min(estimate_tokens(text), request.max_tokens), usd=0.0)
        stop = "length" if estimate_tokens(text) > request.max_tokens else "end"
        return ModelAnswer(text=text[: request.max_tokens] if stop == "length" else text, model="one", stop=stop, usage=told)

    state, _ = await research(tmp_path, said(one=says), question=KOREAN, settings={"research": {"depth": depth}})
    assert "plan" not in fallbacks(state.notes)
    assert state.plan is not None and all(section.title.endswith("비교") for section in state.plan.sections)
