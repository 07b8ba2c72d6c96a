"""Notes under a table: "Note: in thousand pounds", "Source: ...", "* without taxes". Without them its rows say something else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.pattern import regex
from dr_core.text import Span

LONGEST_NOTE, MOST_NOTES = 300, 4
"""Characters of a note, and notes under one table; what is longer is a text that goes on."""

_LABELLED = regex(
    r"[\s*_(（\[]*(?:(?:notes?|n\.?\s?b|(?:data )?sources?|units?|quellen?|anmerkung(?:en)?|hinweise?|einheit(?:en)?|notas?"
    r"|fuentes?|remarques?|unités?|font[ei])[\s\d*_]*[:.]"
    r"|(?:資料來源|资料来源|數據來源|数据来源|來源|来源|出典|出所|資料|備註|备注|備考|註|注|單位|单位|単位|출처|자료|주|단위)"
    r"[\s\d*_)）]*[:：]|※)",
    re.I,
)
_ABOUT_FIGURES = regex(
    r"(?:all )?(?:figures|values|amounts|prices|costs|numbers|percentages|totals)\b(?: shown| given)?(?: are)? ?"
    r"(?:in (?:thousand|million|billion|percent|per cent|[£$€]|[A-Z]{3}\b|nominal|constant|current|real|today)"
    r"|rounded|(?:un)?discounted|(?:un|in|de)flated|(?:un)?adjusted|net of|gross|(?:before|after|without|with)\b"
    r"|(?:in|ex)clud(?:e|ing)\b|may not (?:add|sum)|do not (?:add|sum))"
    r"|(?:excl|incl|excludes|includes|excluding|including|rounded)\b"
    r"|(?:金額|金额|數字|数字|數值|数值|價格|价格|費用|费用)(?:均|皆|はすべて|は)?(?:不含|未含|含|為|为|以|按|税)",
    re.I,
)
_ITALIC = regex(r"([*_])(?!\1|\s).*[^\s*_]\1", re.S)
_MARK = regex(r"\s*([*†‡§¶]+|[¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉ]+|\[[a-z\d]\]|\([a-z\d]\)|[a-z\d]\))")
_BOLD = regex(r"\*\*")


def notes_below(text: str, parts: Sequence[tuple[str, int, int, int]], at: int) -> int:
    """How many of the parts of ``text`` right behind the table ``parts[at]`` are notes to it."""
    _, start, end, _ = parts[at]
    table, count = _BOLD.sub("", text[start:end]), 0
    for kind, first, last, _ in parts[at + 1 : at + 1 + MOST_NOTES]:
        if kind not in ("prose", "item") or last - first > LONGEST_NOTE or not _is_note(text[first:last], table):
            break
        count += 1
    return count


def notes_of(parts: Sequence[tuple[str, int, int, int]], at: int, count: int) -> Span | None:
    """Where the notes stand that are the ``count`` parts behind ``parts[at]``."""
    return Span(parts[at + 1][1], parts[at + count][2]) if count else None


def _is_note(block: str, table: str) -> bool:
    """Whether a paragraph says so itself, is set in italics as a whole, speaks of all figures or begins with a mark in it."""
    mark = _MARK.match(block)
    return bool(_LABELLED.match(block) or _ITALIC.fullmatch(block) or _ABOUT_FIGURES.match(block) or (mark and mark[1] in table))
