"""What no well-behaved service sends, byte by byte: halves of characters, odd types, odd line ends, odd ends of an answer."""

from __future__ import annotations

from typing import Any

import pytest
from standin.llm_bench import request
from standin.raw_service import RawService, Says, chunk, stream, whole

from dr_core import Context, Delta, ModelAnswer
from dr_plugins.llm.openai import OpenAI


async def ask(says: Says, schema: dict[str, Any] | None = None, **options: Any) -> tuple[ModelAnswer, list[Delta], RawService]:
    pieces: list[Delta] = []
    async with RawService(says) as service:
        values = {"base_url": f"{service.url}/v1", "api_key": "sk-0123456789abcdef", "model": "m", "timeout": 20} | options
        provider = OpenAI(OpenAI.Options(**values), Context(instance="mine"))
        try:
            return await provider.complete(request(schema), pieces.append), pieces, service
        finally:
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
