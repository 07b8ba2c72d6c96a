"""One run that this server works on, and the question it waits for an answer to."""

from __future__ import annotations

import asyncio
from typing import Any

from dr_core import ClarificationQuestion, Loaded, Plan, Research, Researcher
from dr_serve.refusal import Refused

PATIENCE = 1800.0
"""Seconds that a question waits; then the run goes on as if it was declined, and says what it assumed."""


class Job:
    """A run under way; it has one of the ``places`` while it works, and none while a person is waited for."""

    def __init__(self, settings: Loaded, places: asyncio.Semaphore, ask: str = "auto", *, patience: float = PATIENCE) -> None:
        heard = ask != "never"
        self.researcher = Researcher(
            settings=settings,
            on_clarify_question=self._on_question if heard else None,
            on_plan=self._on_plan if heard else None,
            on_answered=self.come_in,
            confirm="always" if ask == "always" else "auto" if heard else "never",
        )
        self.research: Research | None = None
        self.asking: dict[str, Any] | None = None
        self.over = asyncio.Event()
        self.has_place = False
        self._places = places
        self._patience = patience
        self._asked = 0
        self._reply: asyncio.Future[Any] | None = None

    async def begun(self, research: Research) -> str:
        """The id of the run as soon as it has one; where it never gets that far, its error."""
        self.research = research
        async for _ in research.events():
            break
        if not research.run_id:
            await research
        return research.run_id

    @property
    def waits(self) -> bool:
        """Whether it has its answer, and stands in line for a place."""
        return not self.has_place and self.asking is None and self._places.locked()

    async def come_in(self) -> None:
        """Take a place, after those who were in line before. An answer is on record by then: whoever leaves the line keeps it."""
        if self.has_place:
            return
        await self._places.acquire()
        self.has_place = True

    def leave(self) -> None:
        """Give the place to whoever is next."""
        if self.has_place:
            self.has_place = False
            self._places.release()

    def answer(self, number: int, reply: str | list[str] | None) -> None:
        """Take an answer."""
        if self.asking is None or self.asking["number"] != number or self._reply is None or self._reply.done():
            raise Refused(409, "that question is not open any more", remedy="Look at the run again", code="not_open")
        kind = self.asking["kind"]
        if reply is not None and isinstance(reply, list) != (kind == "plan"):
            raise Refused(400, "answer: not of the kind that was asked", remedy="A text for a question, a list for a plan")
        self.asking = None
        self._reply.set_result(reply or None)

    async def _on_question(self, question: ClarificationQuestion) -> str | None:
        answer: str | None = await self._wait("question", question.model_dump(mode="json"))
        return answer

    async def _on_plan(self, plan: Plan) -> list[str] | None:
        focuses = [section.title for section in plan.sections]
        wanted: list[str] | None = await self._wait("plan", {"title": plan.research_title, "focuses": focuses})
        return [focus for focus in wanted if focus.strip()] or None if wanted else None

    async def _wait(self, kind: str, content: dict[str, Any]) -> Any:
        self._asked += 1
        self._reply = asyncio.get_running_loop().create_future()
        self.asking = {"number": self._asked, "kind": kind, **content}
        self.leave()
        try:
            async with asyncio.timeout(self._patience):
                reply = await self._reply
        except TimeoutError:
            reply = None
        finally:
            self.asking = None
        return reply
