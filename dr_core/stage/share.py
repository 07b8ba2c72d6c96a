"""What the calls of this run may use of its token ceiling."""

from __future__ import annotations

import math
from typing import Any

from dr_core.report.vain import no_room
from dr_core.run.allot import Allotment, allot, has_room, to_think
from dr_core.run.call import provider_of
from dr_core.run.run import Run
from dr_core.run.task import model_chain
from dr_core.stage.length import report_words
from dr_core.stage.pays import wants_analysis
from dr_core.state import RunState
from dr_core.text import estimate_tokens, is_cjk
from dr_core.types import ModelRequest

USUAL_SECTIONS = 4
AROUND, MOST_AROUND = 0.2, 300
"""The share of a report's words that abstract, analysis and conclusions have, and the most that they are: a long report has no
longer ones than another. The sections have the rest."""
STEP, MOST_ENOUGH, SURE = 1_000, 500_000, 1.1
"""In what steps, and up to where, a ceiling is looked for that is enough; and how much longer prompts may be with it."""
WIDE = 1.5
"""Tokens that Chinese, Japanese or Korean takes for what takes one in English."""


def shares(state: RunState, run: Run, ceiling: int | None = None) -> Allotment:
    """The share of each task; the same at every moment of a run, and after it was resumed. ``ceiling``: of another one."""
    words = report_words(state, run)
    return allot(
        run.shared_tokens if ceiling is None else ceiling,
        reserve=run.settings.budget.reserve,
        rounds=state.max_iterations,
        sections=len(state.plan.sections) if state.plan else USUAL_SECTIONS,
        words=words - min(MOST_AROUND, int(words * AROUND)),
        analysis=wants_analysis(state, run),
        wide=WIDE if is_cjk(state.language) else 1.0,
        characters=is_cjk(state.language),
        thinking=_thinking(run),
        question=sum(map(estimate_tokens, (state.clarified_query, *state.focuses))),
    )


def too_small(state: RunState, run: Run, lost: float) -> dict[str, Any]:
    """The token ceiling where it had no room for some steps, these steps, and the ceiling, in whole thousands, that is enough for
    this run, which has ``lost`` so many tokens to what it would make again; empty where there was room for all."""
    needs = [(entry["task"], int(entry["prompt"] * SURE)) for entry in no_room(state)]
    if not needs:
        return {}
    ceiling, shared = run.settings.token_ceiling, run.shared_tokens
    first = shared // STEP * STEP + STEP
    fitting = (more for more in range(first, MOST_ENOUGH, STEP) if _has_room_for(needs, shares(state, run, more)))
    enough = math.ceil((next(fitting, MOST_ENOUGH) + ceiling - shared + lost) / STEP) * STEP
    return {"tokens": ceiling, "enough": enough, "tasks": list(dict.fromkeys(task for task, _ in needs))}


def _has_room_for(needs: list[tuple[str, int]], given: Allotment) -> bool:
    return all(has_room(getattr(given, task, given.final), prompt) for task, prompt in needs)


def _thinking(run: Run) -> int:
    """How many tokens the model that writes may think beside each answer."""
    most = to_think(run.shared_tokens)
    asked = ModelRequest(task="draft", messages=(), max_tokens=1, thinking=most)
    ceilings = [provider_of(run, name).output_ceiling(asked) for name in model_chain(run, "thinking")[:1]]
    return max(0, min([most, *(ceiling - 1 for ceiling in ceilings)])) if ceilings else 0
