"""The search pool: many engines at once, the first good answers win, a dead engine costs nothing but a line.

``batch``   queries in batches, each at all engines at once
``race``    each query at all engines, the first good answer wins, the rest is cancelled
``hybrid``  each query at the first healthy engine of the chain; the next joins when it is slow, fails, or its answer is thin

Which engines' answers count for a query depends on time, so it is recorded as a decision; a resumed run takes the same ones.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dr_core.errors import AuthFailed, Blocked, BudgetSpent, DRError, ProviderError, QuotaSpent, RateLimited
from dr_core.interfaces import SearchProvider
from dr_core.run.hits import merge
from dr_core.run.retry import RETRIES, record, wait_before, worth_retrying
from dr_core.types import Hit, SearchTask

if TYPE_CHECKING:
    from dr_core.run.run import Run

GOOD_ANSWER = 3
"""So many hits make an answer good; fewer are thin, and the next engine is asked as well."""
COOL_DOWN = 60.0


@dataclass
class Engine:
    """An engine and how it has fared in this run."""

    provider: SearchProvider
    calls: int = 0
    hits: int = 0
    failures: int = 0
    out: str = ""
    cool_until: float = 0.0
    last_error: str = ""
    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(4))

    @property
    def name(self) -> str:
        return self.provider.name

    def healthy(self) -> bool:
        return not self.out and time.monotonic() >= self.cool_until

    def failed(self, error: DRError) -> None:
        """Take note of a failure: out for the run, cooling down, or merely unlucky."""
        self.failures += 1
        self.last_error = str(error)
        if isinstance(error, QuotaSpent | AuthFailed):
            self.out = str(error)
        elif isinstance(error, RateLimited):
            self.cool_until = time.monotonic() + min(error.retry_after or COOL_DOWN, COOL_DOWN)
        elif isinstance(error, Blocked):
            self.cool_until = time.monotonic() + COOL_DOWN

    def summary(self) -> dict[str, Any]:
        """What the provenance box says of it."""
        told = {"calls": self.calls, "hits": self.hits, "failures": self.failures, "error": self.out or self.last_error}
        return {key: value for key, value in told.items() if value or key == "calls"}


class Pool:
    """The engines of one run."""

    def __init__(self, run: Run, providers: Sequence[SearchProvider]) -> None:
        self._run = run
        self._settings = run.settings.search
        self.engines = [Engine(provider) for provider in providers]
        for engine in self.engines:
            engine.out = engine.provider.lacks()
        self._slots = asyncio.Semaphore(self._settings.max_concurrent_searches)
        self.refused: BudgetSpent | None = None
        """Set where the budget did not allow a search: a run that found nothing then says so."""

    async def search(self, tasks: Sequence[SearchTask], position: str) -> list[list[Hit]]:
        """The hits of each task; a task that fails leaves an empty list and does not touch the others (S3-3)."""
        at_once = len(tasks)
        if not self._settings.enable_batch_parallel:
            at_once = 1
        elif self._settings.parallel_strategy == "batch":
            at_once = self._settings.batch_size
        slots = asyncio.Semaphore(max(1, at_once))

        async def one(number: int, task: SearchTask) -> list[Hit]:
            async with slots:
                return await self._task(task, f"{position}/{number}")

        return list(await asyncio.gather(*(one(number, task) for number, task in enumerate(tasks))))

    def chain(self, task: SearchTask) -> list[Engine]:
        """The engines for a task, best first: those made for its kind, then the general ones in the order of settings."""
        fitting = [engine for engine in self.engines if task.strategy in engine.provider.strategies]
        general = [engine for engine in self.engines if "general" in engine.provider.strategies and engine not in fitting]
        special = [engine for engine in fitting if task.strategy != "general" and engine.provider.signal != "general"]
        return [*special, *(engine for engine in fitting if engine not in special), *general]

    def tried(self) -> str:
        """One line on what every engine did, for the error of a run that found nothing."""
        return "; ".join(
            f"{engine.name}: {engine.out or engine.last_error or f'{engine.calls} calls, {engine.hits} hits'}"
            for engine in self.engines
        )

    async def _task(self, task: SearchTask, position: str) -> list[Hit]:
        run = self._run
        run.events.emit("progress", stage=run.stage, step="search-task", status="start", query=task.query, goal=task.goal)
        decided = run.journal.decision(position)
        answers: dict[str, list[Hit]] = {}
        if decided is not None:
            for name, attempt in decided:
                engine = next((engine for engine in self.engines if engine.name == name), None)
                if engine is not None:
                    answers[name] = await self._ask(engine, task, position, attempt)
        else:
            counted = await self._attempts(task, position)
            order = [engine.name for engine in self.engines]
            decided = sorted(counted, key=lambda entry: order.index(entry[0]))
            if decided:  # that nobody answered is a failure: whoever tries the run again asks again
                await run.journal.decide(position, decided)
            answers = {name: counted[name, attempt] for name, attempt in decided}
        hits = merge(answers.values())
        run.events.emit(
            "progress",
            stage=run.stage,
            step="search-task",
            status="complete",
            query=task.query,
            hits=len(hits),
            engines=list(answers),
        )
        return hits

    async def _attempts(self, task: SearchTask, position: str) -> dict[tuple[str, int], list[Hit]]:
        """Ask the engines; when all of them failed in a passing way, wait and ask again (S0-16)."""
        for attempt in range(RETRIES + 1):
            chain = [engine for engine in self.chain(task) if engine.healthy()]
            if attempt and not chain:
                chain = [engine for engine in self.chain(task) if not engine.out]
            answers, errors = await self._strategy(chain, task, position, attempt)
            if answers or not any(worth_retrying(error) for error in errors) or attempt == RETRIES:
                return {(name, attempt): hits for name, hits in answers.items()}
            if not self._run.journal.replay:
                await self._run.sleep(wait_before(attempt + 1, errors[0]))
        return {}

    async def _strategy(
        self, chain: list[Engine], task: SearchTask, position: str, attempt: int
    ) -> tuple[dict[str, list[Hit]], list[DRError]]:
        strategy = self._settings.parallel_strategy
        hedging = self._settings.enable_race_mode
        answers: dict[str, list[Hit]] = {}
        errors: list[DRError] = []
        waiting = []
        for engine in chain:  # what is already on record is taken first: a resumed race is not run again
            if self._run.journal.recorded(f"{position}/{engine.name}/{attempt}"):
                try:
                    answers[engine.name] = await self._ask(engine, task, position, attempt)
                except DRError as error:
                    errors.append(error)
            else:
                waiting.append(engine)
        if strategy != "batch" and _enough(answers):
            return answers, errors
        running: dict[asyncio.Task[list[Hit]], Engine] = {}
        at_once = len(waiting) if strategy == "batch" or (strategy == "race" and hedging) else 1
        try:
            while waiting or running:
                while waiting and len(running) < at_once:
                    engine = waiting.pop(0)
                    running[asyncio.create_task(self._ask(engine, task, position, attempt))] = engine
                soft = self._settings.soft_deadline if strategy == "hybrid" and hedging and waiting else None
                done, _ = await asyncio.wait(running, timeout=soft, return_when=asyncio.FIRST_COMPLETED)
                if not done:
                    at_once += 1  # slow: the next one joins
                    continue
                for finished in sorted(done, key=lambda task: chain.index(running[task])):
                    engine = running.pop(finished)
                    try:
                        answers[engine.name] = finished.result()
                    except BudgetSpent:
                        waiting.clear()
                    except DRError as error:
                        errors.append(error)
                if strategy != "batch" and _enough(answers):
                    break
        finally:
            for unfinished in running:
                unfinished.cancel()
            await asyncio.gather(*running, return_exceptions=True)
        return answers, errors

    async def _ask(self, engine: Engine, task: SearchTask, position: str, attempt: int) -> list[Hit]:
        run = self._run
        limit = self._settings.max_results
        ask = {"engine": engine.name, "task": task.model_dump(), "limit": limit}

        async def do() -> list[dict[str, Any]]:
            if (known := run.cache.get("search", ask)) is not None:
                return known  # type: ignore[no-any-return]
            async with self._slots, engine.slots:
                found = await self._bounded(engine, task, limit)
            answer = [hit.model_dump(exclude_defaults=True) for hit in found]
            run.cache.put("search", ask, answer)
            return answer

        engine.calls += 1
        try:
            one = {"searches": 1.0}
            raw = await run.call(
                f"{position}/{engine.name}/{attempt}", ask, do, hold=one, spent=lambda _: one, tool="web_search"
            )
        except BudgetSpent as error:
            self.refused = error
            engine.calls -= 1
            raise
        except DRError as error:
            engine.failed(error)
            run.state.errors.append(record(error, f"{run.stage}/{engine.name}", attempt))
            run.events.emit("error", stage=run.stage, step="search-task", text=f"{engine.name}: {error}", engine=engine.name)
            raise
        hits = [Hit.model_validate({**entry, "engine": engine.name}) for entry in raw]
        engine.hits += len(hits)
        return hits

    async def _bounded(self, engine: Engine, task: SearchTask, limit: int) -> list[Hit]:
        try:
            async with asyncio.timeout(self._settings.deadline):
                found = await engine.provider.search(task, limit)
        except TimeoutError:
            raise ProviderError(f"{engine.name} gave no answer within {self._settings.deadline:g} s") from None
        except DRError:
            raise
        except Exception as error:
            raise ProviderError(f"{engine.name} raised {type(error).__name__}: {error}") from error
        return checked_hits(engine.name, found)[:limit]


def _enough(answers: dict[str, list[Hit]]) -> bool:
    return sum(len(hits) for hits in answers.values()) >= GOOD_ANSWER


def checked_hits(engine: str, found: Any) -> list[Hit]:
    """What a search provider returned, or an error that names it: a plugin's wrong type must not reach a stage."""
    if not isinstance(found, list) or not all(isinstance(hit, Hit) for hit in found):
        raise ProviderError(
            f"search '{engine}' returned {type(found).__name__}, not a list of Hit", remedy="Mend or deselect the plugin"
        )
    return found
