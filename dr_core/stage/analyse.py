"""analyse: critical analysis from several perspectives, only where it pays (S0-9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from dr_core.run.run import Run
from dr_core.run.task import Task, ask
from dr_core.stage.answer import DraftedParagraph, as_paragraphs, grounded
from dr_core.stage.arrange import arranged
from dr_core.stage.extract import shown
from dr_core.stage.extractive.draft import analyse_without_model
from dr_core.state import RunState

KEYWORDS = (
    "分析", "評估", "评估", "批判", "比較", "比较", "為什麼", "为什么", "なぜ", "評価", "분석", "평가", "비교", "왜",
    "analy", "assess", "evaluat", "critic", "compar", "why ", "versus", " vs",
)  # fmt: skip
PATTERNS = (
    (("趨勢", "趋势", "trend", "動向", "추세"), ("分析", "analy", "분석")),
    (("市場", "市场", "market", "시장"), ("觀點", "观点", "view", "perspective", "見方", "관점")),
)
LONG_QUERY = 50
SHOWN_TO_MODEL = 24


class AnalysisAnswer(BaseModel):
    """The answer to the task ``analyse``: a paragraph for each perspective."""

    paragraphs: list[DraftedParagraph] = Field(max_length=5)


def pays(question: str) -> bool:
    """Whether a question asks for judgement: by keyword, by mixed pattern, or by being long (S0-9)."""
    lowered = f"{question.lower()} "
    if any(word in lowered for word in KEYWORDS):
        return True
    mixed = any(any(one in lowered for one in ones) and any(other in lowered for other in others) for ones, others in PATTERNS)
    return mixed or len(question) > LONG_QUERY


def _settle(inputs: Mapping[str, Any], answer: AnalysisAnswer) -> AnalysisAnswer:
    return AnalysisAnswer(paragraphs=grounded(inputs, answer.paragraphs))


ANALYSE = Task(
    "analyse",
    AnalysisAnswer,
    fallback=lambda inputs: AnalysisAnswer.model_validate(analyse_without_model(inputs)),
    settle=_settle,
    role="thinking",
    max_tokens=1200,
)


def wants_analysis(state: RunState, run: Run) -> bool:
    """Whether this run analyses, by settings and question."""
    wanted = run.settings.research.critical_analysis
    return wanted == "always" or (wanted == "auto" and pays(state.clarified_query))


async def analyse(state: RunState, run: Run) -> None:
    """Weigh what the sources say against each other."""
    if not wants_analysis(state, run):
        run.skip(state, "analyse", "the question does not ask for an analysis")
        return
    evidence = sorted(state.evidence.values(), key=lambda item: -item.score)
    inputs = {
        "question": state.clarified_query,
        "language": state.language,
        "today": state.today,
        "title": state.plan.research_title if state.plan else "",
        "evidence": [shown(item, state) for item in evidence[:SHOWN_TO_MODEL]],
    }

    async def for_fallback() -> dict[str, Any]:
        return {"arranged": arranged(state, run, analysis=True).analysis}

    answer = await ask(run, ANALYSE, inputs, "analyse/model", fallback_inputs=for_fallback)
    state.analysis = as_paragraphs("analysis", answer.paragraphs)
    if not state.analysis:
        run.skip(state, "analyse", "the sources do not differ in what they state")
