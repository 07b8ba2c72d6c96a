"""llm: a model decides whether a question can be researched as it stands; where it has no word, ``adaptive`` decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field

from dr_core import Clarification, ClarificationQuestion, Clarifier, Exchange, NextAction
from dr_plugins.clarify.adaptive import Adaptive

ASK_BELOW, START_FROM = 0.5, 0.7
"""S4: below the first a question is asked, from the second on research starts, between them with stated assumptions."""


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
        found = await self.context.ask("clarify", _prompt(topic, history), Assessment, max_tokens=500)
        return fallback if found is None else _ruled(found, topic, history, fallback)


def _ruled(found: Assessment, topic: str, history: Sequence[Exchange], fallback: Clarification) -> Clarification:
    """The model's word within the rules: no question without need, no term looked up twice, nobody asked again who declined."""
    action = NextAction(found.action)
    verified = any(exchange.question == NextAction.VERIFY_TOPIC.value for exchange in history)
    declined = any(exchange.question != NextAction.VERIFY_TOPIC.value and not exchange.answer for exchange in history)
    question = ClarificationQuestion(
        question=found.question,
        options=tuple(found.options),
        missing_info=found.missing_info,
        default=found.options[0] if found.options else "",
    )
    if action is NextAction.VERIFY_TOPIC and (verified or not found.unknown_terms):
        action = NextAction.NEED_CLARIFICATION if found.question and not declined else NextAction.START_RESEARCH
    if action is NextAction.NEED_CLARIFICATION and (declined or not found.question or found.confidence >= START_FROM):
        action = NextAction.START_RESEARCH
    if action is NextAction.START_RESEARCH and found.confidence < ASK_BELOW and fallback.question is not None and not declined:
        return fallback  # a start that the model itself does not believe in
    assumptions = tuple(found.assumptions) if found.confidence < START_FROM or declined else ()
    return Clarification(
        action=action,
        confidence=found.confidence,
        goal=found.goal or fallback.goal,
        focuses=tuple(found.focuses),
        refined_query=found.refined_query.strip() or topic,
        reasoning=found.reasoning,
        assumptions=assumptions,
        question=question if action is NextAction.NEED_CLARIFICATION else None,
        unknown_terms=tuple(found.unknown_terms) if action is NextAction.VERIFY_TOPIC else (),
    )


def _prompt(topic: str, history: Sequence[Exchange]) -> str:
    told = "\n".join(f"<data>{_data(one.question)} -> {_data(one.answer) or '(declined)'}</data>" for one in history)
    return f"""Decide whether this question can be researched as it stands.

<data name="question">{_data(topic)}</data>
{f"Asked and answered so far:{chr(10)}{told}" if told else ""}
START_RESEARCH: subject, scope and goal are clear or can be inferred. NEED_CLARIFICATION: one of them is missing and cannot be
inferred; give one question with 2 to 4 options and the name of what is missing. VERIFY_TOPIC: it names a term you do not know;
list it. CONFIRM_PLAN: clear, but a large task. CANNOT_DO: it is no research task. Ask as little as possible. `confidence` is from
0 to 1; state what you assume; `refined_query` is the question as it should be researched, in its own language."""


def _data(text: str) -> str:
    return " ".join(text.split()).replace("<", "‹").replace(">", "›")
