"""What gateways and half-compatible servers do: errors by code in a good answer, tool calls as objects, keys copied badly."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError
from standin.llm_bench import SCHEMA, request
from standin.raw_service import RawService, Says, chat, chunk, stream, whole

from dr_core import AuthFailed, BadAnswer, Context, ModelAnswer, ModelFailed, NoSuchModel, QuotaSpent, RateLimited
from dr_plugins.llm.anthropic import Anthropic
from dr_plugins.llm.gemini import Gemini
from dr_plugins.llm.openai import DeepSeek, OpenAI, Qwen


async def ask(says: Says, schema: dict[str, Any] | None = None, **options: Any) -> tuple[ModelAnswer, RawService]:
    async with RawService(says) as service:
        values = {"base_url": f"{service.url}/v1", "api_key": "sk-0123456789abcdef", "model": "m", "timeout": 20} | options
        provider = OpenAI(OpenAI.Options(**values), Context(instance="mine"))
        try:
            return await provider.complete(request(schema)), service
        finally:
            await provider.aclose()


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (401, AuthFailed), (402, QuotaSpent), (429, RateLimited), (502, ModelFailed), ("401", AuthFailed), (1002, ModelFailed),
        ("invalid_api_key", AuthFailed), ("insufficient_quota", QuotaSpent), ("RESOURCE_EXHAUSTED", RateLimited),
        ("model_not_found", NoSuchModel), ("server_error", ModelFailed), (True, ModelFailed), ([], ModelFailed),
    ],
)  # fmt: skip
async def test_an_error_within_a_good_answer_is_what_its_code_says(code: Any, error: type[Exception]) -> None:
    told = {"error": {"code": code, "message": "no, sk-0123456789abcdef"}}
    for says in (whole(told), stream(chunk("par"), told), stream({"choices": [{"delta": {}, **told}]})):
        with pytest.raises(error, match="no, ") as caught:
            await ask(lambda call, says=says: says)  # type: ignore[misc]
        assert type(caught.value) is error and "sk-0123" not in str(caught.value)


@pytest.mark.parametrize(
    ("named", "error"),
    [
        ("authentication_error", AuthFailed), ("billing_error", QuotaSpent), ("rate_limit_error", RateLimited),
        ("overloaded_error", ModelFailed), ("api_error", ModelFailed),
    ],
)  # fmt: skip
async def test_an_error_within_a_stream_goes_by_its_name_too(named: str, error: type[Exception]) -> None:
    told = {"type": "error", "error": {"type": named, "message": "no"}}
    with pytest.raises(error) as caught:
        await ask(lambda call: stream(chunk("par"), told))
    assert type(caught.value) is error


async def test_a_quota_within_an_answer_is_a_limit_of_time_where_the_service_means_one() -> None:
    async with RawService(lambda call: whole({"error": {"code": "insufficient_quota", "message": "slow"}})) as service:
        provider = Qwen(Qwen.Options(base_url=service.url, api_key="sk-x", model="m"), Context(instance="mine"))
        with pytest.raises(RateLimited, match="asks to slow down"):
            await provider.complete(request())
        await provider.aclose()


PAGE = "<!DOCTYPE html>\n<html><head><title>Welcome to nginx!</title></head></html>"


@pytest.mark.parametrize("kind", ["text/html", "application/json", "text/event-stream", "text/plain"])
async def test_a_page_is_no_answer_and_costs_nothing_whatever_it_is_called(kind: str) -> None:
    with pytest.raises(BadAnswer, match="HTML") as caught:
        await ask(lambda call: whole(PAGE, kind=kind))
    assert caught.value.remedy == "Check base_url in [llm.mine]"
    assert not caught.value.retryable and not caught.value.used


async def test_json_that_is_called_a_stream_is_read_as_what_it_is() -> None:
    answer, _ = await ask(lambda call: [piece.replace(b"application/json", b"text/event-stream") for piece in chat("hello")])
    assert answer.text == "hello"
    with pytest.raises(AuthFailed, match="bad key"):
        await ask(lambda call: whole({"error": {"code": 401, "message": "bad key"}}, kind="text/event-stream"))


@pytest.mark.parametrize("kind", [OpenAI, Anthropic, Gemini])
async def test_an_answer_of_another_kind_is_quoted_without_the_key(kind: type[Any]) -> None:
    told = {"success": False, "msg": "the key sk-0123456789abcdef has no access"}
    async with RawService(lambda call: whole(told)) as service:
        provider = kind(kind.Options(base_url=service.url, api_key="sk-0123456789abcdef", model="m"), Context(instance="mine"))
        with pytest.raises(ModelFailed, match=r"answered without [a-z ]+: the key \[key\] has no access") as caught:
            await provider.complete(request())
        assert caught.value.remedy == "Check base_url in [llm.mine]"
        assert not caught.value.used  # no model wrote this
        await provider.aclose()


@pytest.mark.parametrize(
    ("status", "page", "error", "told"),
    [
        (401, "<html><title>401 Authorization Required</title>", AuthFailed, "refused the key (401): Authorization Required"),
        (502, "<html><title>502 Bad Gateway</title>", ModelFailed, "failed (502): Bad Gateway"),
        (429, "<html><title>Slow &amp; steady</title>", RateLimited, "(429): Slow & steady"),
        (404, "<html><body>nothing</body>", NoSuchModel, "refused the request (404)"),
        (
            400,
            "<html><title>400 The plain HTTP request was sent to HTTPS port</title>",
            NoSuchModel,
            "(400): The plain HTTP request was sent to HTTPS port",
        ),
    ],
)
async def test_the_title_of_an_error_page_is_told(status: int, page: str, error: type[Exception], told: str) -> None:
    with pytest.raises(error) as caught:
        await ask(lambda call: whole(page, status=status, kind="text/html"), SCHEMA)
    assert type(caught.value) is error and told in str(caught.value)


@pytest.mark.parametrize(
    ("path", "hint"),
    [("", "(most servers are asked below /v1: {url}/v1)"), ("/v1", ""), ("/openai", "")],
    ids=["none", "v1", "other"],
)
async def test_an_address_without_its_path_is_told_with_the_usual_one(path: str, hint: str) -> None:
    async with RawService(lambda call: whole({"detail": "Not Found"}, status=404)) as service:
        options = OpenAI.Options(base_url=service.url + path, api_key="", model="m")
        provider = OpenAI(options, Context(instance="mine"))
        with pytest.raises(NoSuchModel) as caught:
            await provider.complete(request())
        assert caught.value.remedy == f"Check model ('m') and base_url in [llm.mine] {hint.format(url=service.url)}".strip()
        await provider.aclose()


async def test_an_endpoint_that_a_server_does_not_have_is_no_failure_that_passes() -> None:
    told = {"error": "Unexpected endpoint or method. (POST /chat/completions)"}  # LM Studio, with 200
    with pytest.raises(NoSuchModel, match="Unexpected endpoint"):
        await ask(lambda call: whole(told))


async def test_where_a_redirect_leads_is_told_without_what_may_be_secret() -> None:
    there = "https://me:hunter2@api.example/v1/chat/completions?token=abcdef#x"
    with pytest.raises(NoSuchModel, match=r"redirect \(308\) to https://api.example/v1/chat/completions") as caught:
        await ask(lambda call: whole("", status=308, Location=there))
    assert "hunter2" not in str(caught.value) and "abcdef" not in str(caught.value)


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
