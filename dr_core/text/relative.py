"""Years that a text names by its own: "last year" in a text of 2025 is 2024.

What a text counts from a year that it speaks of (the previous year, 上年, 前年, im Vorjahr) is none, nor is a fiscal year.
"""

from __future__ import annotations

import re

from dr_core.pattern import regex
from dr_core.text.overlap import split

_PUBLISHED = regex(r"(?:19|20)\d\d(?!\d)")
_LAST = (
    r"(?<!\bthe )\blast year\b|\b(?:im|des|dem) (?:vergangenen|letzten) Jahre?s?\b|\b(?:letzt|vergangen)es Jahr\b"
    r"|去年|昨年(?!度)|지난해|작년"
)
_THIS = r"\bthis year\b|\b(?:dieses|diesem) Jahre?s?\b|\bheuer\b|今年(?!度)|올해|금년"
_NEXT = (
    r"(?<!\bthe )\bnext year\b|\b(?:im|des|dem) (?:kommenden|nächsten) Jahre?s?\b|\b(?:nächst|kommend)es Jahr\b"
    r"|明年|来年(?!度)|내년"
)
_NAMED = regex(rf"(?P<last>{_LAST})|(?P<this>{_THIS})|(?P<next>{_NEXT})", re.IGNORECASE)
_STEPS = {"last": -1, "this": 0, "next": 1}


def dated(text: str, published: str) -> str:
    """The sentences of ``text`` that name a year by that of its publication, with the year behind its name: last year (2024)."""
    year = _PUBLISHED.match(published)
    if not year or not _NAMED.search(text):
        return ""

    def named(found: re.Match[str]) -> str:
        return f"{found.group()} ({int(year.group()) + _STEPS[str(found.lastgroup)]})"

    return " ".join(_NAMED.sub(named, sentence) for sentence in split(text) if _NAMED.search(sentence))
