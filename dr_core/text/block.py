"""The blocks of a text: prose paragraphs, headings, list items, table rows and code, as offsets into it.

Readers give markdown-like text, so a block is found by how its lines begin. Prose lines that belong together are one block: a
file that is wrapped at some width joins its lines, a file with one long line per paragraph keeps them apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from dr_core.pattern import regex

Kind = Literal["prose", "heading", "item", "table", "code", "rule"]

UNWRAPPED = 160
"""A line wider than this (a CJK character is two wide) was not wrapped by hand: in its block every line is a paragraph."""

_HEADING = regex(r"\s{0,3}#{1,6}\s")
_HAN_DIGITS = "一二三四五六七八九十"
_HAN_NUMBER = f"[{_HAN_DIGITS}]{{1,3}}"
_ITEM = regex(rf"\s*(?:[-*+•‣◦·]\s+|\(?\d{{1,3}}[.)]\s+|\d{{1,3}}、|[（(](?:{_HAN_NUMBER}|\d{{1,3}})[)）]|{_HAN_NUMBER}、)")
_TABLE = regex(r"\s*\|.*\|\s*$")
_RULE = regex(r"\s*(?:[-*_=~]\s*){3,}$|\s*\|?[\s:|-]*-{2,}[\s:|-]*\|?\s*$")
_FENCE = regex(r"\s*(```|~~~)")
_WIDE = regex(r"[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]")


class Block(NamedTuple):
    """A stretch of lines of one kind; ``body`` is where its words begin (behind a list marker)."""

    start: int
    end: int
    kind: Kind
    body: int


def blocks(text: str) -> Iterator[Block]:
    """The blocks of ``text`` in order; blank lines and the space around a block belong to none."""
    prose: list[tuple[int, int]] = []
    fence = -1
    for start, end in _lines(text):
        line = text[start:end]
        if fence >= 0:
            if _FENCE.match(line):
                yield Block(fence, end, "code", fence)
                fence = -1
            continue
        kind = _kind(line)
        if kind == "prose" and prose and not line.startswith("　"):
            prose.append((start, end))
            continue
        yield from _joined(text, prose)
        prose = []
        if kind == "prose":
            prose = [(start, end)]
        elif kind == "code":
            fence = start
        elif kind:
            marker = _ITEM.match(line) if kind == "item" else None
            first = start + len(line) - len(line.lstrip())
            yield Block(first, end, kind, start + marker.end() if marker else first)
    if fence >= 0:  # never closed: the rest of the text
        yield Block(fence, len(text.rstrip()), "code", fence)
    yield from _joined(text, prose)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every line, without the space at its end."""
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, at + len(line.rstrip())
        at += len(line)


def _kind(line: str) -> Kind | None:
    first = line.lstrip()[:1]
    if not first:
        return None
    if first.isalpha() and first not in _HAN_DIGITS:  # as nearly all lines begin, and no other kind does
        return "prose"
    if _HEADING.match(line):
        return "heading"
    if _FENCE.match(line):
        return "code"
    head = line[:200]
    if not head.strip(" \t-*_=~|:"):
        return "rule" if _RULE.match(line[:1000]) else "prose"
    if _TABLE.match(line):
        return "table"
    return "item" if _ITEM.match(head) and len(line.strip()) > 2 else "prose"


def _joined(text: str, lines: list[tuple[int, int]]) -> Iterator[Block]:
    """Prose lines as one block, or one each where the block was not wrapped by hand."""
    if not lines:
        return
    apart = any(_is_wide(text[start:end]) for start, end in lines)
    for start, end in lines if apart else [(lines[0][0], lines[-1][1])]:
        first = end - len(text[start:end].lstrip())
        if first < end:
            yield Block(first, end, "prose", first)


def _is_wide(line: str) -> bool:
    return len(line) > UNWRAPPED or (not line.isascii() and len(line) + len(_WIDE.findall(line)) > UNWRAPPED)
