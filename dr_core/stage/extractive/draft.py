"""Prose without a model: the tasks ``draft``, ``summary`` and ``analyse`` answered from a digest that was arranged as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def draft_without_model(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to the task ``draft``: the paragraphs that the digest has for this section."""
    return {"paragraphs": list(inputs["arranged"])}


def summary_without_model(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to the task ``summary``: abstract and conclusions of the digest."""
    # sources that hold nothing but tables give no sentence to sum up with; what has no words is not shown
    abstract = inputs["arranged_abstract"] or {"text": "", "cite_ids": []}
    return {"abstract": abstract, "conclusions": list(inputs["arranged_conclusions"])}


def analyse_without_model(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to the task ``analyse``: what the sources state differently, and what they say about it."""
    return {"paragraphs": list(inputs["arranged"])}
