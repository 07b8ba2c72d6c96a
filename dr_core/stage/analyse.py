"""analyse: critical analysis from several perspectives, only where it pays (S0-9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, Field

from dr_core.run.allot import Share
from dr_core.run.prompt import about
from dr_core.run.run import Run
from dr_core.run.task import Task, ask, model_chain
from dr_core.stage.answer import DraftedParagraph, as_paragraphs, grounded
from dr_core.stage.arrange import arranged
from dr_core.stage.extractive.digest import disputed
from dr_core.stage.length import counted_in
from dr_core.stage.pays import pays as pays
from dr_core.stage.pays import wants_analysis as wants_analysis
from dr_core.stage.point import points
from dr_core.stage.share import shares
from dr_core.state import RunState
from dr_core.text.language import same_language
from dr_core.types import Evidence, Paragraph

MOST_PARAGRAPHS, MOST_QUOTED = 5, 80
MOST_SEARCHED, MOST_DISPUTES = 300, 2
"""Pieces of evidence among which disputes are looked for, and the disputes that are shown before all else."""
PER_WORD = 2.0
"""Tokens of an answer for each word that is asked for; half of them are ids, JSON and room to be wordy."""


class AnalysisAnswer(BaseModel):
    """The answer to the task ``analyse``: a paragraph for each perspective."""

    paragraphs: list[DraftedParagraph] = Field(max_length=30)


def _settle(inputs: Mapping[str, Any], answer: AnalysisAnswer) -> AnalysisAnswer:
    return AnalysisAnswer(paragraphs=grounded(inputs, answer.paragraphs)[:MOST_PARAGRAPHS])


ANALYSE = Task(
    "analyse",
    AnalysisAnswer,
    fallback=lambda inputs: AnalysisAnswer.model_validate({"paragraphs": inputs["arranged"]}),
    settle=_settle,
    role="thinking",
    max_tokens=1200,
)


async def analyse(state: RunState, run: Run) -> None:
    """Weigh what the sources say against each other."""
    if not wants_analysis(state, run):
        run.skip(state, "analyse", "the question does not ask for an analysis")
        return
    share = shares(state, run).analyse
    if model_chain(run, ANALYSE.role):
        await run.give_way()
    if model_chain(run, ANALYSE.role) and not share.tokens:
        state.analysis = as_paragraphs("analysis", await run.compute(lambda: _quoted(state), "dr-analyse"), state)
    else:
        state.analysis = await _weighed(state, run, share)
    if not state.analysis:
        run.skip(state, "analyse", "no two sources were found to state one thing differently")


def _quoted(state: RunState) -> list[DraftedParagraph]:
    """What sources in the report's language differ in, in their own words; Chinese of its own script, since the rest is."""
    one_script = state.language.startswith("zh")
    own = [
        item
        for item in state.evidence.values()
        if same_language(item.language, state.language) and (item.language == state.language or not one_script)
    ]
    return _disputed(state, sorted(own, key=lambda item: -item.score)[:MOST_QUOTED])


def _disputed(state: RunState, evidence: Sequence[Evidence]) -> list[DraftedParagraph]:
    assert state.plan is not None
    told = disputed(state.clarified_query, state.language, state.plan.sections, evidence, state.sources)
    return [DraftedParagraph.model_validate(one) for one in told]


def to_weigh(state: RunState) -> list[dict[str, Any]]:
    """The evidence as who analyses is shown it, for a tenth of which there is room: first the points on which sources give other
    figures, then what else they differ in or call disputed."""
    evidence = list(state.evidence.values())
    differ = {cite for one in _disputed(state, evidence[:MOST_SEARCHED])[:MOST_DISPUTES] for cite in one.cite_ids}
    told = points(evidence, state, in_turn=True)
    shown = {item["id"] for item in told}
    late = points([item for item in evidence if item.id in differ - shown], state)
    return sorted([*told, *late], key=lambda item: 0 if item["differs"] else 1 if item["id"] in differ else 2)


async def _weighed(state: RunState, run: Run, share: Share) -> list[Paragraph]:
    """What a model makes of them."""
    inputs = {
        **about(state),
        "title": state.plan.research_title if state.plan else "",
        "words": int(share.answer / PER_WORD),
        "counted": counted_in(state.language),
        "evidence": await run.compute(lambda: to_weigh(state), "dr-analyse"),
    }

    async def for_fallback() -> dict[str, Any]:
        return {"arranged": arranged(state, run, analysis=True).analysis}

    answer = await ask(run, ANALYSE, inputs, "analyse/model", share=share, fallback_inputs=for_fallback)
    return as_paragraphs("analysis", answer.paragraphs, state)
