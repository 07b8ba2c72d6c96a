"""Critical analysis without a model: what the sources say differently about the same thing, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dr_core.stage.extractive.draft import is_table, join
from dr_core.text.claim import conflicts
from dr_core.text.dangling import dangles

MOST_PAIRS = 3
BEST = 80


def analyse_without_model(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to the task ``analyse``: pairs of sentences of different sources whose figures differ."""
    evidence = [item for item in inputs["evidence"][:BEST] if not is_table(item["text"]) and not dangles(item["text"])]
    paragraphs: list[dict[str, Any]] = []
    used: set[str] = set()
    for conflict in conflicts([item["text"] for item in evidence]):
        one, other = conflict[0], conflict[1]
        pair = (evidence[one], evidence[other])
        if pair[0]["source"] == pair[1]["source"] or {pair[0]["id"], pair[1]["id"]} & used:
            continue
        used |= {pair[0]["id"], pair[1]["id"]}
        paragraphs.append(
            {"text": join([item["text"] for item in pair], inputs["language"]), "cite_ids": [item["id"] for item in pair]}
        )
        if len(paragraphs) == MOST_PAIRS:
            break
    return {"paragraphs": paragraphs}
