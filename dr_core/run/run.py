"""Run: what every stage leans on. Stages ask it for outside things (models, searches, pages) and leave results in the state."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel

from dr_core.errors import BudgetSpent, DRError, RunError
from dr_core.interfaces import Provider
from dr_core.run.ahead import Ahead
from dr_core.run.budget import Budget
from dr_core.run.cache import Cache
from dr_core.run.context import Context
from dr_core.run.desk import CURRENT
from dr_core.run.disk import Disk
from dr_core.run.events import Events
from dr_core.run.journal import Journal
from dr_core.run.line import Line
from dr_core.run.mask import check_tool
from dr_core.run.nothing import selected
from dr_core.run.pool import Pool
from dr_core.run.reading import Reading
from dr_core.run.store import json_text
from dr_core.settings import Settings
from dr_core.state import RunState, Step
from dr_core.types import ClarificationQuestion, Plan, Usage
from dr_core.unicode import well_formed
from dr_core.web.thread import in_thread

AGAIN = "again"
"""Where the state's notes hold the steps that a run does again because they were done without its models."""
BEFORE = "before.json"
"""The state of a run before the first stage in which its models failed."""
_BEGUN = count()
Result = TypeVar("Result")
Ask = Callable[[ClarificationQuestion], Awaitable[str | None]]
Confirm = Callable[[Plan], Awaitable[list[str] | None]]


class Run:
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
        confirming: Literal["auto", "always", "never"] = "auto",
        assume: bool = False,
        answers: Mapping[str, str] | None = None,
        chart_fonts: Callable[[str], list[str]] = lambda language: ["DejaVu Sans"],
    ) -> None:
        self.settings = settings
        self.provider = provider
        self.folder = folder
        self.disk = Disk(folder)
        self.state = state
        self.journal = journal
        self.cache = cache
        self.events = events
        self.ask_user = ask
        self.confirm = confirm
        self.confirming = confirming
        self.assume = assume
        self.answers = answers
        self.chart_fonts = chart_fonts
        self.rank = next(_BEGUN)
        self.stage = ""
        self.asked_by_plugins: dict[str, int] = {}
        limits = settings.budget
        self.budget = Budget(
            tokens=settings.token_ceiling,
            usd=limits.usd,
            searches=limits.searches,
            seconds=limits.seconds,
            reserve=limits.reserve,
            elapsed_before=float(state.notes.get("seconds", 0.0)),
        )
        journal.edition = state.edition
        self._count_earlier_attempts()
        self.budget.since = float(state.notes.get("renewed", {}).get("seconds", 0.0))
        self.budget.charge(**{name: amount - state.notes.get("renewed", {}).get(name, 0) for name, amount in self.spent.items()})
        self._paid = frozenset(state.notes.get("counted", ()))
        self.context = Context(self)
        self.ahead = Ahead(lambda: self.state.errors, allowed=settings.search.ahead and not journal.replay)
        self._pool: Pool | None = None
        self.reading = Reading(self)

    def _count_earlier_attempts(self) -> None:
        """What failed calls cost in attempts whose state is gone: they are asked anew, and were paid all the same."""
        from dr_core.run.call import count_failure

        for key, used in self.journal.paid_before():
            count_failure(self, key.rpartition("!")[0].split("/")[-2], used, key)

    @property
    def spent(self) -> dict[str, float]:
        """What the run has spent so far, by the stages that are saved."""
        return spent_by(self.state)

    def renew(self) -> None:
        """Begin to count anew against the ceilings: the user has asked for more than the run was started for."""
        self.state.notes["renewed"] = {**self.spent, "seconds": self.budget.elapsed}
        self.budget.renew()

    # --- outside calls ----------------------------------------------------------------------------------------------------

    async def call(
        self,
        position: str,
        ask: Any,
        do: Callable[[], Awaitable[Any]],
        *,
        hold: Mapping[str, float] | None = None,
        spent: Callable[[Any], Mapping[str, float]] = lambda answer: {},
        final: bool = False,
        free: bool = False,
        tool: str = "",
    ) -> Any:
        """An outside call: tool mask, budget, journal, then ``do``. A recorded answer is charged, and never bought again.

        A position begins with the stage that calls; ``tool`` is what it reaches for (S0-17).
        """
        if tool:
            check_tool(position.partition("/")[0], tool)
        if self.journal.recorded(position):
            try:
                answer = await self.journal.call(position, ask, do)
            except DRError as error:
                if not self.is_counted(self.journal.failure(position)):
                    self.budget.charge(**_paid_in_vain(error))
                raise
            if self.journal.reused(position):
                self.count(position)
            elif not self.is_counted(position):
                self.budget.charge(**spent(answer))
            return answer
        holds: list[Any] = []

        async def held() -> Any:
            # inside the journal, so that a refusal is on record and a resumed run is refused at the same place
            holds.append(await self.budget.set_aside(final=final, **(hold or {})))
            return well_formed(await do())  # whatever a plugin brings must be fit to be written down

        try:
            answer = await self.journal.call(position, ask, held, reuse=self._may_reuse(position, tool), free=free)
        except asyncio.CancelledError:
            for reserved in holds:
                reserved.settle(**(hold or {}))  # it may have been sent: nobody can say that it cost nothing
            raise
        except BaseException as error:
            for reserved in holds:
                reserved.settle(**_paid_in_vain(error))
            raise
        for reserved in holds:
            reserved.settle(**spent(answer))
        if self.journal.reused(position):
            self.count(position)  # it was when it was bought
        return answer

    def _may_reuse(self, position: str, tool: str) -> bool:
        """Whether an answer that was bought in an earlier edition of the run will do: one of a model only where the run is done
        again, and not at the steps for which none could be used."""
        again = self.state.notes.get(AGAIN)
        if tool == "respond" and again is not None:
            return not any(position.startswith(f"{step}/") for step in again)
        return tool in ("web_search", "web_fetch")

    def is_counted(self, position: str) -> bool:
        """Whether the call at a position is among what the saved state, with which this run went on, says was spent."""
        return self.journal.key(position) in self._paid

    def count(self, position: str) -> bool:
        """Put on record that a call is among what the state says was spent; False where it was already."""
        counted, key = self.state.notes.setdefault("counted", []), self.journal.key(position)
        if key in counted:
            return False
        counted.append(key)
        return True

    async def sleep(self, seconds: float) -> None:
        """Wait, but not past the end of the budget."""
        left = self.budget.seconds_left()
        if left <= 0:
            raise BudgetSpent("the budget of seconds is spent", remedy="Raise --max-seconds")
        await asyncio.sleep(min(seconds, left))

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
        await self.ahead.drop()
        await self.reading.aclose()

    async def compute(self, work: Callable[[], Result], name: str) -> Result:
        """What takes a processor for a while, in a thread: one at a time, and the run that began first comes first."""
        async with Line.shared("computing").turn(self.rank):
            return await in_thread(work, name)

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
        self.events.emit("progress", stage=stage, status="start", round=state.iteration_count)

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
        state.notes["seconds"] = round(self.budget.elapsed, 3)
        self.disk.save(state)

    def keep_before(self) -> None:
        """Keep the state as it was before this stage, in which a model failed: from there the run can be done again."""
        if self.journal.replay or self.state.notes.get(BEFORE) == self.state.edition:
            return
        self.state.notes[BEFORE] = self.state.edition
        # at once: stages that run beside this one go on, and what is saved next tells of failures
        self.disk.write(self.folder / BEFORE, self.disk.saved)

    def skip(self, state: RunState, stage: str, reason: str) -> None:
        """Say that a stage had nothing to do."""
        for step in reversed(state.steps):
            if step.stage == stage:
                step.status, step.note = "skipped", reason
                return

    def write_json(self, name: str, value: Any) -> None:
        """Leave an artefact in the run folder."""
        self.write_text(name, json_text(value))

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


def _paid_in_vain(error: BaseException) -> dict[str, float]:
    """What a failed call cost."""
    used = getattr(error, "used", None)
    if not isinstance(used, Usage):
        return {}
    return {"tokens": used.prompt_tokens + used.completion_tokens, "usd": used.usd or 0.0}
