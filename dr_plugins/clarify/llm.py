"""llm: a model decides whether a question can be researched as it stands; where it has no word, ``adaptive`` decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field

from dr_core import Clarification, ClarificationQuestion, Clarifier, Exchange, NextAction
from dr_plugins.clarify._plan import ASK_BELOW, AT_ONCE_ABOVE, START_FROM, needs_clarification, should_start_research
from dr_plugins.clarify._skip import is_skip
from dr_plugins.clarify.adaptive import Adaptive


class Assessment(BaseModel):
    """What the model says of a question."""

    action: Literal["START_RESEARCH", "NEED_CLARIFICATION", "VERIFY_TOPIC", "CONFIRM_PLAN", "CANNOT_DO"]
    confidence: float = Field(ge=0, le=1)
    goal: str = Field("", max_length=300)
    focuses: list[str] = Field(default_factory=list, max_length=6)
    refined_query: str = Field("", max_length=600)
    reasoning: str = Field("", max_length=400)
    assumptions: list[str] = Field(default_factory=list, max_length=5)
    question: str = Field("", max_length=300)
    options: list[str] = Field(default_factory=list, max_length=5)
    missing_info: str = Field("", max_length=80)
    unknown_terms: list[str] = Field(default_factory=list, max_length=3)


class Llm(Clarifier):
    """Asks the run's model, as little as possible of the user, and falls back to ``adaptive``."""

    def __init__(self, options: Any = None, context: Any = None) -> None:
        super().__init__(options, context)
        self._adaptive = Adaptive(None, self.context)

    async def assess(self, topic: str, history: Sequence[Exchange] = ()) -> Clarification:
        """The next action; the rules of S4 hold whatever the model says."""
        fallback = await self._adaptive.assess(topic, history)
        if fallback.action is NextAction.CANNOT_DO or not any(char.isalnum() for char in topic):
            return fallback
        found = await self.context.ask("clarify", _data(topic, history), Assessment, max_tokens=500)
        return fallback if found is None else _ruled(found, topic, history, fallback)


def _ruled(found: Assessment, topic: str, history: Sequence[Exchange], fallback: Clarification) -> Clarification:
    """The model's word within the rules: no question without need, no term looked up twice, nobody asked again who declined.

    Under 0.5 it asks; up to 0.7 it goes on with stated assumptions and offers the plan; over 0.9 it starts at once (S4-2).
    """
    action = NextAction(found.action)
    verified = any(exchange.question == NextAction.VERIFY_TOPIC.value for exchange in history)
    not_found = bool(history) and (history[-1].question, history[-1].answer) == (NextAction.VERIFY_TOPIC.value, "not found")
    declined = any(exchange.question != NextAction.VERIFY_TOPIC.value and is_skip(exchange.answer) for exchange in history)
    if any(exchange.question == found.question and exchange.answer and not is_skip(exchange.answer) for exchange in history):
        return fallback  # it was answered, and the model has no further word
    question = ClarificationQuestion(
        question=found.question,
        options=tuple(found.options),
        missing_info=found.missing_info,
        default=found.options[0] if found.options else "",
    )
    if action is NextAction.VERIFY_TOPIC and (verified or not found.unknown_terms):
        action = NextAction.NEED_CLARIFICATION if found.question and not declined else NextAction.START_RESEARCH
    if action is NextAction.NEED_CLARIFICATION:
        needless = found.confidence >= ASK_BELOW and not not_found
        action = NextAction.START_RESEARCH if declined or needless or not found.question else action
    taken = (" ".join(filter(None, (found.question, question.default))),) if found.question else ()
    assumptions = tuple(found.assumptions) or fallback.assumptions or taken
    plan = Clarification(
        action=action,
        confidence=found.confidence,
        goal=found.goal or fallback.goal,
        focuses=tuple(found.focuses) or fallback.focuses,
        refined_query=found.refined_query.strip() or fallback.refined_query or topic,
        reasoning=found.reasoning,
        assumptions=assumptions if found.confidence < START_FROM or declined else (),
        question=question if action is NextAction.NEED_CLARIFICATION else None,
        unknown_terms=tuple(found.unknown_terms) if action is NextAction.VERIFY_TOPIC else (),
    )
    if not plan.is_clear or declined:
        return plan
    if needs_clarification(plan) and fallback.question is not None:
        return fallback  # a start that the model itself does not believe in
    if not should_start_research(plan):
        return plan.model_copy(update={"action": NextAction.CONFIRM_PLAN})
    return plan.model_copy(update={"action": NextAction.START_RESEARCH}) if plan.confidence > AT_ONCE_ABOVE else plan


def _data(topic: str, history: Sequence[Exchange]) -> dict[str, Any]:
    """What ``clarify.j2`` tells."""
    answered = [{"question": _line(one.question), "answer": _line(one.answer)} for one in history]
    return {"topic": _line(topic), "answered": answered}


def _line(text: str) -> str:
    return " ".join(text.split())
