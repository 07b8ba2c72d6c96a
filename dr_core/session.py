"""From a question to a finished run: start, resume, replay. Async inside; ``research()`` is the one sync door."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from dr_core.errors import UsageError
from dr_core.kernel import Kernel
from dr_core.machine import built, machine_class
from dr_core.manifest import RUN_VERSION, history_index, read_manifest, written
from dr_core.report.vain import without_model
from dr_core.run import store
from dr_core.run.cache import Cache
from dr_core.run.call import check_keys, check_prices
from dr_core.run.context import error_line
from dr_core.run.events import Events
from dr_core.run.journal import Journal
from dr_core.run.nothing import check_engines
from dr_core.run.prompt import check_prompts
from dr_core.run.retry import RETRIES, at_boundary, record, wait_before, worth_retrying
from dr_core.run.run import Ask, Confirm, GoOn, Run
from dr_core.state import RunState
from dr_core.types import Event

if TYPE_CHECKING:
    from dr_core.machine import StateMachine
    from dr_core.stage.again import Way


@dataclass
class Session:
    """How a run is accompanied: who is asked, who watches, what is assumed."""

    ask: Ask | None = None
    confirm: Confirm | None = None
    go_on: GoOn | None = None
    """Is awaited when an answer is on record."""
    confirming: Literal["auto", "always", "never"] = "auto"
    assume: bool = False
    answers: Mapping[str, str] | None = None
    observers: list[Callable[[Event], None]] = field(default_factory=list)
    on_start: Callable[[Path], None] = lambda folder: None
    on_idle: Callable[[str], None] = lambda why: None
    """Is told why a finished run that is resumed has nothing to do."""
    on_events: Callable[[Events], None] = lambda events: None
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


async def start(question: str, kernel: Kernel, session: Session | None = None) -> tuple[RunState, Path]:
    """A new run; returns what it knows at its end, and its folder."""
    from dr_core.stage.intake import valid_focus, validated
    from dr_core.stage.render import check_forms

    session = session or Session()
    question = validated(question)
    settings = kernel.settings
    for focus in settings.research.focuses:
        valid_focus(focus, "a focus of [research] focuses")
    kernel.check()
    machine_class(kernel)
    check_engines(settings, kernel.provider)
    check_prices(settings, kernel.provider)
    check_keys(settings, kernel.provider)
    check_prompts(settings.prompts)
    check_forms(settings, kernel.provider)
    trace_id, folder = store.new_run(settings.output.root)
    state = RunState(run_id=folder.name, original_query=question, max_iterations=settings.research.rounds)
    store.write_json(
        folder / "run.json",
        {
            "version": RUN_VERSION,
            "run_id": folder.name,
            "trace_id": trace_id,
            "question": question,
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "dr": version("dr-framework"),
            **written(kernel),
            "assume": session.assume,
            "confirm": session.confirming,
            "answers": dict(session.answers or {}),
        },
    )
    store.save_state(folder, state)
    store.remember(history_index(settings), folder)
    session.on_start(folder)
    with store.locked(folder):
        return await _drive(state, kernel, folder, session), folder


async def resume(
    folder: Path,
    kernel: Kernel,
    session: Session | None = None,
    *,
    focuses: Sequence[str] = (),
    added: Sequence[str] = (),
    ceilings: Mapping[str, float | None] | None = None,
) -> RunState:
    """Go on with a run from what is saved; no finished call is repeated. A finished run is returned as it is, unless its models
    failed: the steps that were done without them, and what follows from them, are done again. So it is where the run's ceilings
    held it back and ``ceilings`` (``tokens``, ``usd``, ``seconds``, ``searches``) are higher; None leaves one as it is. One
    that is not finished goes on with them from where it stands.

    ``focuses`` replace those of the run, ``added`` come beside them, where there is no room in place of what the plan itself
    had chosen: then also a finished run goes on, with what it has read.
    """
    from dr_core.stage.again import Way, is_due_again, nothing_to_do, rewound, way_back
    from dr_core.stage.ceiling import has_ended
    from dr_core.stage.refocus import wanted

    session = session or Session()
    given = {name: ceiling for name, ceiling in (ceilings or {}).items() if ceiling is not None}
    if given and (focuses or added):
        raise UsageError("other focuses and higher ceilings do not go together", remedy="Raise the ceilings first")
    manifest = read_manifest(folder)
    session.answers = session.answers or manifest.get("answers") or None
    session.assume = session.assume or (session.ask is None and bool(manifest.get("assume")))
    if session.confirming == "auto":  # as it was begun, where nothing else is wanted now
        session.confirming = manifest.get("confirm", "auto")
    with store.locked(folder):
        state = store.load_state(folder)
        changed = wanted(state, focuses, added) if focuses or added else None
        back, given = (None, {}) if changed else way_back(state, folder, kernel.settings, given)
        again = not changed and (back is not None or is_due_again(state, folder))
        cut = not has_ended(state)
        if not (cut or changed or again):
            session.on_idle(nothing_to_do(state, folder))
            if not (folder / "report.md").is_file():  # somebody has deleted or moved it
                store.write_whole(folder / "report.md", state.final_report)
            return state
        kernel.check()  # a plugin that cannot be found must not cost the report that is there
        machine_class(kernel)
        check_prompts(kernel.settings.prompts)
        if "intake" not in state.done or again:
            check_keys(kernel.settings, kernel.provider)
        settled = written(kernel)
        mended = settled["settings"].get("llm") != (manifest.get("settings") or {}).get("llm")
        if mended:
            store.write_json(folder / "run.json", manifest | settled)
        if again:
            state = rewound(state, folder, back)
        anew = mended or again or bool(given) or state.status == "failed"
        if anew:
            state.notes.pop("models_out", None)
        session.on_start(folder)
        way = Way(again, cut, back, given, changed)
        return await _drive(state, kernel, folder, session, anew=anew, way=way)


async def replay(folder: Path, kernel: Kernel, into: Path) -> RunState:
    """The run once more, from its journal alone, into another folder: nothing is asked of the world outside."""
    saved = store.load_state(folder)
    rounds = kernel.settings.research.rounds if saved.edition else saved.max_iterations  # a change of the focuses may add one
    state = RunState(run_id=saved.run_id, original_query=saved.original_query, max_iterations=rounds)
    (into / "sources").mkdir(parents=True, exist_ok=True)
    store.save_state(into, state)  # whatever goes wrong, there is a state to put it down in
    journal = Journal(_settled(folder) / "journal.jsonl", replay=True)
    manifest = read_manifest(folder)
    session = Session(assume=bool(manifest.get("assume")), answers=manifest.get("answers") or None)
    return await _drive(state, kernel, into, session, journal=journal)


def _settled(folder: Path) -> Path:
    """Where a folder is, wherever a plugin goes meanwhile."""
    return folder.absolute()


def _run_of(
    state: RunState, kernel: Kernel, folder: Path, session: Session, journal: Journal, cache: Cache, events: Events
) -> Run:
    return Run(
        kernel.settings,
        kernel.provider,
        folder,
        state,
        journal=journal,
        cache=cache,
        events=events,
        ask=session.ask,
        confirm=session.confirm,
        go_on=session.go_on,
        confirming=session.confirming,
        assume=session.assume,
        answers=session.answers,
        chart_fonts=kernel.chart_fonts,
    )


async def _drive(
    state: RunState,
    kernel: Kernel,
    folder: Path,
    session: Session,
    *,
    anew: bool = False,
    way: Way | None = None,
    journal: Journal | None = None,
) -> RunState:
    """The retry boundary around the whole run (S0-16): a retry goes on from what is saved."""
    named, folder = folder, _settled(folder)
    replaying = journal is not None
    settings = kernel.settings
    lifetimes = settings.cache.model_dump(include={"search", "model", "plan", "page"})
    cached = settings.cache.enabled and not replaying
    cache = Cache(kernel.cache_dir / "answers.sqlite" if cached else None, lifetimes)
    journal = journal or Journal(folder / "journal.jsonl", least=state.journal_entry)
    if anew:
        journal.begin_attempt()
        state.status = "running"
    events = Events(folder / "events.jsonl")
    for observer in session.observers:
        events.observe(observer)
    session.on_events(events)
    ended = False
    try:
        for retry in range(RETRIES + 1):
            run = _run_of(state, kernel, folder, session, journal, cache, events)
            with _observed(events, kernel, state):
                try:
                    machine = built(kernel, run)
                    with run.disk:
                        if way:
                            await _set_out(way, state, run, machine)
                            way = None
                        await machine.advance(state)
                        run.disk.save(state)
                        await run.disk.settled()
                    events.emit("progress", status=state.status, **_ending(state, named))
                    ended = True
                    return state
                except asyncio.CancelledError:
                    told: dict[str, Any] = {"run_id": state.run_id, "elapsed": run.seconds}
                    events.emit("progress", stage=state.current_step, status="interrupted", **told)
                    raise
                except Exception as error:
                    state = await _for_another_try(error, retry, state, run, session, final=replaying)
                finally:
                    with unless_cut_short(ended):
                        await run.aclose()
        raise AssertionError("unreachable")
    finally:
        events.close()
        cache.close()
        with unless_cut_short(ended):
            await journal.aclose()


async def _for_another_try(error: Exception, retry: int, state: RunState, run: Run, session: Session, *, final: bool) -> RunState:
    """The state from which a run that failed is tried again, once it is time for that; raises where it is not (where ``final``,
    never)."""
    known = at_boundary(error)
    another = worth_retrying(known) and retry < RETRIES and not final
    state.errors.append(record(known, state.current_step, retry))
    run.events.emit("error", stage=state.current_step, text=str(known), retry=another, elapsed=run.seconds)
    if not another:
        _save_as_failed(state, run.folder, run.seconds)
        raise known from error
    state = _reloaded(run.folder, state)
    await run.ahead.drop()  # what was begun belongs to the attempt that failed
    run.journal.begin_attempt()
    await session.sleep(wait_before(retry + 1, known))
    state.notes["seconds"] = run.seconds
    return state


def unless_cut_short(ended: bool) -> AbstractContextManager[None]:
    """Around the closing of things: whoever cancels a run that has ended does not wait for it, and the report stands."""
    return suppress(asyncio.CancelledError) if ended else nullcontext()


def _save_as_failed(state: RunState, folder: Path, seconds: float) -> None:
    """What was saved last, as a run that failed in the step it had come to, after so many seconds."""
    failed = _reloaded(folder, state)
    failed.notes["seconds"] = seconds
    failed.status, failed.current_step = "failed", state.current_step
    store.save_state(folder, failed)


def _reloaded(folder: Path, state: RunState) -> RunState:
    """What was saved before the stage that failed (it may have left half of its work), with the errors and steps since."""
    saved = store.load_state(folder)
    since = [error_line(error) for error in state.errors[len(saved.errors) :]]
    saved.notes["aborted"] = [*saved.notes.get("aborted", []), *since]
    saved.errors, saved.steps = state.errors, state.steps
    return saved


async def _set_out(way: Way, state: RunState, run: Run, machine: StateMachine) -> None:
    """Put on record how a run goes on otherwise than by itself; whoever is stopped afterwards need not say so again."""
    if way.again:
        if way.cut:
            run.count_bought()
        await machine.do_again(state, way.back)
        await run.disk.settled()
    if way.given:
        await machine.raise_ceilings(state, way.given)
        await run.disk.settled()
    if way.change:
        await machine.change_focuses(state, way.change)
        state.status = "running"  # whoever stops it now can resume it
        run.disk.save(state)
        await run.disk.settled()


@contextmanager
def _observed(events: Events, kernel: Kernel, state: RunState) -> Iterator[None]:
    with ExitStack() as stack:
        observer = lambda event: kernel.notify(state, event)  # noqa: E731
        events.observe(observer)
        stack.callback(events.ignore, observer)
        yield


def _ending(state: RunState, folder: Path) -> dict[str, Any]:
    """What the last event says: how it ended, and where the report is."""
    from dr_core.result import exit_code  # imported here, both: words of many languages, which no run has to wait for
    from dr_core.stage.unmentioned import missing_subject

    return {
        "run_id": state.run_id,
        "passed": state.passed,
        "exit_code": exit_code(state),
        "without_model": [entry["task"] for entry in without_model(state)],
        "unmentioned": missing_subject(state),
        "run_dir": str(folder),
        "report_path": str(folder / "report.md"),
    }
