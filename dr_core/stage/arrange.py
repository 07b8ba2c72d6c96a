"""The digest of a run: what every task that has no model answers from."""

from __future__ import annotations

from dr_core.run.run import Run
from dr_core.stage.extractive.digest import Digest, digest
from dr_core.stage.length import report_words
from dr_core.state import RunState


def arranged(state: RunState, run: Run, *, analysis: bool, spent: bool = False) -> Digest:
    """The digest of what the run knows so far; the same state always gives the same one. ``spent``: half as long as asked for."""
    assert state.plan is not None
    return digest(
        state.clarified_query,
        state.language,
        state.plan.sections,
        list(state.evidence.values()),
        state.sources,
        words=report_words(state, run) // (2 if spent else 1),
        analysis=analysis,
        promised=bool(state.focuses),
    )
