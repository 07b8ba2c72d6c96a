"""Hits out of whatever an MCP tool answers with: structured lists, JSON in text, links, resources, or plain text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from dr_core.pattern import regex

_ADDRESS = ("url", "link", "href", "uri", "html_url", "web_url")
_TITLE = ("title", "name", "headline", "heading", "full_name")
_SNIPPET = ("snippet", "description", "summary", "excerpt", "abstract", "content", "text", "body")
_CONTENT = ("raw_content", "content", "text", "body", "markdown")
_DATE = (
    "published", "published_date", "publishedDate", "publishedAt", "published_at", "datePublished", "date", "page_age",
    "created_at",
)  # fmt: skip
_LISTS = ("results", "items", "data", "result")
_LINK = regex(r"\[([^\]\n]{1,300})\]\((https?://[^\s)]+)\)")
_FIELD = regex(r"(?im)^\W{0,4}(title|url|link|description|snippet|content|summary|published date|date)\W{0,3}:\s*(.+)$")
_DEPTH = 6


class Found(NamedTuple):
    """An item of an answer, before it is checked."""

    title: str
    url: str
    snippet: str = ""
    content: str = ""
    published: Any = None


def found_in(result: Any) -> list[Found]:
    """The items of a ``CallToolResult``, best first; text without any address is one item without one."""
    items = list(_in_value(result.structured_content, 0)) if result.structured_content is not None else []
    if items:
        return items
    for block in result.content:
        if block.type == "resource_link":
            items.append(Found(block.title or block.name, str(block.uri), block.description or ""))
        elif block.type == "resource" and getattr(block.resource, "text", ""):
            items.append(Found("", str(block.resource.uri), content=block.resource.text))
        elif block.type == "text" and block.text.strip():
            items.extend(_in_text(block.text))
    # Words around a list of results ("I found 3 pages") are no result.
    return [item for item in items if item.url] or _joined(items)


def _joined(items: list[Found]) -> list[Found]:
    return [Found("", "", content="\n\n".join(item.content for item in items))] if items else []


def _in_text(text: str) -> Iterator[Found]:
    if text.lstrip()[:1] in ("{", "["):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if items := list(_in_value(value, 0)):
            yield from items
            return
        if value == [] or (isinstance(value, dict) and any(value.get(key) == [] for key in _LISTS)):
            return  # an empty list of results is an answer too
    if items := [item for part in re.split(r"\n\s*\n|\n-{3,}\n", text) if (item := _labelled(part))]:
        yield from items
    elif links := _LINK.findall(text):
        yield from (Found(title, url) for title, url in links)
    else:
        yield Found("", "", content=text)


def _in_value(value: Any, depth: int) -> Iterator[Found]:
    """Every object with an address, outermost first, in the order of the answer."""
    if depth > _DEPTH:
        return
    if isinstance(value, dict):
        address = _first(value, _ADDRESS)
        if address:
            content = _first(value, _CONTENT)
            whole = content if len(content) > 600 else ""  # anything shorter is a snippet
            yield Found(_first(value, _TITLE), address, _first(value, _SNIPPET), whole, _first(value, _DATE))
            return
        if isinstance(value.get("result"), str):  # how servers wrap a tool that gives text
            yield from (item for item in _in_text(value["result"]) if item.url)
            return
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _in_value(part, depth + 1)


def _labelled(text: str) -> Found | None:
    """``Title: … / URL: … / Description: …``, the way many servers print a result."""
    fields = {key.lower(): value.strip() for key, value in _FIELD.findall(text)}
    url = fields.get("url") or fields.get("link") or ""
    if not url.startswith(("http://", "https://")):
        return None
    snippet = next((fields[key] for key in ("description", "snippet", "summary", "content") if key in fields), "")
    return Found(fields.get("title", ""), url.split()[0], snippet, published=fields.get("published date") or fields.get("date"))


def _first(value: dict[str, Any], keys: tuple[str, ...]) -> str:
    return next((found for key in keys if isinstance(found := value.get(key), str) and found.strip()), "")
