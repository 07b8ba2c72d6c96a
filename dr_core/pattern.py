"""Patterns of modules, each compiled when it is first used: a command uses few of them, and all take half a second to compile.

    _YEAR = regex(r"(?:1\\d|20)\\d\\d")

They are kept for ever, and what they compile to on disk (``compiled.py``): what a function makes of its arguments is for
``re.compile``.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

_ANSWERS = (
    "search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn", "scanner", "flags", "groups", "groupindex",
)  # fmt: skip


class _Pattern:
    """What ``re.compile`` returns, in time."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self.pattern = source
        self._asked = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _ANSWERS:
            raise AttributeError(f"a pattern has no attribute {name!r}")
        compiled = _compiled(self.pattern, self._asked)
        for answer in _ANSWERS:  # one by one: the interpreter finds what was set so sooner than what stands in __dict__
            setattr(self, answer, getattr(compiled, answer))
        return getattr(compiled, name)

    def __repr__(self) -> str:
        return f"regex({self.pattern!r})"


def _compiled(source: str | bytes, flags: int) -> re.Pattern[Any]:
    if isinstance(source, bytes):
        return re.compile(source, flags)
    from dr_core.compiled import kept  # imported here: some commands compile nothing

    return kept.compile(source, flags)


_MADE: dict[tuple[str | bytes, int], _Pattern] = {}


def regex(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The pattern that ``re.compile`` makes of the same arguments, compiled when it is first used; equal ones are one."""
    made = _MADE.get((source, flags))
    if made is None:
        made = _MADE[source, flags] = _Pattern(source, flags)
    return cast("re.Pattern[AnyStr]", made)


def compile_all() -> None:
    """Compile what the modules have that are imported, where that is better done now than at first use."""
    for made in list(_MADE.values()):
        _ = made.search
