"""The promises of a clarifier."""

from __future__ import annotations

from typing import Any

from dr_core.clarification import Clarification, Exchange, NextAction
from dr_core.testing.conformance.base import Conformance, conforms
from dr_core.testing.sample import ODD_TEXTS

TOPICS = (*ODD_TEXTS, "it", "GLP-1 激动剂最新进展", "帮我研究一下", "How do heat pumps work in cold climates?", "hello")


class ClarifierConformance(Conformance):
    """Give a fixture ``provider``."""

    kind = "clarify"

    async def word(self, provider: Any, topic: str, history: tuple[Exchange, ...] = ()) -> Clarification:
        """The word on one topic, checked."""
        word = await provider.assess(topic, history)
        assert isinstance(word, Clarification), f"assess returned {type(word).__name__}, not a Clarification"
        asks = word.action is NextAction.NEED_CLARIFICATION
        assert asks == (word.question is not None), f"{topic[:30]!r}: a question belongs to NEED_CLARIFICATION, and only to it"
        if word.question is not None:
            assert word.question.question.strip(), "the question is empty"
        return word

    @conforms
    async def test_any_text_gets_a_word(self, provider: Any) -> None:
        for topic in TOPICS:
            await self.word(provider, topic)

    @conforms
    async def test_the_same_topic_gets_the_same_word(self, provider: Any) -> None:
        for topic in TOPICS:
            assert await self.word(provider, topic) == await self.word(provider, topic), f"two words on {topic[:30]!r}"

    @conforms
    async def test_it_hears_the_answers_so_far(self, provider: Any) -> None:
        for answer in ("", "heat pumps in Norway", "start research now", "直接开始研究"):
            history = (Exchange(question="What about?", answer=answer),)
            await self.word(provider, "it", history)
            await self.word(provider, "GLP-1 激动剂", history * 3)

    @conforms
    async def test_its_questions_agree_with_its_word(self, provider: Any) -> None:
        for topic in TOPICS:
            asks = (await self.word(provider, topic)).action is NextAction.NEED_CLARIFICATION
            assert await provider.needs_clarification(topic) == asks
            questions = await provider.generate_questions(topic)
            assert isinstance(questions, list)
            assert bool(questions) == asks
