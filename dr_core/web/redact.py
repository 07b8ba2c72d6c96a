"""What a service said, fit for one line of an error: shortened, printable, and without the secrets of the request."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any

from dr_core.pattern import regex

if TYPE_CHECKING:
    import httpx

_SHOWN = 200
_TITLE = regex(r"<title[^>]{0,80}>\s*(?:\d{3}\b[\s:-]*)?([^<]{1,400})</title", re.IGNORECASE)
"""That of an error page, without the status it begins with: we tell it ourselves."""


def looks_like_json(text: str) -> bool:
    """Whether ``text`` begins like a JSON object or list."""
    return text.lstrip()[:1] in ("{", "[")


def message(text: str) -> str:
    """The service's own words: the usual places of a JSON error, the title of a page, or the text itself."""
    try:
        found = _words(json.loads(text), 0)
    except (ValueError, RecursionError):
        found = ""
    if found or not text.strip():
        return found
    if text.lstrip().startswith("<"):
        title = _TITLE.search(text[:8192])
        return unescape(title[1]).strip() if title else ""
    return "" if looks_like_json(text) else text


def _words(value: Any, depth: int) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and depth < 4:
        return _words(value[0], depth + 1)
    if isinstance(value, dict) and depth < 4:
        if inner := _relayed(value.get("metadata")):
            return inner
        for key in ("message", "error", "detail", "msg", "error_description", "description", "errors", "title", "code"):
            if found := _words(value.get(key), depth + 1):
                return _place(value.get("loc")) + found
    return ""


def _relayed(metadata: Any) -> str:
    """What the service behind a gateway (OpenRouter) said; the gateway itself says no more than that it failed."""
    raw = metadata.get("raw") if isinstance(metadata, dict) else None
    said = message(raw).strip() if isinstance(raw, str) else ""
    name = metadata.get("provider_name") if said else None
    return f"{name}: {said}" if isinstance(name, str) else said


def _place(where: Any) -> str:
    """What an error of FastAPI is about: its words do not name the parameter."""
    names = [str(part) for part in where if part != "body"] if isinstance(where, list) and len(where) < 10 else []
    return f"{'.'.join(names)}: " if names else ""


_SECRET_NAME = regex(r"(?:key|token|secret|password|auth|sig|signature|authorization)$", re.IGNORECASE)
_BODY_SECRET = regex(rb'"[A-Za-z_-]{0,40}(?:[Kk]ey|[Tt]oken|[Ss]ecret|[Pp]assword)"\s*:\s*"([^"\\]{4,400})"')
_PLAIN_HEADERS = frozenset({
    "accept", "accept-encoding", "accept-language", "connection", "content-length", "content-type", "host", "transfer-encoding",
    "user-agent", "anthropic-version", "anthropic-beta", "x-title", "http-referer", "openai-beta", "x-github-api-version",
})  # fmt: skip
_TOKEN = regex(r"\b(?:sk|pk|rk|tvly|exa|gh[opsu]|github_pat|xox[abp]|AIza|fc|jina|hf|Bearer)[-_ ]?[A-Za-z0-9*_.-]{8,}")
_STARRED = regex(r"[A-Za-z0-9_.-]{2,}\*{3,}[A-Za-z0-9_.-]*")
"""A key that the service itself has masked, in part."""


def secrets_of(response: httpx.Response) -> tuple[str, ...]:
    """Every value in the request that may be a key: unknown headers, telling parameters, userinfo, fields of a JSON body."""
    # httpx raises where a response was built by hand without its request
    request: httpx.Request | None = getattr(response, "_request", None)
    if request is None:
        return ()
    found = [value for key, value in request.headers.items() if key.lower() not in _PLAIN_HEADERS]
    found += [part for value in found for part in re.split(r"[\s;,=]+", value)]  # a scheme, a cookie's parts
    found += [value for key, value in request.url.params.multi_items() if _SECRET_NAME.search(key)]
    found += [request.url.password, request.url.username]
    body = getattr(request, "_content", b"")
    found += [match.decode("utf-8", "replace") for match in _BODY_SECRET.findall(body[:65_536] + body[-65_536:])]
    return tuple(sorted({value for value in found if len(value) >= 4}, key=len, reverse=True))


def tidy(text: str, secrets: tuple[str, ...] = ()) -> str:
    """``text`` as part of one line: no control characters, no secrets, at most 200 characters."""
    for secret in secrets:
        text = text.replace(secret, "[key]")
    text = _STARRED.sub("[key]", _TOKEN.sub("[key]", text))
    text = " ".join("".join(char if char.isprintable() else " " for char in text[: _SHOWN * 8]).split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…"
