"""Driving a run from the command line: progress on stderr, the result on stdout, Ctrl-C that tells how to go on."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from dr_core.cli.board import Board
from dr_core.cli.lines import Lines
from dr_core.cli.output import emit_json
from dr_core.cli.stream import Stream
from dr_core.cli.talk import Talk
from dr_core.cli.terminal import can_animate, can_ask, clean, is_terminal, put, say, tell
from dr_core.errors import DRError, NoEvidence, UsageError, VerificationFailed
from dr_core.interrupt import INTERRUPTED, endings, presses
from dr_core.interrupt import run as run_loop
from dr_core.kernel import Kernel
from dr_core.session import Session, unless_cut_short
from dr_core.state import RunState
from dr_core.types import Event

Begin = Callable[[Session], Awaitable[tuple[RunState, Path]]]


@dataclass(frozen=True)
class Manner:
    """How a run is accompanied: who is asked, what is shown, what goes to stdout."""

    answers: Mapping[str, str] | None = None
    assume: bool = False
    no_input: bool = False
    confirm: Literal["auto", "always", "never"] = "auto"
    quiet: bool = False
    verbose: bool = False
    as_json: bool = False
    as_events: bool = False

    def __post_init__(self) -> None:
        for one, other, flags in (
            (self.assume, self.no_input, "--yes and --no-input"),
            (self.as_json, self.as_events, "--json and --events"),
            (self.quiet, self.verbose, "--quiet and -v"),
        ):
            if one and other:
                raise UsageError(f"{flags} contradict each other", remedy="Choose one")
        if (self.as_json or self.as_events) and sys.stdout is None:
            raise UsageError(f"{'--json' if self.as_json else '--events'} writes to standard output, which is closed")


class View(Protocol):
    """A way to show progress."""

    board: Board

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def aside(self) -> Any: ...
    def show(self, line: str) -> None: ...
    def __call__(self, event: Event) -> None: ...


def drive(kernel: Kernel, begin: Begin, manner: Manner) -> int:
    """Run to the end, print what was asked for, return the exit code."""
    folder: list[Path] = []
    try:
        state, path = accompany(kernel, begin, manner, folder.append)
    except (KeyboardInterrupt, asyncio.CancelledError):
        if manner.as_json:
            _put_failed(folder, "interrupted", INTERRUPTED, "interrupted")
        say("interrupted" + (f"; go on with: dr resume {folder[0].name}" if folder else ""))
        return INTERRUPTED
    except DRError as error:
        if manner.as_json and folder:
            _put_failed(folder, "failed", error.exit_code, str(error))
        if folder and error.exit_code == 4 and not (isinstance(error, NoEvidence) and error.final):
            say(f"what was done is kept; try again with: dr resume {folder[0].name}")
        raise
    return _tell_result(state, path, manner)


def _tell_result(state: RunState, path: Path, manner: Manner) -> int:
    """Say how a run went, print what was asked for, return the exit code."""
    # imported here: what is told of a report takes a tenth of a second to load, which nothing has to wait for at the beginning
    from dr_core.cli.closing import answer, closing, warnings
    from dr_core.report.vain import in_vain
    from dr_core.result import Result

    result = Result.of(state, path)
    if not manner.quiet or in_vain(state):
        for line in warnings(state, path):
            tell(line)
    if not manner.quiet:
        tell(closing(state, result))
        for file in result.files[1:]:
            say(f"also written: {clean(file)}")
        if is_terminal(sys.stderr) and not (manner.as_json or manner.as_events):
            tell(f"\n{answer(state, result)}\n")  # who sits there need not open a file for it
    elif unwritten := next((step.note for step in reversed(state.steps) if step.stage == "write"), ""):
        tell(f"! {clean(unwritten)}")  # a form that was asked for is missing: an error, though not of the run
    if result.exit_code == VerificationFailed.exit_code:
        try:
            result.raise_for_verification()
        except VerificationFailed as error:
            tell(f"error: {clean(str(error))}")  # also where nothing but errors is wanted: an exit code has its reason
    with suppress(BrokenPipeError):  # whoever wanted the answer went away; the report stands all the same
        if manner.as_json:
            emit_json(result.as_json())
        elif not manner.as_events and sys.stdout is not None:
            put(Path(result.report_path))
        elif sys.stdout is None:
            say(result.report_path)
    return result.exit_code


def accompany(kernel: Kernel, begin: Begin, manner: Manner, started: Callable[[Path], None]) -> tuple[RunState, Path]:
    """Run to the end, with everything that is shown and asked on the way."""
    view = None if manner.quiet else _view(kernel, manner)
    if manner.quiet and not logging.root.handlers:  # --debug wants them all
        logging.getLogger("dr").setLevel(logging.ERROR)
    stream = Stream() if manner.as_events else None

    def on_start(folder: Path) -> None:
        started(folder)
        presses.parting = f"interrupted; go on with: dr resume {folder.name}"
        if view is not None:
            view.show(f"run {folder.name}")

    session = Session(assume=manner.assume, answers=manner.answers, confirming=manner.confirm, on_start=on_start)
    if view is not None:
        session.on_idle = view.show
    if can_ask() and not manner.no_input and not manner.assume:
        talk = Talk(view.aside if view is not None else Lines(Board()).aside)
        session.ask, session.confirm = talk.ask, talk.confirm
    if view is not None:
        board = view.board
        session.on_events = lambda events: board.recall(events.kept(1, events.last + 1))
    session.observers += [observer for observer in (stream, view) if observer is not None]

    async def main() -> tuple[RunState, Path]:
        task = asyncio.current_task()
        assert task is not None
        with suppress(NotImplementedError):  # Windows cannot; Ctrl-C is asyncio's own business everywhere
            for number in endings():
                asyncio.get_running_loop().add_signal_handler(number, task.cancel)
        ended = None
        try:
            ended = await begin(session)
            return ended
        finally:
            with unless_cut_short(ended is not None):
                await kernel.aclose()

    if view is not None:
        view.start()
    try:
        return run_loop(main())
    finally:
        presses.parting = "interrupted"
        if view is not None:
            view.stop()
        if stream is not None:
            stream.close()


def _view(kernel: Kernel, manner: Manner) -> View:
    board = Board.of(kernel.settings)
    if can_animate():
        from dr_core.cli.live import Screen  # rich costs a tenth of a second, and only terminals need it

        return Screen(board, verbose=manner.verbose)
    return Lines(board, verbose=manner.verbose)


def _put_failed(folder: list[Path], status: str, code: int, error: str) -> None:
    from dr_core.result import empty_result

    emit_json(empty_result(folder[0] if folder else None, status=status, exit_code=code) | {"error": error})
