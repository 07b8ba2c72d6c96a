"""Reflection without a model: five measures, their mean as a score, and queries for the sections that are short of evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dr_core.stage.extractive.facet import of_title, query
from dr_core.stage.extractive.query import new_ones
from dr_core.stage.focus import topic

COVERED = 0.75
RECENT_YEARS = 3
FEWEST = 3
"""Sections that stay, whatever was found."""


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
    queries = _queries(inputs, short)
    return {
        "is_sufficient": not short and coverage >= COVERED,
        "overall_score": round(score, 1),
        "gaps": [section["title"] for section in short][:8],
        "next_queries": queries[:8],
        "drop": _hopeless(inputs, {query["section"] for query in (*queries, *inputs.get("planned", ()))}),
        "reasoning": ", ".join(f"{name} {value:.2f}" for name, value in measures.items()),
    }


def _hopeless(inputs: Mapping[str, Any], asked_for: set[str]) -> list[str]:
    """The sections for which nothing was found and nothing is left to ask; as many as leave three. They stay named as gaps."""
    sections, kept = inputs["sections"], set(inputs.get("kept", ()))
    empty = [one["id"] for one in sections if not one["evidence"] and one["id"] not in asked_for | kept]
    return empty[: max(0, len(sections) - FEWEST)]


def _queries(inputs: Mapping[str, Any], short: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One new query for each section that is short of evidence: its subject in other words than before."""
    about = topic(inputs["question"])
    asked = [*inputs["asked"], *(query["query"] for query in inputs.get("planned", ()))]
    queries: list[dict[str, Any]] = []
    for section in short:
        facet = of_title(section["title"])
        side = query(facet, inputs["language"], plain=section["title"] in facet.plain) if facet else section["title"]
        fresh = new_ones([f"{about} {side}"], asked)
        if fresh:
            asked.append(fresh[0])
            queries.append({"query": fresh[0], "goal": section["description"], "section": section["id"], "priority": "high"})
    return queries
