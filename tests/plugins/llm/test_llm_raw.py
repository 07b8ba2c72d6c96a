"""What no well-behaved service sends, byte by byte: halves of characters, odd types, odd line ends, odd ends of an answer."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from standin.llm_bench import SCHEMA, request
from standin.loopback import Loopback, read_request
from standin.raw_service import Call, RawService, Says, chat, chunk, refusal, stream, whole

from dr_core import BadAnswer, Context, Delta, ModelAnswer, ModelFailed, ProviderError, RateLimited, TooLong, Unreachable
from dr_plugins.llm._address import remedy_for
from dr_plugins.llm.openai import OpenAI


async def ask(
    says: Says, schema: dict[str, Any] | None = None, max_tokens: int = 1500, kept: list[Call] | None = None, **options: Any
) -> tuple[ModelAnswer, list[Delta], RawService]:
    """What our provider makes of what a service says; ``kept`` gets the requests, also where it raises."""
    pieces: list[Delta] = []
    async with RawService(says) as service:
        values = {"base_url": f"{service.url}/v1", "api_key": "sk-0123456789abcdef", "model": "m", "timeout": 20} | options
        provider = OpenAI(OpenAI.Options(**values), Context(instance="mine"))
        try:
            return await provider.complete(request(schema, max_tokens=max_tokens), pieces.append), pieces, service
        finally:
            if kept is not None:
                kept += service.calls
            await provider.aclose()


# --- halves of characters -----------------------------------------------------------------------------------------------------


async def test_an_emoji_that_is_cut_in_two_by_the_stream_comes_out_whole() -> None:
    answer, pieces, _ = await ask(lambda call: stream(chunk("a \ud83d"), chunk("\ude00 b", "stop"), "[DONE]"))
    assert answer.text == "a \U0001f600 b"
    assert "".join(piece.text for piece in pieces) == answer.text


@pytest.mark.parametrize("field", ["content", "reasoning_content"])
async def test_a_half_that_stays_alone_is_replaced(field: str) -> None:
    last = chunk("." if field != "content" else None, "stop")
    answer, pieces, _ = await ask(lambda call: stream(chunk(**{field: "a \ud83d"}), last, "[DONE]"))
    assert (answer.text if field == "content" else answer.reasoning) == "a \ufffd"
    for piece in pieces:
        piece.text.encode()


async def test_a_half_in_a_whole_answer_is_replaced() -> None:
    said = '{"model":"m","choices":[{"message":{"content":"a \\ud83d b"},"finish_reason":"stop"}]}'
    answer, _, _ = await ask(lambda call: whole(said), stream=False)
    assert answer.text == "a \ufffd b"


async def test_a_half_in_the_name_of_the_model_is_replaced() -> None:
    answer, _, _ = await ask(lambda call: stream({**chunk("yes", "stop"), "model": "m \ud83d"}, "[DONE]"))
    assert answer.model == "m \ufffd"


# --- secrets ------------------------------------------------------------------------------------------------------------------

SECRET = "gw-SECRETSECRET999"
QUOTES = {
    "whole": lambda call: whole({"error": {"message": f"upstream refused {SECRET}"}}),
    "in the stream": lambda call: stream(chunk("par"), {"error": {"message": f"upstream refused {SECRET}"}}),
    "in the choice": lambda call: stream({"choices": [{"index": 0, "delta": {}, "error": {"message": f"no {SECRET}"}}]}),
    "in a refusal": lambda call: whole({"error": {"message": f"upstream refused {SECRET}"}}, status=400),
}
CARRIED: dict[str, dict[str, Any]] = {
    "the key": {"api_key": SECRET},
    "a header": {"headers": {"api-key": SECRET}},
    "a cookie": {"headers": {"Cookie": f"lang=en; session={SECRET}"}},
    "a parameter": {"extra": {"user_token": SECRET}},
    "a parameter behind a long prompt": {"extra": {"pad": "x" * 200_000, "auth": [{"value": SECRET}]}},
}


@pytest.mark.parametrize("carried", CARRIED)
@pytest.mark.parametrize("quoted", QUOTES)
async def test_no_secret_of_a_request_is_quoted(quoted: str, carried: str) -> None:
    with pytest.raises(ModelFailed) as failed:
        await ask(QUOTES[quoted], **CARRIED[carried])
    assert "SECRET" not in str(failed.value)
    assert "[key]" in str(failed.value)


@pytest.mark.parametrize("masked", ["sk-SECR****T123", "azur*******ET1"])
async def test_a_key_that_the_service_masked_in_part_is_not_quoted_either(masked: str) -> None:
    with pytest.raises(ModelFailed, match=r"Incorrect API key provided: \[key\]"):
        await ask(lambda call: stream({"error": {"message": f"Incorrect API key provided: {masked}"}}))


# --- the limit of an answer's length ------------------------------------------------------------------------------------------

TOO_LARGE = {
    "openai": (
        "max_tokens is too large: 9000. This model supports at most 4096 completion tokens, whereas you provided 9000.",
        4096,
    ),
    "deepseek": ("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", 8192),
    "groq": ("`max_tokens` must be less than or equal to `8,192`, the maximum value for `max_tokens`", 8192),
    "excluding": ("it has a max_tokens value of 9000 but the supported range is from 1 (inclusive) to 8193 (exclusive)", 8192),
}


@pytest.mark.parametrize("who", TOO_LARGE)
async def test_a_limit_that_is_too_large_becomes_the_one_the_server_names(who: str) -> None:
    message, most = TOO_LARGE[who]

    def says(call: Call) -> list[bytes]:
        return refusal(400, message) if call.json.get("max_tokens", 0) > most else chat("x")

    _, _, service = await ask(says, stream=False, max_tokens=9_000)
    assert [call.json["max_tokens"] for call in service.calls] == [9_000, most]


async def test_a_limit_of_another_name_is_found() -> None:
    def says(call: Call) -> list[bytes]:
        other = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
        return refusal(400, other) if "max_tokens" in call.json else chat("x")

    _, _, service = await ask(says, stream=False)
    assert "max_completion_tokens" in service.calls[-1].json


async def test_a_limit_in_extra_is_what_a_budget_sets_aside() -> None:
    options = OpenAI.Options(base_url="http://127.0.0.1:1/v1", model="m", extra={"max_tokens": 7_000})
    assert OpenAI(options, Context(instance="mine")).output_ceiling(request(max_tokens=100)) == 7_000


# --- refusals that no other way of asking helps against -----------------------------------------------------------------------

OVERFLOWS = {
    "gemini": (1_048_576, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."),
    "qwen": (30_720, "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]"),
    "groq": (0, "Please reduce the length of the messages or completion."),
    "zhipu": (0, "Prompt exceeds max length"),
    "anthropic": (200_000, "input length and `max_tokens` exceed context limit: 199000 + 20000 > 200000, decrease input length"),
    "claude": (200_000, "prompt is too long: 210000 tokens > 200000 maximum"),
    "openai": (8_192, "This model's maximum context length is 8192 tokens."),
    "vllm": (
        8_192,
        "'max_tokens' or 'max_completion_tokens' is too large: 4000. This model's maximum context length is 8192 tokens and your "
        "request has 5000 input tokens (4000 > 8192 - 5000).",
    ),
    "llama.cpp": (4_096, "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it"),
    "tgi": (4_096, "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens"),
    "mistral": (32_768, "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length"),
}


@pytest.mark.parametrize("who", OVERFLOWS)
async def test_a_prompt_that_is_too_long_is_not_asked_again_and_what_the_model_takes_is_told(who: str) -> None:
    calls: list[Call] = []
    takes, message = OVERFLOWS[who]
    with pytest.raises(TooLong, match=f"Set context_tokens of mine to {takes or 'what'}") as failed:
        await ask(lambda call: refusal(400, message), SCHEMA, kept=calls)
    assert len(calls) == 1
    assert not failed.value.retryable
    assert failed.value.takes == takes


async def test_a_request_too_large_and_one_that_is_refused_in_the_stream_are_too_long_as_well() -> None:
    with pytest.raises(TooLong, match="Set context_tokens of mine to 6000") as failed:
        await ask(lambda call: refusal(413, "Request too large on tokens per minute (TPM): Limit 6000, Requested 9000"), SCHEMA)
    assert failed.value.takes == 6000
    said = {"error": {"message": "the model is loaded with context length of only 4096 tokens, which is not enough"}}
    with pytest.raises(TooLong) as failed:
        await ask(lambda call: stream(said), SCHEMA)
    assert failed.value.takes == 4096


async def test_a_parameter_that_stands_beside_the_words_of_a_refusal_is_left_out() -> None:
    def says(call: Call) -> list[bytes]:
        extra = {"type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}
        return whole({"detail": [extra]}, status=422) if "stream_options" in call.json else chat('{"city": "x"}')

    answer, _, service = await ask(says, SCHEMA)
    assert answer.text == '{"city": "x"}'
    assert len(service.calls) == 2 and "response_format" in service.calls[1].json


@pytest.mark.parametrize(
    "message",
    [
        'think value "none" is not supported for this model',
        'invalid reasoning value: \'none\' (must be "high", "medium" or "low")',
    ],
)
async def test_a_server_that_cannot_leave_off_thinking_is_asked_without_a_word_of_it(message: str) -> None:
    def says(call: Call) -> list[bytes]:
        return refusal(400, message) if "reasoning_effort" in call.json else chat('{"city": "x"}')

    answer, _, service = await ask(says, SCHEMA, effort="none")
    assert answer.text == '{"city": "x"}'
    assert len(service.calls) == 2 and "response_format" in service.calls[1].json


@pytest.mark.parametrize("message", ["Loading model", "Model Qwen/Qwen3-8B is currently loading"])
async def test_a_server_that_is_loading_its_model_is_waited_for(message: str) -> None:
    with pytest.raises(RateLimited, match=message) as failed:
        await ask(lambda call: refusal(503, message))
    assert failed.value.retry_after == 25


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "Input data may contain inappropriate content."),
        (400, "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."),
        (400, "The user location is not a place where this service is offered."),
        (403, "Your chosen model requires moderation and your input was flagged"),
    ],
)
async def test_a_refusal_of_what_was_asked_is_asked_once_and_is_no_wrong_key(status: int, message: str) -> None:
    calls: list[Call] = []
    with pytest.raises(ModelFailed) as failed:
        await ask(lambda call: refusal(status, message), SCHEMA, kept=calls)
    assert len(calls) == 1
    assert not failed.value.retryable


@pytest.mark.parametrize(
    "message",
    ["", "Bad Request", "Request contains an invalid argument.", "response_format is not available", "failed to parse grammar",
     "This model does not support this feature", "Invalid request"],
)  # fmt: skip
async def test_a_refusal_that_may_be_about_the_shape_is_answered_by_another_one(message: str) -> None:
    def says(call: Call) -> list[bytes]:
        return refusal(400, message) if "response_format" in call.json or "tools" in call.json else chat('{"city": "x"}')

    answer, _, service = await ask(says, SCHEMA, stream=False)
    assert answer.text == '{"city": "x"}'
    assert len(service.calls) == 4


# --- odd servers --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["length", "model_length", "max_tokens", "MAX_TOKENS", "model_context_window_exceeded"])
async def test_an_answer_that_was_cut_is_cut_whatever_the_server_calls_it(reason: str) -> None:
    answer, _, _ = await ask(lambda call: stream(chunk("half an ans"), chunk(None, reason), "[DONE]"))
    assert answer.stop == "length"


@pytest.mark.parametrize("reason", ["content_filter", "sensitive", "SAFETY"])
async def test_a_refused_answer_is_refused_whatever_the_server_calls_it(reason: str) -> None:
    answer, _, _ = await ask(lambda call: stream(chunk("half"), chunk(None, reason), "[DONE]"))
    assert answer.stop == "refusal"


@pytest.mark.parametrize("reason", ["insufficient_system_resource", "abort", "error", "network_error", "cancelled"])
async def test_an_answer_that_was_given_up_is_no_answer(reason: str) -> None:
    with pytest.raises(ModelFailed, match="in the middle of its answer") as failed:
        await ask(lambda call: stream(chunk("half an ans"), chunk(None, reason), "[DONE]"))
    assert failed.value.retryable
    assert failed.value.used is True  # it was at work, and did not count


@pytest.mark.parametrize("reason", ["stop", "eos", "tool_calls", "end_turn", "done", "whatever"])
async def test_other_ends_are_ends(reason: str) -> None:
    answer, _, _ = await ask(lambda call: stream(chunk("an answer"), chunk(None, reason), "[DONE]"))
    assert answer.stop == "end"


@pytest.mark.parametrize(
    "kind", ["text/event-stream", "text/plain; charset=utf-8", "application/octet-stream", "application/json", ""]
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
async def test_a_stream_is_read_whatever_it_is_called_and_however_its_lines_end(kind: str, end: bytes) -> None:
    pieces = (b": hello" + end + end, chunk("Par"), chunk("is", "stop"), "[DONE]")
    answer, deltas, _ = await ask(lambda call: stream(*pieces, kind=kind, end=end))
    assert answer.text == "Paris"
    assert len(deltas) == 2


async def test_of_two_calls_in_a_whole_answer_the_first_is_the_answer() -> None:
    calls = [{"id": n, "type": "function", "function": {"name": "answer", "arguments": f'{{"city": "{n}"}}'}} for n in "ab"]
    message = {"content": None, "tool_calls": calls}
    says = lambda call: whole({"choices": [{"message": message, "finish_reason": "tool_calls"}]})  # noqa: E731
    answer, _, _ = await ask(says, SCHEMA, stream=False, structured="tool")
    assert answer.text == '{"city": "a"}'


# --- connections --------------------------------------------------------------------------------------------------------------


class Forgetful(Loopback):
    """Streams an answer over a connection that it says it keeps, and closes it when it is asked there again (llama.cpp does)."""

    answered = 0

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_request(reader)
        self.answered += 1
        body = b"data: %b\n\ndata: [DONE]\n\n" % json.dumps(chunk("Yes.", "stop")).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: keep-alive\r\n")
        writer.write(b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(body), body))
        await reader.read(1)  # whatever comes next finds nobody


async def test_a_server_that_closes_the_connection_behind_each_stream_fails_no_call() -> None:
    async with Forgetful() as service:
        provider = OpenAI(OpenAI.Options(base_url=service.url, api_key="", model="m", timeout=20), Context(instance="mine"))
        try:
            assert [(await provider.complete(request())).text for _ in range(4)] == ["Yes."] * 4
        finally:
            await provider.aclose()
        assert service.answered == 4


class Blunt(Loopback):
    """Answers whatever it is told with the same bytes, without reading on."""

    def __init__(self, answer: bytes) -> None:
        super().__init__()
        self.answer = answer

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(self.answer)
        await writer.drain()


@pytest.mark.parametrize(
    ("scheme", "answer", "error", "remedy"),
    [
        ("https", b"HTTP/1.1 400 Bad Request\r\n\r\n", Unreachable, "write http:// in base_url of [llm.mine]"),
        ("http", b"\x15\x03\x01\x00\x02\x02\x46", BadAnswer, "Check base_url in [llm.mine]: its port, and whether it is http"),
    ],
    ids=["http", "https"],
)
async def test_who_speaks_another_protocol_is_told_with_the_remedy(
    scheme: str, answer: bytes, error: type[ProviderError], remedy: str
) -> None:
    async with Blunt(answer) as service:
        url = service.url.replace("http:", f"{scheme}:")
        provider = OpenAI(OpenAI.Options(base_url=url, api_key="", model="m", timeout=20), Context(instance="mine"))
        with pytest.raises(error) as caught:
            await provider.complete(request())
        assert remedy in caught.value.remedy
        await provider.aclose()


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_proxy_that_wants_a_password_is_not_the_service_that_refuses_the_key(scheme: str) -> None:
    async with Blunt(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n") as proxy:
        options = OpenAI.Options(base_url=f"{scheme}://api.example/v1", api_key="k", model="m", timeout=20, proxy=proxy.url)
        provider = OpenAI(options, Context(instance="mine"))
        with pytest.raises(Unreachable, match="the proxy says 407") as caught:
            await provider.complete(request())
        assert caught.value.remedy.startswith("Check proxy in [llm.mine]; where it wants a name and a password")
        await provider.aclose()


async def test_a_proxy_that_lets_nobody_through_says_so() -> None:
    async with Blunt(b"HTTP/1.1 403 Not from here\r\nContent-Length: 0\r\n\r\n") as proxy:
        options = OpenAI.Options(base_url="https://api.example/v1", api_key="k", model="m", timeout=20, proxy=proxy.url)
        provider = OpenAI(options, Context(instance="mine"))
        with pytest.raises(Unreachable, match=r"the proxy says 403 Not from here \(at https://api.example\)") as caught:
            await provider.complete(request())
        assert caught.value.remedy == "Check proxy in [llm.mine]"
        await provider.aclose()


def test_a_certificate_that_is_not_trusted_has_its_own_remedy() -> None:
    said = "mine could not be reached: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate"
    assert "SSL_CERT_FILE" in remedy_for("https://models.lan/v1", said, "[llm.mine]", "", proxied=False)
