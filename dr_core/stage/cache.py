"""cache: the end of a run: status, history, lifetimes, and the export to ``reports/``."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Literal

from dr_core.report.unverified import leaning
from dr_core.report.vain import STOPPED, fallen
from dr_core.run.run import Run
from dr_core.run.store import copy_whole
from dr_core.stage.render import WRITTEN, outdated
from dr_core.state import RunState


async def cache(state: RunState, run: Run) -> None:
    """Settle the status and export what was written (S0-15)."""
    state.status = ended(state)
    run.cache.sweep()
    reports = run.folder.parent.parent / "reports"
    reports.mkdir(parents=True, exist_ok=True)
    for name in state.notes.get(WRITTEN, []):
        run.disk.write(_exported(name, reports, run), _relinked((run.folder / name).read_bytes(), run))
    for name in outdated(state, run.folder):
        _exported(name, reports, run).unlink(missing_ok=True)
    figures = reports / f"{run.folder.name}_figures"
    shutil.rmtree(figures, ignore_errors=True)
    if any((run.folder / "figures").glob("*.png")):
        copy_whole(run.folder / "figures", figures)
    if run.settings.output.resources:
        await run.disk.settled()
        copy_whole(run.folder / "sources", reports / f"{run.folder.name}_sources")


def ended(state: RunState) -> Literal["partial", "complete"]:
    """How a run ended that has a report."""
    short = fallen(state) or state.notes.get(STOPPED) or leaning(state.paragraphs, state.evidence)
    return "partial" if short else "complete"


def _exported(name: str, reports: Path, run: Run) -> Path:
    return reports / f"{run.folder.name}{name.removeprefix('report')}"


def _relinked(content: bytes, run: Run) -> bytes:
    """The exported report finds its figures beside it."""
    return content.replace(b"](figures/", f"]({run.folder.name}_figures/".encode())
