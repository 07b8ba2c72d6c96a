"""RSS and Atom, read where they can hold nothing up."""

from __future__ import annotations

import io
from typing import Any

from dr_core import BadAnswer
from dr_core.thread import in_thread


async def entries(name: str, data: bytes | str, charset: str = "") -> list[Any]:
    """The entries of a feed; ``BadAnswer`` where the data is none. ``charset`` is what the HTTP header said, if anything."""
    raw, charset = (data.encode(), "utf-8") if isinstance(data, str) else (data, charset)
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
