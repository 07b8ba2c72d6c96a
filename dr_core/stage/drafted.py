"""What a model wrote as one paragraph, as what it is: prose, lists and tables apart, and tables whole.

Models put a table or a list into the middle of a paragraph, call it prose, and forget the line below a table's head; as prose it
would be one long sentence that nothing carries.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from dr_core.pattern import regex
from dr_core.report.table import bars, cells, is_rule

Kind = Literal["prose", "table", "list"]
_FENCE = regex(r"\s*(?:```|~~~)")
_ITEM = regex(r"\s*(?:[-*+•‣–]\s+|\d{1,3}[.)]\s+|\d{1,3}、)\S")
_ANNOUNCES = regex(r"[^\d.!?。！？]{1,120}[:：]\**\s*")


class Block(NamedTuple):
    """A part of a paragraph."""

    kind: Kind
    text: str


def blocks(text: str, kind: Kind) -> list[Block]:
    """The parts of a paragraph that a model calls ``kind``."""
    lines = [line for line in text.split("\n") if line.strip() and not _FENCE.match(line)]
    ruled = kind == "table" or any(is_rule(line) for line in lines if "|" in line)
    found: list[Block] = []
    for told, group in groupby(lines, lambda line: _kind(line, ruled)):
        own = list(group)
        if told == "table" and len(own) > 1:
            found = [*_without_announcement(found), Block("table", _table(own))]
        elif told == "list" and (len(own) > 1 or kind == "list"):
            found = [*_without_announcement(found), Block("list", "\n".join(own))]
        elif found and found[-1].kind == "prose":
            found[-1] = Block("prose", "\n".join((found[-1].text, *own)))
        else:
            found.append(Block("prose", "\n".join(own)))
    if kind == "list" and not any(block.kind == "list" for block in found):
        return [Block("list", "\n".join(lines))]  # a list without markers
    return found


def _without_announcement(found: list[Block]) -> list[Block]:
    """The parts so far without a last line that only says what comes ("The table compares both:"): it claims nothing."""
    if not found or found[-1].kind != "prose":
        return found
    *lines, last = found[-1].text.split("\n")
    if not _ANNOUNCES.fullmatch(last):
        return found
    return [*found[:-1], *([Block("prose", "\n".join(lines))] if lines else [])]


def _kind(line: str, ruled: bool) -> Kind:
    if bars(line) >= (1 if ruled else 2):
        return "table"
    return "list" if _ITEM.match(line) else "prose"


def _table(rows: Sequence[str]) -> str:
    """A table with its bars, and a line of the right width below its head."""
    head, *body = (row.strip() for row in rows)
    rule = "|" + "---|" * len(cells(head))
    whole = [f"| {' | '.join(cells(row))} |" for row in body if not is_rule(row)]
    return "\n".join([f"| {' | '.join(cells(head))} |", rule, *whole])
