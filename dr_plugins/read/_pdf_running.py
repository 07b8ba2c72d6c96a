"""What stands on the pages of a PDF file and is no part of its text: heads, feet, page numbers, tables of contents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from dr_core.pattern import regex
from dr_plugins.read._pdf_line import TAB, Line

EDGE = 2
"""Lines at the top and at the bottom of a page that may be such."""
LEAST_ENTRIES = 3
"""Lines with leaders (dots) that make a table of contents."""
LEAST_PAGES, LEAST_SHARE = 3, 0.4
"""The number and the share of pages that a line comes back on."""

_NUMBER = regex(r"^[\W_]*(?:page|第|p\.?)?\s*\d{1,4}\s*(?:頁|页|ページ|/\s*\d{1,4}|of\s+\d{1,4})?[\W_]*$", re.I)
_LED = regex(r"(?:(?:\.\s?){4,}|…{2,}|[·⋯]{3,})\s*[\divxlc]{1,6}$")
_PAGE = regex(r"\t[\divxlc]{1,6}$")
_DIGITS = regex(r"\d+")


def without_running(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The pages without such lines; the head of a table that goes on over pages stays where it stands first."""
    running = _running(pages)
    heads = {_alike(line) for page in pages for line in _edges(page) if TAB in line.text} & running
    kept: list[list[Line]] = []
    for page in pages:
        contents = _contents(page)
        rest: list[Line] = []
        for place, line in enumerate(page):
            if place in contents:
                continue
            edge = place < EDGE or place >= len(page) - EDGE
            alike = _alike(line)
            if not edge or alike in heads or not (_NUMBER.match(line.text) or alike in running):
                rest.append(line)
                heads.discard(alike)
        kept.append(rest)
    return kept


def _running(pages: Sequence[Sequence[Line]]) -> set[str]:
    """Lines that come back at the edges of many pages and nowhere else, digits aside."""
    seen = Counter(words for page in pages for words in {_alike(line) for line in _edges(page)})
    inside = {_alike(line) for page in pages for line in page[EDGE:-EDGE]}
    return {words for words, times in seen.items() if times >= max(LEAST_PAGES, len(pages) * LEAST_SHARE)} - inside


def _contents(page: Sequence[Line]) -> set[int]:
    """The places of the lines of a table of contents: several that lead to the number of a page, and what stands between them."""
    led = [place for place, line in enumerate(page) if _LED.search(line.text)]
    if len(led) < LEAST_ENTRIES:
        return set()
    numbered = {*led, *(place for place, line in enumerate(page) if _PAGE.search(line.text))}
    return {place for place in range(led[0], led[-1] + 1) if not numbered.isdisjoint(range(place - 1, place + 2))} | {
        place for place in (led[0] - 1,) if place in numbered
    }


def _edges(page: Sequence[Line]) -> list[Line]:
    return [*page[:EDGE], *page[-EDGE:]]


def _alike(line: Line) -> str:
    """What is the same in a running line of several pages."""
    return _DIGITS.sub("#", line.text.replace(TAB, " "))
