"""The conversation before a run: assess, verify, ask, at most three rounds, and everything said is kept.

Pure logic: who is asked and how a term is looked up come in as functions, so a terminal, a server and a script share it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from dr_core.clarification import Clarification, ClarificationQuestion, Exchange, NextAction
from dr_core.errors import CannotDo, ClarificationFailed, ClarificationNeeded
from dr_core.interfaces import Clarifier
from dr_core.types import Value

Ask = Callable[[ClarificationQuestion], Awaitable[str | None]]
"""Puts a question to somebody; None is a decline."""

Verify = Callable[[str], Awaitable[bool]]
"""Whether a search finds anything about a term."""

MAX_ROUNDS = 3
FOUND, NOT_FOUND = "found", "not found"


class Conversation(Value):
    """What was asked, answered and assumed before a run: the content of ``clarify.json``."""

    topic: str
    clarification: Clarification
    exchanges: tuple[Exchange, ...] = ()
    refined_query: str
    assumptions: tuple[str, ...] = ()
    unused_answers: tuple[str, ...] = ()


async def converse(
    topic: str,
    clarifier: Clarifier,
    *,
    ask: Ask | None,
    verify: Verify,
    interactive: bool,
    assume: bool = False,
    answers: Mapping[str, str] | None = None,
    max_rounds: int = MAX_ROUNDS,
) -> Conversation:
    """Talk until ``topic`` can be researched.

    A question is answered by ``answers`` (under its ``missing_info`` or its text, each used once), else declined where ``assume``
    is set, else put to ``ask`` where ``interactive``. Unknown terms are looked up with ``verify`` before anybody is asked; the
    outcome goes back to the clarifier as an exchange whose question is ``VERIFY_TOPIC`` and whose answer is ``found`` or ``not
    found``. Where a clarifier asks again what was declined, the default of its question is the answer, and stated as assumed.

    Raises ``ClarificationNeeded`` where a question is open and nobody can be asked, ``ClarificationFailed`` where no round
    brought a subject, ``CannotDo`` where the topic is no research task.
    """
    exchanges: list[Exchange] = []
    assumed: dict[str, str] = {}
    prepared = dict(answers or {})
    rounds = searches = 0
    while True:
        word = await clarifier.assess(topic, tuple(exchanges))
        if word.action is NextAction.CANNOT_DO:
            raise CannotDo(word.reasoning or "this is not a research task", remedy="Ask for something that can be found out")
        if word.is_clear:
            taken = tuple(f"{asked} {default}" for asked, default in assumed.items())
            return _conversation(topic, word, exchanges, taken=taken, unused=tuple(prepared))
        if word.action is NextAction.VERIFY_TOPIC:
            searches += 1
            if searches > max_rounds + 1:  # one before the first question and one after each answer are all that can make sense
                raise ClarificationFailed(f"the clarifier '{clarifier.name}' keeps asking to verify {_terms(word)}")
            exchanges.append(Exchange(question=word.action.value, answer=await _look_up(word, verify)))
            continue
        question = word.question or ClarificationQuestion(question=word.reasoning or "What should be researched?")
        asked = [exchange.question for exchange in exchanges]
        key = next((key for key in (question.missing_info, question.question) if key in prepared), None)
        declined = Exchange(question=question.question, answer="") in exchanges
        if declined and question.default and key is None and question.question not in assumed:
            assumed[question.question] = chosen(question.default, question)
            exchanges.append(Exchange(question=question.question, answer=assumed[question.question]))
            continue
        rounds += 1
        answer: str | None
        if rounds > max_rounds + 1 or (assume and question.question in asked and key is None):
            raise _failed(question)
        if rounds > max_rounds:
            answer = None  # the last word: a clarifier that has any subject goes on with a stated best guess
        elif key is not None:
            answer = prepared.pop(key)
        elif assume:
            answer = None
        elif interactive and ask is not None:
            answer = await ask(question)
        elif question.question in asked:
            raise _failed(question)  # it was answered, and the answer named nothing
        else:
            raise needed(question, unused=tuple(prepared))
        exchanges.append(Exchange(question=question.question, answer=chosen(answer or "", question)))


def chosen(answer: str, question: ClarificationQuestion) -> str:
    """``answer``, or the option that it names by its number (counted from 1)."""
    text = answer.strip()
    number = text.rstrip(".)。）")
    if number.isascii() and number.isdigit() and len(number) < 4 and 1 <= int(number) <= len(question.options):
        return question.options[int(number) - 1]
    return text


async def _look_up(word: Clarification, verify: Verify) -> str:
    for term in word.unknown_terms:
        if not await verify(term):
            return NOT_FOUND
    return FOUND


def _conversation(
    topic: str, word: Clarification, exchanges: list[Exchange], *, taken: tuple[str, ...], unused: tuple[str, ...]
) -> Conversation:
    return Conversation(
        topic=topic,
        clarification=word,
        exchanges=tuple(exchanges),
        refined_query=word.refined_query or topic,
        assumptions=(*word.assumptions, *taken),
        unused_answers=unused,
    )


def _terms(word: Clarification) -> str:
    return ", ".join(f"'{term}'" for term in word.unknown_terms) or "nothing in particular"


def _failed(question: ClarificationQuestion) -> ClarificationFailed:
    return ClarificationFailed(
        f"there is still nothing to research, because nobody answered this: {question.question}",
        remedy="Name the subject in the question itself",
    )


OPEN = "a question is open"


def needed(question: ClarificationQuestion, unused: tuple[str, ...] = ()) -> ClarificationNeeded:
    """The error for a question that is open while nobody can be asked; it says how to answer it."""
    options = "".join(f" [{number}] {text}" for number, text in enumerate(question.options, 1))
    key = question.missing_info or question.question
    given = f" (the answers given are for {', '.join(map(repr, unused))})" if unused else ""
    return ClarificationNeeded(
        f"{OPEN}: {question.question}{options}{given}",
        remedy=f"Put it into the question, answer it with --answers (key '{key}'), or let dr assume with --yes",
    )
