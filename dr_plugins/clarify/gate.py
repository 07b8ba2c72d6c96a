"""The literal gate (S1-3): a topic is unclear if it is short, holds a vague word, or holds a short acronym."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core import Clarification, ClarificationQuestion, Clarifier, Exchange, NextAction
from dr_core.pattern import regex
from dr_plugins.clarify._focus import infer
from dr_plugins.clarify._language import language_of
from dr_plugins.clarify._skip import is_skip
from dr_plugins.clarify._tidy import tidy
from dr_plugins.clarify._wording import say

SHORTEST = 20
VAGUE = ("it", "this", "that", "they", "them", "something", "anything", "what", "how")
ACRONYMS = ("ai", "ml", "dl", "llm", "nlp", "cv", "ag", "ar", "vr", "mr", "web", "app", "db", "os", "api")


def _whole(words: Sequence[str]) -> re.Pattern[str]:
    # Not \b: Python counts Chinese characters as word characters, so that the word "AI" would not be found in 研究AI算法.
    return regex(rf"(?<![A-Za-z0-9_])(?:{'|'.join(words)})(?![A-Za-z0-9_])", re.IGNORECASE)


_CHECKS = {"vague": _whole(VAGUE), "acronym": _whole(ACRONYMS)}


def problems(topic: str) -> list[tuple[str, str]]:
    """What makes ``topic`` unclear: ``vague`` and ``acronym`` with the word, ``short`` with nothing; in the order of asking."""
    found = [(reason, hit.group()) for reason, check in _CHECKS.items() if (hit := check.search(topic))]
    return [*found, ("short", "")] if len(topic.strip()) < SHORTEST else found


class Gate(Clarifier):
    """Passes or asks by three fixed rules, and never infers anything.

    ::

        await Gate().needs_clarification("AI")                          # True: short, and an acronym
        await Gate().generate_questions("AI")                           # one question for each reason
        await Gate().needs_clarification("sodium-ion batteries in China")  # False

    Each reason is asked about once; an answer settles it and joins the topic. A decline (an empty answer, "start research now")
    takes the topic as it is written, and says so. A topic without a letter or digit is no topic, and stays unclear.
    """

    async def assess(self, topic: str, history: Sequence[Exchange] = ()) -> Clarification:
        """Ask about the first reason that nobody has answered yet."""
        language = language_of(topic)
        answers = [tidy(one.answer) for one in history if one.question != NextAction.VERIFY_TOPIC.value]
        given = [answer for answer in answers if not is_skip(answer)]
        declined = len(given) < len(answers)
        text = ": ".join([part for part in (topic.strip(), ", ".join(given)) if part])
        open_reasons = [one for one in problems(topic)[len(given) :] if one[0] != "short" or len(text) < SHORTEST]
        has_subject = any(char.isalnum() for char in text)
        if has_subject and (declined or not open_reasons):
            return Clarification(
                action=NextAction.START_RESEARCH,
                confidence=0.6 if open_reasons else 1.0,
                goal=text,
                focuses=tuple(infer(text, language)),
                refined_query=text,
                reasoning=say("because.fair" if open_reasons else "because.clear", language),
                assumptions=(say("gate.assume", language),) if open_reasons else (),
            )
        reason, term = open_reasons[0] if open_reasons else ("short", "")
        return Clarification(
            action=NextAction.NEED_CLARIFICATION,
            confidence=0.0,
            refined_query=text,
            reasoning=", ".join(one for one, _ in open_reasons) or reason,
            question=self._question(reason, term, language, has_subject=has_subject),
        )

    async def generate_questions(self, topic: str) -> list[str]:
        """One question for each reason why ``topic`` is unclear; empty where it is clear."""
        language = language_of(topic)
        return [say(f"gate.{reason}", language, term=term) for reason, term in problems(topic)]

    def _question(self, reason: str, term: str, language: str, *, has_subject: bool) -> ClarificationQuestion:
        as_written = say("gate.as_written", language) if has_subject else ""
        return ClarificationQuestion(
            question=say(f"gate.{reason}", language, term=term),
            options=(as_written,) if as_written else (),
            missing_info=reason,
            default=as_written,
        )
