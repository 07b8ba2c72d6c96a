"""A report as what it claims and what it cites: its paragraphs, the marks in them, and the list of references.

A *paragraph* is what needs a citation: a paragraph of prose, an item of a list, a quotation, a table. Headings, labels, code,
pictures, captions with a source, lines that merely introduce the list below them, notices, the provenance box and the references
need none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from dr_core.pattern import regex
from dr_core.report.block import Block, blocks
from dr_core.report.heading import (
    NOTICE_PREFIX,
    PROVENANCE_HEADINGS,
    REFERENCE_HEADINGS,
    is_provenance_heading,
    is_reference_heading,
)
from dr_core.report.reference import ReferenceEntry, entries, is_entry_block
from dr_core.text.marker import Mark, marks
from dr_core.text.number import quantities

__all__ = [
    "NOTICE_PREFIX",
    "PROVENANCE_HEADINGS",
    "REFERENCE_HEADINGS",
    "CitedParagraph",
    "ParsedReport",
    "ReferenceEntry",
    "parse_report",
]

Role = Literal[
    "heading",
    "label",
    "prose",
    "item",
    "quote",
    "table",
    "lead",
    "caption",
    "code",
    "rule",
    "image",
    "html",
    "notice",
    "provenance",
    "reference",
]

_BOLD = regex(r"(?:\*\*|__)[^*_\n]{1,160}(?:\*\*|__)\s*[:：]?\s*$")
_CAPTION = regex(
    r"[*_>\s]*(?:(?:Figure|Fig\.|Table|Chart|Abbildung|Figura)\s*\d+|[圖图図表]\s*[\d一二三四五六七八九十]+|(?:그림|표)\s*\d+)",
    re.I,
)
_SOURCE = regex(
    r"[*_(（\s]*(?:sources?|data sources?|quellen?|fuentes?|font(?:e|es|i)|資料來源|资料来源|數據來源|数据来源|來源|来源"
    r"|出典|출처|자료)"
    r"\s*[:：]",
    re.I,
)
_TAIL = regex(
    r"(?:[\s.。．｡,，;；:：!！?？…⋯、\"'”’」』）)\]】》〉*_~`|\\]|[(（][?？][)）]|</?[A-Za-z][^<>]{0,100}>|<br\s?/?>)*$"
)
_ANCHOR = regex(r"\[[^\[\]\n]{1,300}\]\(#[^()\s]{0,300}\)\s*$")
LEAD = 200
"""A longer line before a list says something of its own."""


@dataclass(frozen=True)
class CitedParagraph:
    """A paragraph that needs a citation, its marks, and whether one of them ends it."""

    role: Role
    text: str
    line: int
    section: str
    marks: tuple[Mark, ...] = ()
    ends: bool = False

    @property
    def cited(self) -> bool:
        return bool(self.marks)


@dataclass
class ParsedReport:
    """What ``parse_report`` found. ``cited`` are the reference numbers used, ``unknown`` those that no reference explains."""

    blocks: list[tuple[Role, Block]] = field(default_factory=list)
    paragraphs: list[CitedParagraph] = field(default_factory=list)
    references: dict[int, ReferenceEntry] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    citation_count: int = 0
    cited: tuple[int, ...] = ()
    unknown: tuple[str, ...] = ()


@lru_cache(maxsize=4)  # every verifier asks for the same one
def parse_report(markdown: str) -> ParsedReport:
    """The paragraphs, citations and references of a report in markdown, ours or anybody's; any text can be parsed.

    To be read only: who asks again for the same text gets the same.
    """
    report = ParsedReport()
    found = blocks(markdown)
    report.blocks = list(zip(_roles(found), found, strict=True))
    report.references = entries([block for role, block in report.blocks if role == "reference"])
    report.notes = {block.marker: block.text for block in found if block.kind == "note"}
    for label in report.notes:
        if label.isdigit():
            report.references.setdefault(int(label), ReferenceEntry(int(label), report.notes[label], ""))
    section = ""
    numbers: set[int] = set()
    unknown: dict[str, None] = {}
    for at, (role, block) in enumerate(report.blocks):
        if role == "heading":
            section = block.text
        if role not in ("prose", "item", "quote", "table", "lead", "caption"):
            continue
        own = [mark for mark in marks(block.text) if _counts(mark, report)]
        report.citation_count += sum(len(mark.numbers) or 1 for mark in own)
        for mark in own:
            numbers.update(mark.numbers)
            unknown.update(dict.fromkeys(_unknown(mark, report)))
        if role in ("lead", "caption"):
            continue
        if role == "table":
            own += _caption_marks(report, at)
        report.paragraphs.append(
            CitedParagraph(
                role, block.text, block.line, section, tuple(own), (role == "table" and bool(own)) or _ends(block.text, own)
            )
        )
    report.cited, report.unknown = tuple(sorted(numbers)), tuple(unknown)
    return report


def _roles(found: list[Block]) -> list[Role]:
    roles: list[Role] = []
    inside: Role | None = None  # references or provenance, until a heading of the same rank
    rank = 0
    headings = 0
    for at, block in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        title = block.text if block.kind == "heading" else _label(block, after)
        if title is not None:
            level = block.level if block.kind == "heading" else 7
            part: Role | None = (
                "reference" if is_reference_heading(title) else "provenance" if is_provenance_heading(title) else None
            )
            if part:
                inside, rank = part, level
            elif inside and level <= rank:
                inside = None
            headings += 1
            roles.append("heading" if block.kind == "heading" else "label" if not inside or part else inside)
        else:
            roles.append(_role(block, after, found[at - 1] if at else None, inside, headings))
    return roles


def _role(block: Block, after: Block | None, before: Block | None, inside: Role | None, headings: int) -> Role:
    if inside:
        return inside
    if block.kind == "note" or is_entry_block(block):
        return "reference"
    if block.kind in ("code", "rule", "image", "html"):
        return block.kind
    if block.quoted and headings <= 1 and block.text.startswith((NOTICE_PREFIX.removeprefix("> "), "__")):
        return "notice"
    if block.kind == "table":
        return "table"
    if _ANCHOR.match(block.text):
        return "label"
    beside = any(near is not None and near.kind in ("table", "image") for near in (before, after))
    if (
        _CAPTION.match(block.text)
        and (beside or len(block.text) < 300)
        and (_SOURCE.search(block.text) or marks(block.text))
        and block.kind != "item"
    ):
        return "caption"
    if beside and _SOURCE.match(block.text):
        return "caption"
    if _is_lead(block, after):
        return "lead"
    return "quote" if block.quoted else "item" if block.kind == "item" else "prose"


def _label(block: Block, after: Block | None) -> str | None:
    """The words of a paragraph that is a heading in all but markup; None where it is none."""
    if block.kind not in ("paragraph", "item") or not block.text:
        return None
    bare = block.text.strip("*_ :：")
    if block.kind == "paragraph" and is_reference_heading(bare) and len(block.text) < 60:
        return bare
    if not _BOLD.match(block.text) or bare.endswith((".", "。", "!", "！")):
        return None
    introduces = after is not None and (after.kind != "item" or after.level > block.level)
    return bare if block.kind == "paragraph" or introduces else None


def _is_lead(block: Block, after: Block | None) -> bool:
    text = block.text.rstrip("*_ ")
    if not text.endswith((":", "：")) or len(text) > LEAD or after is None or marks(text):
        return False
    follows = (
        after.kind in ("table", "code", "image")
        or (after.kind == "item" and (block.kind != "item" or after.level > block.level))
        or after.quoted
    )
    return follows and not quantities(text)


def _counts(mark: Mark, report: ParsedReport) -> bool:
    """[0, 1] or [100] in a text of nine references is no citation; where there is no list, only small numbers are."""
    if mark.kind != "number" or not report.references:
        return True
    return any(number in report.references for number in mark.numbers) or max(mark.numbers) <= max(99, 2 * max(report.references))


def _unknown(mark: Mark, report: ParsedReport) -> list[str]:
    if mark.kind == "note":
        return [] if mark.target in report.notes else [mark.target]
    return [str(number) for number in mark.numbers if number not in report.references] if not mark.target else []


def _caption_marks(report: ParsedReport, at: int) -> list[Mark]:
    near = [report.blocks[other] for other in (at - 1, at + 1) if 0 <= other < len(report.blocks)]
    return [mark for role, block in near if role == "caption" for mark in marks(block.text)]


def _ends(text: str, own: list[Mark]) -> bool:
    if not own:
        return False
    tail = text[own[-1].end :]
    return len(tail) <= 400 and bool(_TAIL.match(tail))
