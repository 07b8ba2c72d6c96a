"""extract: evidence (verbatim sentences, scored and given a home section), and findings that name it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from dr_core.errors import NoEvidence
from dr_core.run.run import Run
from dr_core.run.task import Task, ask, model_chain
from dr_core.stage.extractive.facet import FACETS, strength
from dr_core.stage.extractive.finding import findings_without_model
from dr_core.stage.passage import Candidate, candidates, fitting_pages, section_query, without_repeats
from dr_core.state import RunState
from dr_core.text import bm25
from dr_core.types import Evidence, Finding, Section

MOST_FOR_SECTION = 40
"""Sentences of evidence that a section takes from one round at most."""
READABLE_FOR_MODEL = 24
"""Sentences that a model is shown for a section and round."""
WEAKEST = 0.12
"""A sentence must score this share of the best one to be evidence."""


class FoundItem(BaseModel):
    """A finding as a model words it."""

    text: str = Field(max_length=600)
    cite_ids: list[str] = Field(max_length=6)


class FindingsAnswer(BaseModel):
    """The answer to the task ``findings``: what was learned, and how much of the section's question is answered."""

    findings: list[FoundItem] = Field(max_length=10)
    coverage: float = Field(ge=0, le=1)


def _settle(inputs: Mapping[str, Any], answer: FindingsAnswer) -> FindingsAnswer:
    known = {item["id"] for item in inputs["evidence"]}
    kept = [
        FoundItem(text=item.text, cite_ids=ids)
        for item in answer.findings
        if (ids := [cite for cite in item.cite_ids if cite in known]) and item.text.strip()
    ]
    return answer.model_copy(update={"findings": kept})


FINDINGS = Task(
    "findings",
    FindingsAnswer,
    fallback=lambda inputs: FindingsAnswer.model_validate(findings_without_model(inputs)),
    settle=_settle,
    max_tokens=900,
)


async def extract(state: RunState, run: Run) -> None:
    """Turn the round's new pages into evidence and findings; leaves ``evidence.jsonl``."""
    assert state.plan is not None
    chosen = _choose(state, extractive=not model_chain(run, "task"))
    fresh: list[Evidence] = []
    for candidate, section, score in chosen:
        found = Evidence(
            id=f"e{len(state.evidence) + 1}",
            source=candidate.page.id,
            start=candidate.start,
            end=candidate.end,
            text=candidate.text,
            section=section.id,
            score=round(score, 4),
            **candidate.page.model_dump(include={"url", "sha256", "fetched_at", "published", "language", "kind"}),
        )
        state.evidence[found.id] = found
        fresh.append(found)
    if not state.evidence:
        raise NoEvidence(
            f"none of the {len(state.sources)} sources read says anything that answers the question",
            remedy="Ask in other words, or give other sources",
        )
    state.notes["new_evidence"] = len(fresh)
    run.write_jsonl("evidence.jsonl", [evidence.model_dump() for evidence in state.evidence.values()])
    answers = await asyncio.gather(*(_findings(section, state, run) for section in state.plan.sections))
    for section, answer in zip(state.plan.sections, answers, strict=True):
        state.section_coverage[section.id] = round(answer.coverage, 3)
        told = set(state.synthesis.get(section.id, []))
        for item in answer.findings:
            if item.text not in told:
                state.gathered_info.append(Finding(text=item.text, section=section.id, cite_ids=tuple(item.cite_ids)))
                state.synthesis.setdefault(section.id, []).append(item.text)


async def _findings(section: Section, state: RunState, run: Run) -> FindingsAnswer:
    evidence = sorted((item for item in state.evidence.values() if item.section == section.id), key=lambda item: -item.score)
    inputs = {
        "question": state.clarified_query,
        "language": state.language,
        "today": state.today,
        "section": section.model_dump(),
        "known": state.synthesis.get(section.id, []),
        "evidence": [shown(item, state) for item in evidence[:READABLE_FOR_MODEL]],
        "all_evidence": len(evidence),
    }
    return await ask(run, FINDINGS, inputs, f"extract/{state.iteration_count}/{section.id}")


def shown(item: Evidence, state: RunState) -> dict[str, Any]:
    """A piece of evidence as tasks see it: its words, and what is known of its source."""
    page = state.sources[item.source]
    return {
        "id": item.id,
        "text": item.text,
        "source": item.source,
        "title": page.title,
        "published": page.published,
        "kind": page.kind,
        "score": item.score,
        "start": item.start,
        "end": item.end,
    }


def _choose(state: RunState, *, extractive: bool) -> list[tuple[Candidate, Section, float]]:
    """The sentences of the new pages that are worth citing, each with its home section and score."""
    assert state.plan is not None
    question, sections = state.clarified_query, state.plan.sections
    read_before = {evidence.source for evidence in state.evidence.values()}
    pages = [page for page in state.sources.values() if not extractive or same_language(page.language, state.language)]
    pages = pages or list(state.sources.values())
    about = fitting_pages(question, pages)
    found = [candidate for page in pages if page.id in about and page.id not in read_before for candidate in candidates(page)]
    if not found:
        return []
    texts = [candidate.text for candidate in found]
    overall = _normal(bm25(question, texts))
    by_section = [_normal(bm25(section_query(question, section), texts)) for section in sections]
    facets = [_facet_of(section.title) for section in sections]
    scored: list[tuple[float, int, int]] = []
    for at, candidate in enumerate(found):
        fits = [
            scores[at] + (0.25 * min(strength(facet, candidate.text), 3) if facet else 0.0)
            for scores, facet in zip(by_section, facets, strict=True)
        ]
        home = max(range(len(sections)), key=lambda number: fits[number])
        # a sentence is worth what it says itself, and something for standing on a page that is all about the question
        score = 0.4 * overall[at] + 0.3 * fits[home] + 0.3 * about[candidate.page.id]
        scored.append((score, at, home))
    best = max(score for score, _, _ in scored)
    counts = dict.fromkeys(range(len(sections)), 0)
    picked: list[tuple[float, int, int]] = []
    for score, at, home in sorted(scored, key=lambda entry: (-entry[0], entry[1])):
        if score >= WEAKEST * best and counts[home] < MOST_FOR_SECTION:
            counts[home] += 1
            picked.append((score, at, home))
    kept = set(
        map(id, without_repeats([found[at] for _, at, _ in picked], [evidence.text for evidence in state.evidence.values()]))
    )
    return [(found[at], sections[home], score) for score, at, home in picked if id(found[at]) in kept]


def same_language(one: str, other: str) -> bool:
    """Whether a sentence of one language can stand in a report of the other as it is."""
    return not one or one.split("-")[0] == other.split("-")[0]


def _facet_of(heading: str) -> Any:
    return next((facet for facet in FACETS if heading in facet.titles), None)


def _normal(scores: list[float]) -> list[float]:
    top = max(scores, default=0.0) or 1.0
    return [score / top for score in scores]
