"""What is particular to a vendor: what is sent to its own service, and the odd things that come back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError
from standin.llm_bench import SCHEMA, Bench, request
from standin.llm_server import Asked, LlmServer, Reply, Says

from dr_core import AuthFailed, ModelAnswer, ModelFailed, ModelProvider
from dr_core.registry import load
from dr_core.types import Message, ModelRequest
from dr_plugins.llm._adapt import Plan
from dr_plugins.llm._base import HttpModel
from dr_plugins.llm.anthropic import Anthropic
from dr_plugins.llm.gemini import Gemini
from dr_plugins.llm.openai import DeepSeek, Ollama, OpenAI, OpenRouter, Qwen

NESTED = {
    "type": "object",
    "properties": {
        "default": {"type": "string", "default": "x", "maxLength": 9},
        "items": {"type": "array", "maxItems": 3, "items": {"$ref": "#/$defs/Item"}},
    },
    "required": ["items"],
    "$defs": {"Item": {"type": "object", "properties": {"n": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}}}},
}


def body_for(kind: type[HttpModel], mode: Any = "schema", schema: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
    return kind(kind.Options(**options)).body(request(schema), Plan(mode, frozenset()))


async def canned(kind: type[HttpModel], *values: Any, **options: Any) -> ModelAnswer:
    """The answer of ``kind`` to a stream of these events, or to one of them whole."""

    def vendor(asked: Asked, says: Says) -> Reply:
        if options.get("stream") is False:
            return Reply(values[0])
        return Reply(chunks=(f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n" for value in values))

    async with LlmServer(vendor) as server:
        provider = kind(kind.Options(base_url=server.url, api_key="k", model="m", **options))
        try:
            return await provider.complete(request())
        finally:
            await provider.aclose()


# --- OpenAI and its kin ---------------------------------------------------------------------------------------------------------


def test_openai_itself_gets_a_strict_schema_and_the_new_name_of_the_ceiling() -> None:
    sent = body_for(OpenAI, schema=NESTED)
    shape = sent["response_format"]["json_schema"]
    assert shape["strict"] is True
    assert shape["schema"]["required"] == ["default", "items"]
    assert shape["schema"]["properties"]["default"] == {"type": "string"}  # a property may be called like a keyword
    item = shape["schema"]["$defs"]["Item"]
    assert (item["additionalProperties"], item["required"]) == (False, ["n"])
    assert sent["max_completion_tokens"] == 2048 + 2048
    assert sent["reasoning_effort"] == "low"
    assert "temperature" not in sent
    assert "schema" not in sent["messages"][-1]["content"]
    assert NESTED["required"] == ["items"]  # the caller's schema is as it was


def test_a_schema_with_open_objects_is_sent_as_it_is() -> None:
    schema = {"type": "object", "properties": {"by_name": {"type": "object", "additionalProperties": {"type": "integer"}}}}
    shape = body_for(OpenAI, schema=schema)["response_format"]["json_schema"]
    assert (shape["strict"], shape["schema"]) == (False, schema)


def test_another_server_gets_what_all_of_them_know() -> None:
    sent = body_for(OpenAI, schema=SCHEMA, base_url="http://127.0.0.1:8080/v1")
    assert (sent["max_tokens"], sent["temperature"]) == (2048, 0.0)
    assert "reasoning_effort" not in sent
    assert sent["response_format"]["json_schema"]["schema"] == SCHEMA  # llama.cpp keeps to maxLength
    assert '"people"' in sent["messages"][-1]["content"]  # and does not show the model the schema


def test_a_prompt_that_has_the_schema_is_not_told_twice() -> None:
    asked = ModelRequest(task="t", messages=(Message(role="user", content=f"Shape: {json.dumps(SCHEMA)}"),), answer_schema=SCHEMA)
    sent = OpenAI(OpenAI.Options(base_url="http://127.0.0.1:1")).body(asked, Plan("plain", frozenset()))
    assert sent["messages"][-1]["content"].count('"people"') == 2  # properties and required, once each


@pytest.mark.parametrize(
    ("name", "kind", "host", "variable", "model"),
    [
        ("openai", OpenAI, "api.openai.com", "OPENAI_API_KEY", "gpt-6.1-sol"),
        ("deepseek", DeepSeek, "api.deepseek.com", "DEEPSEEK_API_KEY", "deepseek-flash"),
        ("openrouter", OpenRouter, "openrouter.ai", "OPENROUTER_API_KEY", "openrouter/auto"),
        ("qwen", Qwen, "dashscope.aliyuncs.com", "DASHSCOPE_API_KEY", "qwen-max"),
        ("ollama", Ollama, "127.0.0.1:11434", "", "llama3.2"),
        ("anthropic", Anthropic, "api.anthropic.com", "ANTHROPIC_API_KEY", "claude-sonnet-5-5"),
        ("gemini", Gemini, "generativelanguage.googleapis.com", "GEMINI_API_KEY", "gemini-3.8-flash"),
    ],
)
def test_a_preset_knows_its_service(name: str, kind: type[HttpModel], host: str, variable: str, model: str) -> None:
    assert load("llm", name) is kind
    assert issubclass(kind, ModelProvider)
    options = kind.Options()
    assert host in options.base_url
    assert options.model == model
    extra = kind.Options.model_fields["api_key"].json_schema_extra
    assert (extra or {}).get("env", "") == variable  # type: ignore[union-attr]


def test_a_machine_that_answers_one_call_after_the_other_is_waited_for() -> None:
    calls, tokens, a_second = 5, 900, 5  # what a run drafts at once, an answer, and how fast a small machine writes
    assert Ollama.Options().silence >= calls * tokens / a_second
    assert Ollama.Options().timeout > Ollama.Options().silence


@pytest.mark.parametrize("where", [{}, {"base_url": "http://10.0.0.7:11434/v1"}])
def test_ollama_is_asked_not_to_think_and_told_of_the_shape_wherever_it_listens(where: dict[str, Any]) -> None:
    sent = body_for(Ollama, schema=SCHEMA, **where)
    assert (sent["reasoning_effort"], sent["temperature"]) == ("none", 0.0)
    assert '"people"' in sent["messages"][-1]["content"]
    assert "reasoning_effort" not in body_for(Ollama, effort="", **where)
    assert body_for(Ollama, effort="high", reasoning_tokens=1000, **where)["max_tokens"] == 2048 + 1000


async def test_only_openrouter_is_believed_about_the_cost(openai_bench: Bench) -> None:
    assert (await openai_bench.ask())[0].usage.usd is None
    openai_bench.kind = OpenRouter
    assert (await openai_bench.ask())[0].usage.usd == 0.00042


async def test_deepseek_is_asked_for_json_in_words_too(openai_bench: Bench) -> None:
    openai_bench.kind = DeepSeek
    openai_bench.server.say(text='{"city": "Paris", "people": 1}')
    await openai_bench.ask(SCHEMA)
    sent = openai_bench.server.asked[-1].json
    assert sent["response_format"] == {"type": "json_object"}
    assert "JSON schema" in sent["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("Invalid 'max_tokens': integer above maximum value.", ModelFailed),
        ("Invalid number of tokens in the prompt.", ModelFailed),
        ("Invalid access_token.", AuthFailed),
        ("API key not valid. Please pass a valid API key.", AuthFailed),
    ],
)
async def test_a_word_about_tokens_is_not_a_word_about_the_key(said: str, error: type[Exception]) -> None:
    async with LlmServer(lambda asked, says: Reply({"error": {"message": said}}, 400)) as server:
        provider = OpenAI(OpenAI.Options(base_url=server.url, api_key="k", model="m"))
        with pytest.raises(error):
            await provider.complete(request())
        await provider.aclose()


async def test_no_key_is_sent_where_it_is_empty() -> None:
    seen: list[Asked] = []

    def vendor(asked: Asked, says: Says) -> Reply:
        seen.append(asked)
        return Reply({"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]})

    async with LlmServer(vendor) as server:
        provider = OpenAI(OpenAI.Options(base_url=server.url, api_key="", model="m"))
        assert (await provider.complete(request())).text == "Hi"  # and a server that ignores stream is understood
        await provider.aclose()
    assert "authorization" not in seen[0].headers


def delta(**said: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": said, "finish_reason": None}]}


DONE = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}


@pytest.mark.parametrize(
    "events",
    [
        [delta(content="Hi"), DONE],  # no [DONE], as some servers forget
        [delta(content="Hi"), "[DONE]"],  # no finish_reason, as others do
        [delta(content=[{"type": "text", "text": "Hi"}]), DONE, "[DONE]"],
        [delta(content="Hi", reasoning="hm"), DONE],
        [{"choices": []}, {"choices": None}, {}, [], delta(content="Hi", tool_calls=None), DONE],
        [
            delta(content="Hi"),
            {**DONE, "usage": {"prompt_tokens": "many", "completion_tokens": None, "prompt_tokens_details": 3}},
        ],
    ],
)
async def test_the_ways_of_compatible_servers_are_understood(events: list[Any]) -> None:
    assert (await canned(OpenAI, *events)).text == "Hi"


@pytest.mark.parametrize(
    "events",
    [
        [],
        [delta(content="Hi")],
        [delta(content="Hi"), '{"choices": [{"del'],
        [delta(content="Hi"), {"choices": [{"delta": {}, "finish_reason": "error"}]}],
        [delta(content="Hi"), {"choices": [{"delta": {}, "error": {"message": "boom"}}]}],
        [{"error": "boom"}],
        ["[" * 100_000],
    ],
)
async def test_half_an_answer_is_a_failure(events: list[Any]) -> None:
    with pytest.raises(ModelFailed):
        await canned(OpenAI, *events)


@pytest.mark.parametrize("value", [{}, {"choices": []}, [], {"error": {"message": "no credit left"}}, None])
async def test_a_whole_answer_without_one_is_a_failure(value: Any) -> None:
    with pytest.raises(ModelFailed):
        await canned(OpenAI, value, stream=False)


async def test_a_block_that_the_template_opened_is_reasoning() -> None:
    answer = await canned(OpenAI, delta(content="Let me see.\n</think>\n\nParis."), DONE)
    assert (answer.text, answer.reasoning) == ("Paris.", "Let me see.")


# --- Anthropic ------------------------------------------------------------------------------------------------------------------


def test_claude_gets_a_closed_schema_without_what_it_refuses() -> None:
    sent = body_for(Anthropic, schema=NESTED)
    schema = sent["output_config"]["format"]["schema"]
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["items"]
    assert "maxItems" not in schema["properties"]["items"]
    assert schema["$defs"]["Item"]["properties"]["n"]["anyOf"][0] == {"type": "integer"}
    assert sent["output_config"]["effort"] == "low"
    assert sent["system"] == "Be brief."
    assert [message["role"] for message in sent["messages"]] == ["user"]
    assert "temperature" not in sent


def test_claude_is_spoken_to_in_todays_version_and_others_in_the_one_they_know() -> None:
    assert Anthropic(Anthropic.Options()).auth("k") == {"anthropic-version": "2026-10-21", "x-api-key": "k"}
    assert Anthropic(Anthropic.Options(base_url="http://127.0.0.1:1")).auth("") == {"anthropic-version": "2023-06-01"}


async def test_a_temperature_in_todays_version_is_left_out_when_refused(anthropic_bench: Bench) -> None:
    answer, _ = await anthropic_bench.ask(temperature=0.5, headers={"anthropic-version": "2026-10-21"})
    assert answer.stop == "end"
    assert ["temperature" in asked.json for asked in anthropic_bench.server.asked] == [True, False]


def test_a_lone_system_message_is_the_question() -> None:
    asked = ModelRequest(task="t", messages=(Message(role="system", content="Name a city."),))
    sent = Anthropic(Anthropic.Options()).body(asked, Plan("plain", frozenset()))
    assert sent["messages"] == [{"role": "user", "content": "Name a city."}]
    assert "system" not in sent


async def test_words_beside_a_tool_call_are_not_the_answer(anthropic_bench: Bench) -> None:
    anthropic_bench.server.say(text='{"city": "Paris", "people": 1}')
    answer, pieces = await anthropic_bench.ask(SCHEMA, stream=False, structured="tool")
    assert json.loads(answer.text) == {"city": "Paris", "people": 1}  # "I will give the answer." stood before it
    assert "".join(piece.text for piece in pieces) == answer.text


async def test_words_in_place_of_a_tool_call_are() -> None:
    block = {"content": [{"type": "text", "text": "It is Paris."}], "stop_reason": "end_turn", "usage": {}}

    async with LlmServer(lambda asked, says: Reply(block)) as server:
        provider = Anthropic(Anthropic.Options(base_url=server.url, api_key="k", structured="tool"))
        assert (await provider.complete(request(SCHEMA))).text == "It is Paris."
        await provider.aclose()


async def test_what_went_into_the_cache_is_counted_apart() -> None:
    usage = {"input_tokens": 10, "cache_creation_input_tokens": 200, "cache_read_input_tokens": 3000, "output_tokens": 5}
    answer = await canned(Anthropic, {"content": [], "stop_reason": "end_turn", "usage": usage}, stream=False)
    counted = answer.usage
    assert (counted.prompt_tokens, counted.cached_tokens, counted.cache_write_tokens) == (3210, 3000, 200)


async def test_a_message_without_its_stop_is_cut() -> None:
    start = {"type": "message_start", "message": {"model": "m", "usage": {"input_tokens": 1}}}
    stopping = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}}
    with pytest.raises(ModelFailed, match="broke off") as caught:
        await canned(Anthropic, start, stopping)
    assert "set stream = false in [llm.anthropic]" in caught.value.remedy
    assert (await canned(Anthropic, start, stopping, {"type": "message_stop"})).stop == "end"


# --- Gemini ---------------------------------------------------------------------------------------------------------------------


def test_gemini_gets_its_own_shape_and_roles() -> None:
    sent = body_for(Gemini, schema=SCHEMA)
    config = sent["generationConfig"]
    assert (config["responseMimeType"], config["responseJsonSchema"]) == ("application/json", SCHEMA)
    assert config["thinkingConfig"] == {"thinkingLevel": "low", "includeThoughts": True}
    assert sent["systemInstruction"] == {"parts": [{"text": "Be brief."}]}
    assert [content["role"] for content in sent["contents"]] == ["user"]


@pytest.mark.parametrize("model", ["gemini-x", "models/gemini-x", "tuned/../x?y"])
def test_a_model_name_stays_in_its_place_in_the_path(model: str) -> None:
    path = Gemini(Gemini.Options(model=model)).path()
    assert path.startswith("/models/")
    assert path.count("?") == 1
    assert path.endswith(":streamGenerateContent?alt=sse")


async def test_a_blocked_prompt_is_a_refusal() -> None:
    answer = await canned(Gemini, {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 5}})
    assert (answer.stop, answer.text) == ("refusal", "")


async def test_an_answer_that_gemini_gave_up_is_a_failure() -> None:
    with pytest.raises(ModelFailed, match="MALFORMED_FUNCTION_CALL"):
        await canned(Gemini, {"candidates": [{"finishReason": "MALFORMED_FUNCTION_CALL"}]})


# --- options --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [{"base_url": "ftp://x"}, {"base_url": "nope"}, {"timeout": 0}, {"modle": "x"}, {"temperature": 3}, {"structured": "xml"}],
)
def test_a_wrong_option_is_an_error(options: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        OpenAI.Options(**options)


def test_the_key_is_not_shown() -> None:
    assert "sk-secret" not in repr(OpenAI.Options(api_key="sk-secret"))
