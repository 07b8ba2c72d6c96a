"""Takes a model's thinking out of its answer: whole blocks, and what stands before a closing tag whose opening one the chat
template wrote. Each function reads its text once, however many tags there are: a model can get stuck on one.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from dr_core.pattern import regex

_TAG = regex(r"<(/?)(think|thinking|thought|reasoning)>", re.IGNORECASE)
_OTHER = regex(r"(?:\[|◁|<\|?)(/?)(?:seed:)?think(?:\]|▷|\|?>)", re.IGNORECASE)
"""The same in the brackets of other families: Magistral, Kimi, Seed."""
_FINAL = regex(r"<\|channel\|>\s*final[^<]{0,40}<\|message\|>")
"""Where the answer begins in gpt-oss's own format, which servers that do not know it pass on as it is."""
_VALUE = regex(r'[{\[]\s*["{\[\]}]')
_BRACE = regex(r"[{}\[\]]")
_BLANKS = regex(r"\s*")
_ANSWER = regex(r"\s*(?:[{\[]|```|~~~)")
_TRIES = 64
"""Openings of a JSON value that are tried while tags are told from texts about tags."""


class Block(NamedTuple):
    """A block of thinking: where it begins and ends, its tags included, and where its words do."""

    start: int
    end: int
    first: int
    last: int


def blocks(text: str) -> Iterator[Block]:
    """The blocks of ``text`` from left to right: each reaches from an opening tag to the next closing one of its name."""
    closers: dict[str, list[re.Match[str]]] = defaultdict(list)
    openers: list[re.Match[str]] = []
    for tag in _TAG.finditer(text):
        (closers[tag[2].lower()] if tag[1] else openers).append(tag)
    starts = {name: [closer.start() for closer in found] for name, found in closers.items()}
    at = 0
    for opener in openers:
        name = opener[2].lower()
        place = bisect_left(starts.get(name, []), opener.end())
        if opener.start() >= at and place < len(starts.get(name, [])):
            closer = closers[name][place]
            at = closer.end()
            yield Block(opener.start(), at, opener.end(), closer.start())


def strip_thoughts(value: Any) -> Any:
    """``value`` with ``<think>…</think>`` taken out of its texts. What only talks about the tags is left alone."""
    if isinstance(value, str):
        return _without(value) if "</" in value else value
    if isinstance(value, list):
        return [strip_thoughts(item) for item in value]
    if isinstance(value, dict):
        return {key: strip_thoughts(item) for key, item in value.items()}
    return value


def _without(text: str) -> str:
    kept, at = [], 0
    for block in blocks(text):
        quoted = text[max(block.start - 1, 0) : block.start] == "`"
        if quoted or len(text[block.first : block.last].strip(" .…")) < 4:
            continue
        kept.append(text[at : block.start])
        at = block.end + text[block.end : block.end + 1].isspace()
    return "".join((*kept, text[at:]))


def behind_thoughts(text: str) -> str:
    """What a model answered, in JSON, behind what it thought: blocks at the beginning are passed over, and so is whatever stands
    before a closing tag without an opening one. A tag inside of a JSON text is something the answer talks about."""
    text = text[max((found.end() for found in _FINAL.finditer(text)), default=0) :]
    if _OTHER.match(text):
        text = _OTHER.sub(r"<\1think>", text)
    at = 0
    for block in blocks(text):
        if text[at : block.start].strip():
            break
        at = block.end
    opened = _TAG.match(text, _past_blanks(text, at))
    if opened and not opened[1]:
        return ""  # a block that was never closed is thinking to its end
    text = text[at:].strip()
    stray = _last_stray(text)
    return text[stray:].strip() if stray else text


def _last_stray(text: str) -> int:
    """Where the last closing tag ends that thinking ends with; 0 where there is none.

    One that an opening tag belongs to counts only where an answer follows. So does one behind a brace that is still open: in JSON
    with mistakes it may stand in a text.
    """
    tags = list(_TAG.finditer(text))
    if not any(tag[1] for tag in tags):
        return 0
    spans = _json_spans(text)
    places = sorted(
        [*((tag.start(), tag) for tag in tags), *((brace.start(), brace) for brace in _BRACE.finditer(text))], key=_place
    )
    opened = open_braces = span = end = 0
    for start, found in places:
        while span < len(spans) and spans[span][1] <= start:
            span += 1
        if span < len(spans) and spans[span][0] <= start:
            continue  # within a JSON value
        if found[0] in "{}[]":
            open_braces = max(0, open_braces + (1 if found[0] in "{[" else -1))
        elif not found[1]:
            opened += 1
        elif _ANSWER.match(text, found.end()) or span < len(spans) or not (opened or open_braces):
            end, opened, open_braces = found.end(), 0, 0
        else:
            opened = max(0, opened - 1)
    return end


def _place(found: tuple[int, re.Match[str]]) -> int:
    return found[0]


def _json_spans(text: str) -> list[tuple[int, int]]:
    """Where JSON values stand in ``text``."""
    decoder, at, found = json.JSONDecoder(), 0, []
    for _ in range(_TRIES):
        opening = _VALUE.search(text, at)
        if not opening:
            break
        try:
            _, at = decoder.raw_decode(text, opening.start())
            found.append((opening.start(), at))
        except (ValueError, RecursionError):
            at = opening.start() + 1
    return found


def _past_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at
