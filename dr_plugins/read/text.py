"""Plain text and markdown."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from dr_core import Document, DRError, Reader
from dr_core.pattern import regex
from dr_core.text import detect
from dr_plugins.read import _markdown
from dr_plugins.read._charset import decode
from dr_plugins.read._date import iso_date, own_date

LONGEST = 20_000_000
"""Bytes; what is longer is a log or a dump, not a document."""

_FRONT = regex(r"\A---[ \t]*\n(.{0,5000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_FIELD = regex(r"^([A-Za-z_-]{1,30})[ \t]*:[ \t]*(.{1,500})$", re.M)
_CHARSET = regex(r"charset=[\"']?([\w.:-]{1,40})", re.I)


class Text(Reader):
    """Reads plain text and markdown in any common encoding."""

    media_types = ("text/plain", "text/markdown", "text/x-markdown")
    suffixes = (".txt", ".text", ".md", ".markdown")

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        """The text; of markdown without inline marks, with the front matter's title, date and author."""
        if len(data) > LONGEST:
            raise DRError(f"{url} is longer than {LONGEST // 10**6} MB", remedy="Split it")
        text = decode(data, url, _CHARSET.findall(media_type)).replace("\x00", "").strip("\n")
        fields: dict[str, str] = {}
        if "markdown" in media_type or _suffix(url) in (".md", ".markdown"):
            text, fields = _front_matter(text)
            text = _markdown.plain(text)
        else:
            # plain text files carry front matter too; a ruled line with no title under it is part of the text
            behind, found = _front_matter(text)
            if "title" in found:
                text, fields = behind.strip("\n"), found
        if not text.strip():
            raise DRError(f"{url} is empty")
        return Document(
            text=text,
            title=fields.get("title") or _markdown.title(text) or _first_line(text) or _name(url),
            author=fields.get("author") or fields.get("authors", ""),
            published=iso_date(fields.get("date") or fields.get("published", "")) or own_date(text),
            language=fields.get("lang") or fields.get("language") or detect(text),
            kind="file" if url.startswith("file:") else "text",
        )


def _front_matter(text: str) -> tuple[str, dict[str, str]]:
    """The text behind the front matter, and its plain ``key: value`` lines; anything more (lists, maps) is not for us."""
    found = _FRONT.match(text)
    if not found:
        return text, {}
    fields = {key.lower(): value.strip().strip("\"'").strip() for key, value in _FIELD.findall(found.group(1))}
    return text[found.end() :], fields


def _first_line(text: str) -> str:
    """The first line where it looks like a title: short, alone, and not a sentence."""
    first, _, rest = text.partition("\n")
    first = first.strip()
    alone = not rest.strip() or rest.startswith("\n") or len(rest.partition("\n")[0]) > 2 * len(first)
    return first if alone and 0 < len(first) <= 100 and first[-1] not in ".,;:。，；：！？!?、" else ""


def _suffix(url: str) -> str:
    return PurePosixPath(urlsplit(url).path).suffix.lower()


def _name(url: str) -> str:
    return PurePosixPath(unquote(urlsplit(url).path)).stem
