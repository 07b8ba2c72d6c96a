"""The state machine: one class, one short method per stage.

intake -> plan -> [ harvest -> fetch -> extract -> reflect ]* -> { analyse | chart | draft } -> verify -> write -> audit -> cache

Every stage is ``async def stage(self, state) -> None``; a failure is an exception. Order, loop, wrapping, saving, timing and
events are written once, here. A subclass overrides the stages it wants to change::

    class Mine(StateMachine):
        async def harvest(self, state):
            await super().harvest(state)
            state.hits = [hit for hit in state.hits if "wiki" not in hit.url]
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import time
import traceback
from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar

from dr_core import registry
from dr_core.errors import DRError, RunError
from dr_core.run.base import AGAIN, RAISED, SHARED
from dr_core.run.plugin_call import in_words, is_cancelled
from dr_core.state import Step, drop_unsavable

if TYPE_CHECKING:
    from dr_core.kernel import Kernel
    from dr_core.run.run import Run
    from dr_core.stage.ceiling import Raised
    from dr_core.stage.refocus import Change
    from dr_core.state import RunState


CHANGE = "focuses"
"""Where the journal holds a change of the focuses; one for each edition of a run."""
MOST_ROUNDS = 10


class Stage(StrEnum):
    """The stages, in order."""

    INTAKE = "intake"
    PLAN = "plan"
    HARVEST = "harvest"
    FETCH = "fetch"
    EXTRACT = "extract"
    REFLECT = "reflect"
    ANALYSE = "analyse"
    CHART = "chart"
    DRAFT = "draft"
    VERIFY = "verify"
    WRITE = "write"
    AUDIT = "audit"
    CACHE = "cache"


class StateMachine:
    """Hands a question down the stages. ``run`` is where the stages get everything from outside."""

    opening: ClassVar[tuple[tuple[str, ...], ...]] = ((Stage.INTAKE,), (Stage.PLAN,))
    loop: ClassVar[tuple[tuple[str, ...], ...]] = ((Stage.HARVEST,), (Stage.FETCH,), (Stage.EXTRACT,), (Stage.REFLECT,))
    closing: ClassVar[tuple[tuple[str, ...], ...]] = (
        (Stage.ANALYSE, Stage.CHART, Stage.DRAFT),  # independent of each other, so they run beside each other
        (Stage.VERIFY,),
        (Stage.WRITE,),
        (Stage.AUDIT,),
        (Stage.CACHE,),
    )

    def __init__(self, kernel: Kernel, run: Run) -> None:
        self.kernel = kernel
        self.run = run
        run.ahead.allowed = run.ahead.allowed and self._is_plain()

    def _is_plain(self) -> bool:
        """Whether nobody can change what a round does; then some of it may be done early."""
        early = (Stage.PLAN, *_names(StateMachine.loop))
        own = all(getattr(type(self), stage) is getattr(StateMachine, stage) for stage in early)
        return own and self.loop == StateMachine.loop and not self.kernel.wraps_stages

    async def advance(self, state: RunState) -> None:
        """Take a run from where it stands to its end."""
        while True:
            await self._take_changes(state)
            stages = self._next(state)
            if not stages:
                break
            await self.run.come_to_turn()
            await self._beside(self._before_again(stages, state), state)
        state.current_step = ""
        self._settle(state)

    def _settle(self, state: RunState) -> None:
        """How it ended, also where no stage says so; without a report nothing has ended well."""
        from dr_core.stage.cache import ended

        if not (self.run.folder / "report.md").is_file():
            raise RunError(
                "every stage is done, and none of them has written report.md",
                remedy="A machine or a hook leaves out or replaces the stage write: see `machine` and [hooks] use",
            )
        if state.status == "running":
            state.status = ended(state)

    def _next(self, state: RunState) -> list[str]:
        """The stages to do now; beginning another round where one is due."""
        if stages := _open(self.opening, state):
            return stages
        while not set(_names(self.closing)) & set(state.done):
            if state.iteration_count == 0 or set(_names(self.loop)) <= set(state.done):
                if state.iteration_count and (state.is_sufficient or state.iteration_count >= state.max_iterations):
                    break
                state.done = [name for name in state.done if name not in _names(self.loop)]
                state.iteration_count += 1
            if stages := _open(self.loop, state):
                return stages
        return _open(self.closing, state)

    async def _beside(self, stages: list[str], state: RunState) -> None:
        if len(stages) == 1:
            await self._step(stages[0], state)
            return
        try:
            async with asyncio.TaskGroup() as tasks:
                for stage in stages:
                    tasks.create_task(self._step(stage, state), name=stage)
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None  # the first failure cancelled the others

    # --- done again, where the models failed or a ceiling was in the way ------------------------------------------------------

    async def do_again(self, state: RunState, raised: Raised | None = None) -> None:
        """Put on record that the run is done again from where it stands, with higher ceilings or those it has, and begin."""
        told: dict[str, Any] = {"raised": raised._asdict()} if raised else {}
        if ceilings := state.notes.get(RAISED):  # it may have got them at a point behind this one
            told["carried"] = {"ceilings": ceilings, "shared": state.notes.get(SHARED)}
        await self.run.journal.decide(AGAIN, {**_place(state), **told})
        await self._take_again(state)

    async def _take_again(self, state: RunState) -> None:
        """Go on in another edition, where the run is on record as done again from this point."""
        while (again := self.run.journal.decision(AGAIN)) and {**again, **_place(state)} == again:
            from dr_core.stage.refocus import keep_earlier

            await self.run.ahead.drop()
            keep_earlier(self.run.folder, state.edition)
            self.run.journal.edition += 1
            state.edition = self.run.journal.edition
            self.run.raise_ceilings(**again.get("carried", {"ceilings": {}}))
            if raised := again.get("raised"):
                self.run.raise_ceilings(**raised)
                self.run.events.emit("progress", status="raised", **raised["ceilings"])
            self.run.save(state)

    def _before_again(self, stages: list[str], state: RunState) -> list[str]:
        """Of stages that run beside each other, those that were done before the run was done again, or before its ceilings were
        raised; otherwise all."""
        from dr_core.stage.higher import on_record

        places = [place for place in (self.run.journal.decision(AGAIN), on_record(self.run)) if place]
        here = [place["done"] for place in places if place["round"] == state.iteration_count]
        before = [[stage for stage in stages if stage in done] for done in here]
        return min(filter(None, before), key=len, default=stages)

    async def raise_ceilings(self, state: RunState, ceilings: Mapping[str, float]) -> None:
        """Put on record that the run, which is not finished, goes on with higher ceilings from where it stands, and begin."""
        from dr_core.stage.higher import put, take

        take(self.run, _place(state))  # some that were given before, and not taken over: whoever gave them was stopped
        await put(self.run, _place(state), ceilings)
        take(self.run, _place(state))

    async def _take_higher(self, state: RunState) -> None:
        """Go on with higher ceilings, where that is on record for this point of the run."""
        from dr_core.stage.higher import put_later, take

        await put_later(self.run, _place(state))
        take(self.run, _place(state))

    # --- other focuses (S4-5) ---------------------------------------------------------------------------------------------

    async def change_focuses(self, state: RunState, change: Change) -> None:
        """Put on record that the run goes on with these focuses from where it stands; ``advance`` takes them over."""
        journal, edition = self.run.journal, self.run.journal.edition
        if journal.decision(AGAIN) is not None:
            raise RunError("this run was being done again when it was stopped", remedy="Resume it first, without other focuses")
        while journal.decision(CHANGE) is not None:  # a change that was asked for, and stopped before it was taken over
            journal.edition += 1
        raised = state.notes.get(RAISED)  # perhaps at a point that whoever replays the run with this change does not come to
        await journal.decide(CHANGE, {"at": self._point(state), **change._asdict(), **({RAISED: raised} if raised else {})})
        journal.edition = edition

    def _point(self, state: RunState) -> list[int]:
        """How far a run has come: its round, and the stages done. The closing ones do not count, since they are done again."""
        done = [name for name in state.done if name not in _names(self.closing)]
        return [state.iteration_count, max(1, len(done))]

    async def _take_changes(self, state: RunState) -> None:
        """Go on with other focuses, where that is on record for this point of the run."""
        await self._take_again(state)
        await self._take_higher(state)
        while state.done and (change := self.run.journal.decision(CHANGE)) and change["at"] == self._point(state):
            from dr_core.stage.refocus import Change, refocus

            loop, closing = _names(self.loop), _names(self.closing)
            await self.run.ahead.drop()
            self.run.journal.edition += 1  # the same positions are asked for something else from here on
            self.run.raise_ceilings(change.get(RAISED, {}))
            fresh = await refocus(state, self.run, Change(**{name: change[name] for name in Change._fields if name in change}))
            state.edition = self.run.journal.edition
            state.status = "running"
            state.done = [name for name in state.done if name not in closing]
            state.steps = [step for step in state.steps if step.stage not in closing or step.status != "skipped"]
            state.errors = [error for error in state.errors if error.step.partition("/")[0] not in closing]
            begun = set(loop) & set(state.done)
            if fresh and begun and state.iteration_count < MOST_ROUNDS:  # another round, whatever is left of this one
                state.done = [*(name for name in state.done if name not in loop), *loop]
                state.max_iterations = max(state.max_iterations, state.iteration_count + 1)
            elif begun and Stage.EXTRACT in loop:  # what was read is read again under the sections that are left
                again = loop[loop.index(Stage.EXTRACT) :]
                state.done = [name for name in state.done if name not in again]
            self.run.save(state)

    async def _step(self, stage: str, state: RunState) -> None:
        """One stage: announced, wrapped by the plugins, timed, saved."""
        state.current_step = stage
        self.run.stage_began(state, stage)
        started = time.perf_counter()
        step = Step(stage=stage, round=state.iteration_count)
        state.steps.append(step)
        try:
            await self.kernel.wrapped_stage(stage, functools.partial(self._own, stage))(state)
            if odd := drop_unsavable(state.notes):
                raise RunError(f"the stage {stage} left what is no JSON value: {odd}", remedy="Keep JSON values there")
        except BaseException as error:
            step.status = "failed"
            step.note = str(error) if isinstance(error, DRError) else type(error).__name__
            raise
        finally:
            step.seconds = round(time.perf_counter() - started, 3)
        state.done.append(stage)
        self.run.stage_ended(state, step)

    async def _own(self, stage: str, state: RunState) -> None:
        """The stage itself; what goes wrong in the code of a subclass names it."""
        try:
            await getattr(self, stage)(state)
        except (DRError, KeyboardInterrupt):
            raise
        except BaseException as error:
            usual = getattr(StateMachine, stage, None)
            if getattr(type(self), stage) is usual or is_cancelled(error) or _passed_through(error, usual):
                raise
            raise registry.broken(_entry(self.kernel, type(self)), f"its stage {stage} raised {in_words(error)}") from error

    async def intake(self, state: RunState) -> None:
        """Validate the question, clarify it where needed, state assumptions."""
        from dr_core.stage.intake import intake

        await intake(state, self.run)

    async def plan(self, state: RunState) -> None:
        """Title, sections, domains and first queries, while the raw question is already being searched."""
        from dr_core.stage.plan import plan

        await plan(state, self.run)

    async def harvest(self, state: RunState) -> None:
        """Send the round's queries out, collect and rank the hits."""
        from dr_core.stage.harvest import harvest

        await harvest(state, self.run)

    async def fetch(self, state: RunState) -> None:
        """Read the pages worth reading."""
        from dr_core.stage.fetch import fetch

        await fetch(state, self.run)

    async def extract(self, state: RunState) -> None:
        """Verbatim evidence by section, and findings that name it."""
        from dr_core.stage.extract import extract

        await extract(state, self.run)

    async def reflect(self, state: RunState) -> None:
        """Is it enough? If not, what is missing and what to ask next."""
        from dr_core.stage.reflect import reflect

        await reflect(state, self.run)

    async def analyse(self, state: RunState) -> None:
        """Critical analysis from several perspectives, where it pays."""
        from dr_core.stage.analyse import analyse

        await analyse(state, self.run)

    async def chart(self, state: RunState) -> None:
        """Figures, computed in a sandbox."""
        from dr_core.stage.chart import chart

        await chart(state, self.run)

    async def draft(self, state: RunState) -> None:
        """The prose, section by section, then abstract and conclusions."""
        from dr_core.stage.draft import draft

        await draft(state, self.run)

    async def verify(self, state: RunState) -> None:
        """Every sentence against its evidence; repair, re-cite or drop."""
        from dr_core.stage.verify import verify

        await verify(state, self.run)

    async def write(self, state: RunState) -> None:
        """Compose the report; pure code."""
        from dr_core.stage.write import write

        await write(state, self.run)

    async def audit(self, state: RunState) -> None:
        """The final check of what will be shown."""
        from dr_core.stage.audit import audit

        await audit(state, self.run)

    async def cache(self, state: RunState) -> None:
        """Keep what may be used again, and export the report."""
        from dr_core.stage.cache import cache

        await cache(state, self.run)


def _place(state: RunState) -> dict[str, Any]:
    """How far a run has come: its round, and the stages done."""
    return {"round": state.iteration_count, "done": sorted(state.done)}


def _passed_through(error: BaseException, function: Any) -> bool:
    """Whether an error comes from a function, or from what it called."""
    code = getattr(function, "__code__", None)
    return any(frame.f_code is code for frame, _ in traceback.walk_tb(error.__traceback__))


def _entry(kernel: Kernel, machine: type[StateMachine]) -> registry.Entry:
    """Which plugin a machine is."""
    if chosen := kernel.settings.machine:
        return registry.describe("machine", chosen)
    return registry.Entry("machine", machine.__name__, f"{machine.__module__}:{machine.__qualname__}")


def _open(groups: tuple[tuple[str, ...], ...], state: RunState) -> list[str]:
    """The first stages that are not done."""
    return next((stages for group in groups if (stages := [stage for stage in group if stage not in state.done])), [])


def _names(groups: tuple[tuple[str, ...], ...]) -> list[str]:
    return [stage for group in groups for stage in group]


def machine_class(kernel: Kernel) -> type[StateMachine]:
    """The machine that settings choose: a subclass by plugin name or import path, else the one above."""
    chosen = kernel.settings.machine
    if not chosen:
        return StateMachine
    found = registry.load("machine", chosen, search_path=kernel.folder)
    entry = registry.describe("machine", chosen)
    if not (isinstance(found, type) and issubclass(found, StateMachine)):
        raise registry.broken(entry, f"{entry.target} is not a subclass of dr_core.StateMachine")
    for part in ("opening", "loop", "closing"):
        groups = getattr(found, part)
        if not (isinstance(groups, tuple | list) and all(isinstance(group, tuple | list) for group in groups)):
            shape = f'stages that run beside each other are a tuple: {part} = (*StateMachine.{part}, ("mine",))'
            raise registry.broken(entry, f"its {part} must be a tuple of tuples of stages; {shape}")
    for stage in _names((*found.opening, *found.loop, *found.closing)):
        if not inspect.iscoroutinefunction(getattr(found, stage, None)):
            raise registry.broken(entry, f"its stage {stage} is not an 'async def {stage}(self, state)'")
    return found


def built(kernel: Kernel, run: Run) -> StateMachine:
    """The machine that settings choose, for one run."""
    chosen = machine_class(kernel)
    try:
        machine = chosen(kernel, run)
    except Exception as error:
        raise registry.broken(_entry(kernel, chosen), f"it cannot be built: {in_words(error)}") from error
    if getattr(machine, "run", None) is not run:
        raise registry.broken(_entry(kernel, chosen), "its __init__ does not call super().__init__(kernel, run)")
    return machine
