"""A prompt that a model cannot take is not sent, as far as that is known: a server that cuts off its beginning says nothing
about it. One that refuses it is shown less."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from standin.library import Hooks, Library, Said, good, research, said

from dr_core import Context, Kernel, ModelAnswer, ModelRequest, Settings, TooLong, Usage
from dr_core.manifest import settings_to_resume
from dr_core.run.pack import prompt_tokens
from dr_core.session import replay
from dr_core.state import RunState
from dr_plugins.llm.openai import Ollama

pytestmark = pytest.mark.once


def tokens(request: ModelRequest) -> int:
    return prompt_tokens(request.messages, request.answer_schema or {}) + request.max_tokens


async def replays(state: RunState, folder: Path, models: dict[str, Said]) -> None:
    """The run can be made again from what it has recorded, and asks nobody."""
    asked = {name: len(model.requests) for name, model in models.items()}
    hooks = Hooks(Library(None, Context(instance="files")), models)
    kernel = Kernel(settings_to_resume(folder, Settings()), plugins=[hooks], folder=folder.parent)
    again = await replay(folder, kernel, folder.parent / "again")
    await kernel.aclose()
    assert again.evidence.keys() == state.evidence.keys()
    assert {name: len(model.requests) for name, model in models.items()} == asked


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
    await replays(state, folder, models)


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


def thinker(request: ModelRequest) -> Any:
    """A model that thinks 2,000 tokens before it answers, whatever room it has."""
    if request.max_tokens - 2_000 < 300:
        spent = Usage(prompt_tokens=10, completion_tokens=request.max_tokens)
        return ModelAnswer(text="", model="qwen3:8b", stop="length", usage=spent)  # not every service shows what it thinks
    return good(request.model_copy(update={"max_tokens": 400}))


async def test_a_model_that_thinks_until_it_is_cut_off_is_given_room_for_it_from_then_on(tmp_path: Path) -> None:
    models = said(small=thinker)
    state, folder = await research(tmp_path, models, settings={"research": {"depth": "standard"}, "budget": {"tokens": 200_000}})
    assert state.status == "complete" and not state.notes.get("fallbacks")
    cut = [request.task for request in models["small"].requests if isinstance(thinker(request), ModelAnswer)]
    assert cut == ["plan"], "what the plan has shown holds for all that follow"
    await replays(state, folder, models)


async def test_one_that_thinks_only_later_is_given_room_in_each_task_by_itself(tmp_path: Path) -> None:
    models = said(small=lambda request: good(request) if request.task == "plan" else thinker(request))
    state, _ = await research(tmp_path, models, settings={"budget": {"tokens": 200_000}})
    assert state.status == "complete" and not state.notes.get("fallbacks")
    drafts = [isinstance(thinker(request), ModelAnswer) for request in models["small"].requests if request.task == "draft"]
    assert sum(drafts) * 2 == len(drafts) > 2


async def test_room_to_think_is_no_more_than_the_model_takes(tmp_path: Path) -> None:
    models = said(small=thinker)
    models["small"].options = Ollama.Options(context_tokens=4_096)
    await research(tmp_path, models)
    first, second = models["small"].requests[:2]
    assert (first.task, second.task) == ("plan", "plan") and second.max_tokens > first.max_tokens
    assert max(map(tokens, models["small"].requests)) <= 4_096


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


async def test_of_a_draft_that_is_cut_off_twice_the_whole_paragraphs_stand(tmp_path: Path) -> None:
    def cuts(request: ModelRequest) -> Any:
        answer = good(request)
        if request.task != "draft":
            return answer
        text = json.dumps({"paragraphs": [*answer["paragraphs"], {"text": "The next one is lost", "cite_ids": []}]})
        return ModelAnswer(text=text[:-30], model="small", stop="length", usage=Usage(completion_tokens=10))

    models = said(small=cuts)
    state, folder = await research(tmp_path, models)
    asked = [request for request in models["small"].requests if request.task == "draft"]
    assert state.plan is not None and len(asked) == 2 * len(state.plan.sections), "each draft is asked for once more"
    assert state.status == "complete" and not state.notes.get("fallbacks")
    assert any(paragraph.section.startswith("sec") for paragraph in state.paragraphs)
    assert not any("The next one" in paragraph.text for paragraph in state.paragraphs)
    await replays(state, folder, models)
