"""The Python API: ``research()`` for one answer, ``Researcher`` for many, ``Researcher.start()`` to watch and cancel.

::

    from dr_core import Researcher

    researcher = Researcher(docs="notes/", max_iterations=2)
    result = await researcher.run("How do sodium-ion and LFP batteries compare?")
    print(result.title, result.passed, len(result.sources))
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dr_core.errors import DRError, UsageError
from dr_core.interfaces import KINDS
from dr_core.kernel import Kernel
from dr_core.session import Session, start
from dr_core.result import Result
from dr_core.run.events import Events
from dr_core.settings import load_settings
from dr_core.types import ClarificationQuestion, Event, Plan

OnClarifyQuestion = Callable[[ClarificationQuestion], Awaitable[str | None]]
OnPlan = Callable[[Plan], Awaitable[list[str] | None]]


class Researcher:
    """Runs research with one set of settings.

    ``model_provider`` is a model plugin or instance (``"openai"``, ``"qwen"``; none: extractive), ``model_name`` the model it
    serves. ``docs`` are folders or files to search, ``search`` the engines to use. ``settings`` is anything that ``dr.toml`` may
    say, as a dictionary; it goes over the environment and the files. ``plugins`` are hook plugins.
    """

    def __init__(
        self,
        *,
        model_provider: str | None = None,
        model_name: str | None = None,
        max_iterations: int | None = None,
        docs: str | Path | Sequence[str | Path] | None = None,
        search: Sequence[str] | None = None,
        settings: Mapping[str, Any] | None = None,
        plugins: Sequence[object] = (),
        on_clarify_question: OnClarifyQuestion | None = None,
        on_plan: OnPlan | None = None,
        assume: bool = True,
    ) -> None:
        overrides: dict[str, Any] = {
            key: dict(value) if isinstance(value, Mapping) else value for key, value in (settings or {}).items()
        }
        if model_provider:
            _table(overrides, "llm")["use"] = [model_provider]
            if model_name:
                _table(_table(overrides, "llm"), model_provider)["model"] = model_name
        elif model_name:
            raise UsageError("model_name needs a model_provider", remedy='Researcher(model_provider="openai", model_name=...)')
        if max_iterations is not None:
            _table(overrides, "research")["max_iterations"] = max_iterations
        if search is not None:
            _table(overrides, "search")["use"] = list(search)
        if docs is not None:
            paths = [docs] if isinstance(docs, str | Path) else list(docs)
            _table(_table(overrides, "search"), "files")["paths"] = [str(Path(path).resolve()) for path in paths]
            _table(overrides, "search")["use"] = list(dict.fromkeys(["files", *(search or ())]))
        self._loaded = load_settings(overrides)
        self._plugins = tuple(plugins)
        self._on_clarify_question = on_clarify_question
        self._on_plan = on_plan
        self._assume = assume

    async def run(self, query: str, *, on_clarify_question: OnClarifyQuestion | None = None) -> Result:
        """Research ``query`` to the end. Without a callback to ask, assumptions are made and stated."""
        return await self.start(query, on_clarify_question=on_clarify_question).result()

    def start(self, query: str, *, on_clarify_question: OnClarifyQuestion | None = None) -> Research:
        """Begin in the background; must be called with an event loop running."""
        kernel = Kernel(self._loaded.settings, plugins=self._plugins, folder=self._loaded.folder)
        ask = on_clarify_question or self._on_clarify_question
        return Research(query, kernel, Session(ask=ask, confirm=self._on_plan, assume=self._assume and ask is None))


class Research:
    """A run under way: iterate over its events, await its result, or cancel it.

    Iterating can be left and joined again: ``events(after=n)`` goes on behind event number ``n``. A reader that is slow does not
    slow the run; one that is far behind is told of a gap.
    """

    def __init__(self, query: str, kernel: Kernel, session: Session) -> None:
        self.run_dir: Path | None = None
        self._began = asyncio.Event()
        self._events: Events | None = None
        session.on_start = self._started
        session.on_events = self._listening
        self._task = asyncio.create_task(self._work(query, kernel, session))
        self._task.add_done_callback(lambda _task: self._began.set())

    @property
    def run_id(self) -> str:
        """The id of the run; empty until it has a folder."""
        return self.run_dir.name if self.run_dir else ""

    async def result(self) -> Result:
        """The result, or the error the run ended with."""
        return await asyncio.shield(self._task)

    async def events(self, after: int = 0) -> AsyncIterator[Event]:
        """The events of the run, those already past first."""
        await self._began.wait()
        if self._events is not None:
            async for event in self._events.read(after):
                yield event

    async def cancel(self) -> None:
        """Stop the run; it can be resumed."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _started(self, folder: Path) -> None:
        self.run_dir = folder

    def _listening(self, events: Events) -> None:
        self._events = events
        self._began.set()

    async def _work(self, query: str, kernel: Kernel, session: Session) -> Result:
        try:
            state, folder = await start(query, kernel, session)
            return Result.of(state, folder)
        finally:
            await kernel.aclose()


async def aresearch(query: str, **options: Any) -> Result:
    """Research ``query``; the options are those of ``Researcher``."""
    return await Researcher(**options).run(query)


def research(query: str, **options: Any) -> Result:
    """Research ``query`` and wait for the result; works in a script and, in a thread of its own, where a loop is running."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(aresearch(query, **options))
    outcome: list[Result | BaseException] = []

    def work() -> None:
        try:
            outcome.append(asyncio.run(aresearch(query, **options)))
        except BaseException as error:
            outcome.append(error)

    thread = threading.Thread(target=work, name="dr research", daemon=True)
    thread.start()
    thread.join()
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _table(values: dict[str, Any], name: str) -> dict[str, Any]:
    table = values.setdefault(name, {})
    if not isinstance(table, dict):
        kinds = ", ".join(KINDS)
        raise DRError(f"settings['{name}'] must be a dictionary", remedy=f"Tables: research, budget, {kinds}, ...")
    return table
