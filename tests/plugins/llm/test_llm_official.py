"""The vendors' own clients accept the stand-in services, so the stand-ins are what they claim to be.

They are imported by the tests that use them: together they cost five seconds.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from standin.llm_anthropic import anthropic
from standin.llm_bench import SCHEMA
from standin.llm_gemini import gemini
from standin.llm_openai import openai
from standin.llm_server import KEY, LlmServer

if TYPE_CHECKING:
    import anthropic as anthropic_sdk
    import openai as openai_sdk
    from google.genai.client import AsyncClient

ANSWER = '{"city": "Paris", "people": 2}'
QUESTION: Any = [{"role": "user", "content": "What is the capital of France? Answer in JSON."}]
FAILURES = {"auth": 401, "rate": 429, "quota": 429, "overload": 503, "server": 500, "model": 404, "overflow": 400}


@pytest.fixture
async def openai_server() -> AsyncIterator[tuple[LlmServer, openai_sdk.AsyncOpenAI]]:
    import openai as openai_sdk

    async with (
        LlmServer(openai) as server,
        openai_sdk.AsyncOpenAI(base_url=f"{server.url}/v1", api_key=KEY, max_retries=0) as client,
    ):
        yield server, client


@pytest.fixture
async def anthropic_server() -> AsyncIterator[tuple[LlmServer, anthropic_sdk.AsyncAnthropic]]:
    import anthropic as anthropic_sdk

    async with (
        LlmServer(anthropic) as server,
        anthropic_sdk.AsyncAnthropic(base_url=server.url, api_key=KEY, max_retries=0) as client,
    ):
        yield server, client


@pytest.fixture
async def gemini_server() -> AsyncIterator[tuple[LlmServer, AsyncClient]]:
    from google import genai
    from google.genai import types as genai_types

    async with LlmServer(gemini) as server:
        client = genai.Client(api_key=KEY, http_options=genai_types.HttpOptions(base_url=server.url))
        async with client.aio as aio:
            yield server, aio
        client.close()


async def test_openai_reads_a_whole_answer(openai_server: Any) -> None:
    server, client = openai_server
    server.say(cached_tokens=7)
    answer = await client.chat.completions.create(model="m", messages=QUESTION, max_completion_tokens=50)
    assert answer.choices[0].message.content == server.says.text
    assert answer.usage.prompt_tokens_details.cached_tokens == 7


async def test_openai_reads_a_stream(openai_server: Any) -> None:
    server, client = openai_server
    stream = await client.chat.completions.create(
        model="m", messages=QUESTION, stream=True, stream_options={"include_usage": True}
    )
    chunks = [chunk async for chunk in stream]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices) == server.says.text
    assert chunks[-1].usage.completion_tokens == 9


async def test_openai_reads_a_tool_call_and_a_schema(openai_server: Any) -> None:
    server, client = openai_server
    server.say(text=ANSWER)
    tool = {"type": "function", "function": {"name": "answer", "parameters": SCHEMA}}
    called = await client.chat.completions.create(model="m", messages=QUESTION, tools=[tool])
    assert json.loads(called.choices[0].message.tool_calls[0].function.arguments)["city"] == "Paris"
    shape = {"type": "json_schema", "json_schema": {"name": "answer", "schema": SCHEMA}}
    shaped = await client.chat.completions.create(model="m", messages=QUESTION, response_format=shape)
    assert json.loads(shaped.choices[0].message.content)["people"] == 2


@pytest.mark.parametrize(("fault", "status"), FAILURES.items())
async def test_openai_reads_the_failures(openai_server: Any, fault: str, status: int) -> None:
    import openai as openai_sdk

    server, client = openai_server
    server.say(fault=fault)
    with pytest.raises(openai_sdk.APIStatusError) as caught:
        await client.chat.completions.create(model="m", messages=QUESTION)
    assert caught.value.status_code == status
    assert caught.value.body["message"]


async def test_openai_reads_an_error_in_a_stream(openai_server: Any) -> None:
    import openai as openai_sdk

    server, client = openai_server
    server.say(error_after=1)
    with pytest.raises(openai_sdk.APIError):
        [chunk async for chunk in await client.chat.completions.create(model="m", messages=QUESTION, stream=True)]


async def test_anthropic_reads_a_whole_answer(anthropic_server: Any) -> None:
    server, client = anthropic_server
    server.say(reasoning="France…", cached_tokens=20)
    answer = await client.messages.create(model="m", max_tokens=50, messages=QUESTION)
    assert [block.type for block in answer.content] == ["thinking", "text"]
    assert answer.content[1].text == server.says.text
    assert (answer.usage.input_tokens, answer.usage.cache_read_input_tokens) == (100, 20)


async def test_anthropic_reads_a_stream(anthropic_server: Any) -> None:
    server, client = anthropic_server
    server.say(reasoning="France…")
    async with client.messages.stream(model="m", max_tokens=50, messages=QUESTION) as stream:
        text = "".join([piece async for piece in stream.text_stream])
        final = await stream.get_final_message()
    assert text == server.says.text
    assert (final.stop_reason, final.usage.output_tokens) == ("end_turn", 9)
    assert final.content[0].thinking == "France…"


async def test_anthropic_reads_a_tool_call_and_a_schema(anthropic_server: Any) -> None:
    server, client = anthropic_server
    server.say(text=ANSWER)
    tools: Any = {"tools": [{"name": "answer", "input_schema": SCHEMA}], "tool_choice": {"type": "tool", "name": "answer"}}
    called = await client.messages.create(model="m", max_tokens=50, messages=QUESTION, **tools)
    assert called.content[1].input == {"city": "Paris", "people": 2}
    async with client.messages.stream(model="m", max_tokens=50, messages=QUESTION, **tools) as stream:
        final = await stream.get_final_message()
    assert final.content[0].input == {"city": "Paris", "people": 2}
    closed = {"type": "object", "properties": {"city": {"type": "string"}}, "additionalProperties": False}
    form: Any = {"format": {"type": "json_schema", "schema": closed}}
    shaped = await client.messages.create(model="m", max_tokens=50, messages=QUESTION, output_config=form)
    assert json.loads(shaped.content[0].text)["people"] == 2


@pytest.mark.parametrize(("fault", "status"), (FAILURES | {"quota": 400, "overload": 529}).items())
async def test_anthropic_reads_the_failures(anthropic_server: Any, fault: str, status: int) -> None:
    import anthropic as anthropic_sdk

    server, client = anthropic_server
    server.say(fault=fault)
    with pytest.raises(anthropic_sdk.APIStatusError) as caught:
        await client.messages.create(model="m", max_tokens=50, messages=QUESTION)
    assert caught.value.status_code == status
    assert caught.value.body["error"]["message"]


async def test_anthropic_reads_an_error_in_a_stream(anthropic_server: Any) -> None:
    import anthropic as anthropic_sdk

    server, client = anthropic_server
    server.say(error_after=1)
    with pytest.raises(anthropic_sdk.APIError):
        async with client.messages.stream(model="m", max_tokens=50, messages=QUESTION) as stream:
            await stream.get_final_message()


async def test_gemini_reads_a_whole_answer(gemini_server: Any) -> None:
    server, client = gemini_server
    server.say(reasoning="France…", cached_tokens=20)
    answer = await client.models.generate_content(model="m", contents="What is the capital of France?")
    assert answer.text == server.says.text
    assert answer.candidates[0].content.parts[0].thought is True
    usage = answer.usage_metadata
    assert (usage.prompt_token_count, usage.cached_content_token_count, usage.thoughts_token_count) == (120, 20, 4)


async def test_gemini_reads_a_stream(gemini_server: Any) -> None:
    server, client = gemini_server
    chunks = [chunk async for chunk in await client.models.generate_content_stream(model="m", contents="Capital of France?")]
    assert "".join(chunk.text or "" for chunk in chunks) == server.says.text
    assert chunks[-1].candidates[0].finish_reason == "STOP"


async def test_gemini_reads_a_tool_call_and_a_schema(gemini_server: Any) -> None:
    from google.genai import types as genai_types

    server, client = gemini_server
    server.say(text=ANSWER)
    declared = genai_types.FunctionDeclaration(name="answer", parameters_json_schema=SCHEMA)
    config = genai_types.GenerateContentConfig(tools=[genai_types.Tool(function_declarations=[declared])])
    called = await client.models.generate_content(model="m", contents="Capital?", config=config)
    assert called.function_calls[0].args == {"city": "Paris", "people": 2}
    config = genai_types.GenerateContentConfig(response_mime_type="application/json", response_json_schema=SCHEMA)
    shaped = await client.models.generate_content(model="m", contents="Capital?", config=config)
    assert json.loads(shaped.text)["people"] == 2
    sent = server.asked[-1].json["generationConfig"]
    assert sent["responseJsonSchema"] == SCHEMA  # the client names it as our provider does


@pytest.mark.parametrize(("fault", "status"), (FAILURES | {"auth": 400}).items())
async def test_gemini_reads_the_failures(gemini_server: Any, fault: str, status: int) -> None:
    from google.genai import errors as genai_errors

    server, client = gemini_server
    server.say(fault=fault)
    with pytest.raises(genai_errors.APIError) as caught:
        await client.models.generate_content(model="m", contents="Capital?")
    assert caught.value.code == status
    assert caught.value.message


async def test_gemini_reads_an_error_in_a_stream(gemini_server: Any) -> None:
    from google.genai import errors as genai_errors

    server, client = gemini_server
    server.say(error_after=1)
    with pytest.raises(genai_errors.APIError):
        [chunk async for chunk in await client.models.generate_content_stream(model="m", contents="Capital?")]
