"""Findings without a model: the best sentences as they stand, and a coverage that counts sentences and sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dr_core.text import select

MOST = 6
ENOUGH_SENTENCES, ENOUGH_SOURCES = 6, 2


def findings_without_model(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to the task ``findings``."""
    evidence = inputs["evidence"]
    query = f"{inputs['question']} {inputs['section']['title']}"
    known = set(inputs["known"])
    chosen = select(query, [item["text"] for item in evidence], MOST)
    sources = {item["source"] for item in evidence}
    return {
        "findings": [
            {"text": evidence[at]["text"][:600], "cite_ids": [evidence[at]["id"]]}
            for at in chosen
            if evidence[at]["text"] not in known
        ],
        "coverage": coverage_by(len(evidence), len(sources)),
    }


def coverage_by(sentences: int, sources: int) -> float:
    """How well so many sentences of so many sources cover a section."""
    return 0.7 * min(1.0, sentences / ENOUGH_SENTENCES) + 0.3 * min(1.0, sources / ENOUGH_SOURCES)
