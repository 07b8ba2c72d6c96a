"""The default clarifier, asked and answered."""

from __future__ import annotations

import asyncio

from dr_core import Clarification, Exchange
from dr_plugins.clarify.adaptive import Adaptive


def assess(topic: str, *answers: str | Exchange, options: dict[str, object] | None = None) -> Clarification:
    """The word on ``topic`` after ``answers``; each is given to the question that was open then."""
    clarifier = Adaptive(Adaptive.Options.model_validate(options or {}))
    history: list[Exchange] = []
    for answer in answers:
        if isinstance(answer, str):
            question = asyncio.run(clarifier.assess(topic, history)).question
            answer = Exchange(question=question.question if question else "", answer=answer)
        history.append(answer)
    return asyncio.run(clarifier.assess(topic, history))
