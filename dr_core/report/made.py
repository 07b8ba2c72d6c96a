"""What the "How this report was made" box tells, as data: for events, scripts and pages that show it in their own way."""

from __future__ import annotations

from typing import Any

from dr_core.report.borrowed import borrowed
from dr_core.report.left_out import left_out
from dr_core.report.provenance import UNASKED, gaps, searches, silent, steps_ok, targets, unquoted
from dr_core.report.unverified import leaning
from dr_core.state import RunState

MOST_TOLD = 200
"""Entries of a list at most; how many there are in all stands beside it."""


def made(state: RunState, *, seconds: float, ambiguous: int = 0, depth: str = "") -> dict[str, Any]:
    """How the report was made; every row of the box has its values here."""
    usage = state.usage
    return {
        "question": state.original_query,
        "today": state.today,
        "language": state.language,
        "borrowed": borrowed(state),
        "depth": depth,
        "assumptions": list(state.assumptions),
        "rounds": [entry.model_dump(include={"iteration", "overall_score", "gaps", "reasoning"}) for entry in state.iterations],
        "gaps": gaps(state),
        "unasked": list(state.notes.get(UNASKED, ())),
        "max_rounds": state.max_iterations,
        "queries": [task.query for task in state.asked_queries],
        "engines": state.engines,
        "searches": searches(state),
        "pages_read": len(state.sources),
        "sources": [{"id": page.id, "title": page.title, "url": page.url} for page in list(state.sources.values())[:MOST_TOLD]],
        "pages_brought": [brought.model_dump() for brought in list(state.brought.values())[:MOST_TOLD]],
        "pages_foreign": unquoted(state),
        "pages_unread": len(state.unread),
        "unread": dict(list(state.unread.items())[:MOST_TOLD]),
        "left_out": left_out(state),
        "evidence": len(state.evidence),
        "sentences_dropped": len(state.dropped),
        "dropped": [problem.model_dump() for problem in state.dropped[:MOST_TOLD]],
        "unverified_paragraphs": len(leaning(state.paragraphs, state.evidence)),
        "sentences_unclear": sum(verdict.verdict == "unclear" for verdict in state.verdicts),
        "skipped": {step.stage: step.note for step in state.steps if step.status == "skipped"},
        "models": state.models,
        "models_silent": silent(state),
        "fallbacks": state.notes.get("fallbacks", []),
        "errors": [error.model_dump() for error in state.errors[:MOST_TOLD]],
        "errors_met": len(state.errors),
        "calls_cut": ambiguous,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "usd": usage.usd if state.models else 0.0,
        "by_stage": {stage: used.model_dump() for stage, used in state.used_by_stage.items()},
        "estimate": state.notes.get("estimate"),
        "seconds": round(seconds, 3),
        "steps_ok": steps_ok(state),
        "targets": [{"target": name, "reached": reached, "met": met} for name, reached, met in targets(state, seconds)],
    }
