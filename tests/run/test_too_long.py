"""A prompt that a model cannot take is not sent, as far as that is known: a server that cuts off its beginning says nothing
about it. One that refuses it is shown less."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from standin.library import Hooks, Library, good, research, said

from dr_core import Context, Kernel, ModelAnswer, ModelRequest, Settings, TooLong, Usage
from dr_core.run.pack import prompt_tokens
from dr_core.session import replay, settings_to_resume
from dr_plugins.llm.openai import Ollama


def tokens(request: ModelRequest) -> int:
    return prompt_tokens(request.messages, request.answer_schema or {}) + request.max_tokens


@pytest.mark.parametrize("named", [2_000, 0])
async def test_a_model_that_takes_less_than_settings_say_is_shown_less(tmp_path: Path, named: int) -> None:
    def small(request: ModelRequest) -> Any:
        return TooLong("too many tokens", takes=named) if tokens(request) > 2_000 else good(request)

    models = said(small=small)
    state, folder = await research(tmp_path, models, settings={"research": {"depth": "standard"}})
    refused = [request.task for request in models["small"].requests if tokens(request) > 2_000]
    assert "draft" in refused, "nothing was too long"
    assert state.status == "complete" and not state.notes.get("fallbacks")
    assert len(models["small"].requests) <= 3 * len({request.messages for request in models["small"].requests})
    asked = len(models["small"].requests)
    hooks = Hooks(Library(None, Context(instance="files")), models)
    kernel = Kernel(settings_to_resume(folder, Settings()), plugins=[hooks], folder=tmp_path)
    again = await replay(folder, kernel, tmp_path / "again")
    await kernel.aclose()
    assert again.evidence.keys() == state.evidence.keys() and len(models["small"].requests) == asked


async def test_one_that_takes_nothing_is_asked_three_times_at_most_and_then_done_without(tmp_path: Path) -> None:
    models = said(none=lambda request: good(request) if request.task == "plan" else TooLong("too many tokens"))
    state, _ = await research(tmp_path, models)
    drafts = [request for request in models["none"].requests if request.task == "summary"]
    assert 1 <= len(drafts) <= 3
    assert sorted(map(tokens, drafts), reverse=True) == list(map(tokens, drafts))
    assert state.status == "partial"


async def test_a_model_that_thinks_until_it_is_cut_off_is_told_apart_and_the_remedy_is_named(tmp_path: Path) -> None:
    cut = ModelAnswer(text="", reasoning="Hmm, 讓我想想", model="qwen3:8b", stop="length", usage=Usage(completion_tokens=10))
    models = said(small=lambda request: good(request) if request.task == "plan" else cut)
    state, _ = await research(tmp_path, models)
    told = "qwen3:8b was cut off while it was thinking; think less. Raise reasoning_tokens in [llm.small], or lower its effort"
    assert told in [error.error for error in state.errors]
    again = models["small"].requests[-1].messages[-1].content
    assert "think less" in again and "reasoning_tokens" not in again


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
