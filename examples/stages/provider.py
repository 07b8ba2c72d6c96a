"""Change what a stage does by choosing another provider: here, who decides in intake whether a question is clear."""

from __future__ import annotations

from collections.abc import Sequence

from dr_core import Clarification, Clarifier, Exchange, NextAction


class Trusting(Clarifier):
    """Takes every question as it stands and never asks back."""

    async def assess(self, topic: str, history: Sequence[Exchange] = ()) -> Clarification:
        return Clarification(action=NextAction.START_RESEARCH, confidence=1, goal=topic, refined_query=topic)
