"""Text that can be written down: halves of characters (lone surrogates) are taken out where results enter a run.

JSON lets a service send half of an emoji (``\\ud83d``), and services that cut texts to a length do. Python keeps it in a string,
and fails much later: when the string is written to a file, a database or a socket.
"""

from __future__ import annotations

import json
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


def seen(json_text: str) -> str:
    """JSON with every character that cannot be seen escaped, ends of lines apart: a terminal obeys more of them than those below
    U+0020, which JSON itself escapes. It says the same, and CJK stays readable."""
    if json_text.isprintable():
        return json_text
    return "".join(char if char.isprintable() or char in "\n\u3000" else json.dumps(char)[1:-1] for char in json_text)


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
