"""The default clarifier: passes what is specific, however short, and asks only where subject, scope or goal is missing (S4).

It uses no model. How a question is read stands in ``_reading``, the words it knows in ``_lexicon``, the bands in ``_plan``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, field_validator

from dr_core import Clarification, ClarificationQuestion, Clarifier, Exchange, NextAction, option
from dr_plugins.clarify._dialogue import VERIFY, Talk
from dr_plugins.clarify._focus import combine, infer
from dr_plugins.clarify._plan import (
    ASK_BELOW,
    AT_ONCE_ABOVE,
    START_FROM,
    confidence_of,
    is_complex,
    needs_clarification,
    should_start_research,
)
from dr_plugins.clarify._refusal import is_order
from dr_plugins.clarify._wording import fill, say

__all__ = ["VERIFY", "Adaptive", "FocusRule", "is_complex", "needs_clarification", "should_start_research"]

Missing = Literal["subject", "referent", "scope", "term"]
Language = Literal["en", "zh-Hans", "zh-Hant", "ja", "ko", "de", "fr", "es", "it", "pt"]
GUESS = 0.6
"""Confidence of a report that stands on assumptions nobody confirmed: between asking and starting."""


class FocusRule(BaseModel):
    """Where ``match`` (a regular expression, any case) is found in the question, these focuses are researched."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    match: str
    focuses: tuple[str, ...]

    @field_validator("match")
    @classmethod
    def _compiles(cls, value: str) -> str:
        try:
            re.compile(value)
        except re.error as exc:
            raise ValueError(f"not a regular expression: {exc}") from exc
        return value


class Adaptive(Clarifier):
    """Asks as little as possible, one point at a time, with options and a default, in the language of the question.

    ::

        word = await Adaptive().assess("癌症治疗")
        word.action             # NEED_CLARIFICATION
        word.question.options   # what to choose from
        word = await Adaptive().assess("癌症治疗", [Exchange(question=word.question.question, answer="")])
        word.assumptions        # declined: it goes on, and says what it assumes

    ``VERIFY_TOPIC`` works by a protocol: the caller searches for each of ``unknown_terms`` and calls again with one more
    ``Exchange`` whose question is exactly ``VERIFY_TOPIC`` and whose answer is ``found`` or ``not found``. Found: it starts. Not
    found: it asks what was meant. Such an exchange is no round. An empty answer, or one such as "start research now", declines.
    After ``max_rounds`` it goes on with a best guess; only where there is still no subject at all does it stay with
    ``NEED_CLARIFICATION``.
    """

    class Options(Clarifier.Options):
        """What users may supply themselves (S4-9)."""

        focuses: tuple[str, ...] = option((), help="Research focuses to use; three or more replace the inferred ones")
        focus_rules: tuple[FocusRule, ...] = option((), help="Rules {match, focuses}: focuses for questions that match")
        templates: dict[Missing, dict[Language, str]] = option(
            {}, help="Question texts by what is missing (subject, referent, scope, term) and language; {subject} {term}"
        )
        max_rounds: int = option(3, ge=1, le=3, help="Questions asked at most before it goes on with a best guess")

    async def assess(self, topic: str, history: Sequence[Exchange] = ()) -> Clarification:
        """The next action for ``topic``, given what was asked and answered so far."""
        talk = Talk(topic, has_focuses=bool(self.options.focuses))
        if is_order(talk.topic.text):
            return self._refuse(talk)
        for exchange in history:
            talk.hear(exchange)
        missing = talk.missing
        may_ask = not talk.declined and talk.rounds < self.options.max_rounds
        if missing == "subject" or (missing and may_ask):
            return self._ask(talk, missing)
        if talk.unverified:
            return self._verify(talk)
        return self._go_on(talk, missing)

    def _refuse(self, talk: Talk) -> Clarification:
        reason = say("because.order", talk.language)
        return Clarification(
            action=NextAction.CANNOT_DO, confidence=AT_ONCE_ABOVE, reasoning=reason, refined_query=talk.topic.text
        )

    def _ask(self, talk: Talk, missing: str) -> Clarification:
        language = talk.language
        has_subject = talk.reading.has_subject
        return Clarification(
            action=NextAction.NEED_CLARIFICATION,
            confidence=min(confidence_of(talk.reading.points), ASK_BELOW - 0.01),
            goal=self._goal(talk) if has_subject else "",
            focuses=self._focuses(talk) if has_subject else (),
            refined_query=talk.refined,
            reasoning=say(f"because.{missing}", language, term=talk.term),
            question=self._question(talk, missing),
            unknown_terms=(talk.term,) if missing == "term" else (),
        )

    def _verify(self, talk: Talk) -> Clarification:
        return Clarification(
            action=NextAction.VERIFY_TOPIC,
            confidence=GUESS,
            goal=self._goal(talk),
            focuses=self._focuses(talk),
            refined_query=talk.refined,
            reasoning=say("because.term", talk.language, term=talk.unverified),
            unknown_terms=(talk.unverified,),
        )

    def _go_on(self, talk: Talk, missing: str) -> Clarification:
        confidence = self._confidence(talk, missing)
        focuses = self._focuses(talk)
        assumed = bool(missing or talk.accepted or talk.general)
        fair = confidence < START_FROM
        confirm = is_complex(talk.refined) or (fair and not assumed)
        return Clarification(
            # Whoever declined wants to see research, not another screen to agree to.
            action=NextAction.CONFIRM_PLAN if confirm and not talk.declined else NextAction.START_RESEARCH,
            confidence=confidence,
            goal=self._goal(talk),
            focuses=focuses,
            named=self._named(talk),
            refined_query=talk.refined,
            reasoning=say("because.fair" if fair else "because.clear", talk.language),
            assumptions=self._assumptions(talk, missing) if fair else (),
        )

    def _confidence(self, talk: Talk, missing: str) -> float:
        if missing or talk.accepted or talk.general:
            return GUESS
        confidence = confidence_of(talk.reading.points)
        if talk.parts or talk.verified or self.options.focuses:
            confidence = max(confidence, START_FROM + 0.05)  # somebody answered, searched, or said what to look at
        # A question of many parts can be planned in more than one way: sure enough to start, never so sure as to skip the plan.
        return min(confidence, AT_ONCE_ABOVE) if is_complex(talk.refined) else confidence

    def _assumptions(self, talk: Talk, missing: str) -> tuple[str, ...]:
        language, subject = talk.language, talk.reading.core
        stated = []
        if missing and not talk.declined:
            stated.append(say("assume.guess", language, rounds=str(talk.rounds)))
        if missing == "term" or talk.accepted:
            stated.append(say("assume.term", language, term=talk.term))
        elif missing == "scope":
            stated.append(say("assume.scope", language, subject=subject))
        elif missing == "referent" or talk.general:
            stated.append(say("assume.referent", language, subject=subject))
        else:
            stated.append(say("assume.meaning", language, subject=talk.refined if talk.is_question else subject))
        return tuple(stated)

    def _focuses(self, talk: Talk) -> tuple[str, ...]:
        return combine(self._named(talk), infer(talk.refined, talk.language))

    def _named(self, talk: Talk) -> tuple[str, ...]:
        """The user's own focuses, then those of the user's rules that fit the question (S4-9)."""
        rules = (rule for rule in self.options.focus_rules if re.search(rule.match, talk.refined, re.IGNORECASE))
        wanted = [*self.options.focuses, *(focus for rule in rules for focus in rule.focuses)]
        return tuple(dict.fromkeys(focus.strip() for focus in wanted if focus.strip()))

    def _goal(self, talk: Talk) -> str:
        if talk.is_question:
            return say("goal.answer", talk.language, text=talk.refined)
        kind = "compare" if talk.is_comparison else "overview"
        return say(f"goal.{kind}", talk.language, text=talk.refined if talk.parts else talk.reading.core or talk.refined)

    def _question(self, talk: Talk, missing: str) -> ClarificationQuestion:
        values = {"subject": talk.reading.core, "term": talk.term, "kind": talk.kind}
        own = self.options.templates.get(missing, {}).get(talk.language)
        key = "kind" if missing == "subject" and talk.kind else missing
        text = fill(own, **values) if own else say(key, talk.language, **values)
        options = talk.options(missing)
        # The default comes last among the options, where people look for "none of these"; without a subject there is none.
        default = options[-1] if missing != "subject" else ""
        return ClarificationQuestion(question=text, options=options, missing_info=missing, default=default)
