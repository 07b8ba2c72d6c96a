"""What the calls of this run may use of its token ceiling."""

from __future__ import annotations

from dr_core.run.allot import Allotment, allot, to_think
from dr_core.run.call import provider_of
from dr_core.run.run import Run
from dr_core.run.task import model_chain
from dr_core.stage.arrange import report_words
from dr_core.stage.pays import wants_analysis
from dr_core.state import RunState
from dr_core.text import estimate_tokens, is_cjk
from dr_core.types import ModelRequest

USUAL_SECTIONS = 4
AROUND, MOST_AROUND = 0.2, 300
"""The share of a report's words that abstract, analysis and conclusions have, and the most that they are: a long report has no
longer ones than another. The sections have the rest."""
WIDE = 1.5
"""Tokens that Chinese, Japanese or Korean takes for what takes one in English."""


def shares(state: RunState, run: Run) -> Allotment:
    """The share of each task; the same at every moment of a run, and after it was resumed."""
    words = report_words(state, run)
    return allot(
        run.settings.token_ceiling,
        reserve=run.settings.budget.reserve,
        rounds=state.max_iterations,
        sections=len(state.plan.sections) if state.plan else USUAL_SECTIONS,
        words=words - min(MOST_AROUND, int(words * AROUND)),
        analysis=wants_analysis(state, run),
        wide=WIDE if is_cjk(state.language) else 1.0,
        thinking=_thinking(run),
        question=sum(map(estimate_tokens, (state.clarified_query, *state.focuses))),
    )


def _thinking(run: Run) -> int:
    """How many tokens the model that writes may think beside each answer."""
    most = to_think(run.settings.token_ceiling)
    asked = ModelRequest(task="draft", messages=(), max_tokens=1, thinking=most)
    ceilings = [provider_of(run, name).output_ceiling(asked) for name in model_chain(run, "thinking")[:1]]
    return max(0, min([most, *(ceiling - 1 for ceiling in ceilings)])) if ceilings else 0
