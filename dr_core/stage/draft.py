"""draft: the prose, section by section at once, then abstract and conclusions; every paragraph names its evidence."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from dr_core.errors import ModelFailed
from dr_core.run.run import Run
from dr_core.run.task import Task, ask
from dr_core.stage.analyse import wants_analysis
from dr_core.stage.answer import DraftedParagraph, as_paragraphs, grounded
from dr_core.stage.arrange import arranged, report_words
from dr_core.stage.extract import shown
from dr_core.stage.extractive.digest import Digest
from dr_core.stage.extractive.draft import draft_without_model, summary_without_model
from dr_core.state import RunState
from dr_core.types import Evidence, Paragraph, Section

SHOWN_TO_MODEL = 20
ABSTRACT, CONCLUSIONS = "abstract", "conclusions"


class DraftAnswer(BaseModel):
    """The answer to the task ``draft``."""

    paragraphs: list[DraftedParagraph] = Field(max_length=20)


class SummaryAnswer(BaseModel):
    """The answer to the task ``summary``."""

    abstract: DraftedParagraph
    conclusions: list[DraftedParagraph] = Field(max_length=4)


def _settle_draft(inputs: Mapping[str, Any], answer: DraftAnswer) -> DraftAnswer:
    kept = grounded(inputs, answer.paragraphs)
    if not kept:
        raise ModelFailed("no paragraph cites evidence it was given; use only the ids shown")
    return DraftAnswer(paragraphs=kept)


def _settle_summary(inputs: Mapping[str, Any], answer: SummaryAnswer) -> SummaryAnswer:
    abstract, conclusions = grounded(inputs, [answer.abstract]), grounded(inputs, answer.conclusions)
    if not abstract or not conclusions:
        raise ModelFailed("abstract and conclusions must cite evidence ids that were given")
    return SummaryAnswer(abstract=abstract[0], conclusions=conclusions)


DRAFT = Task(
    "draft",
    DraftAnswer,
    fallback=lambda inputs: DraftAnswer.model_validate(draft_without_model(inputs)),
    settle=_settle_draft,
    role="thinking",
    max_tokens=1400,
)
SUMMARY = Task(
    "summary",
    SummaryAnswer,
    fallback=lambda inputs: SummaryAnswer.model_validate(summary_without_model(inputs)),
    settle=_settle_summary,
    role="thinking",
    max_tokens=900,
    final=True,
)


async def draft(state: RunState, run: Run) -> None:
    """Write the paragraphs; leaves ``draft.jsonl``."""
    assert state.plan is not None
    sections = state.plan.sections
    digest = arranged(state, run, analysis=wants_analysis(state, run))
    words = report_words(state, run) // max(1, len(sections))

    async def one(section: Section) -> list[Paragraph]:
        evidence = sorted((item for item in state.evidence.values() if item.section == section.id), key=lambda item: -item.score)
        inputs = {
            "question": state.clarified_query,
            "language": state.language,
            "today": state.today,
            "title": state.plan.research_title if state.plan else "",
            "section": section.model_dump(),
            "siblings": [other.title for other in sections if other.id != section.id],
            "findings": state.synthesis.get(section.id, [])[:10],
            "words": words,
            "evidence": [shown(item, state) for item in evidence[:SHOWN_TO_MODEL]],
        }

        async def for_fallback() -> dict[str, Any]:
            return {"arranged": digest.sections.get(section.id, [])}

        answer = await ask(run, DRAFT, inputs, f"draft/{section.id}", fallback_inputs=for_fallback)
        return as_paragraphs(section.id, answer.paragraphs)

    drafted = await asyncio.gather(*(one(section) for section in sections))
    body = [paragraph for paragraphs in drafted for paragraph in paragraphs]
    state.paragraphs = await _summary(state, run, body, digest)
    run.write_jsonl("draft.jsonl", [paragraph.model_dump() for paragraph in state.paragraphs])


async def _summary(state: RunState, run: Run, body: list[Paragraph], digest: Digest) -> list[Paragraph]:
    """Abstract, body, conclusions, in reading order."""
    assert state.plan is not None
    cited: dict[str, Evidence] = {cite: state.evidence[cite] for paragraph in body for cite in paragraph.cite_ids}
    inputs = {
        "question": state.clarified_query,
        "language": state.language,
        "today": state.today,
        "title": state.plan.research_title,
        "body": [{"section": paragraph.section, "text": paragraph.text, "cite_ids": paragraph.cite_ids} for paragraph in body],
        "evidence": [shown(item, state) for item in cited.values()],
        "gaps": state.iterations[-1].gaps if state.iterations else [],
    }

    async def for_fallback() -> dict[str, Any]:
        return {"arranged_abstract": digest.abstract, "arranged_conclusions": digest.conclusions}

    answer = await ask(run, SUMMARY, inputs, "draft/summary", fallback_inputs=for_fallback)
    return [*as_paragraphs(ABSTRACT, [answer.abstract]), *body, *as_paragraphs(CONCLUSIONS, answer.conclusions)]
