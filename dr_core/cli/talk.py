"""Talking with the person at the terminal: one question at a time, with numbers to choose from; the plan to confirm or edit."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager

from dr_core.clarification import ClarificationQuestion
from dr_core.cli.terminal import clean, say
from dr_core.types import Plan

MOST_FOCUSES = 5
EDITS = "'2 new words' changes a focus, '-2' drops one, '+words' adds one"
HOW_TO_EDIT = f"Enter starts; {EDITS}"


class Talk:
    """Asks on stderr, reads from stdin. ``aside`` makes room where progress is being drawn."""

    def __init__(self, aside: Callable[[], AbstractContextManager[None]]) -> None:
        self._aside = aside

    async def ask(self, question: ClarificationQuestion) -> str | None:
        """The answer in words; a number chooses an option, an empty line is a decline."""
        with self._aside():
            say(f"\n{clean(question.question)}")
            for number, option in enumerate(question.options, 1):
                usual = " (if you just press Enter)" if option == question.default else ""
                say(f"  {number}. {clean(option)}{usual}")
            hint = "a number, your own words, or Enter to go on" if question.options else "your own words"
            return await read_line(f"{hint}> ") or None

    async def confirm(self, plan: Plan) -> list[str] | None:
        """The focuses as edited, or None to take the plan as it is."""
        before = focuses = [section.title for section in plan.sections]
        with self._aside():
            while True:
                say(f"\nPlan: {clean(plan.research_title)}")
                for number, focus in enumerate(focuses, 1):
                    say(f"  {number}. {clean(focus)}")
                say(HOW_TO_EDIT)
                answer = await read_line("> ")
                if not answer:
                    return None if focuses == before else focuses
                changed = edited(focuses, answer)
                if changed is None:
                    say(why_not(focuses, answer))
                else:
                    focuses = changed


async def read_line(prompt: str) -> str:
    """A line from stdin, without its end; empty at the end of the input."""
    say(prompt, nl=False)
    loop = asyncio.get_running_loop()
    if sys.platform == "win32":
        return (await asyncio.to_thread(sys.stdin.readline)).strip()
    # a terminal hands over whole lines, so the loop can wait for one; a thread would hold up Ctrl-C and the end of the process
    file = sys.stdin.fileno()
    line: asyncio.Future[bytes] = loop.create_future()

    def read() -> None:
        if not line.done():
            line.set_result(os.read(file, 65536))

    loop.add_reader(file, read)
    try:
        answer = await line
    finally:
        loop.remove_reader(file)
    if not answer.endswith(b"\n"):
        say()
    return answer.decode(errors="replace").strip()


def edited(focuses: list[str], answer: str) -> list[str] | None:
    """The focuses after one command; None where it makes no sense."""
    if answer.startswith(("+", "＋")):
        return [*focuses, answer[1:].strip()] if answer[1:].strip() and len(focuses) < MOST_FOCUSES else None
    if answer.startswith("-"):
        number = _number(answer[1:], focuses)
        return [focus for at, focus in enumerate(focuses, 1) if at != number] if number and len(focuses) > 1 else None
    first, _, words = answer.replace("\u3000", " ").partition(" ")
    number = _number(first.rstrip(".:)"), focuses)
    return [words.strip() if at == number else focus for at, focus in enumerate(focuses, 1)] if number and words.strip() else None


def why_not(focuses: list[str], answer: str) -> str:
    """Why a command changes nothing, for the person who typed it."""
    told = clean(answer)
    if answer.startswith(("+", "＋")) and len(focuses) >= MOST_FOCUSES:
        return f"a report has at most {MOST_FOCUSES} focuses; drop one first, for example with -{len(focuses)}"
    if answer.startswith("-") and _number(answer[1:], focuses):
        return "a report has at least one focus; change this one, or add another first"
    if number := _number(answer.rstrip(".:)"), focuses):
        return f"to change focus {number}, write {number} and its new words; Enter alone starts"
    return f"'{told}' is not understood"


def _number(text: str, focuses: list[str]) -> int:
    """The number of a focus, 0 where it is none."""
    number = int(text) if text.strip().isdecimal() and len(text.strip()) < 4 else 0
    return number if number <= len(focuses) else 0
