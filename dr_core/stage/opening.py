"""Abstract and conclusions where no model sums up a report that one has written: not in words of another language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dr_core.stage.answer import MOST_CITED
from dr_core.text import detect, gap, sentences
from dr_core.text.language import same_language
from dr_core.types import Evidence, Paragraph

MOST = 4
"""Sections whose opening an abstract has."""


def in_own_words(
    abstract: dict[str, Any] | None,
    conclusions: list[dict[str, Any]],
    body: Sequence[Paragraph],
    evidence: Mapping[str, Evidence],
    language: str,
) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """What was arranged from the sources, without what quotes another language; in place of such an abstract how the sections of
    ``body`` open, if these are in the report's own."""

    def is_own(told: dict[str, Any]) -> bool:
        return all(same_language(evidence[cite].language, language) for cite in told["cite_ids"] if cite in evidence)

    opening = _opening(body, language)
    if not opening:
        return abstract, conclusions
    return (abstract if abstract and is_own(abstract) else opening), [one for one in conclusions if is_own(one)]


def _opening(body: Sequence[Paragraph], language: str) -> dict[str, Any] | None:
    """The first sentence of each of the first sections."""
    first: dict[str, Paragraph] = {}
    for paragraph in body:
        if paragraph.kind == "prose" and same_language(detect(paragraph.text), language):
            first.setdefault(paragraph.section, paragraph)
    text, cited = "", dict[str, None]()
    for paragraph in list(first.values())[:MOST]:
        span = next(iter(sentences(paragraph.text, language)), None)
        if span:
            text += (gap(text, language) if text else "") + paragraph.text[span.start : span.end]
            cited.update(dict.fromkeys(paragraph.cite_ids))
    return {"text": text, "cite_ids": list(cited)[:MOST_CITED]} if text else None
