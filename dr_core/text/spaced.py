"""Numbers whose thousands are set off by plain spaces: 18 000, 1 234 567."""

from __future__ import annotations

from dr_core.pattern import regex

_SPACED = regex(r"(?<![A-Za-z\d_.,/+:])(?<!\d )(?<!\d-\d\d-)(?<![A-Za-z]-)[1-9]\d{0,2}(?: \d{3})+(?!\d|,\d{3}| \d|[/:]\d)")
"""A row of numbers is none, nor is what stands in a date, a telephone number or a name."""
_HINT = regex(r"\d \d{3}(?!\d)")


def has_spaced(text: str) -> bool:
    """Whether ``text`` may have such a number."""
    return _HINT.search(text) is not None


def bound(text: str, *, sure: bool = False) -> str:
    """``text`` with a no-break space in such numbers; only in those that can be nothing else (no number begins with a zero),
    where ``sure``."""
    return _SPACED.sub(lambda found: found[0].replace(" ", "\u00a0") if not sure or " 0" in found[0] else found[0], text)
