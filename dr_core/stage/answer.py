"""Answers that several tasks share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, Field

from dr_core.report.clean import plain
from dr_core.report.mark import unmarked
from dr_core.stage.drafted import Block, blocks
from dr_core.types import Paragraph

LONGEST_PARAGRAPH, MOST_CITED, MOST_PARAGRAPHS = 4000, 12, 40
"""Characters and pieces of evidence of one paragraph, and paragraphs of one section, at most."""


class DraftedParagraph(BaseModel):
    """A paragraph as a model writes it; ``cite_ids`` are ids of the evidence it was given."""

    text: str = Field(max_length=LONGEST_PARAGRAPH)
    cite_ids: list[str] = Field(max_length=MOST_CITED)
    kind: Literal["prose", "table", "list"] = "prose"


def grounded(inputs: Mapping[str, Any], paragraphs: list[DraftedParagraph]) -> list[DraftedParagraph]:
    """Those that cite evidence they were given, without the ids they made up."""
    known = {item["id"] for item in inputs["evidence"]}
    kept = []
    for paragraph in paragraphs:
        cites = [cite for cite in dict.fromkeys(paragraph.cite_ids) if cite in known]
        if cites and paragraph.text.strip():
            kept.append(paragraph.model_copy(update={"cite_ids": cites}))
    return kept


def words_of(block: Block) -> str:
    """The words of a part, and nothing else; a list keeps its lines."""
    if block.kind == "list":
        return "\n".join(filter(None, (plain(line) for line in block.text.split("\n"))))
    return plain(block.text, table=block.kind == "table")


def as_paragraphs(section: str, drafted: list[DraftedParagraph]) -> list[Paragraph]:
    """Drafted paragraphs with ids of their own; links, markup and whatever could be taken for a citation are gone."""
    parts = [(item, block) for item in drafted for block in blocks(unmarked(item.text), item.kind)]
    told = [(item.cite_ids, block.kind, text) for item, block in parts if (text := words_of(block))]
    return [
        Paragraph(id=f"{section}.p{number}", section=section, text=text, cite_ids=tuple(cite_ids), kind=kind)
        for number, (cite_ids, kind, text) in enumerate(told, 1)
    ]
