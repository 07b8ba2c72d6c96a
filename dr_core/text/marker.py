"""Citation marks in running text: finding them, and taking them out.

Understood: ``[1]``, ``[1][2]``, ``[1, 2]``, ``[1-3]``, ``【1】``, ``［1］``, ``〔1〕``, ``[^1]``, ``[[1]](url)``, superscripts
and links. An escaped ``\\[1\\]`` is text. A bracket is looked at once and only so far, so nested or endless brackets cost no more
than other text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal, NamedTuple

from dr_core.pattern import regex

MOST = 999
"""The greatest reference number; [2024] is a year, and a range like [1-5000] is no list of sources."""

_WIDE = str.maketrans("０１２３４５６７８９，－［］", "0123456789,-[]")
_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_LIST = r"\d{1,3}(?:\s?[,，、;；–—~～-]\s?\^?\d{1,3}){0,40}"
_RAISED = "[⁰¹²³⁴-⁹]{1,3}(?:[⁻,˒ ][⁰¹²³⁴-⁹]{1,3}){0,10}"
_FIGURES = regex(_RAISED)
_MARK = regex(
    rf"(?P<linked>\[\\?\[\^?(?P<n1>{_LIST})\\?\]\]\((?P<u1>[^()\s]{{1,2000}}(?:\([^()\s]{{0,200}}\)[^()\s]{{0,2000}})?)\))"
    rf"|(?P<bracket>(?<!\\)[\[［]\^?(?P<n2>{_LIST})\\?[\]］](?:\((?P<u2>https?://[^()\s]{{1,2000}}(?:\([^()\s]{{0,200}}\)[^()\s]{{0,2000}})?)\))?)"
    rf"|(?P<note>\[\^(?P<label>[^\s\]\[]{{1,60}})\])"
    rf"|(?P<cjk>【(?P<n3>{_LIST})(?:†[^】]{{0,200}})?】|〔(?P<n4>{_LIST})〕)"
    rf"|(?P<sup><sup>\s?\\?\[?(?P<n5>{_LIST})\\?\]?\s?</sup>)"
    rf"|(?P<super>{_RAISED})"
    r"|(?P<link>(?<!!)\[(?P<words>[^\[\]\n]{0,400})\]\(\s?<?(?P<u6>https?://[^()\s<>]{1,2000}(?:\([^()\s]{0,200}\)[^()\s<>]{0,2000})?)>?(?:\s\"[^\"\n]{0,300}\")?\))"
    r"|(?P<auto><(?P<u7>https?://[^\s<>]{1,2000})>)"
    r"|(?P<bare>(?<![(<\"'=\]])\bhttps?://[^\s<>()\[\]（）【】「」，。、；！？\"]{4,2000})"
)
_FIRST = "\\[［【〔<⁰¹²³⁴-⁹"
_OPENING, _OPENING_OR_LINK = regex(f"[{_FIRST}]"), regex(f"[{_FIRST}h]")
"""What a mark begins with: a place that has nothing of it is passed over many times as fast as it is tried."""
_TICKS = regex("`+")
_CONSONANTS = "b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ"
_RAISED_BEFORE = regex(
    rf"(?:(?<![A-Za-z])(?:[A-Za-zµμ]|[A-Z][A-Za-z]|[{_CONSONANTS}]{{2,4}})|[/·⋅∙]\s?[A-Za-zµμ]{{1,4}}|[\d)⁺⁻])$"
)
"""What a raised figure belongs to: units, formulas (mc²), numbers and signs."""


class Mark(NamedTuple):
    """A citation mark: ``numbers`` into the references, or the address or label it points to."""

    start: int
    end: int
    kind: Literal["number", "note", "link"]
    numbers: tuple[int, ...] = ()
    target: str = ""


def marks(text: str) -> list[Mark]:
    """The citation marks of ``text``, in order; marks inside `code` are none."""
    hidden = code_spans(text) if "`" in text else []
    found: list[Mark] = []
    at = 0
    for match in _matches(text):
        while at < len(hidden) and hidden[at][1] <= match.start():
            at += 1
        if at < len(hidden) and hidden[at][0] <= match.start():
            continue
        mark = _read(match, text)
        if mark:
            found.append(mark)
    return found


def _matches(text: str) -> Iterator[re.Match[str]]:
    """What ``_MARK`` matches in ``text``, from left to right."""
    opening = _OPENING_OR_LINK if "http" in text else _OPENING
    begins = opening.search(text)
    while begins:
        match = _MARK.match(text, begins.start())
        if match:
            yield match
        begins = opening.search(text, match.end() if match else begins.end())


def code_spans(text: str) -> list[tuple[int, int]]:
    """Where `code` stands: from a run of backticks to the next run of the same length."""
    runs = [match.span() for match in _TICKS.finditer(text)]
    places: dict[int, list[int]] = {}
    for at, (start, end) in enumerate(runs):
        places.setdefault(end - start, []).append(at)
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(runs):
        start, end = runs[at]
        same = places[end - start]
        following = bisect_right(same, at)
        if following < len(same):
            spans.append((start, runs[same[following]][1]))
            at = same[following]
        at += 1
    return spans


def strip_marks(text: str) -> str:
    """``text`` without its citation marks; a link keeps its words."""
    pieces: list[str] = []
    last = 0
    for mark in marks(text):
        pieces.append(text[last : mark.start].rstrip(" ") if mark.kind != "link" else text[last : mark.start])
        inner = re.match(r"\[([^\[\]\n]{0,400})\]\(", text[mark.start : mark.end])
        if mark.kind == "link" and inner:
            pieces.append(inner[1])
        last = mark.end
    pieces.append(text[last:])
    return "".join(pieces).strip()


def notes_removed(text: str) -> str:
    """``text`` without raised figures that point to notes."""
    notes = [match.span() for match in _FIGURES.finditer(text) if not _is_raised(text, *match.span())]
    for start, end in reversed(notes):
        text = text[:start] + text[end:]
    return text


def _is_raised(text: str, start: int, end: int) -> bool:
    """Whether raised figures belong to what stands before them: m², s⁻¹, 10³ and Ca²⁺ are no citations."""
    return bool(_RAISED_BEFORE.search(text[max(0, start - 6) : start])) or text[end : end + 1] in ("⁺", "⁻")


def _read(match: re.Match[str], text: str) -> Mark | None:
    span = match.span()
    if text[span[1] : span[1] + 1] == ":" and (span[0] == 0 or text[span[0] - 1] == "\n"):
        return None  # the definition of a note, not its use
    if text[span[0] - 1 : span[0]] == "!" and (text[span[1] : span[1] + 1] == "(" or text[span[1] - 1] == ")"):
        return None  # a picture
    if match["note"]:
        return Mark(*span, "note", (), match["label"])
    if match["link"] or match["auto"] or match["bare"]:
        return Mark(*span, "link", (), match["u6"] or match["u7"] or match["bare"].rstrip(".,;:"))
    if match["super"]:
        if _is_raised(text, *span):
            return None
        listed = match["super"].translate(_SUPER).replace("⁻", "-").replace("˒", ",")
        numbers = tuple(_numbers(listed))
        return Mark(*span, "number", numbers) if numbers else None
    listed = match["n1"] or match["n2"] or match["n3"] or match["n4"] or match["n5"]
    numbers = tuple(_numbers(listed.translate(_WIDE)))
    return Mark(*span, "number", numbers, match["u1"] or match["u2"] or "") if numbers else None


def _numbers(listed: str) -> list[int]:
    found: list[int] = []
    for part in re.split(r"[,、;，； ]+", listed.replace("^", "")):
        ends = [int(end) for end in re.split(r"\s?[-–—~～]\s?", part) if end]
        if len(ends) == 2 and 0 < ends[0] < ends[1] and ends[1] - ends[0] <= 100:
            found.extend(range(ends[0], ends[1] + 1))
        else:
            found.extend(ends)
    return found if found and all(0 < number <= MOST for number in found) else []
