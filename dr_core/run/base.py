"""RunBase: what every outside call of a run leans on: its settings and state, its journal, budget and events.

Models, searches and pages are asked by those who know no more of a run than this; ``Run`` puts them together for the stages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from dr_core.errors import BudgetSpent, DRError
from dr_core.interfaces import Provider
from dr_core.run.ahead import Ahead
from dr_core.run.budget import Budget
from dr_core.run.cache import Cache
from dr_core.run.context import Context
from dr_core.run.disk import Disk
from dr_core.run.events import Events
from dr_core.run.journal import Journal
from dr_core.run.mask import check_tool
from dr_core.settings import Settings
from dr_core.state import RunState
from dr_core.types import Usage
from dr_core.unicode import well_formed

AGAIN = "again"
"""Where the state's notes hold the steps that a run does again because they were done without its models."""
BEFORE = "before.json"
"""The state of a run before the first stage in which its models failed."""
HELD = "held.json"
"""The state of a run before the first stage in which a ceiling held it back, unless ``BEFORE`` is no later."""
RAISED = "raised"
"""Where the notes hold the ceilings that a run has in place of those it began with."""
SHARED = "shared"
"""Where they hold the tokens that calls have shares of, where that is not the ceiling."""
LATER = "shared_later"
"""Where they hold those of a higher ceiling that calls have as soon as none stands on the shares of before."""
_BEGUN = count()


class RunBase:
    """One run as those see it who reach out of it."""

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
    ) -> None:
        self.settings = settings = settings.with_ceilings(state.notes.get(RAISED, {}))
        self.provider = provider
        self.folder = folder
        self.disk = Disk(folder)
        self.state = state
        self.journal = journal
        self.cache = cache
        self.events = events
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
            elapsed_before=max(float(state.notes.get("seconds", 0.0)), events.elapsed),
        )
        journal.edition = state.edition
        self.paid: frozenset[str] = frozenset()
        """The calls that the saved state, with which this run went on, says were spent."""
        self.context = Context(settings, lambda: self.state)
        self.ahead = Ahead(lambda: self.state.errors, allowed=settings.search.ahead and not journal.replay)

    @property
    def seconds(self) -> float:
        """The seconds of the run so far, as they are told."""
        return round(self.budget.elapsed, 3)

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

    @property
    def shared_tokens(self) -> int:
        """What calls have shares of: the token ceiling, without what was spent on that which is made again under a higher one."""
        return int(self.state.notes.get(SHARED, self.settings.token_ceiling))

    def raise_ceilings(self, ceilings: Mapping[str, float], shared: int | None = None) -> None:
        """Go on with these ceilings, and with shares of so many tokens; None: of as many as there are."""
        notes = self.state.notes
        if ceilings:
            notes[RAISED] = {**notes.get(RAISED, {}), **ceilings}
        if shared is not None:
            notes[SHARED] = shared
            notes.pop(LATER, None)
        if "tokens" in ceilings and "estimate" in notes:  # it says what the run never goes over
            notes["estimate"] = {**notes["estimate"], "most_tokens": ceilings["tokens"]}
        self.settings = self.settings.with_ceilings(ceilings)
        for name, ceiling in ceilings.items():
            setattr(self.budget, name, ceiling)

    def is_counted(self, position: str) -> bool:
        """Whether the call at a position is among what the saved state, with which this run went on, says was spent."""
        return self.journal.key(position) in self.paid

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

    def keep_before(self, name: str = BEFORE) -> None:
        """Keep the state as it was before this stage, in which a model failed or (``HELD``) a ceiling was in the way: from there
        the run can be done again."""
        notes, edition = self.state.notes, self.state.edition
        if self.journal.replay or edition in (notes.get(BEFORE), notes.get(name)):
            return
        notes[name] = edition
        # at once: stages that run beside this one go on, and what is saved next tells of failures
        self.disk.write(self.folder / name, self.disk.saved)


def _paid_in_vain(error: BaseException) -> dict[str, float]:
    """What a failed call cost."""
    used = getattr(error, "used", None)
    if not isinstance(used, Usage):
        return {}
    return {"tokens": used.prompt_tokens + used.completion_tokens, "usd": used.usd or 0.0}
