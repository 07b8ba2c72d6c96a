"""chart: figures computed in a sandbox from the numbers of the evidence."""

from __future__ import annotations

from dr_core.run.run import Run
from dr_core.state import RunState


async def chart(state: RunState, run: Run) -> None:
    """Skip, and say why: no planner of charts is part of this version."""
    run.skip(state, "chart", "charts are not drawn by this version")
