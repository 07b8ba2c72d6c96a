"""The forms of a report: each selected renderer writes one file, and what one of them does wrong costs that file only."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from dr_core.errors import DRError, SettingsError
from dr_core.interfaces import Provider, Renderer
from dr_core.pattern import regex
from dr_core.run.plugin_call import Wanted, call_plugin, call_sync, fault, patience
from dr_core.run.retry import record
from dr_core.run.run import Run
from dr_core.settings import Settings
from dr_core.state import RunState
from dr_core.types import Report

MARKDOWN = "markdown"
"""The renderer of ``report.md``, which every other stage and command reads: without it there is no report."""
RESERVED = ("report.md", "report.json")
WRITTEN = "written"
"""Where the state's notes hold the names of the files, for the export."""
_SUFFIX = regex(r"\.[A-Za-z0-9]{1,10}(?:\.[a-z0-9]+)?")


def check_forms(settings: Settings, provider: Callable[[str, str], Provider]) -> None:
    """Refuse a run one of whose forms lacks something, before anything is paid; what a broken renderer costs is its file only."""
    for name in settings.render.use:
        lacking = ""
        with suppress(DRError):
            renderer = provider("render", name)
            assert isinstance(renderer, Renderer)
            lacking = call_sync(renderer, settings, "lacks", renderer.lacks, wanted=Wanted(str))
        if lacking:
            raise SettingsError(f"the report cannot be written as {name}", remedy=lacking)


async def render_all(report: Report, state: RunState, run: Run) -> None:
    """Write every form of the report; ``report.md`` first."""
    written = ["report.md"]
    content = await _rendered(MARKDOWN, report, run)
    run.disk.write(run.folder / "report.md", content)
    state.final_report = content.decode("utf-8", "replace")
    failed = []
    for name in dict.fromkeys(run.settings.render.use):
        if name == MARKDOWN:
            continue
        try:
            content = await _rendered(name, report, run)
        except DRError as error:
            state.errors.append(record(error, f"write/{name}"))
            run.events.emit("error", stage="write", text=f"{name} wrote nothing. {error}", renderer=name)
            failed.append(f"{name}: {error.message}")
            continue
        written.append(file_name(name, _renderer(name, run).suffix, written))
        run.disk.write(run.folder / written[-1], content)
    state.notes[WRITTEN] = written
    for name in outdated(state, run.folder):
        (run.folder / name).unlink(missing_ok=True)
    if failed:
        step = next((step for step in reversed(state.steps) if step.stage == "write"), None)
        if step is not None:
            step.note = f"not written: {'; '.join(failed)}"


def outdated(state: RunState, folder: Path) -> list[str]:
    """The forms of the report before this edition, which is kept in ``earlier/``, that were not written anew."""
    before = (path.name for path in (folder / "earlier" / str(state.edition)).glob("report.*"))
    return [name for name in before if name not in (*state.notes.get(WRITTEN, []), *RESERVED)]


def file_name(renderer: str, suffix: str, taken: Collection[str]) -> str:
    """``report.html``; with the renderer's name in it where that is one of dr's own files or another renderer's."""
    plain = re.sub(r"[^\w-]+", "_", renderer).strip("_") or "other"
    names = [f"report{suffix}", f"report.{plain}{suffix}", *(f"report.{plain}-{number}{suffix}" for number in range(2, 100))]
    unfit = {name.lower() for name in (*RESERVED, *taken)}  # there are disks that do not tell report.TXT from report.txt
    return next(name for name in names if name.lower() not in unfit)


def _renderer(name: str, run: Run) -> Renderer:
    found = run.provider("render", name)
    assert isinstance(found, Renderer)
    return found


async def _rendered(name: str, report: Report, run: Run) -> bytes:
    seconds = patience(run, run.settings.render.deadline)
    return await rendered(name, _renderer(name, run), report, run.folder, run.settings, seconds=seconds)


async def rendered(name: str, renderer: Renderer, report: Report, folder: Path, settings: Settings, *, seconds: float) -> bytes:
    """What a renderer makes of a report; a ``DRError`` says what it did wrong."""
    suffix = renderer.suffix
    if name != MARKDOWN and not (isinstance(suffix, str) and _SUFFIX.fullmatch(suffix)):
        raise fault(renderer, settings, f"its suffix {suffix!r} is none: it must be like '.txt' or '.tar.gz'")
    content: bytes = await call_plugin(
        renderer, settings, "render", lambda: renderer.render(report, folder), seconds=seconds, wanted=Wanted(bytes)
    )
    return content
