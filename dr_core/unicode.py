"""Text that can be written down: halves of characters (lone surrogates) are taken out where results enter a run.

JSON lets a service send half of an emoji (``\\ud83d``), and services that cut texts to a length do. Python keeps it in a string,
and fails much later: when the string is written to a file, a database or a socket.
"""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def well_formed(value: T) -> T:
    """``value`` with every text in it (also in lists and tables) fit for UTF-8: halves that belong together are joined, a half
    alone becomes U+FFFD."""
    if isinstance(value, str):
        return value if _is_fit(value) else _mended(value)  # type: ignore[return-value]
    if isinstance(value, dict):
        return {well_formed(key): well_formed(each) for key, each in value.items()}  # type: ignore[return-value]
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return type(value)(map(well_formed, value))
    return value


def is_high_half(character: str) -> bool:
    """Whether a character is the first half of one that is written in two."""
    return "\ud800" <= character <= "\udbff"


def _is_fit(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _mended(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
