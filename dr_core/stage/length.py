"""How long a report is to be, and what that is counted in."""

from __future__ import annotations

from dr_core.run.run import Run
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
