"""What a caller of the Python API hands in: each callback and answer is checked, and named where it is wrong."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, get_args

from dr_core.clarification import ClarificationQuestion
from dr_core.errors import DRError, UsageError, did_you_mean
from dr_core.types import Plan

OnClarifyQuestion = Callable[[ClarificationQuestion], Awaitable[str | None] | str | None]
OnAnswered = Callable[[], Awaitable[None] | None]
OnPlan = Callable[[Plan], Awaitable[list[str] | None] | list[str] | None]
Confirm = Literal["auto", "always", "never"]
CONFIRM: tuple[Confirm, ...] = get_args(Confirm)


def asking(callback: OnClarifyQuestion | None) -> Callable[[ClarificationQuestion], Awaitable[str | None]] | None:
    """``on_clarify_question`` as a run calls it; an ``async def`` or a plain function will do."""
    name = "on_clarify_question"
    if callback is None:
        return None
    _check_callable(name, callback)

    async def ask(question: ClarificationQuestion) -> str | None:
        answer = await _called(name, callback, question)
        return None if answer is None else as_answer(f"{name} returned", answer)

    return ask


def confirming(callback: OnPlan | None) -> Callable[[Plan], Awaitable[list[str] | None]] | None:
    """``on_plan`` as a run calls it; a text in place of a list of focuses would be taken letter by letter."""
    name = "on_plan"
    if callback is None:
        return None
    _check_callable(name, callback)

    async def confirm(plan: Plan) -> list[str] | None:
        focuses = await _called(name, callback, plan)
        if focuses is None:
            return None
        if not isinstance(focuses, list | tuple) or not all(isinstance(focus, str) for focus in focuses):
            remedy = f"return [{focuses!r}]" if isinstance(focuses, str) else "Return a list of texts, or None to take the plan"
            raise UsageError(f"{name} returned {focuses!r:.80}, not a list of focuses", remedy=remedy)
        return list(focuses)

    return confirm


def going_on(callback: OnAnswered | None) -> Callable[[], Awaitable[None]] | None:
    """``on_answered`` as a run calls it."""
    name = "on_answered"
    if callback is None:
        return None
    _check_callable(name, callback)

    async def go_on() -> None:
        await _called(name, callback)

    return go_on


def checked_confirm(value: Confirm) -> Confirm:
    """``confirm``, or an error that says what it may be."""
    if value not in CONFIRM:
        raise UsageError(f"confirm is {value!r:.80}.{did_you_mean(str(value), CONFIRM)}", remedy=f"One of: {', '.join(CONFIRM)}")
    return value


def checked_answers(answers: Mapping[str, str | int] | None) -> dict[str, str]:
    """Prepared answers: texts, or numbers of options, as in a file of ``--answers``."""
    if answers is None:
        return {}
    if not isinstance(answers, Mapping):
        remedy = 'answers={"scope": "..."}'
        raise UsageError(f"answers is {type(answers).__name__}, not a dictionary", remedy=remedy)
    return {str(key): as_answer(f"the answer for '{key}' is", answer) for key, answer in answers.items()}


def as_answer(what: str, answer: Any) -> str:
    """An answer in words, or the number of an option."""
    if isinstance(answer, bool) or not isinstance(answer, str | int):
        raise UsageError(f"{what} {answer!r:.80}, not a text", remedy="Answer in words, or with the number of an option")
    return str(answer)


def _check_callable(name: str, callback: Any) -> None:
    if not callable(callback):
        raise UsageError(f"{name} is {callback!r:.80}, not a function", remedy=f"async def {name}(...): ...")


async def _called(name: str, callback: Callable[..., Any], *arguments: Any) -> Any:
    try:
        returned = callback(*arguments)
        return await returned if inspect.isawaitable(returned) else returned
    except DRError:
        raise
    except Exception as error:
        raise UsageError(f"{name} raised {type(error).__name__}: {error}", remedy="Mend it") from error
