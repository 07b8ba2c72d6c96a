"""RSS and Atom, read where they can hold nothing up."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from dr_core import BadAnswer
from dr_core.pattern import regex
from dr_core.thread import in_thread

MOST = 500
"""Items of an answer that are looked at; no service is asked for more than a hundred, and a blog lists fewer."""
_TAGS = 50_000
"""Tags of these: feedparser takes up to a tenth of a millisecond for each."""
_END = regex(rb"</(?:entry|item)\s*>")


async def entries(name: str, data: bytes | str, charset: str = "", *, left_out: Callable[[str, str], None]) -> list[Any]:
    """The entries of a feed; ``BadAnswer`` where the data is none. ``charset`` is what the HTTP header said, if anything.

    Of more than ``MOST`` the others are cut out before they are read (feedparser needs a minute for 8 MB of them), and
    ``left_out`` is told.
    """
    raw, charset = (data.encode(), "utf-8") if isinstance(data, str) else (data, charset)
    if len(ends := [found.end() for found in _END.finditer(raw)]) > MOST:
        left_out(name, f"answered with a list of {len(ends):,}, of which the first {MOST} are taken")
        raw = raw[: ends[MOST - 1]] + raw[ends[-1] :]
    if (tags := raw.count(b"<")) > _TAGS:
        raise BadAnswer(f"{name} answered with a feed of {tags:,} tags", remedy="Check the address of the feed")
    feed = await in_thread(lambda: _parse(raw, charset), f"dr-{name}-feed")
    if not feed.version:
        raise BadAnswer(f"{name} answered with something that is no feed", remedy="Check the address of the feed")
    return list(feed.entries)


def _parse(raw: bytes, charset: str) -> Any:
    import feedparser  # imported here: 0.2 s

    media = f"application/xml; charset={charset}" if charset else "application/xml"
    # As a stream: given a string, feedparser would take one that looks like an address or a path for just that, and open it.
    return feedparser.parse(io.BytesIO(raw), response_headers={"content-type": media})


def body(entry: Any) -> str:
    """The fullest text an entry carries, as HTML or plain text."""
    texts = [part.get("value", "") for part in entry.get("content", ())] + [entry.get("summary", "")]
    return str(max(texts, key=len))
