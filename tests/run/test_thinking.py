"""Models that think before they answer: what they think is paid, and must leave room for the report."""

from __future__ import annotations

from pathlib import Path

import pytest
from standin.library import Said, good, research

from dr_core import Context, ModelAnswer, ModelRequest, OnDelta


class Thinker(Said):
    """Thinks as many tokens before each answer, and has as much room for it as the vendors' models have by default."""

    thinks = 0

    def output_ceiling(self, request: ModelRequest) -> int:
        return request.max_tokens + min(2_048, 2_048 if request.thinking is None else request.thinking)

    async def complete(self, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelAnswer:
        answer = await super().complete(request, on_delta)
        used = answer.usage.completion_tokens + self.thinks
        if used > self.output_ceiling(request):
            cut = answer.usage.model_copy(update={"completion_tokens": self.output_ceiling(request)})
            return ModelAnswer(text="", model=self.name, stop="length", usage=cut)
        return answer.model_copy(update={"usage": answer.usage.model_copy(update={"completion_tokens": used})})


@pytest.mark.parametrize(("depth", "thinks"), [("quick", 200), ("quick", 500), ("standard", 1_500)])
async def test_a_model_that_thinks_writes_a_whole_report_within_the_ceiling(tmp_path: Path, depth: str, thinks: int) -> None:
    model = Thinker(None, Context(instance="deep"), good)
    model.thinks = thinks
    state, _ = await research(tmp_path, {"deep": model}, settings={"research": {"depth": depth}})
    assert state.status == "complete" and not state.notes.get("fallbacks")
    assert state.usage.completion_tokens >= thinks * len(model.requests)
    assert state.usage.prompt_tokens + state.usage.completion_tokens <= {"quick": 10_000, "standard": 60_000}[depth]
    assert {request.thinking for request in model.requests} == {500 if depth == "quick" else 3_000}
