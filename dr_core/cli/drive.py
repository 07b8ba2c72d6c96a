"""Driving a run from a terminal: progress on stderr, the result on stdout, Ctrl-C that tells how to resume."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import click

from dr_core.cli.talk import Talk
from dr_core.errors import DRError
from dr_core.kernel import Kernel
from dr_core.result import Result, exit_code
from dr_core.run.events import as_sse
from dr_core.session import Session
from dr_core.state import RunState
from dr_core.types import Event


def drive(
    kernel: Kernel,
    begin: Callable[[Session], Awaitable[tuple[RunState, Path]]],
    *,
    answers: Mapping[str, str] | None = None,
    assume: bool = False,
    no_input: bool = False,
    confirm: str = "auto",
    quiet: bool = False,
    verbose: bool = False,
    as_json: bool = False,
    as_events: bool = False,
) -> int:
    """Run to the end, print what was asked for, return the exit code."""
    folder: list[Path] = []

    def started(path: Path) -> None:
        folder.append(path)
        if not quiet:
            click.echo(f"run {path.name}", err=True)

    talk = Talk() if not no_input and not assume and sys.stdin.isatty() and sys.stderr.isatty() else None
    session = Session(assume=assume, answers=answers, on_start=started)
    if talk is not None:
        session.ask = talk.ask
        session.confirm = None if confirm == "never" else talk.confirm
        session.confirm_always = confirm == "always"
    if as_events:
        session.observers.append(lambda event: click.echo(as_sse(event), nl=False))
    if not quiet:
        session.observers.append(Lines(verbose))

    async def main() -> tuple[RunState, Path]:
        task = asyncio.current_task()
        assert task is not None
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, task.cancel)
        try:
            return await begin(session)
        finally:
            await kernel.aclose()

    try:
        state, path = asyncio.run(main())
    except (KeyboardInterrupt, asyncio.CancelledError):
        hint = f"; go on with: dr resume {folder[0].name}" if folder else ""
        click.echo(f"interrupted{hint}", err=True)
        return 130
    except DRError as error:
        if as_json:
            _failed_json(error, folder[0] if folder else None)
        if folder and error.exit_code == 4:
            click.echo(f"what was done is kept; try again with: dr resume {folder[0].name}", err=True)
        raise
    if not quiet:
        click.echo(_closing(state), err=True)
    if as_json:
        from dr_core.cli import emit_json

        emit_json(Result.of(state, path).as_json())
    elif not as_events:
        click.echo(path / "report.md")
    return exit_code(state)


class Lines:
    """Progress as plain lines on stderr."""

    def __init__(self, verbose: bool) -> None:
        self._verbose = verbose

    def __call__(self, event: Event) -> None:
        data: dict[str, Any] = event.data
        line = ""
        if event.type == "error" and data.get("retry") is not False:  # the last one is told at the end
            line = f"  ! {event.text}"
        elif event.stage and event.status in ("complete", "skipped") and event.step != "search-task":
            number = (
                f" {data['round']}" if data.get("round") and event.stage in ("harvest", "fetch", "extract", "reflect") else ""
            )
            line = f"  {event.stage}{number}: {event.status}" + (f" ({data['note']})" if data.get("note") else "")
        elif event.status == "planned":
            line = "  plan: " + " | ".join(data.get("sections", []))
        elif self._verbose and event.status in ("read", "unread", "queries", "reflected", "straggler", "fallback"):
            line = f"    {event.status}: " + ", ".join(f"{key}={value}" for key, value in data.items())
        if line:
            print(line, file=sys.stderr, flush=True)


def _closing(state: RunState) -> str:
    cited = len({state.evidence[cite].source for paragraph in state.paragraphs for cite in paragraph.cite_ids})
    passed = "passed" if state.passed else "did not pass"
    return f"{state.status}: {cited} of {len(state.sources)} sources cited, verification {passed}"


def _failed_json(error: DRError, folder: Path | None) -> None:
    from dr_core.cli import emit_json

    emit_json(
        {
            "run_id": folder.name if folder else "",
            "status": "failed",
            "exit_code": error.exit_code,
            "run_dir": str(folder) if folder else "",
            "passed": None,
            "error": str(error),
        }
    )
