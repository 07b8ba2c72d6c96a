"""What tells that 300m are metres, where in English they would be millions: its words, or that it is none."""

from __future__ import annotations

import re

from dr_core.pattern import regex

_CJK = regex(r"[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]")
_BEHIND = regex(
    r"[\s-](?:long(?!-?(?:term|time))|wide|high(?!-)|deep|tall|thick|away|apart|underground|underwater|offshore|upstream|downstream)\b"
    r"|\sacross(?![\s\w])|\s(?:north|south|east|west)(?:east|west)? of\b|\sin (?:length|height|width|depth|diameter)\b"
    r"|\s(?:above|below|under|beneath) (?:the )?(?:mean )?(?:sea|ground|water|surface|street|river|lake|earth|valley)\b"
    r"|\s(?:from|off|of) the (?:shore|coast|coastline|beach|bank|entrance|border|road|track|station"
    r"|site|epicentre|epicenter|summit|finish)\b"
    r"|[\s-](?:sprint|race|dash|hurdles|freestyle|butterfly|backstroke|breaststroke|relay|tower|bridge|tunnel|pier|runway|cliff"
    r"|climb|descent|stretch|radius)s?\b"
)
_BEFORE = regex(
    r"\b(?:lengths?|heights?|depths?|widths?|distances?|altitudes?|elevations?|spans?|radius|diameters?)"
    r"(?: of| is| was|:)?\s(?:(?:about|nearly|around|roughly|almost|over|up to|at least|more than|less than|only|just|some)\s)?"
    r"(?:[\d.,]+m?(?:\s?[-–]\s?|\s(?:to|and|or)\s))?\Z",
    re.IGNORECASE,
)


def are_metres(text: str, start: int, end: int) -> bool:
    """Whether the words around a number with an m tell of a length."""
    return bool(_CJK.search(text) or _BEHIND.match(text, end) or _BEFORE.search(text, max(0, start - 50), start))
