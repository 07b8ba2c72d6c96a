"""Run: what every stage leans on. Stages ask it for outside things (models, searches, pages) and leave results in the state."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel

from dr_core.clarification import ClarificationQuestion
from dr_core.errors import RunError
from dr_core.interfaces import Provider
from dr_core.run.base import LATER, SHARED, RunBase
from dr_core.run.cache import Cache
from dr_core.run.call import count_call, count_failure
from dr_core.run.desk import CURRENT
from dr_core.run.events import Events
from dr_core.run.journal import Journal, is_of_model
from dr_core.run.line import Line
from dr_core.run.nothing import selected
from dr_core.run.one_search import count_search, is_of_search
from dr_core.run.pool import Pool
from dr_core.run.reading import Reading
from dr_core.run.store import json_text
from dr_core.settings import Settings
from dr_core.state import RunState, Step
from dr_core.thread import in_thread
from dr_core.types import ModelAnswer, Plan

Result = TypeVar("Result")
Ask = Callable[[ClarificationQuestion], Awaitable[str | None]]
Confirm = Callable[[Plan], Awaitable[list[str] | None]]
GoOn = Callable[[], Awaitable[None]]
GIVEN_WAY = 0.1
"""Seconds in which a few prompts are put together and sent."""


class Run(RunBase):
    """One run: its settings, its folder, and the guarded ways out of it."""

    def __init__(
        self,
        settings: Settings,
        provider: Callable[[str, str], Provider],
        folder: Path,
        state: RunState,
        *,
        journal: Journal,
        cache: Cache,
        events: Events,
        ask: Ask | None = None,
        confirm: Confirm | None = None,
        go_on: GoOn | None = None,
        confirming: Literal["auto", "always", "never"] = "auto",
        assume: bool = False,
        answers: Mapping[str, str] | None = None,
        chart_fonts: Callable[[str], list[str]] = lambda language: ["DejaVu Sans"],
    ) -> None:
        super().__init__(settings, provider, folder, state, journal=journal, cache=cache, events=events)
        self.ask_user = ask
        self.confirm = confirm
        self._go_on = go_on
        self.confirming = confirming
        self.assume = assume
        self.answers = answers
        self.chart_fonts = chart_fonts
        self._count_earlier_attempts()
        self._pool: Pool | None = None
        self.reading = Reading(self)

    def _count_earlier_attempts(self) -> None:
        """Charge what was spent before; also what failed calls cost in attempts whose state is gone: they are asked anew, and
        were paid all the same."""
        for key, used in self.journal.paid_before():
            count_failure(self, key.rpartition("!")[0].split("/")[-2], used, key)
        renewed = self.state.notes.get("renewed", {})
        self.budget.since = float(renewed.get("seconds", 0.0))
        self.budget.charge(**{name: amount - renewed.get(name, 0) for name, amount in self.spent.items()})
        self.paid = frozenset(self.state.notes.get("counted", ()))

    async def go_on(self) -> None:
        """Go on behind an answer that is on record, as soon as whoever accompanies the run lets it: that costs no seconds."""
        if self._go_on is not None:
            with self.budget.paused():
                await self._go_on()

    @property
    def spent(self) -> dict[str, float]:
        """What the run has spent so far, by the stages that are saved."""
        return spent_by(self.state)

    def renew(self) -> None:
        """Begin to count anew against the ceilings: the user has asked for more than the run was started for."""
        self.state.notes["renewed"] = {**self.spent, "seconds": self.budget.elapsed}
        for name in (SHARED, LATER):
            self.state.notes.pop(name, None)
        self.budget.renew()

    def count_whole(self, names: Iterable[str]) -> None:
        """Count from the beginning of the run against these ceilings: they are for all of it."""
        renewed: dict[str, float] = self.state.notes.get("renewed", {})
        amounts = {name: renewed.pop(name) for name in names if name in renewed}
        if amounts.pop("seconds", None) is not None:
            self.budget.since = 0.0
        self.budget.charge(**amounts)

    def count_bought(self) -> None:
        """Count what was bought since the state was saved: a run that is done again from before does not come by there any more,
        and what it takes over from there costs nothing."""
        before, counted = self.spent, {*self.state.notes.get("counted", ())}
        for position, answer in self.journal.bought().items():
            if self.journal.key(position) in counted:
                continue
            if is_of_model(answer):
                count_call(self, position.split("/")[-2], ModelAnswer.model_validate(answer), position)
            elif is_of_search(answer):
                count_search(self, position, answer)
        self.budget.charge(**{name: amount - before[name] for name, amount in self.spent.items()})

    @property
    def pool(self) -> Pool:
        """The search engines of this run, built when first needed."""
        if self._pool is None:
            self._pool = Pool(self, *selected(self.settings, self.provider))
            for engine in self._pool.engines:  # what they did for stages that are saved, before the run was stopped
                engine.recall(self.state.engines.get(engine.name, {}))
        return self._pool

    async def aclose(self) -> None:
        """Let go of what is under way."""
        try:
            await self.ahead.drop()
        finally:
            await self.reading.aclose()

    async def compute(self, work: Callable[[], Result], name: str) -> Result:
        """What takes a processor for a while, in a thread: one at a time, and the run that began first comes first."""
        async with Line.shared("computing").turn(self.rank):
            return await in_thread(work, name)

    async def give_way(self) -> None:
        """Let what is asked of models go out first: whoever begins with computing beside it loses nothing by that."""
        await asyncio.sleep(GIVEN_WAY)

    async def come_to_turn(self) -> None:
        """Wait until no other run begins something in this round of the loop.

        A stage begins with what it computes, and says nothing while it does. Were those of a dozen runs done in one round,
        nobody would be heard for a second: no signal, no reader of events, no page that has come.
        """
        async with Line.shared("beginning").turn(self.rank):
            await asyncio.sleep(0)

    # --- what stages leave behind -----------------------------------------------------------------------------------------

    def stage_began(self, state: RunState, stage: str) -> None:
        """Announce a stage."""
        self.stage = stage
        CURRENT.set(self)
        self.events.emit("progress", stage=stage, status="start", round=state.iteration_count, elapsed=self.seconds)

    def stage_ended(self, state: RunState, step: Step) -> None:
        """Have what the run knows saved, and say that the stage has ended."""
        self.save(state)
        self.events.emit(
            "progress",
            stage=step.stage,
            status=step.status,
            round=step.round,
            seconds=step.seconds,
            elapsed=state.notes["seconds"],
            note=step.note,
        )

    def save(self, state: RunState) -> None:
        """Have what the run knows saved; the disk is not waited for."""
        state.engines = {engine.name: engine.summary() for engine in self._pool.engines} if self._pool else state.engines
        state.journal_entry = self.journal.on_disk
        state.notes["seconds"] = self.seconds
        self.disk.save(state)

    def skip(self, state: RunState, stage: str, reason: str) -> None:
        """Say that a stage had nothing to do."""
        for step in reversed(state.steps):
            if step.stage == stage:
                step.status, step.note = "skipped", reason
                return

    def write_json(self, name: str, value: Any) -> None:
        """Leave an artefact in the run folder."""
        self.write_text(name, json_text(value))

    def write_evidence(self, state: RunState) -> None:
        """Leave the evidence in the run folder, as ``evidence.jsonl``."""
        self.disk.write(self.folder / "evidence.jsonl", self.disk.dumper.lines("evidence", state.evidence))

    def write_jsonl(self, name: str, rows: Iterable[BaseModel]) -> None:
        """Leave an artefact of one JSON object a line in the run folder."""
        self.write_text(name, "".join([f"{row.model_dump_json()}\n" for row in rows]))

    def write_text(self, name: str, text: str) -> None:
        """Leave a text in the run folder."""
        self.disk.write(self.folder / name, text)

    async def today(self) -> str:
        """The date the run works with: decided once, so that a resumed run does not change its mind at midnight."""
        found = await self.journal.decide("today", datetime.now(UTC).date().isoformat())
        if not isinstance(found, str):
            raise RunError("the journal's date is damaged")
        return found


def spent_by(state: RunState) -> dict[str, float]:
    """What a state says was spent."""
    usage = state.usage
    answered = (told.get("calls", 0) - told.get("failures", 0) for told in state.engines.values())
    return {"tokens": usage.prompt_tokens + usage.completion_tokens, "usd": usage.usd or 0.0, "searches": sum(answered)}
