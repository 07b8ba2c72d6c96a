"""What is known after a question and the answers so far: the talk is heard again from the start each time, so nothing is kept."""

from __future__ import annotations

from functools import cached_property

from dr_core import Exchange, NextAction
from dr_core.pattern import regex
from dr_core.text.han import fold
from dr_plugins.clarify._focus import side, sides_of
from dr_plugins.clarify._language import language_of
from dr_plugins.clarify._lexicon import Role
from dr_plugins.clarify._plan import ENOUGH
from dr_plugins.clarify._reading import Reading, read
from dr_plugins.clarify._skip import is_skip
from dr_plugins.clarify._tidy import tidy
from dr_plugins.clarify._wording import say

VERIFY = NextAction.VERIFY_TOPIC.value
"""The question of an exchange that tells whether a search found the unknown term: answer ``FOUND`` or anything else."""
FOUND = "found"
KINDS = ("kind.product", "kind.company", "kind.medicine", "kind.event")

_QUESTION = regex(
    r"[?？]$|^(?:what|why|how|which|who|when|where|can|could|does|do|is|are|will|should)\b"
    r"|^(?:wie|was|wer|warum|wieso|wann|wo|welche[rsnm]?|comment|pourquoi|combien|quel(?:le)?s?|qui|qu['’]est-ce)\b"
    r"|^¿|^(?:cómo|qué|quién|cuándo|dónde|cuál|cuánt[oa]s?|perch[eé]|chi|quant[oai]|quale?|quali|quem|quantos|quais)\b"
    r"|为什么|如何|怎么|什么|哪些|是否|能否|多少|吗$"
    r"|なぜ|どのように|どう|何|ですか$|のか$|왜|어떻게|무엇|어떤|까요?$|나요$"
)
_COMPARISON = regex(r"\bcompar|\bversus\b|\bvs\b|\bvergl(?:eich|ich)|\bconfront[aoi]|比较|对比|비교")


class Talk:
    """The state of one clarification: the question, what was answered, and what is still missing."""

    def __init__(self, topic: str, *, has_focuses: bool = False) -> None:
        self.language = language_of(tidy(topic))
        self.topic = read(topic, self.language)
        self.has_focuses = has_focuses
        self.base = self.topic
        self.parts: list[str] = []
        self.rounds = 0
        self.declined = False
        self.scoped = False
        self.general = False
        self.kind = ""
        self.verified: set[str] = set()
        self.absent: set[str] = set()
        self.accepted: set[str] = set()

    # --- listening

    def hear(self, exchange: Exchange) -> None:
        """Take in one exchange: a round of asking, or the outcome of a search."""
        if exchange.question == VERIFY:
            if term := self.unverified:
                (self.verified if exchange.answer.strip().lower() == FOUND else self.absent).add(term)
            return
        missing = self.missing
        self.rounds += 1
        answer = tidy(exchange.answer)
        if not self._chosen(missing, answer) and is_skip(answer):
            self.declined = True
        elif missing:
            self._take(missing, answer)
        elif read(answer).tokens:  # nothing was missing (a plan was confirmed): a remark narrows the question all the same
            self.parts.append(answer)

    def _take(self, missing: str, answer: str) -> None:
        picked, said = self._chosen(missing, answer), read(answer)
        if missing == "subject":
            if picked:
                self.kind = answer
            elif said.has_subject:
                self.parts.append(answer)
        elif missing == "scope":
            if picked or said.has_subject or said.having(Role.FACET):
                self.parts.append(answer)
                self.scoped = True
        elif missing == "referent":
            if picked:
                self.general = True
            elif said.has_subject and not said.points_outside:
                self.parts.append(answer)
        elif picked:
            self.accepted.add(self.term)
        elif said.has_subject:
            self._rename(answer)

    def _chosen(self, missing: str, answer: str) -> bool:
        return answer in [tidy(option) for option in self.options(missing)]

    def _rename(self, name: str) -> None:
        """Put the name that the user gave in the place of the term that nobody found."""
        old = self.term
        self.base = read(self.base.text.replace(old, name), self.language)
        self.parts = [part.replace(old, name) for part in self.parts]

    # --- judging

    @property
    def reading(self) -> Reading:
        """The subject as it now stands, without the request around it."""
        if not self.parts:
            return self.base
        return read(_join([self.base.core, *self.parts] if self.base.has_subject else self.parts, self.language), self.language)

    @property
    def term(self) -> str:
        """The code that nothing backs, found or not."""
        return self.reading.unknown_code

    @property
    def unverified(self) -> str:
        """A code that still has to be searched for."""
        term = self.term
        return "" if term in self.verified | self.absent else term

    @property
    def missing(self) -> str:
        """The one point to ask about now: subject, term, referent or scope; "" where nothing is missing."""
        reading = self.reading
        if not reading.has_subject:
            return "subject"
        if (term := reading.unknown_code) and term in self.absent - self.accepted:
            return "term"
        if reading.points_outside and not self.general:
            return "referent"
        narrowed = self.scoped or self.general or self.has_focuses
        return "scope" if reading.points < ENOUGH and not narrowed else ""

    @property
    def refined(self) -> str:
        """The question with the answers: what will be researched."""
        if not self.parts:
            return self.base.text
        keeps = self.base.has_subject or bool(self.base.having(Role.FACET))
        head = (self.base.core or self.base.text) if keeps else ""
        return _join([head, *self.parts] if head else self.parts, self.language)

    @cached_property
    def is_question(self) -> bool:
        """Whether the topic itself asks something."""
        return bool(_QUESTION.search(fold(self.topic.text)) or _QUESTION.search(self.topic.text.lower()))

    @cached_property
    def is_comparison(self) -> bool:
        """Whether the topic sets things side by side."""
        return bool(_COMPARISON.search(fold(self.topic.text)))

    def options(self, missing: str) -> tuple[str, ...]:
        """What can be chosen from, in the topic's language; the last one is the default where there is one."""
        subject = self.reading.core
        if missing == "subject":
            return () if self.kind else tuple(say(key, self.language) for key in KINDS)
        if missing == "scope":
            return (*(side(key, self.language) for key in sides_of(subject)[:4]), say("overview", self.language))
        if missing == "referent":
            return (say("no_one", self.language, subject=subject),)
        return (say("as_written", self.language, term=self.term),) if missing == "term" else ()


def _join(pieces: list[str], language: str) -> str:
    colon, comma = ("：", "，") if language in ("zh-Hans", "zh-Hant", "ja") else (": ", ", ")
    head, *rest = [piece for piece in pieces if piece] or [""]
    return head + (colon + comma.join(rest) if rest else "")
