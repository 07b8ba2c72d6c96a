"""The Python API: ``research()`` for one answer, ``Researcher`` for many, ``Researcher.start()`` to watch and cancel.

::

    from dr_core import Researcher

    researcher = Researcher(docs="notes/", max_iterations=2)
    result = await researcher.run("How do sodium-ion and LFP batteries compare?")
    print(result.title, result.passed, len(result.sources))
"""

from __future__ import annotations

import asyncio
import copy
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

from dr_core.callback import (
    Confirm,
    OnAnswered,
    OnClarifyQuestion,
    OnPlan,
    asking,
    checked_answers,
    checked_confirm,
    confirming,
    going_on,
)
from dr_core.errors import DRError, UsageError
from dr_core.interfaces import KINDS
from dr_core.kernel import Kernel
from dr_core.layers import Loaded, load_settings
from dr_core.manifest import check_sent, history_index, settings_to_resume
from dr_core.present import is_file, is_folder
from dr_core.result import Result
from dr_core.run.events import Events
from dr_core.run.store import find_run
from dr_core.session import Session, resume, start, unless_cut_short
from dr_core.state import RunState
from dr_core.types import Event

Begin = Callable[[Session], Awaitable[tuple[RunState, Path]]]


class Options(TypedDict, total=False):
    """The arguments of ``Researcher``, for ``research`` and ``aresearch``, which hand them on."""

    model_provider: str | None
    model_name: str | None
    max_iterations: int | None
    docs: str | Path | Sequence[str | Path] | None
    search: Sequence[str] | None
    settings: Mapping[str, Any] | Loaded | None
    plugins: Sequence[object]
    on_clarify_question: OnClarifyQuestion | None
    on_plan: OnPlan | None
    on_answered: OnAnswered | None
    answers: Mapping[str, str | int] | None
    assume: bool
    confirm: Confirm


class Researcher:
    """Runs research with one set of settings, as often as you like, several at once if you like.

    ``model_provider`` is a model plugin or instance (``"openai"``, ``"qwen"``; none: extractive), ``model_name`` the model it
    serves. ``docs`` are folders or files to search, ``search`` the engines to use. ``settings`` is anything that ``dr.toml`` may
    say, as a dictionary; it goes over the environment and the files. Where it is what ``load_settings`` gave, these are not read
    again. ``plugins`` are hook plugins.

    ``on_clarify_question`` is called with each question and returns the answer (None declines). Without it, ``answers`` are
    used, then assumptions are made and stated; with ``assume=False`` an open question is a ``ClarificationNeeded``. ``on_plan``
    is called with the plan where the run is costly or complex (``confirm="always"``: always) and returns a list of edited
    focuses, or None to take the plan as it is. ``on_answered`` is called when an answer of either is on the disk, and the run
    goes on when it returns. Each may be an ``async def`` or a plain function.
    """

    def __init__(
        self,
        *,
        model_provider: str | None = None,
        model_name: str | None = None,
        max_iterations: int | None = None,
        docs: str | Path | Sequence[str | Path] | None = None,
        search: Sequence[str] | None = None,
        settings: Mapping[str, Any] | Loaded | None = None,
        plugins: Sequence[object] = (),
        on_clarify_question: OnClarifyQuestion | None = None,
        on_plan: OnPlan | None = None,
        on_answered: OnAnswered | None = None,
        answers: Mapping[str, str | int] | None = None,
        assume: bool = True,
        confirm: Confirm = "auto",
    ) -> None:
        if not isinstance(settings, Mapping | Loaded | None):
            given = type(settings).__name__
            raise UsageError(f"settings must be a dictionary, not a {given}", remedy='settings={"research": {"depth": "deep"}}')
        if not isinstance(plugins, Sequence) or isinstance(plugins, str):
            raise UsageError(f"plugins must be a list of objects, not {plugins!r}", remedy="plugins=[...]; names: [hooks] use")
        loaded = settings if isinstance(settings, Loaded) else None
        overrides: dict[str, Any] = {} if isinstance(settings, Loaded) else copy.deepcopy(dict(settings or {}))
        if model_provider:
            _table(overrides, "llm")["use"] = [model_provider]
            if model_name:
                _table(_table(overrides, "llm"), model_provider)["model"] = model_name
        elif model_name:
            raise UsageError("model_name needs a model_provider", remedy='Researcher(model_provider="openai", model_name=...)')
        if max_iterations is not None:
            _table(overrides, "research")["max_iterations"] = max_iterations
        if isinstance(search, str):
            names = [name.strip() for name in search.split(",")]
            raise UsageError(f"search must be a list of names, not the text '{search}'", remedy=f"search={names}")
        if search is not None:
            _table(overrides, "search")["use"] = list(search)
        if docs is not None:
            paths = [docs] if isinstance(docs, str | Path) else list(docs)
            for path in paths:
                if not (is_file(path) or is_folder(path)):
                    raise UsageError(f"there is no folder or file {path}", remedy="Check docs")
            _table(_table(overrides, "search"), "files")["paths"] = [str(Path(path).resolve()) for path in paths]
            _table(overrides, "search")["use"] = list(dict.fromkeys(["files", *(search or ())]))
        self._loaded = loaded.over(overrides) if loaded else load_settings(overrides, label="arguments")
        self._plugins = tuple(plugins)
        self._ask = asking(on_clarify_question)
        self._on_plan = confirming(on_plan)
        self._on_answered = going_on(on_answered)
        self._answers = checked_answers(answers)
        self._assume = assume
        self._confirm = checked_confirm(confirm)

    async def run(self, query: str, *, on_clarify_question: OnClarifyQuestion | None = None) -> Result:
        """Research ``query`` to the end; cancelling this cancels the run, which can be resumed."""
        return await self.start(query, on_clarify_question=on_clarify_question)._finish()

    def start(self, query: str, *, on_clarify_question: OnClarifyQuestion | None = None) -> Research:
        """Begin in the background; must be called with an event loop running."""
        if not isinstance(query, str):
            raise UsageError(f"the question is {query!r:.80}, not a text", remedy="Ask in words")
        _check_loop("start")
        kernel = Kernel(self._loaded.settings, plugins=self._plugins, folder=self._loaded.folder)
        return Research(lambda session: start(query, kernel, session), kernel, self._session(on_clarify_question))

    def resume(
        self,
        run: str | Path,
        *,
        focuses: Sequence[str] = (),
        add_focuses: Sequence[str] = (),
        max_tokens: int | None = None,
        max_usd: float | None = None,
        max_seconds: float | None = None,
        max_searches: int | None = None,
        trust: bool = False,
        on_clarify_question: OnClarifyQuestion | None = None,
    ) -> Research:
        """Go on with a run that was stopped or failed, with the settings it began with; no finished call is repeated.

        ``run`` is an id, the beginning of one, ``"last"``, or a run folder. A finished run gives its result at once, unless
        ``focuses`` (in place of its own) or ``add_focuses`` (beside them) are given: then it goes on with what it has read. One
        that its ceilings held back, or that is not finished, goes on with higher ones (``max_tokens``, ``max_usd``,
        ``max_seconds``, ``max_searches``). They are for the whole run: what it has spent stays counted.

        A run that was not begun here is gone on with only where its settings lead nowhere else than today's, unless ``trust``:
        they say which services get the keys of today, and which programs are started.
        """
        for name, given in (("focuses", focuses), ("add_focuses", add_focuses)):
            if isinstance(given, str):
                raise UsageError(f"{name} must be a list, not the text '{given}'", remedy=f"{name}=['{given}']")
        _check_loop("resume")
        settings = self._loaded.settings
        folder = find_run(str(run), settings.output.root, history_index(settings))
        if not trust:
            check_sent(folder, settings, "resume(..., trust=True)")
        kernel = Kernel(settings_to_resume(folder, settings), plugins=self._plugins, folder=self._loaded.folder)

        ceilings = {"tokens": max_tokens, "usd": max_usd, "seconds": max_seconds, "searches": max_searches}

        async def begin(session: Session) -> tuple[RunState, Path]:
            return await resume(folder, kernel, session, focuses=focuses, added=add_focuses, ceilings=ceilings), folder

        return Research(begin, kernel, self._session(on_clarify_question))

    def _session(self, on_clarify_question: OnClarifyQuestion | None) -> Session:
        ask = asking(on_clarify_question) or self._ask
        return Session(
            ask=ask,
            confirm=self._on_plan,
            go_on=self._on_answered,
            confirming=self._confirm,
            answers=self._answers or None,
            assume=self._assume and ask is None,
        )


class Research:
    """A run under way: iterate over its events, await its result, or cancel it.

    ::

        research = Researcher(docs="notes/").start("How do sodium-ion and LFP batteries compare?")
        async for event in research:
            print(event.seq, event.stage, event.status)
        result = await research

    Iterating can be left and joined again: ``events(after=n)`` goes on behind event number ``n``. A reader that is slow does not
    slow the run, and misses nothing.
    """

    def __init__(self, begin: Begin, kernel: Kernel, session: Session) -> None:
        self.run_dir: Path | None = None
        self._began = asyncio.Event()
        self._events: Events | None = None
        session.on_start = self._started
        session.on_events = self._listening
        self._task = asyncio.create_task(self._work(begin, kernel, session), name="dr research")
        self._task.add_done_callback(self._ended)

    @property
    def run_id(self) -> str:
        """The id of the run; empty until it has a folder."""
        return self.run_dir.name if self.run_dir else ""

    @property
    def done(self) -> bool:
        """Whether the run is over."""
        return self._task.done()

    async def result(self) -> Result:
        """The result, or the error the run ended with. Whoever stops waiting does not stop the run."""
        return await asyncio.shield(self._task)

    def __await__(self) -> Generator[Any, None, Result]:
        return self.result().__await__()

    async def events(self, after: int = 0) -> AsyncIterator[Event]:
        """The events of the run behind number ``after``, those already past first."""
        await self._began.wait()
        if self._events is not None:
            async for event in self._events.read(after):
                yield event

    def __aiter__(self) -> AsyncIterator[Event]:
        return self.events()

    def cancel(self) -> Coroutine[Any, Any, None]:
        """Stop the run, at once; awaited, wait until it has stopped. It can be resumed."""
        self._task.cancel()
        return self._stopped()

    async def _stopped(self) -> None:
        await asyncio.gather(self._task, return_exceptions=True)

    async def _finish(self) -> Result:
        """The result; unlike ``result``, whoever stops waiting stops the run."""
        try:
            return await self._task
        except asyncio.CancelledError:
            await self.cancel()
            raise

    def _started(self, folder: Path) -> None:
        self.run_dir = folder

    def _listening(self, events: Events) -> None:
        self._events = events
        self._began.set()

    def _of_the_past(self, folder: Path) -> None:
        """A run that was finished before: its events can be read all the same."""
        self.run_dir = folder
        self._events = Events(folder / "events.jsonl")
        self._events.close()

    def _ended(self, task: asyncio.Task[Result]) -> None:
        self._began.set()
        if not task.cancelled():
            task.exception()  # seen here, so that a run of which only the events are read ends without a warning

    async def _work(self, begin: Begin, kernel: Kernel, session: Session) -> Result:
        result = None
        try:
            state, folder = await begin(session)
            if self._events is None and (folder / "events.jsonl").is_file():
                self._of_the_past(folder)
            result = Result.of(state, folder)
            return result
        finally:
            with unless_cut_short(result is not None):
                await kernel.aclose()


async def aresearch(query: str, **options: Unpack[Options]) -> Result:
    """Research ``query``; the options are those of ``Researcher``."""
    return await Researcher(**options).run(query)


def research(query: str, **options: Unpack[Options]) -> Result:
    """Research ``query`` and wait for the result; works in a script and, in a thread of its own, where a loop is running."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(aresearch(query, **options))
    outcome: list[Result | BaseException] = []
    running: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Result]]] = []

    async def main() -> Result:
        task = asyncio.create_task(aresearch(query, **options))
        running.append((asyncio.get_running_loop(), task))
        return await task

    def work() -> None:
        try:
            outcome.append(asyncio.run(main()))
        except BaseException as error:
            outcome.append(error)

    thread = threading.Thread(target=work, name="dr research", daemon=True)
    thread.start()
    try:
        thread.join()
    except BaseException:  # Ctrl-C in a notebook stops the run, not only the waiting for it
        for loop, task in running:
            loop.call_soon_threadsafe(task.cancel)
        thread.join()
        raise
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _table(values: dict[str, Any], name: str) -> dict[str, Any]:
    table = values.setdefault(name, {})
    if not isinstance(table, dict):
        kinds = ", ".join(KINDS)
        raise DRError(f"settings['{name}'] must be a dictionary", remedy=f"Tables: research, budget, {kinds}, ...")
    return table


def _check_loop(method: str) -> None:
    """Refuse at once what would otherwise leave a coroutine that nobody awaits."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        remedy = "Call it inside an async function (asyncio.run(main())), or use research()"
        raise UsageError(f"Researcher.{method}() needs a running event loop", remedy=remedy) from None
