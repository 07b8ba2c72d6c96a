"""cache: the end of a run: status, history, lifetimes, and the export to ``reports/``."""

from __future__ import annotations

import shutil

from dr_core.report.unverified import leaning
from dr_core.run.run import Run
from dr_core.run.store import write_whole
from dr_core.state import RunState


async def cache(state: RunState, run: Run) -> None:
    """Settle the status and export what was written (S0-15)."""
    short = state.notes.get("fallbacks") or state.notes.get("stopped_by_budget") or leaning(state.paragraphs, state.evidence)
    state.status = "partial" if short else "complete"
    run.cache.sweep()
    reports = run.folder.parent.parent / "reports"
    reports.mkdir(parents=True, exist_ok=True)
    for report in run.folder.glob("report.*"):
        if report.suffix != ".json":
            write_whole(reports / f"{run.folder.name}{report.suffix}", _relinked(report.read_bytes(), run))
    if any((run.folder / "figures").glob("*.png")):
        shutil.copytree(run.folder / "figures", reports / f"{run.folder.name}_figures", dirs_exist_ok=True)
    if run.settings.output.resources:
        shutil.copytree(run.folder / "sources", reports / f"{run.folder.name}_sources", dirs_exist_ok=True)


def _relinked(content: bytes, run: Run) -> bytes:
    """The exported report finds its figures beside it."""
    return content.replace(b"](figures/", f"]({run.folder.name}_figures/".encode())
