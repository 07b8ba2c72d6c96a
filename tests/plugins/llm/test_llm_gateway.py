"""What gateways and half-compatible servers do: errors by code in a good answer, tool calls as objects, keys copied badly."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError
from standin.llm_bench import SCHEMA, request
from standin.raw_service import RawService, Says, chunk, stream, whole

from dr_core import AuthFailed, Context, ModelAnswer, ModelFailed, QuotaSpent, RateLimited
from dr_plugins.llm.anthropic import Anthropic
from dr_plugins.llm.gemini import Gemini
from dr_plugins.llm.openai import DeepSeek, OpenAI


async def ask(says: Says, schema: dict[str, Any] | None = None, **options: Any) -> tuple[ModelAnswer, RawService]:
    async with RawService(says) as service:
        values = {"base_url": f"{service.url}/v1", "api_key": "sk-0123456789abcdef", "model": "m", "timeout": 20} | options
        provider = OpenAI(OpenAI.Options(**values), Context(instance="mine"))
        try:
            return await provider.complete(request(schema)), service
        finally:
            await provider.aclose()


@pytest.mark.parametrize(
    ("code", "error"), [(401, AuthFailed), (402, QuotaSpent), (429, RateLimited), (502, ModelFailed), ("401", ModelFailed)]
)
async def test_an_error_within_a_good_answer_is_what_its_code_says(code: Any, error: type[Exception]) -> None:
    told = {"error": {"code": code, "message": "no, sk-0123456789abcdef"}}
    for says in (whole(told), stream(chunk("par"), told), stream({"choices": [{"delta": {}, **told}]})):
        with pytest.raises(error, match="no, ") as caught:
            await ask(lambda call, says=says: says)  # type: ignore[misc]
        assert type(caught.value) is error and "sk-0123" not in str(caught.value)


async def test_an_error_told_in_words_is_quoted() -> None:
    with pytest.raises(ModelFailed, match="out of memory"):
        await ask(lambda call: stream(b"event: error\ndata: CUDA out of memory\n\n"))


async def test_arguments_that_are_an_object_are_the_answer() -> None:
    call = {"function": {"name": "answer", "arguments": {"a": "é"}}}
    said = {"choices": [{"message": {"content": None, "tool_calls": [call]}, "finish_reason": "tool_calls"}]}
    answer, _ = await ask(lambda call: whole(said), SCHEMA, structured="tool", stream=False)
    assert answer.text == '{"a": "é"}'


async def test_a_stream_of_whole_messages_is_read() -> None:
    answer, _ = await ask(lambda call: stream({"choices": [{"message": {"content": "hello"}, "finish_reason": "stop"}]}))
    assert answer.text == "hello"


async def test_blanks_around_a_key_are_not_sent() -> None:
    _, service = await ask(lambda call: stream(chunk("hello", "stop")), api_key=" sk-abc\n")
    assert service.calls[0].headers["authorization"] == "Bearer sk-abc"


@pytest.mark.parametrize("key", ["“sk-abc”", '"sk-abc"', "sk-abc def", "sk-äbc"])
async def test_a_key_that_no_service_gave_out_is_told_before_anybody_is_asked(key: str) -> None:
    with pytest.raises(AuthFailed, match="again") as caught:
        await ask(lambda call: stream(chunk("hello", "stop")), api_key=key)
    assert "abc" not in str(caught.value)


def test_a_header_that_cannot_be_sent_is_an_error_of_the_settings() -> None:
    for value in ("研究", "a\nb"):
        with pytest.raises(ValidationError, match="x-title"):
            OpenAI.Options(headers={"x-title": value})


@pytest.mark.parametrize("kind", [OpenAI, Anthropic, Gemini])
@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("headers", {"Bad Name": "x"}, "'Bad Name' is no header"),
        ("headers", {"Content-Length": "5"}, "'Content-Length' is no header that can be set"),
        ("proxy", "localhost:8080", "no address of a proxy"),
        ("proxy", "socks5://localhost:1080", r"pip install 'httpx\[socks\]'"),
        ("base_url", "https://api.example:99999/v1", "'https://api.example:99999/v1' is no http address"),
        ("base_url", "https://api example/v1", "is no http address"),
        ("base_url", "https://[::1/v1", "is no http address"),
        ("base_url", "https://api.example/v1?api-version=2", r"nothing may follow the path, no '\?'"),
        ("base_url", "https://api.example/v1#top", "nothing may follow the path, no '#'"),
        ("model", " ", "the name of the model is empty"),
    ],
)
def test_what_can_only_fail_is_refused_before_anything_is_asked(
    kind: type[Any], option: str, value: Any, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dr_plugins.llm._options.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=told):
        kind.Options(**{"model": "m", option: value})


def test_a_name_is_taken_without_the_spaces_around_it() -> None:
    assert OpenAI.Options(model=" gpt-6 ").model == "gpt-6"


@pytest.mark.parametrize(
    ("kind", "given", "taken"),
    [
        (OpenAI, "https://api.example/v1/chat/completions", "https://api.example/v1"),
        (DeepSeek, "https://api.example/chat/completions/", "https://api.example"),
        (Anthropic, "https://api.anthropic.com/v1", "https://api.anthropic.com"),
        (Anthropic, "https://api.example/claude/v1/messages", "https://api.example/claude"),
        (OpenAI, "https://api.example/v1/", "https://api.example/v1"),
        (Gemini, "https://api.example/v1", "https://api.example/v1"),
    ],
)
def test_the_address_of_an_endpoint_will_do_for_that_of_the_service(kind: type[Any], given: str, taken: str) -> None:
    assert kind(kind.Options(base_url=given, model="m")).options.base_url == taken
