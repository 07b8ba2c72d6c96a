"""What is asked back before a research begins, and what is made of the answers."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from dr_core.types import Value


class NextAction(StrEnum):
    """What intake does next (S4-1)."""

    START_RESEARCH = "START_RESEARCH"
    NEED_CLARIFICATION = "NEED_CLARIFICATION"
    VERIFY_TOPIC = "VERIFY_TOPIC"
    CONFIRM_PLAN = "CONFIRM_PLAN"
    CANNOT_DO = "CANNOT_DO"


class ClarificationQuestion(Value):
    """One point that is missing, with options to choose from and the default that is assumed if nobody answers."""

    question: str
    options: tuple[str, ...] = ()
    missing_info: str = ""
    default: str = ""


class Exchange(Value):
    """A question that was asked and what was answered; an empty answer is a decline."""

    question: str
    answer: str


class Clarification(Value):
    """A clarifier's word on a topic (S2-3, S4).

    ``focuses`` are the sides that it sees. Those of them that the user asked for are ``named``, and get a section each.
    """

    action: NextAction
    confidence: float = Field(ge=0, le=1)
    goal: str = ""
    focuses: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    refined_query: str = ""
    reasoning: str = ""
    assumptions: tuple[str, ...] = ()
    question: ClarificationQuestion | None = None
    unknown_terms: tuple[str, ...] = ()

    @property
    def is_clear(self) -> bool:
        return self.action in (NextAction.START_RESEARCH, NextAction.CONFIRM_PLAN)

    @property
    def clarification_question(self) -> str:
        """What to ask, in words; empty where nothing is open."""
        return self.question.question if self.question else ""
