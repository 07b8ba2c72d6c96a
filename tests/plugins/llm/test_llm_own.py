"""The vendors' own services, played by their documentation of autumn 2026: what they refuse is refused in their words, and
counted."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from standin.llm_bench import SCHEMA, request
from standin.llm_server import KEY, Asked, LlmServer, Reply, Says, Vendor

from dr_core import Context, ModelFailed, ModelRequest, NoSuchModel, QuotaSpent, RateLimited, Usage
from dr_plugins.llm._base import HttpModel
from dr_plugins.llm.anthropic import Anthropic
from dr_plugins.llm.gemini import Gemini
from dr_plugins.llm.openai import DeepSeek, OpenAI, OpenRouter, Qwen

Own = Callable[..., Any]
BOUNDED = {
    "type": "object",
    "properties": {
        "paragraphs": {
            "type": "array",
            "maxItems": 40,
            "items": {
                "type": "object",
                "properties": {"cite_ids": {"type": "array", "maxItems": 6, "items": {"type": "string", "enum": ["e1", "e2"]}}},
            },
        }
    },
}


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Own:
    """``async with own(Gemini, vendor) as (provider, server)``: the vendor's own service is this one."""

    @asynccontextmanager
    async def open_(kind: type[HttpModel], vendor: Vendor, **options: Any) -> AsyncIterator[tuple[HttpModel, LlmServer]]:
        async with LlmServer(vendor) as server:
            monkeypatch.setattr(kind.Options.model_fields["base_url"], "default", server.url)
            provider = kind(kind.Options(base_url=server.url, api_key=KEY, **options), Context(instance="mine"))
            assert provider.is_vendors_own
            try:
                yield provider, server
            finally:
                await provider.aclose()

    return open_


OPEN = {
    "type": "object",
    "properties": {"data": {"type": "object", "additionalProperties": True}},
    "required": ["data"],
}


def no(status: int, message: str, **more: Any) -> Reply:
    return Reply({"error": {"message": message, **more}}, status)


# --- Gemini ---------------------------------------------------------------------------------------------------------------------


async def test_gemini_is_told_of_the_bounds_of_lists_in_words(own: Own) -> None:
    def vendor(asked: Asked, says: Says) -> Reply:
        schema = asked.json["generationConfig"]["responseJsonSchema"]
        if "maxItems" in json.dumps(schema):
            return no(400, "Request contains an invalid argument.", code=400, status="INVALID_ARGUMENT")
        part = {"text": json.dumps({"paragraphs": []})}
        chunk = {"candidates": [{"content": {"parts": [part], "role": "model"}, "finishReason": "STOP", "index": 0}]}
        return Reply(chunks=iter([f"data: {json.dumps(chunk)}\r\n\r\n"]))

    async with own(Gemini, vendor) as (provider, server):
        await provider.complete(request(BOUNDED))
    assert len(server.asked) == 1
    sent = server.asked[0].json["generationConfig"]["responseJsonSchema"]["properties"]["paragraphs"]
    assert sent["description"] == "At most 40 entries."
    assert sent["items"]["properties"]["cite_ids"]["items"]["enum"] == ["e1", "e2"]


@pytest.mark.parametrize("reason", ["OTHER", "MALFORMED_RESPONSE"])
async def test_an_answer_that_gemini_gave_up_costs_what_it_says(own: Own, reason: str) -> None:
    def vendor(asked: Asked, says: Says) -> Reply:
        chunk = {
            "candidates": [{"content": {"role": "model"}, "finishReason": reason, "index": 0}],
            "usageMetadata": {"promptTokenCount": 900, "totalTokenCount": 900},
        }
        return Reply(chunks=iter([f"data: {json.dumps(chunk)}\r\n\r\n"]))

    async with own(Gemini, vendor) as (provider, _):
        with pytest.raises(ModelFailed) as failed:
            await provider.complete(request())
    assert isinstance(failed.value.used, Usage)
    assert (failed.value.used.prompt_tokens, failed.value.used.completion_tokens) == (900, 0)


# --- Anthropic ------------------------------------------------------------------------------------------------------------------


def claude(asked: Asked, says: Says) -> Reply:
    """Claude Sonnet 5.5: no tool that must be called, and no object in a schema that is open."""
    body = asked.json
    if body.get("tool_choice", {}).get("type") in ("any", "tool"):
        return no(400, "tool_choice: forced tool use is not supported on this model.", type="invalid_request_error")
    schema = body.get("output_config", {}).get("format", {}).get("schema", {})
    if "format" in body.get("output_config", {}) and '"additionalProperties": true' in json.dumps(schema):
        told = "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false"
        return no(400, told, type="invalid_request_error")
    usage = {"input_tokens": 10, "output_tokens": 10}
    return Reply({"model": "m", "content": [{"type": "text", "text": "{}"}], "stop_reason": "end_turn", "usage": usage})


async def test_claude_is_asked_for_open_objects_in_words_at_once_and_for_others_by_schema_as_before(own: Own) -> None:
    async with own(Anthropic, claude, stream=False) as (provider, server):
        for schema in (OPEN, SCHEMA):
            await provider.complete(request(schema))
    shapes = ["format" in asked.json["output_config"] for asked in server.asked]
    assert shapes == [False, True]
    assert '"data"' in server.asked[0].json["messages"][-1]["content"]


async def test_what_open_objects_met_is_not_held_against_other_shapes() -> None:
    async with LlmServer(claude) as server:
        provider = Anthropic(Anthropic.Options(base_url=server.url, api_key=KEY, stream=False))
        for schema in (OPEN, SCHEMA):
            await provider.complete(request(schema))
        await provider.aclose()
    assert "format" in server.asked[-1].json["output_config"]


# --- DeepSeek, Qwen -------------------------------------------------------------------------------------------------------------


def chat(text: str, finish: str = "stop", reasoning: str = "", **usage: Any) -> Reply:
    """An answer in pieces, as all of them send it: a chunk for the role, reasoning, words, the end, the count."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": None}]
    deltas += [{"reasoning_content": reasoning, "content": None}] * bool(reasoning) + [{"content": text}] * bool(text)
    choices = [[{"index": 0, "delta": delta, "finish_reason": None}] for delta in deltas]
    chunks: list[dict[str, Any]] = [{"choices": choice} for choice in choices]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    chunks.append({"choices": [], "usage": {"prompt_tokens": 10, "completion_tokens": 10, **usage}})
    return Reply(chunks=iter([": keep-alive\n\n", *(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks), "data: [DONE]\n\n"]))


def deepseek(asked: Asked, says: Says) -> Reply:
    """DeepSeek: it thinks unless told otherwise, and hard where nothing is said; what it thinks counts as answer."""
    body = asked.json
    if body.get("response_format", {}).get("type") == "json_schema":
        return no(400, "This response_format type is unavailable now", type="invalid_request_error")
    effort = body.get("reasoning_effort", "high")
    thought = 0 if body.get("thinking") == {"type": "disabled"} else {"low": 500, "high": 5_000}[effort]
    if thought >= body["max_tokens"]:
        return chat("", "length", "Hmm.")
    return chat("{}", reasoning="Hmm." if thought else "")


@pytest.mark.parametrize(
    ("options", "thought", "most"), [({}, "", 700), ({"effort": "low"}, "Hmm.", 2_748), ({"reasoning_tokens": 9}, "", 709)]
)
async def test_deepseek_thinks_only_where_it_is_asked_to_and_has_room_then(
    own: Own, options: dict[str, Any], thought: str, most: int
) -> None:
    async with own(DeepSeek, deepseek, **options) as (provider, server):
        answer = await provider.complete(request(SCHEMA, max_tokens=700))
    assert (answer.text, answer.reasoning, answer.stop) == ("{}", thought, "end")
    assert [asked.json["max_tokens"] for asked in server.asked] == [most]


async def test_an_answer_that_deepseek_gave_up_costs_what_it_says(own: Own) -> None:
    async with own(DeepSeek, lambda asked, says: chat('{"ci', "insufficient_system_resource")) as (provider, _):
        with pytest.raises(ModelFailed, match="insufficient_system_resource") as failed:
            await provider.complete(request(SCHEMA))
    assert isinstance(failed.value.used, Usage)
    assert failed.value.used.completion_tokens == 10


async def test_what_deepseek_blanked_out_since_it_was_not_quite_json_is_asked_for_in_words(own: Own) -> None:
    def vendor(asked: Asked, says: Says) -> Reply:
        return chat("   \n" if "response_format" in asked.json else "{}")

    async with own(DeepSeek, vendor) as (provider, server):
        assert [(await provider.complete(request(SCHEMA))).text.strip() for _ in range(2)] == ["", "{}"]
    assert len(server.asked) == 2


def qwen(asked: Asked, says: Says) -> Reply:
    """Three kinds of models at Model Studio: one may think, and does where nothing is said, one must, one cannot."""
    body = asked.json
    wanted, model = body.get("enable_thinking"), body["model"]
    if model == "must" and wanted is False:
        return no(400, "The value of the enable_thinking parameter is restricted to True.", code="invalid_parameter_error")
    if model == "cannot" and "enable_thinking" in body:
        return no(400, "Value error, current model does not support parameter `enable_thinking`.", code="invalid_parameter_error")
    thinks = model == "must" or (model == "may" and wanted is not False)
    if model == "may" and thinks and body.get("response_format", {}).get("type") == "json_object":
        told = "<400> InternalError.Algo.InvalidParameter: Json mode response is not supported when enable_thinking is true"
        return no(400, told, code="invalid_parameter_error")
    return chat("{}", reasoning="Hmm." if thinks else "")


@pytest.mark.parametrize(
    ("model", "effort", "refused", "shape", "thought"),
    [
        ("may", "none", 0, {"type": "json_object"}, ""),
        ("may", "low", 1, None, "Hmm."),  # who asks for thinking gets it, and JSON in words
        ("must", "none", 1, {"type": "json_object"}, "Hmm."),
        ("cannot", "none", 1, {"type": "json_object"}, ""),
    ],
)
async def test_qwen_thinks_where_it_is_asked_to_or_must(
    own: Own, model: str, effort: str, refused: int, shape: Any, thought: str
) -> None:
    async with own(Qwen, qwen, model=model, effort=effort) as (provider, server):
        for _ in range(2):
            answer = await provider.complete(request(SCHEMA))
            assert (answer.text, answer.reasoning) == ("{}", thought)
    assert len(server.asked) == 2 + refused
    assert server.asked[-1].json.get("response_format") == shape


@pytest.mark.parametrize(
    ("kind", "url"),
    [
        (Qwen, "https://dashscope-intl.aliyuncs.com/compatible-mode/v1"),
        (Qwen, "https://ws-1.cn-beijing.maas.aliyuncs.com/compatible-mode/v1"),
        (OpenAI, "https://eu.api.openai.com/v1"),
        (OpenRouter, "https://eu.openrouter.ai/api/v1"),
        (DeepSeek, "https://api.deepseek.com/v1"),
    ],
)
def test_a_service_is_itself_at_all_its_addresses(kind: type[HttpModel], url: str) -> None:
    assert kind(kind.Options(base_url=url, api_key=KEY)).is_vendors_own
    elsewhere = url.replace(".com/", ".com.example/").replace(".ai/", ".ai.example/")
    assert not kind(kind.Options(base_url=elsewhere, api_key=KEY)).is_vendors_own


@pytest.mark.parametrize(
    "message", ["Allocated quota exceeded, please increase your quota limit.", "You exceeded your current quota."]
)
async def test_the_tokens_of_a_minute_are_no_spent_account_at_qwen(own: Own, message: str) -> None:
    def vendor(asked: Asked, says: Says) -> Reply:
        return no(429, message, type="insufficient_quota", code="insufficient_quota")

    async with own(Qwen, vendor) as (provider, _):
        with pytest.raises(RateLimited, match="asks to slow down"):
            await provider.complete(request())


async def test_an_account_at_qwen_that_owes_is_spent(own: Own) -> None:
    def vendor(asked: Asked, says: Says) -> Reply:
        told = "Access denied, please make sure your account is in good standing."
        return no(400, told, type="Arrearage", code="Arrearage")

    async with own(Qwen, vendor) as (provider, _):
        with pytest.raises(QuotaSpent):
            await provider.complete(request())


# --- OpenRouter -----------------------------------------------------------------------------------------------------------------


def relayed(message: str, name: str = "OpenAI") -> Reply:
    raw = json.dumps({"error": {"message": message, "type": "invalid_request_error", "param": "response_format", "code": None}})
    return no(400, "Provider returned error", code=400, metadata={"raw": raw, "provider_name": name, "is_byok": False})


def routed_to_openai(asked: Asked, says: Says) -> Reply:
    """Its strict schemas name and require everything, and close every object."""
    shape = asked.json.get("response_format", {})
    if shape.get("type") == "json_schema" and shape["json_schema"]["strict"]:
        schema = shape["json_schema"]["schema"]
        if schema.get("additionalProperties") is not False or schema["required"] != list(schema["properties"]):
            told = "Invalid schema for response_format 'answer': In context=(), 'additionalProperties' is required to be supplied"
            return relayed(f"{told} and to be false.")
    return chat("{}", cost=0.00042)


def routed_to_claude(asked: Asked, says: Says) -> Reply:
    """Its schemas know neither bounds nor open objects."""
    schema = asked.json.get("response_format", {}).get("json_schema", {}).get("schema")
    if schema and any(word in json.dumps(schema) for word in ("maxItems", "maxLength", '"additionalProperties": true')):
        return relayed("output_config.format.schema: For 'array' type, property 'maxItems' is not supported", name="Anthropic")
    return chat("{}", cost=0.00042)


@pytest.mark.parametrize("vendor", [routed_to_openai, routed_to_claude])
async def test_whoever_answers_behind_openrouter_takes_the_schema_at_the_first_try(own: Own, vendor: Vendor) -> None:
    async with own(OpenRouter, vendor) as (provider, server):
        for schema in (BOUNDED, OPEN, SCHEMA):
            assert (await provider.complete(request(schema))).usage.usd == 0.00042
    shapes = [asked.json["response_format"]["type"] for asked in server.asked]
    assert shapes == ["json_schema", "json_object", "json_schema"]


async def test_what_a_service_behind_a_gateway_said_is_told_and_understood(own: Own) -> None:
    def vendor(asked: Asked, says: Says) -> Reply:
        shape = asked.json.get("response_format", {}).get("type")
        return relayed("response_format json_schema is not supported by this model") if shape == "json_schema" else chat("{}")

    async with own(OpenRouter, vendor) as (provider, server):
        await provider.complete(request(SCHEMA))
        assert len(server.asked) == 2
        server.vendor = lambda asked, says: relayed("The prompt was not to my liking.", name="Crucible")
        with pytest.raises(ModelFailed, match=r"Crucible: The prompt was not to my liking\."):
            await provider.complete(request(SCHEMA))
    last = {"error": {"code": 502, "message": "Provider returned error", "metadata": {"raw": "upstream is down"}}, "choices": []}
    async with own(OpenRouter, lambda asked, says: Reply(chunks=iter([f"data: {json.dumps(last)}\n\n"]))) as (provider, _):
        with pytest.raises(ModelFailed, match="upstream is down"):
            await provider.complete(request(SCHEMA))


@pytest.mark.parametrize(
    "message", ["No endpoints found that support tool use.", "No endpoints found that can handle the requested parameters."]
)
async def test_a_model_that_nobody_serves_with_a_shape_is_asked_in_words(own: Own, message: str) -> None:
    def vendor(asked: Asked, says: Says) -> Reply:
        return no(404, message, code=404) if {"tools", "response_format"} & asked.json.keys() else chat("{}")

    async with own(OpenRouter, vendor) as (provider, server):
        for _ in range(2):
            await provider.complete(request(SCHEMA))
        assert len(server.asked) == 3 + 2
        server.vendor = lambda asked, says: no(404, "No endpoints found for vendor/nope.", code=404)
        with pytest.raises(NoSuchModel):
            await provider.complete(request(SCHEMA))


@pytest.mark.parametrize("kind", [OpenAI, Anthropic, Gemini])
def test_how_long_to_think_is_the_runs_to_say_unless_the_user_has(kind: type[HttpModel]) -> None:
    asked = ModelRequest(task="draft", messages=(), max_tokens=100)
    own = kind(kind.Options(), Context(instance="own"))
    assert own.output_ceiling(asked) == 100 + 2_048
    assert own.output_ceiling(asked.model_copy(update={"thinking": 500})) == 600
    told = kind(kind.Options(reasoning_tokens=3_000), Context(instance="own"))
    assert told.output_ceiling(asked.model_copy(update={"thinking": 500})) == 3_100
