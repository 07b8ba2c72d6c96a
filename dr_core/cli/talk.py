"""Talking with the person at the terminal: one question at a time, with numbers to choose from; the plan to confirm or edit."""

from __future__ import annotations

import asyncio
import sys
import threading

import click

from dr_core.types import ClarificationQuestion, Plan


class Talk:
    """Asks on stderr, reads from stdin. Reading happens in a thread of its own, so that Ctrl-C never waits for a line."""

    async def ask(self, question: ClarificationQuestion) -> str | None:
        """The answer in words; a number chooses an option, an empty line is a decline."""
        click.echo(f"\n{question.question}", err=True)
        for number, option in enumerate(question.options, 1):
            click.echo(f"  {number}. {option}", err=True)
        default = f" [{question.default}]" if question.default else ""
        answer = await self._line(f"answer (a number, your own words, or Enter to go on{default}): ")
        if answer.isdigit() and 1 <= int(answer) <= len(question.options):
            return question.options[int(answer) - 1]
        return answer or None

    async def confirm(self, plan: Plan) -> list[str] | None:
        """The focuses as edited, or None to take the plan as it is."""
        focuses = [section.title for section in plan.sections]
        edited = False
        while True:
            click.echo(f"\nPlan: {plan.research_title}", err=True)
            for number, focus in enumerate(focuses, 1):
                click.echo(f"  {number}. {focus}", err=True)
            answer = await self._line("Enter to start, 'N new words' to change a focus, '-N' to drop one, '+words' to add one: ")
            if not answer:
                return focuses if edited else None
            changed = _edited(focuses, answer)
            if changed is None:
                click.echo("that was not understood", err=True)
            else:
                focuses, edited = changed, True

    async def _line(self, prompt: str) -> str:
        click.echo(prompt, err=True, nl=False)
        loop = asyncio.get_running_loop()
        line: asyncio.Future[str] = loop.create_future()

        def read() -> None:
            text = sys.stdin.readline()
            loop.call_soon_threadsafe(_settle, line, text)

        threading.Thread(target=read, name="stdin", daemon=True).start()
        return (await line).strip()


def _settle(line: asyncio.Future[str], text: str) -> None:
    if not line.done():  # the run may have been cancelled meanwhile
        line.set_result(text)


def _edited(focuses: list[str], answer: str) -> list[str] | None:
    """The focuses after one command; None where it makes no sense."""
    if answer.startswith("+") and answer[1:].strip():
        return [*focuses, answer[1:].strip()] if len(focuses) < 5 else None
    if answer.startswith("-") and answer[1:].isdigit() and 1 <= int(answer[1:]) <= len(focuses) > 1:
        return [focus for number, focus in enumerate(focuses, 1) if number != int(answer[1:])]
    number, _, words = answer.partition(" ")
    if number.isdigit() and 1 <= int(number) <= len(focuses) and words.strip():
        return [words.strip() if at == int(number) else focus for at, focus in enumerate(focuses, 1)]
    return None
