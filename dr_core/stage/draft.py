"""draft: the prose, section by section at once, then abstract and conclusions; every paragraph names its evidence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from dr_core.errors import ModelFailed
from dr_core.report.check import check_paragraphs
from dr_core.report.compose import marked
from dr_core.report.provenance import FILLED, UNASKED
from dr_core.run.pack import first_sentences
from dr_core.run.prompt import about
from dr_core.run.run import Run
from dr_core.run.task import Task, ask, model_chain
from dr_core.run.together import in_turn
from dr_core.stage.answer import MOST_PARAGRAPHS, DraftedParagraph, as_paragraphs, grounded
from dr_core.stage.arrange import arranged
from dr_core.stage.checklist import unanswered
from dr_core.stage.extractive.digest import Digest
from dr_core.stage.length import counted_in
from dr_core.stage.opening import in_own_words
from dr_core.stage.pays import compares, wants_analysis
from dr_core.stage.point import points, shown
from dr_core.stage.share import shares
from dr_core.stage.sibling import lending, siblings, with_less
from dr_core.stage.unasked import never_asked
from dr_core.state import RunState
from dr_core.text import count_words, sentences
from dr_core.types import Evidence, Paragraph, Section

ROOM_FOR_SIBLINGS = 2_500
"""Tokens of a share from which on drafters see what the other sections say, not only what they are called."""
MOST_GAPS = 8
SPOKEN_OF = 0.3
"""The share of a gap's words that a paragraph must have for a model to be believed that the body answers it."""
ABSTRACT, CONCLUSIONS = "abstract", "conclusions"
LONGEST_ABSTRACT = 200
"""Words, or characters of Chinese, Japanese or Korean."""


class DraftAnswer(BaseModel):
    """The answer to the task ``draft``."""

    paragraphs: list[DraftedParagraph] = Field(max_length=MOST_PARAGRAPHS)


class SummaryAnswer(BaseModel):
    """The answer to the task ``summary``."""

    abstract: DraftedParagraph
    conclusions: list[DraftedParagraph] = Field(max_length=4)
    answered: list[int] = Field(default_factory=list, max_length=MOST_GAPS)
    """Which of the gaps that were named the body answers, counted from 1."""


def _settle_draft(inputs: Mapping[str, Any], answer: DraftAnswer) -> DraftAnswer:
    kept = grounded(inputs, answer.paragraphs)
    if not kept:
        raise ModelFailed("no paragraph cites evidence it was given; use only the ids shown")
    return DraftAnswer(paragraphs=kept)


def _settle_summary(inputs: Mapping[str, Any], answer: SummaryAnswer) -> SummaryAnswer:
    abstract, conclusions = grounded(inputs, [answer.abstract]), grounded(inputs, answer.conclusions)
    if not abstract or not conclusions:
        raise ModelFailed("abstract and conclusions must cite evidence ids that were given")
    shorter = _no_longer(abstract[0], str(inputs["language"]))
    return SummaryAnswer(abstract=shorter, conclusions=conclusions, answered=answer.answered)


def _no_longer(abstract: DraftedParagraph, language: str) -> DraftedParagraph:
    """An abstract without the sentences that make it too long (S2-8); the first one answers, and stays."""
    ends = [span.end for span in sentences(abstract.text, language)]
    fitting = [end for end in ends if count_words(abstract.text[:end]) <= LONGEST_ABSTRACT]
    if abstract.kind != "prose" or not ends or ends[-1] in fitting:
        return abstract
    return abstract.model_copy(update={"text": abstract.text[: fitting[-1] if fitting else ends[0]]})


DRAFT = Task(
    "draft",
    DraftAnswer,
    fallback=lambda inputs: DraftAnswer.model_validate({"paragraphs": inputs["arranged"]}),
    settle=_settle_draft,
    shrink=with_less,
    role="thinking",
    max_tokens=4000,
    whole="paragraphs",
)
SUMMARY = Task(
    "summary",
    SummaryAnswer,
    # sources that hold nothing but tables give no sentence to sum up with; what has no words is not shown
    fallback=lambda inputs: SummaryAnswer.model_validate(
        {"abstract": inputs["arranged_abstract"] or {"text": "", "cite_ids": []}, "conclusions": inputs["arranged_conclusions"]}
    ),
    settle=_settle_summary,
    shrink=first_sentences("body", "section"),
    role="thinking",
    max_tokens=1200,
    final=True,
)


class _Digests:
    """What fallbacks write from, made when the first of them needs it: a run whose models answer needs none."""

    def __init__(self, state: RunState, run: Run) -> None:
        self._state, self._run = state, run
        self._made: dict[bool, Digest] = {}

    def of(self, *, spent: bool) -> Digest:
        """The digest; a shorter one where the budget is spent."""
        if spent not in self._made:
            analysis = wants_analysis(self._state, self._run)
            self._made[spent] = arranged(self._state, self._run, analysis=analysis, spent=spent)
        return self._made[spent]

    def now(self) -> Digest:
        """The digest for the task that just fell back: why it did is the last thing noted."""
        reasons = self._state.notes.get("fallbacks") or [{}]
        return self.of(spent=bool(model_chain(self._run, "thinking")) and bool(reasons[-1].get("budget")))


async def draft(state: RunState, run: Run) -> None:
    """Write the paragraphs; leaves ``draft.jsonl``."""
    assert state.plan is not None
    sections = state.plan.sections
    digests = _Digests(state, run)
    share = shares(state, run)
    told = share.draft.tokens >= ROOM_FOR_SIBLINGS
    lent = lending(state) if model_chain(run, DRAFT.role) else {}

    async def one(section: Section, going: Callable[[], None]) -> list[Paragraph]:
        evidence = [item for item in state.evidence.values() if item.section == section.id]
        others = siblings(section, state, told=told)
        inputs = {
            **about(state),
            "title": state.plan.research_title if state.plan else "",
            "section": section.model_dump(),
            "siblings": others,
            "lent": lent.get(section.id, []),
            "beside": [{"id": cite} for other in others for point in other["points"] for cite in point["ids"]],
            "checklist": state.notes.get("checklist", []),
            "comparison": compares(state.clarified_query),
            "words": share.words,
            "counted": counted_in(state.language),
            "evidence": points(evidence, state),
        }

        async def for_fallback() -> dict[str, Any]:
            return {"arranged": digests.now().sections.get(section.id, [])}

        if not evidence and not digests.of(spent=False).sections.get(section.id):
            return []  # nothing to write from
        position = f"draft/{section.id}"
        answer = await ask(run, DRAFT, inputs, position, share=share.draft, fallback_inputs=for_fallback, going=going)
        return as_paragraphs(section.id, answer.paragraphs, state)

    drafted = await in_turn(*(partial(one, section) for section in sections))
    body = [paragraph for paragraphs in drafted for paragraph in paragraphs]
    state.paragraphs, _ = await asyncio.gather(_summary(state, run, body, digests), _checked(state, run, body))
    run.write_jsonl("draft.jsonl", state.paragraphs)


async def _checked(state: RunState, run: Run, body: list[Paragraph]) -> None:
    """Hold the sections against their evidence while a model writes the summary: the next stages then have the answers."""

    def check() -> None:
        verdicts = check_paragraphs(body, state.evidence)
        for paragraph in body:
            marked(paragraph, verdicts, state.evidence, state.language)

    if model_chain(run, SUMMARY.role):
        await run.give_way()
        await run.compute(check, "dr-check")


async def _summary(state: RunState, run: Run, body: list[Paragraph], digests: _Digests) -> list[Paragraph]:
    """Abstract, body, conclusions, in reading order."""
    assert state.plan is not None
    points = unanswered(state.notes.get("checklist", []), body, state.plan.sections)
    unasked = never_asked(state, run, body)
    gaps = list(dict.fromkeys([*points, *(state.iterations[-1].gaps if state.iterations else []), *unasked]))[:MOST_GAPS]
    cited: dict[str, Evidence] = {cite: state.evidence[cite] for paragraph in body for cite in paragraph.cite_ids}
    inputs = {
        **about(state),
        "title": state.plan.research_title,
        "body": [{"section": paragraph.section, "text": paragraph.text, "cite_ids": paragraph.cite_ids} for paragraph in body],
        "evidence": [shown(item, state) for item in cited.values()],
        "gaps": gaps,
    }

    async def for_fallback() -> dict[str, Any]:
        digest = digests.now()
        abstract, conclusions = digest.abstract, digest.conclusions
        if model_chain(run, "thinking"):
            abstract, conclusions = in_own_words(abstract, conclusions, body, state.evidence, state.language)
        return {"arranged_abstract": abstract, "arranged_conclusions": conclusions}

    answer = await ask(run, SUMMARY, inputs, "draft/summary", share=shares(state, run).summary, fallback_inputs=for_fallback)
    filled = [gap for number, gap in enumerate(gaps, 1) if number in answer.answered]
    silent = unanswered(filled, body, state.plan.sections, share=SPOKEN_OF)
    state.notes[FILLED] = [gap for gap in filled if gap not in silent]
    state.notes[UNASKED] = [query for query in unasked if query not in state.notes[FILLED]]
    abstract = as_paragraphs(ABSTRACT, [answer.abstract], state)
    return [*abstract, *body, *as_paragraphs(CONCLUSIONS, answer.conclusions, state)]
