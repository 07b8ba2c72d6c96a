"""A prompt that a model cannot take is not sent: a server that cuts off its beginning says nothing about it."""

from __future__ import annotations

from pathlib import Path

from standin.library import good, research, said

from dr_core.run.pack import prompt_tokens
from dr_plugins.llm.openai import Ollama


async def test_what_is_longer_than_the_first_model_takes_goes_to_the_next(tmp_path: Path) -> None:
    models = said(small=good, large=good)
    models["small"].options = Ollama.Options(context_tokens=512)
    state, _ = await research(tmp_path, models)
    sent = [prompt_tokens(one.messages, one.answer_schema or {}) + one.max_tokens for one in models["small"].requests]
    assert max(sent, default=0) <= 512
    assert "plan" in [request.task for request in models["large"].requests]
    told = [error for error in state.errors if "does not fit into the 512 tokens of small" in error.error]
    assert told and all(error.retry_count == 0 for error in told), "it cannot help to try that again"
    assert state.status == "complete"
