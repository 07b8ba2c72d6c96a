"""The promises of a model provider."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import pytest

from dr_core.testing.conformance.base import Conformance, cancelled, conforms, fails_properly
from dr_core.types import Delta, Message, ModelAnswer, ModelRequest

SCHEMA = {"type": "object", "properties": {"answer": {"type": "string", "maxLength": 40}}, "required": ["answer"]}


class ModelConformance(Conformance):
    """Give a fixture ``provider``; ``prompt`` is what it is asked. ``cut`` says that ``max_tokens=1`` must cut its answer."""

    kind = "llm"
    prompt: ClassVar[str] = "Say hello in five words, please."
    cut: ClassVar[bool] = False

    def request(self, prompt: str = "", **more: Any) -> ModelRequest:
        """A request with one message."""
        return ModelRequest(task="conformance", messages=(Message(role="user", content=prompt or self.prompt),), **more)

    async def answer(self, provider: Any, request: ModelRequest, on_delta: Any = None) -> ModelAnswer:
        """One answer, checked."""
        answer = await provider.complete(request, on_delta)
        assert isinstance(answer, ModelAnswer), f"complete returned {type(answer).__name__}, not a ModelAnswer"
        assert answer.model, "an answer names its model"
        usage = answer.usage
        assert usage.prompt_tokens >= 0
        assert usage.completion_tokens >= 0
        assert usage.cached_tokens + usage.cache_write_tokens <= usage.prompt_tokens, "cached tokens are a part of the prompt's"
        return answer

    @conforms
    async def test_it_answers(self, provider: Any) -> None:
        answer = await self.answer(provider, self.request())
        assert answer.text.strip() or answer.stop != "end", "an answer that ended has a text"

    @conforms
    async def test_pieces_add_up_to_the_answer(self, provider: Any) -> None:
        pieces: list[Delta] = []
        answer = await self.answer(provider, self.request(), pieces.append)
        assert all(isinstance(piece, Delta) for piece in pieces)
        text = "".join(piece.text for piece in pieces if piece.kind == "text")
        reasoning = "".join(piece.text for piece in pieces if piece.kind == "reasoning")
        if text:
            assert text.strip() == answer.text.strip(), "the streamed pieces are not the answer"
        if reasoning:
            assert reasoning.strip() == answer.reasoning.strip(), "the streamed reasoning is not the answer's"

    @conforms
    async def test_reasoning_is_kept_apart_from_the_text(self, provider: Any) -> None:
        answer = await self.answer(provider, self.request())
        assert "<think>" not in answer.text, "reasoning stands in the text"
        if answer.reasoning:
            assert answer.reasoning not in answer.text, "reasoning stands in the text"

    @conforms
    async def test_it_takes_system_and_assistant_messages(self, provider: Any) -> None:
        messages = (
            Message(role="system", content="You are brief."),
            Message(role="user", content="Hello."),
            Message(role="assistant", content="Hello."),
            Message(role="user", content="熱泵是什麼？ 🔥"),
        )
        await self.answer(provider, ModelRequest(task="conformance", messages=messages))

    @conforms
    async def test_an_answer_of_a_shape_can_be_asked_for(self, provider: Any) -> None:
        await self.answer(provider, self.request("Answer with JSON.", answer_schema=SCHEMA))

    @conforms
    async def test_a_cut_answer_says_so(self, provider: Any) -> None:
        answer = await self.answer(provider, self.request(max_tokens=1))
        if self.cut:
            assert answer.stop == "length", "cut at one token, and it does not say stop='length'"
        elif answer.stop == "end" and answer.usage.completion_tokens and not answer.usage.estimated:
            ceiling = provider.output_ceiling(self.request(max_tokens=1))
            assert answer.usage.completion_tokens <= max(ceiling, 1), "longer than output_ceiling() says it can be"

    def test_the_ceiling_of_an_answer_is_a_number(self, provider: Any) -> None:
        for tokens in (1, 500):
            ceiling = provider.output_ceiling(self.request(max_tokens=tokens))
            assert isinstance(ceiling, int)
            assert ceiling >= 1

    @conforms
    async def test_calls_may_run_at_once(self, provider: Any) -> None:
        await asyncio.gather(*(self.answer(provider, self.request(f"{self.prompt} ({number})")) for number in range(4)))

    @conforms
    async def test_being_cancelled_leaves_nothing_behind(self, provider: Any) -> None:
        await cancelled(provider.complete(self.request()))
        await self.answer(provider, self.request())

    @conforms
    async def test_a_failure_is_a_provider_error(self, failing_provider: Any) -> None:
        if failing_provider is None:
            pytest.skip("give a fixture 'failing_provider' to test failures")
        await fails_properly(self.kind, failing_provider.complete(self.request()))
