"""The digest of a run: what every task that has no model answers from."""

from __future__ import annotations

from dr_core.run.run import Run
from dr_core.stage.extractive.digest import Digest, digest
from dr_core.state import RunState
from dr_core.text import is_cjk

WORDS = {"brief": 600, "standard": 1500, "full": 4000}
CJK_FACTOR = 1.6
"""Characters of Chinese, Japanese or Korean that say as much as a word."""


def report_words(state: RunState, run: Run) -> int:
    """The words (CJK: characters) of a report."""
    return int(WORDS[run.settings.research.length] * (CJK_FACTOR if is_cjk(state.language) else 1))


def counted_in(language: str) -> str:
    """What the length of a report in a language is counted in, for a model."""
    return "characters" if is_cjk(language) else "words"


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
