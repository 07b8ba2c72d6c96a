"""Runs as their folders tell of them: looked at, never worked on. For lists, servers, and whoever comes later."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from dr_core.errors import RunDamaged, UsageError
from dr_core.kernel import Kernel
from dr_core.manifest import read_manifest, run_summary, settings_of
from dr_core.present import is_file
from dr_core.report.compose import set_apart
from dr_core.report.vain import HIGHER, command
from dr_core.run.base import RAISED
from dr_core.run.store import MAX_STATE_BYTES, check_folder, is_locked, load_state, read_bytes
from dr_core.settings import Settings
from dr_core.stage.again import can_be_done_again
from dr_core.stage.ceiling import held_at
from dr_core.thread import in_thread
from dr_core.types import Event, Report


class PastRun:
    """A run that is over, was stopped, or is another process's: what it is, what happened in it, its report in any form.

    ::

        for run in past_runs(Path("logs"))[:10]:
            print(run.run_id, run.summary()["question"])
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run_id = folder.name

    @property
    def active(self) -> bool:
        """Whether a process works on it just now."""
        return is_locked(self.folder)

    @property
    def assumes(self) -> bool:
        """Whether it was begun to ask nobody, and to state what it assumes."""
        return bool(read_manifest(self.folder).get("assume"))

    @property
    def can_be_done_again(self) -> bool:
        """Whether it has ended, and steps that were done without its models would be done again if it was resumed."""
        state = load_state(self.folder)
        return state.status == "partial" and can_be_done_again(state, self.folder)

    @property
    def higher(self) -> str:
        """The command that goes on with it under higher ceilings, where its own held it back; else empty."""
        state = load_state(self.folder)
        return command(state) if held_at(state, self.folder) else ""

    @property
    def enough(self) -> dict[str, float]:
        """The ceilings (``tokens``, ``usd``, ``seconds``, ``searches``) of that command, which are enough, about."""
        state = load_state(self.folder)
        return dict(state.notes.get(HIGHER, {})) if held_at(state, self.folder) else {}

    def summary(self) -> dict[str, Any]:
        """In a few words: question, status, whether it passed, and whether a process works on it (``active``)."""
        return run_summary(self.folder)

    def settings(self, today: Settings) -> Settings:
        """The settings it began with, and the ceilings that it was given since; its secrets are those of ``today``."""
        return settings_of(self.folder, today).with_ceilings(self._raised())

    def _raised(self) -> dict[str, float]:
        try:
            raised: dict[str, float] = load_state(self.folder).notes.get(RAISED, {})
        except RunDamaged:
            return {}  # nobody can go on with it
        return raised

    def events(self, after: int = 0) -> Iterator[Event]:
        """Its events behind number ``after``, as far as they are written; a line that is damaged is told as a gap."""
        check_folder(self.folder)
        path = self.folder / "events.jsonl"
        try:
            if path.stat().st_size > MAX_STATE_BYTES:
                raise RunDamaged(f"{path} is larger than {MAX_STATE_BYTES // 2**20} MiB and was not written by dr")
            with path.open(encoding="utf-8", errors="replace") as file:
                for number, line in enumerate(islice(file, after, None), after + 1):
                    if not line.endswith("\n"):
                        return  # it is being written, or a crash has left it
                    yield _event(number, line)
        except FileNotFoundError:
            return
        except OSError as error:
            raise RunDamaged(f"{path} cannot be read: {error.strerror}", remedy="Check the folder's permissions") from error

    def report(self) -> Report:
        """The finished report."""
        check_folder(self.folder)
        file = self.folder / "report.json"
        if not is_file(file):
            raise no_report(self.folder)
        try:
            return set_apart(Report.model_validate_json(read_bytes(file)))
        except (ValidationError, OSError) as error:
            remedy = f"Make it again: dr replay {self.run_id}"
            raise RunDamaged(f"{file} is damaged: {str(error).splitlines()[0]}", remedy=remedy) from error

    async def rendered(self, form: str, kernel: Kernel) -> bytes:
        """The report as the renderer ``form`` of ``kernel`` writes it, in a thread: a PDF takes a second."""
        from dr_core.interfaces import Renderer
        from dr_core.stage.render import rendered

        renderer = kernel.provider("render", form)
        assert isinstance(renderer, Renderer)
        seconds = kernel.settings.render.deadline

        async def work() -> bytes:
            return await rendered(form, renderer, self.report(), self.folder, kernel.settings, seconds=seconds)

        return await in_thread(lambda: asyncio.run(work()), "dr-render")


def no_report(folder: Path) -> UsageError:
    """The error for a run without a report, and what helps: a run that is under way cannot be gone on with."""
    if is_locked(folder):
        return UsageError(f"run {folder.name} has no report yet: it is being worked on", remedy="Wait for it, or stop it first")
    return UsageError(f"run {folder.name} has no report yet", remedy=f"Go on with it: dr resume {folder.name}")


def past_runs(root: Path) -> list[PastRun]:
    """The runs below an output folder (``output.root``), newest first."""
    found = [path for path in (root / "research_data").glob("*_*") if is_file(path / "run.json")]
    return [PastRun(path) for path in sorted(found, key=lambda path: (path.name.partition("_")[2], path.name), reverse=True)]


def _event(number: int, line: str) -> Event:
    try:
        event = Event.model_validate_json(line)
    except ValueError:
        event = None
    if event is not None and event.seq == number:
        return event
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return Event(seq=number, at=now, type="progress", status="gap", data={"missed": 1})
