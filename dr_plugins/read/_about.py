"""What a web page says about itself: title, author, date, picture and type.

The library's own round of a page looks for keywords, tags, a license and the like too, which nobody here asks for; and for a name
beside "by" in every element, where most pages have no such element.
"""

from __future__ import annotations

import contextlib
from datetime import datetime
from typing import Any

from dr_core.pattern import regex

_BYLINES = (
    "uthor", "byl", "Byl", "BBL", "username", "screenname", "writer", "channel-name", "submitted-by", "posted-by",
    "journalist-name", "zuozhe", "bianji", "xiaobian",
)  # fmt: skip
"""What tags are named that hold the author, as far as the library knows."""
_LOOKED_AT = 50
_YEARS = regex(r"(?<!\d)((?:19|20)\d\d)\s?[-–/]\s?(\d{4}|\d\d)(?![\d/-])")


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
    if found.date and _is_of_years(found.date, " ".join(tree.xpath("//title//text() | //h1//text()"))):
        found.date = None
    found.clean_and_trim()
    return {name: getattr(found, name) or "" for name in ("title", "author", "date", "image", "pagetype")}


def _is_of_years(day: str, title: str) -> bool:
    """Whether the library has taken the years that a title names ("2015-2023", "2010/11") for a month."""
    return any(
        day in (f"{first}-{last[:2]}-01", f"{first}-0{last[0]}-01") and (len(last) == 4 or int(last) == (int(first) + 1) % 100)
        for first, last in _YEARS.findall(title)
    )


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
