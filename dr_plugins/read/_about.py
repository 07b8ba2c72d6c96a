"""What a web page says about itself: title, author, date, picture and type.

The library's own round of a page looks for keywords, tags, a license and the like too, which nobody here asks for; and for a name
beside "by" in every element, where most pages have no such element.
"""

from __future__ import annotations

import contextlib
from datetime import datetime
from typing import Any

_BYLINES = (
    "uthor", "byl", "Byl", "BBL", "username", "screenname", "writer", "channel-name", "submitted-by", "posted-by",
    "journalist-name", "zuozhe", "bianji", "xiaobian",
)  # fmt: skip
"""What tags are named that hold the author, as far as the library knows."""
_LOOKED_AT = 50


def about(tree: Any, page: str, url: str) -> dict[str, str]:
    """What the ``tree`` of ``page`` says: title, author, date, image, pagetype; "" for what it does not."""
    # Imported here: trafilatura costs a quarter of a second.
    from htmldate import find_date
    from trafilatura.metadata import examine_meta, extract_author, extract_meta_json, extract_title, extract_url

    found = examine_meta(tree)
    if found.author and " " not in found.author:  # the name of an account
        found.author = None
    with contextlib.suppress(Exception):  # a page's JSON can be anything, and the library stumbles over some of it
        found = extract_meta_json(tree, found)
    found.title = found.title or extract_title(tree)
    found.author = found.author or (extract_author(tree) if _has_byline(page) else None)
    today = datetime.now().astimezone().strftime("%Y-%m-%d")
    address = found.url or extract_url(tree, url)
    found.date = find_date(tree, extensive_search=False, original_date=True, max_date=today, url=address)
    found.clean_and_trim()
    return {name: getattr(found, name) or "" for name in ("title", "author", "date", "image", "pagetype")}


def _has_byline(page: str) -> bool:
    """Whether a tag of ``page`` may hold the author's name."""
    return any(_in_tag(page, word) for word in _BYLINES)


def _in_tag(page: str, word: str) -> bool:
    at = page.find(word)
    for _ in range(_LOOKED_AT):
        if at < 0:
            return False
        if page.rfind("<", 0, at) > page.rfind(">", 0, at):
            return True
        at = page.find(word, at + 1)
    return True
