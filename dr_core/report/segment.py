"""Long content in pieces (S0-15): whole sections, none over 10 KB unless a single paragraph is."""

from __future__ import annotations

import re

LARGEST = 10 * 1024


def segments(markdown: str) -> list[str]:
    """The pieces of a text over ``LARGEST`` bytes, cut at headings or else between paragraphs; a short one has none."""
    if len(markdown.encode()) <= LARGEST:
        return []
    pieces: list[str] = []
    current = ""
    for part in _parts(markdown):
        if current and len((current + part).encode()) > LARGEST:
            pieces.append(current)
            current = ""
        current += part
    return [*pieces, current] if current else pieces


def _parts(markdown: str) -> list[str]:
    parts: list[str] = []
    for section in re.split(r"(?m)^(?=## )", markdown):
        if len(section.encode()) <= LARGEST:
            parts.append(section)
        else:
            parts.extend(re.split(r"(?<=\n\n)", section))
    return [part for part in parts if part]
