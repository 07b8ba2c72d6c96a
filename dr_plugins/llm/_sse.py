"""Server-sent events out of the lines of an answer."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable
from typing import NamedTuple


class ServerEvent(NamedTuple):
    """One event: its name (empty where the server gave none) and its data, lines joined by newlines."""

    name: str
    data: str


async def read_events(lines: AsyncIterable[str]) -> AsyncIterator[ServerEvent]:
    """The events in ``lines``.

    The last one is given even where the blank line after it is missing, which the standard would drop: several servers forget
    it after their terminator. Whoever reads the data notices when it is half a value.
    """
    name = ""
    data: list[str] = []
    async for line in lines:
        if not line:
            if data:
                yield ServerEvent(name, "\n".join(data))
            name, data = "", []
            continue
        field, _, value = line.removeprefix("\ufeff").partition(":")
        if field == "data":
            data.append(value.removeprefix(" "))
        elif field == "event":
            name = value.removeprefix(" ")
        # comments (": keep-alive"), id and retry say nothing about an answer
    if data:
        yield ServerEvent(name, "\n".join(data))


async def chained(begun: Iterable[str], rest: AsyncIterator[str]) -> AsyncIterator[str]:
    """The lines that were looked at, then the others."""
    for line in begun:
        yield line
    async for line in rest:
        yield line
