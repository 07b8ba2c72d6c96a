"""Answers that several tasks share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, Field

from dr_core.errors import ModelFailed
from dr_core.report.clean import plain
from dr_core.report.mark import unmarked
from dr_core.run.cite import citable
from dr_core.stage.above import with_tables
from dr_core.stage.drafted import Block, blocks
from dr_core.state import RunState
from dr_core.text import detect, is_cjk
from dr_core.types import Paragraph

LONGEST_PARAGRAPH, MOST_CITED, MOST_PARAGRAPHS = 4000, 24, 40
"""Characters and pieces of evidence of one paragraph, and paragraphs of one section, at most. An abstract or a table may compare
five things by what three sources say of each."""

LEAST_LETTERS = 40
"""Letters by which a language is told; fewer may be all names and units."""


class DraftedParagraph(BaseModel):
    """A paragraph as a model writes it; ``cite_ids`` are ids of the evidence it was given."""

    text: str = Field(max_length=LONGEST_PARAGRAPH)
    cite_ids: list[str] = Field(max_length=MOST_CITED)
    kind: Literal["prose", "table", "list"] = "prose"


def grounded(inputs: Mapping[str, Any], paragraphs: list[DraftedParagraph]) -> list[DraftedParagraph]:
    """Those that cite evidence they were given, without the ids they made up. ``ModelFailed`` where they are in another language
    than the report."""
    prose = "\n".join(paragraph.text for paragraph in paragraphs if paragraph.kind != "table")
    if other := foreign(prose, str(inputs.get("language", ""))):
        raise ModelFailed(f"the answer is in the language {other!r}; write in {inputs['language']!r}")
    known = set(citable(inputs))
    kept = []
    for paragraph in paragraphs:
        cites = [cite for cite in dict.fromkeys(paragraph.cite_ids) if cite in known]
        if cites and paragraph.text.strip():
            kept.append(paragraph.model_copy(update={"cite_ids": cites}))
    return kept


def foreign(text: str, language: str) -> str:
    """The language of ``text`` where that is clearly not ``language``, else nothing.

    Clear are the scripts, Traditional and Simplified among them, and English in place of anything else: that is what models fall
    back into. Languages that are near each other are not told apart.
    """
    found = detect(text) if sum(map(str.isalpha, text)) >= LEAST_LETTERS else ""
    if not found or not language or found == language:
        return ""
    if found.split("-")[0] == language.split("-")[0]:
        return found if {found, language} == {"zh-Hant", "zh-Hans"} else ""
    return found if is_cjk(found) or is_cjk(language) or found == "en" else ""


def words_of(block: Block) -> str:
    """The words of a part, and nothing else; a list keeps its lines."""
    if block.kind == "list":
        return "\n".join(filter(None, (plain(line) for line in block.text.split("\n"))))
    return plain(block.text, table=block.kind == "table")


def as_paragraphs(section: str, drafted: list[DraftedParagraph], state: RunState) -> list[Paragraph]:
    """Drafted paragraphs with ids of their own; links, markup and whatever could be taken for a citation are gone. With a row of
    a large table its head is cited, too."""
    parts = [(item, block) for item in drafted for block in blocks(unmarked(item.text), item.kind)]
    told = [(with_tables(item.cite_ids, state), block.kind, text) for item, block in parts if (text := words_of(block))]
    return [
        Paragraph(id=f"{section}.p{number}", section=section, text=text, cite_ids=cite_ids, kind=kind)
        for number, (cite_ids, kind, text) in enumerate(told, 1)
    ]
