"""Driving a run from a terminal: progress on stderr, the path on stdout, Ctrl-C that tells how to resume."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import click

from dr_core.kernel import Kernel
from dr_core.session import Session
from dr_core.result import exit_code
from dr_core.state import RunState
from dr_core.types import Event


def drive(
    kernel: Kernel,
    begin: Callable[[Session], Awaitable[tuple[RunState, Path]]],
    *,
    assume: bool = False,
    no_input: bool = False,
    quiet: bool = False,
    verbose: bool = False,
) -> int:
    """Run to the end, print the path of the report, return the exit code."""
    folder: list[Path] = []

    def started(path: Path) -> None:
        folder.append(path)
        if not quiet:
            click.echo(f"run {path.name}", err=True)

    session = Session(assume=assume, on_start=started)
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
    if not quiet:
        click.echo(_closing(state), err=True)
    click.echo(path / "report.md")
    return exit_code(state)


class Lines:
    """Progress as plain lines on stderr."""

    def __init__(self, verbose: bool) -> None:
        self._verbose = verbose

    def __call__(self, event: Event) -> None:
        data: dict[str, Any] = event.data
        line = ""
        if event.type == "error":
            line = f"  ! {event.text}"
        elif event.stage and event.status in ("complete", "skipped"):
            number = (
                f" {data['round']}" if data.get("round") and event.stage in ("harvest", "fetch", "extract", "reflect") else ""
            )
            line = f"  {event.stage}{number}: {event.status}" + (f" ({data['note']})" if data.get("note") else "")
            line = "" if event.step == "search-task" else line
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
