"""The order in which the engines of a chain are asked for a query.

``batch``   all at once
``race``    all at once, the first good answer wins, the rest is cancelled
``hybrid``  the first one; the next joins when it is slow, fails, or its answer is thin

What the user keeps on this machine (``local``) is asked whatever the others find, and never makes the web superfluous.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence

from dr_core.errors import BudgetSpent, DRError, RunError
from dr_core.run.engine import Engine
from dr_core.settings import SearchTable
from dr_core.types import Hit

GOOD_ANSWER = 3
"""So many hits make an answer good; fewer are thin, and the next engine is asked as well."""


class Strategy:
    """One query at the engines of a chain."""

    def __init__(self, settings: SearchTable, chain: Sequence[Engine], ask: Callable[[Engine], Awaitable[list[Hit]]]) -> None:
        self._chain, self._ask = chain, ask
        self._all_count = settings.parallel_strategy == "batch"
        hedging = settings.enable_race_mode
        at_once = self._all_count or (settings.parallel_strategy == "race" and hedging)
        self._at_once = len(chain) if at_once else 1
        self._patience = settings.soft_deadline if settings.parallel_strategy == "hybrid" and hedging else None
        self._local = [engine for engine in chain if engine.provider.local]
        self._web = [engine for engine in chain if not engine.provider.local]
        self._running: dict[asyncio.Future[list[Hit]], Engine] = {}
        self._slow: list[Engine] = []
        self.answers: dict[str, list[Hit]] = {}
        self.errors: dict[str, DRError] = {}

    async def follow(self, recorded: Collection[str]) -> None:
        """Ask the engines; first those whose answers are on record, as a resumed race is not run again."""
        for engine in [engine for engine in self._chain if engine.name in recorded]:
            (self._local if engine.provider.local else self._web).remove(engine)
            await self._settle(engine, self._ask(engine))
        try:
            while self._send():
                await self._receive()
        finally:
            await self._let_go()

    def _send(self) -> bool:
        """Ask whoever is next; whether anybody is worth waiting for."""
        enough = not self._all_count and self._is_enough()
        if enough:
            self._web.clear()
        while self._local or (self._web and self._web_running() < self._at_once):
            engine = (self._local or self._web).pop(0)
            self._running[asyncio.ensure_future(self._ask(engine))] = engine
        return len(self._running) > (self._web_running() if enough else 0)

    async def _receive(self) -> None:
        done, _ = await asyncio.wait(
            self._running, timeout=self._patience if self._web else None, return_when=asyncio.FIRST_COMPLETED
        )
        if not done:
            self._at_once += 1  # slow: the next one joins
            self._slow += [engine for engine in self._running.values() if engine not in self._slow]
        for finished in sorted(done, key=lambda task: self._chain.index(self._running[task])):
            await self._settle(self._running.pop(finished), finished)

    async def _settle(self, engine: Engine, answer: Awaitable[list[Hit]]) -> None:
        try:
            self.answers[engine.name] = await answer
        except RunError:
            raise  # the run's own record, not the engine
        except BudgetSpent:
            self._web.clear()
        except DRError as error:
            self.errors[engine.name] = error

    async def _let_go(self) -> None:
        for unfinished, engine in self._running.items():
            unfinished.cancel()
            engine.calls += 1  # asked, and not waited for
            engine.strikes += engine in self._slow
        await asyncio.gather(*self._running, return_exceptions=True)

    def _web_running(self) -> int:
        return sum(not engine.provider.local for engine in self._running.values())

    def _is_enough(self) -> bool:
        web = (engine for engine in self._chain if not engine.provider.local)
        return sum(len(self.answers.get(engine.name, ())) for engine in web) >= GOOD_ANSWER
