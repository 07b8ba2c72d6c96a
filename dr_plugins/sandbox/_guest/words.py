"""Words in lines: how long a text is, and where it may be broken."""

from __future__ import annotations

import re

WIDE = 0x1100
"""The first of the letters that are as wide as they are high."""
_HAN = "\u2e80-\uabff\uf900-\uffee"
_PIECES = re.compile(rf"[（「『【《]*[{_HAN}][，。、；：）」』】》！？ー]*\s*|[^\s{_HAN}]+\s*|\s+")
"""What a line is not broken within: words where there are spaces, and a letter of Chinese or Japanese with its marks."""


def weight(text: str) -> float:
    """How long a text is, in letters."""
    return sum(2.0 if ord(char) >= WIDE else 1.0 for char in text)


def lines(text: str, room: float) -> list[str]:
    """A text in lines of at most so many letters, where its words let it be broken."""
    found = [""]
    for piece in _PIECES.findall(text):
        if found[-1] and weight(found[-1] + piece.rstrip()) > room:
            found.append("")
        found[-1] += piece
    return [line.strip() for line in found]
