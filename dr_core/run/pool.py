"""The search pool: many engines at once, the first good answers win, a dead engine costs nothing but a line.

In which order the engines of the chain are asked for a query, ``strategy`` says; with ``batch``, queries too go in batches.
Beside the chain, sources beyond the web join the queries of their kind (see ``special``).

Which engines' answers count for a query depends on time, so it is recorded as a decision; a resumed run takes the same ones.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from dr_core.errors import BudgetSpent, DRError, ProviderError, QuotaSpent, RunError
from dr_core.interfaces import SearchProvider
from dr_core.report.unverified import UNVERIFIED
from dr_core.run.cache import Kept, identity
from dr_core.run.call import count_failure
from dr_core.run.desk import METER, PLACE
from dr_core.run.engine import Engine, best_first
from dr_core.run.hits import bounded, merge, newest_first
from dr_core.run.left_out import listen, packed
from dr_core.run.nothing import tell_lacking, tried
from dr_core.run.one_search import as_kept, asked, cost_of, cost_of_failure, count_paid, hits_in, key_of, worst_case
from dr_core.run.plugin_call import Wanted, call_plugin
from dr_core.run.retry import LONGEST_WAIT, RETRIES, record, wait_before, worth_retrying
from dr_core.run.special import joins
from dr_core.run.strategy import Strategy
from dr_core.run.together import together
from dr_core.types import Hit, SearchTask, Usage

if TYPE_CHECKING:
    from dr_core.run.base import RunBase

Then = Callable[[list[Hit]], None]
Names = Collection[str]
NO_LIMIT = 1000
"""Queries in flight at once: as many as there are."""


class Pool:
    """The engines of one run, and the sources beyond the web that join queries of their kind."""

    def __init__(self, run: RunBase, providers: Sequence[SearchProvider], special: Sequence[SearchProvider] = ()) -> None:
        self._run = run
        self._settings = run.settings.search
        self._chain = [Engine(provider) for provider in providers if provider.sourced]
        self._special = best_first([Engine(provider) for provider in special if provider.sourced])
        self._memory = [Engine(provider) for provider in providers if not provider.sourced]
        for engine in (*self._chain, *self._special):
            if run.budget.usd is not None and engine.ceiling is not None and engine.ceiling.usd is None:
                engine.out = (
                    f"budget.usd cannot be kept: what a search costs is unknown. Set usd_per_search, or leave {engine.name} out"
                )
        self._slots = asyncio.Semaphore(self._settings.max_concurrent_searches)
        batch = self._settings.batch_size if self._settings.parallel_strategy == "batch" else NO_LIMIT
        self._turns = asyncio.Semaphore(batch if self._settings.enable_batch_parallel else 1)
        tell_lacking(run, (*self._chain, *self._special, *self._memory))
        self.refused: BudgetSpent | None = None
        """Set where the budget did not allow a search: a run that found nothing then says so."""

    @property
    def engines(self) -> list[Engine]:
        """The engines of the chain, and whoever else was asked."""
        return [*self._chain, *(engine for engine in self._special if engine.calls), *self._memory]

    async def search(
        self, tasks: Sequence[SearchTask], position: str, then: Then | None = None, but: Mapping[str, Names] | None = None
    ) -> list[list[Hit]]:
        """The hits of each task; a task that fails leaves an empty list and does not touch the others (S3-3).

        ``then`` gets the hits of a task as soon as they are there. ``but`` names engines that a task, by its key, is kept from.
        """
        asking, met = [], Counter[str]()
        for task in tasks:
            key = key_of(task)
            here = f"{position}/{key}" + (f".{met[key]}" if met[key] else "")  # the same thing asked twice has two places
            met[key] += 1
            asking.append(self._run.ahead.result(here, partial(self._turn, task, here, then, (but or {}).get(key, ()))))
        return await together(*asking)

    def begin(self, task: SearchTask, position: str, then: Then) -> None:
        """Begin a search that will be asked for at this position."""
        here = f"{position}/{key_of(task)}"
        self._run.ahead.begin(here, partial(self._turn, task, here, then))

    async def drop(self, position: str, *, but: Sequence[SearchTask] = ()) -> None:
        """Give up the searches that were begun early at a position, save some."""
        await self._run.ahead.drop(f"{position}/", but={f"{position}/{key_of(task)}" for task in but})

    def sent(self, position: str) -> list[str]:
        """The keys of the searches that have gone out at a position."""
        depth = position.count("/") + 1
        return sorted({place.split("/")[depth] for place in self._run.journal.called(f"{position}/")})

    async def _turn(self, task: SearchTask, here: str, then: Then | None, but: Names = ()) -> list[Hit]:
        async with self._turns:
            hits = await self._task(task, here, but)
        if then:
            then(hits)
        return hits

    def chain(self, task: SearchTask) -> list[Engine]:
        """The engines for a task, best first: those made for its kind by their signal, then the general ones as settings have it.

        Where none of the web is among these, the others that the user chose: better asked than not. One that failed or was too
        slow several times in a row stands at the end, so that it holds nobody up.
        """
        fitting = [engine for engine in self._chain if task.strategy in engine.provider.strategies]
        general = [engine for engine in self._chain if "general" in engine.provider.strategies and engine not in fitting]
        special = [engine for engine in fitting if task.strategy != "general" and engine.provider.signal != "general"]
        ordered = [*best_first(special), *(engine for engine in fitting if engine not in special), *general]
        if all(engine.out or engine.provider.local for engine in ordered):
            ordered += [engine for engine in self._chain if engine not in ordered]
        return sorted(ordered, key=lambda engine: not engine.trusted())

    def joining(self, task: SearchTask) -> list[Engine]:
        """The sources beyond the web for a task; none where searches are counted, since the chain comes first then."""
        if self._run.budget.searches is not None:
            return []
        return [engine for engine in self._special if joins(engine.provider, task) and engine.healthy()]

    async def from_memory(self, tasks: Sequence[SearchTask], position: str) -> list[list[Hit]]:
        """What a model says from memory, where the user allows that (S0-6's last link); empty where nobody may be asked.

        One task after the other: what a plugin asks a model (``Context.ask``) is on record by its turn, and a resumed run asks
        in the same order.
        """
        found: list[list[Hit]] = []
        for engine in self._memory:
            found = [await self._remember(engine, task) for task in tasks]
            if any(found):
                break
        return found

    async def _remember(self, engine: Engine, task: SearchTask) -> list[Hit]:
        if engine.out:
            return []
        try:
            hits = await self._bounded(engine, task)
        except RunError:
            raise  # the run's own record, not the engine
        except DRError as error:
            engine.failed(error)
            self._run.state.errors.append(record(error, f"{self._run.stage}/{engine.name}"))
            self._run.events.emit("error", stage=self._run.stage, text=f"{engine.name}: {error}", engine=engine.name)
            return []
        engine.answered(len(hits))
        return [hit.model_copy(update={"engine": engine.name, "kind": UNVERIFIED}) for hit in hits]

    def tried(self) -> str:
        """One line on what every engine did, for the error of a run that found nothing."""
        return tried(self.engines)

    async def _task(self, task: SearchTask, position: str, but: Names) -> list[Hit]:
        run, stage = self._run, position.partition("/")[0]
        run.events.emit("progress", stage=stage, step="search-task", status="start", query=task.query, goal=task.goal)
        decided = run.journal.decision(position)
        answers: dict[str, list[Hit]] = {}
        if decided is not None:
            await self._tell_failures(task, position)
            for name, attempt in decided:
                engine = next((engine for engine in (*self._chain, *self._special) if engine.name == name), None)
                if engine is not None:
                    answers[name] = await self._ask(engine, task, position, attempt)
        else:
            counted = await self._everywhere(task, position, but)
            order = [engine.name for engine in (*self._special, *self._chain)]
            decided = sorted(counted, key=lambda entry: order.index(entry[0]))
            if decided:  # that nobody answered is a failure: whoever tries the run again asks again
                await run.journal.decide(position, decided)
            answers = {name: counted[name, attempt] for name, attempt in decided}
        hits = merge(answers.values())
        if task.strategy == "news":
            hits = newest_first(hits)
        run.events.emit(
            "progress",
            stage=stage,
            step="search-task",
            status="complete",
            query=task.query,
            hits=len(hits),
            engines=list(answers),
        )
        return hits

    async def _tell_failures(self, task: SearchTask, position: str) -> None:
        """Tell of the failures that are on record for a search, as it was done when they happened."""
        for attempt in range(RETRIES + 1):
            for engine in (*self._special, *self._chain):
                if self._run.journal.failed(f"{position}/{engine.name}/{attempt}"):
                    try:
                        await self._ask(engine, task, position, attempt)
                    except RunError:
                        raise
                    except DRError:
                        continue  # told again is all that is wanted

    async def _everywhere(self, task: SearchTask, position: str, but: Names) -> dict[tuple[str, int], list[Hit]]:
        """The chain, and beside it the sources that join; they may take a little longer than the chain, if it found anything."""
        joining = [engine for engine in self.joining(task) if engine.name not in but]
        beside = [asyncio.create_task(self._ask(engine, task, position, 0)) for engine in joining]
        try:
            counted = await self._attempts(task, position, but)
            if beside:
                await asyncio.wait(beside, timeout=self._settings.soft_deadline if counted else None)
            for engine, asked in zip(joining, beside, strict=True):
                if asked.done() and not isinstance(asked.exception(), DRError):
                    counted[engine.name, 0] = asked.result()
        finally:
            for engine, asked in zip(joining, beside, strict=True):
                engine.calls += asked.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
        return counted

    async def _attempts(self, task: SearchTask, position: str, but: Names) -> dict[tuple[str, int], list[Hit]]:
        """Ask the chain; when all of it failed in a passing way, wait and ask again (S0-16), while there is time for it."""
        try:
            return await self._again_and_again(task, position, set(but))
        except BudgetSpent as error:
            self.refused = error
            return {}

    async def _again_and_again(self, task: SearchTask, position: str, hopeless: set[str]) -> dict[tuple[str, int], list[Hit]]:
        for attempt in range(RETRIES + 1):
            chain = await self._ready(task, position, attempt, hopeless)
            strategy = Strategy(self._settings, chain, partial(self._ask, task=task, position=position, attempt=attempt))
            recorded = self._run.journal.recorded
            await strategy.follow({engine.name for engine in chain if recorded(f"{position}/{engine.name}/{attempt}")})
            again = [error for error in strategy.errors.values() if worth_retrying(error)]
            hopeless |= {name for name, error in strategy.errors.items() if not worth_retrying(error)}
            if strategy.answers or not again or attempt == RETRIES:
                return {(name, attempt): hits for name, hits in strategy.answers.items()}
            if not self._run.journal.replay:
                await self._run.sleep(min(wait_before(attempt + 1, error) for error in again))
        return {}

    async def _ready(self, task: SearchTask, position: str, attempt: int, hopeless: set[str]) -> list[Engine]:
        """The engines that may be asked; where all of them want time, after the shortest of their waits."""
        journal = self._run.journal
        chain = [engine for engine in self.chain(task) if engine.name not in hopeless]
        recorded = [engine for engine in chain if journal.recorded(f"{position}/{engine.name}/{attempt}")]
        if journal.replay:
            return recorded
        ready = [engine for engine in chain if engine in recorded or engine.healthy()]
        if ready:
            return ready
        resting = [engine for engine in chain if engine.may_return()]
        if resting:
            await self._run.sleep(min(LONGEST_WAIT, *(engine.door.cooling() for engine in resting)))
        return [engine for engine in resting if engine.healthy()] or resting

    async def _ask(self, engine: Engine, task: SearchTask, position: str, attempt: int) -> list[Hit]:
        run = self._run
        here = f"{position}/{engine.name}/{attempt}"
        ask = {"engine": engine.name, "task": asked(task), "limit": self._settings.max_results}
        fresh = not run.journal.recorded(here)
        news = fresh or not run.is_counted(here)  # else the saved state has it already
        do = partial(self._bought, engine, task, here, ask)
        try:
            raw = await run.call(here, ask, do, hold=worst_case(engine), spent=cost_of, tool="web_search")
        except BudgetSpent as error:
            if worst_case(engine).keys() != {"searches"} and len(self._chain) > 1 and run.budget.left("searches") >= 1:
                engine.out = str(error)  # what this one needs is not there; the others cost no tokens
                raise QuotaSpent(f"{engine.name}: {error.message}", remedy=error.remedy) from error
            self.refused = error
            raise
        except RunError:
            raise  # the run's own record, not the engine
        except DRError as error:
            engine.failed(error, fresh=fresh, news=news)
            self._failed(engine, error, here, attempt)
            raise
        bought = not run.journal.reused(here)  # else it was counted when it was, in an earlier edition of the run
        self._count(engine, as_kept(raw), here, bought=bought)
        hits = hits_in(raw, by=engine.name)
        engine.answered(len(hits), news=news and bought)
        return hits

    async def _bought(self, engine: Engine, task: SearchTask, here: str, ask: Mapping[str, Any]) -> Any:
        """What the cache has, or the engine says."""
        known_as = {**ask, "plugin": identity(engine.provider)}
        cacheable = getattr(engine.provider, "cacheable", True)
        async with self._run.cache.asked("search" if cacheable else "", known_as, partial(hits_in, by=engine.name)) as kept:
            return await self._searched(engine, task, here, kept) if kept.answer is None else kept.answer

    async def _searched(self, engine: Engine, task: SearchTask, here: str, kept: Kept) -> Any:
        paid: list[tuple[str, Usage]] = []
        METER.set(paid)  # each search is a task of its own, with a context of its own
        left_out = listen()
        PLACE.set(here)
        places = engine.door.slots(self._settings.max_concurrent_per_engine)
        async with places, self._slots:  # in this order: who waits for a slow engine takes no other's place
            try:
                found = await self._bounded(engine, task)
            except DRError as error:
                error.used = cost_of_failure(engine, error, paid)
                raise
        answer = {"hits": [hit.model_dump(exclude_defaults=True) for hit in found], **packed(left_out)}
        kept.keep(answer if left_out else answer["hits"])
        answer = {**answer, "paid": [[model, usage.model_dump()] for model, usage in paid]} if paid else answer
        return answer if len(answer) > 1 else answer["hits"]

    def _failed(self, engine: Engine, error: DRError, here: str, attempt: int) -> None:
        run, stage = self._run, here.partition("/")[0]
        if isinstance(error.used, Usage):
            model = str(getattr(engine.provider.options, "model", ""))
            count_failure(run, engine.name, error.used, run.journal.failure(here), model=model)
        run.count(here)
        run.ahead.failed(record(error, f"{stage}/{engine.name}", attempt))
        run.events.emit("error", stage=stage, step="search-task", text=f"{engine.name}: {error}", engine=engine.name)

    def _count(self, engine: Engine, answer: Mapping[str, Any], here: str, *, bought: bool) -> None:
        run = self._run
        if bought:
            count_paid(run, here, answer)
        if "left_out" in answer and engine.leaves_out(answer["left_out"]):
            told = {"engine": engine.name, **engine.left_out}
            run.events.emit("progress", stage=here.partition("/")[0], step="search-task", status="left_out", **told)
        run.count(here)

    async def _bounded(self, engine: Engine, task: SearchTask) -> list[Hit]:
        limit = self._settings.max_results
        patience = max(self._settings.deadline, engine.provider.patience)
        left = max(0.1, self._run.budget.seconds_left())
        raised = "--max-seconds: no more time was left" if left < patience else "search.deadline"
        found: list[Hit] = await call_plugin(
            engine.provider,
            self._run.settings,
            "search",
            lambda: engine.provider.search(task, limit),
            seconds=min(patience, left),
            wanted=Wanted(Hit, many=True),
            failure=ProviderError,
            late=f"Raise {raised}, or take '{engine.name}' out of [search] use",
        )
        return bounded(found[:limit], self._run.settings.web.max_page_bytes)
