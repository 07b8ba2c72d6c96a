"""Reflection without a model: five measures, their mean as a score, and queries for the sections that are short of evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

COVERED = 0.75
RECENT_YEARS = 3


def reflect_without_model(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to the task ``reflect``."""
    sections, sources = inputs["sections"], inputs["sources"]
    coverage = sum(section["coverage"] for section in sections) / max(1, len(sections))
    depth = sum(min(1.0, section["evidence"] / 8) for section in sections) / max(1, len(sections))
    diversity = min(1.0, len(sources) / 6)
    dated = [source["published"][:4] for source in sources if source["published"][:4].isdigit()]
    this_year = int(inputs["today"][:4])
    timeliness = sum(this_year - int(year) <= RECENT_YEARS for year in dated) / len(dated) if dated else 0.5
    consistency = sum(section["sources"] > 1 for section in sections) / max(1, len(sections))
    measures = {
        "coverage": coverage,
        "depth": depth,
        "diversity": diversity,
        "consistency": consistency,
        "timeliness": timeliness,
    }
    score = 1 + 9 * (0.35 * coverage + 0.25 * depth + 0.2 * diversity + 0.1 * consistency + 0.1 * timeliness)
    short = sorted((section for section in sections if section["coverage"] < COVERED), key=lambda section: section["coverage"])
    asked = {query.lower() for query in inputs["asked"]}
    queries = []
    for section in short:
        for query in (
            f"{section['title']} {section['description'][:120]}",
            section["title"],
            f"{inputs['question']} {section['title']}",
        ):
            if query.strip().lower() not in asked:
                queries.append(
                    {"query": query.strip(), "goal": section["description"], "section": section["id"], "priority": "high"}
                )
                break
    return {
        "is_sufficient": not short and coverage >= COVERED,
        "overall_score": round(score, 1),
        "gaps": [section["title"] for section in short][:8],
        "next_queries": queries[:8],
        "reasoning": ", ".join(f"{name} {value:.2f}" for name, value in measures.items()),
    }
