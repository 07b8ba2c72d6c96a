"""cache: the end of a run: status, history, lifetimes, and the export to ``reports/``."""

from __future__ import annotations

import shutil
from typing import Literal

from dr_core.report.unverified import leaning
from dr_core.report.vain import fallen
from dr_core.run.run import Run
from dr_core.stage.render import WRITTEN
from dr_core.state import RunState


async def cache(state: RunState, run: Run) -> None:
    """Settle the status and export what was written (S0-15)."""
    state.status = ended(state)
    run.cache.sweep()
    reports = run.folder.parent.parent / "reports"
    reports.mkdir(parents=True, exist_ok=True)
    for name in state.notes.get(WRITTEN, []):
        content = (run.folder / name).read_bytes()
        run.disk.write(reports / f"{run.folder.name}{name.removeprefix('report')}", _relinked(content, run))
    if any((run.folder / "figures").glob("*.png")):
        shutil.copytree(run.folder / "figures", reports / f"{run.folder.name}_figures", dirs_exist_ok=True)
    if run.settings.output.resources:
        shutil.copytree(run.folder / "sources", reports / f"{run.folder.name}_sources", dirs_exist_ok=True)


def ended(state: RunState) -> Literal["partial", "complete"]:
    """How a run ended that has a report."""
    short = fallen(state) or state.notes.get("stopped_by_budget") or leaning(state.paragraphs, state.evidence)
    return "partial" if short else "complete"


def _relinked(content: bytes, run: Run) -> bytes:
    """The exported report finds its figures beside it."""
    return content.replace(b"](figures/", f"]({run.folder.name}_figures/".encode())
