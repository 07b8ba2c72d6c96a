"""A real model (SmolLM2, 135 million parameters) behind both wire formats: whole, streamed, in a given shape, cut, too much."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from dr_core import Context, Delta, ModelFailed
from dr_core.run.mend import mend_json
from dr_core.types import Message, ModelRequest
from dr_plugins.llm._base import HttpModel
from dr_plugins.llm.anthropic import Anthropic
from dr_plugins.llm.openai import OpenAI

pytestmark = pytest.mark.slow

SCHEMA = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "maxLength": 30},
        "facts": {"type": "array", "maxItems": 2, "items": {"type": "string", "maxLength": 60}},
    },
    "required": ["city", "facts"],
}


def request(text: str = "What is the capital of France?", **more: Any) -> ModelRequest:
    return ModelRequest(task="t", messages=(Message(role="user", content=text),), **{"max_tokens": 48, **more})


@pytest.fixture(params=[OpenAI, Anthropic], ids=["openai", "anthropic"])
async def provider(request: pytest.FixtureRequest, real_model_url: str) -> AsyncIterator[HttpModel]:
    kind = request.param
    root = "/v1" if kind is OpenAI else ""
    options = kind.Options(base_url=real_model_url + root, api_key="", model="smollm2-135m", context_tokens=4096)
    made = kind(options, Context(instance="real"))
    yield made
    await made.aclose()


async def test_it_answers(provider: HttpModel) -> None:
    answer = await provider.complete(request())
    assert answer.text.strip()
    assert answer.model == "smollm2-135m"
    assert answer.stop in ("end", "length")
    assert 20 < answer.usage.prompt_tokens < 60
    assert 0 < answer.usage.completion_tokens <= 48
    assert not answer.usage.estimated


async def test_it_streams(provider: HttpModel) -> None:
    pieces: list[Delta] = []
    answer = await provider.complete(request(), pieces.append)
    assert len(pieces) > 2
    assert "".join(piece.text for piece in pieces) == answer.text


async def test_the_same_answer_comes_whole(provider: HttpModel) -> None:
    whole = type(provider)(provider.options.model_copy(update={"stream": False}), Context(instance="real"))
    try:
        streamed, at_once = await provider.complete(request()), await whole.complete(request())
    finally:
        await whole.aclose()
    assert streamed.text == at_once.text  # temperature 0


async def test_a_cut_answer_says_so(provider: HttpModel) -> None:
    answer = await provider.complete(request("Tell me a long story about a fox.", max_tokens=8))
    assert answer.stop == "length"
    assert answer.usage.completion_tokens == 8


@pytest.mark.parametrize("provider", [OpenAI], ids=["openai"], indirect=True)
async def test_it_answers_in_a_given_shape(provider: HttpModel) -> None:
    asked = request("Name the capital of France and two facts about it.", answer_schema=SCHEMA, max_tokens=120)
    value = mend_json((await provider.complete(asked)).text, SCHEMA)
    assert value.keys() == {"city", "facts"}
    assert len(value["facts"]) <= 2


@pytest.mark.parametrize("provider", [Anthropic], ids=["anthropic"], indirect=True)
async def test_a_server_that_knows_no_shapes_is_found_out(provider: HttpModel) -> None:
    asked = request("Say hello.", answer_schema=SCHEMA, max_tokens=8)
    # this server's Messages API overlooks schemas and tools
    answers = [(await provider.complete(asked)).text for _ in range(3)]
    shaped = [text for text in answers if text.lstrip().startswith("{")]
    assert len(provider._without & {"schema", "tool"}) >= 2 - len(shaped)


async def test_too_long_a_question_is_a_failure_that_says_what_to_do(provider: HttpModel) -> None:
    with pytest.raises(ModelFailed, match="Set context_tokens of real") as caught:
        await provider.complete(request("hello " * 9000))
    assert not caught.value.retryable


async def test_two_calls_at_once(provider: HttpModel) -> None:
    answers = await asyncio.gather(provider.complete(request()), provider.complete(request("Say hello.")))
    assert all(answer.text for answer in answers)
