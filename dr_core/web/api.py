"""The one place where HTTP clients for provider APIs are made, and the one way to ask such an API for JSON.

A provider's ``base_url`` is configuration, not a page: it may be a model on this machine or an engine on the LAN, so these
clients are not guarded by address. They are bounded all the same: an absolute deadline, and a cap on what is read and decoded.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from functools import cache
from typing import TYPE_CHECKING, Any

from dr_core.errors import BadAnswer, Blocked
from dr_core.pattern import regex
from dr_core.unicode import well_formed
from dr_core.web.decode import ACCEPT_ENCODING, Decoder, Unasked, Undecodable
from dr_core.web.fault import provider_errors, raise_for_status
from dr_core.web.media import charset
from dr_core.web.redact import secrets_of, tidy
from dr_core.web.wall import bot_wall

if TYPE_CHECKING:
    import ssl

    import httpx

USER_AGENT = "dr-framework/0.1 (research reader)"
MAX_JSON = 8 * 1024 * 1024
ELSEWHERE = "Check base_url"
"""What to do where somebody else answers."""
UNREADABLE = "Have the server, or the proxy before it, send gzip or no encoding, which is what it was asked for"
"""What to do where an answer is encoded in a way that nobody asked for; to ask again does not help."""
_MAX_ERROR = 64 * 1024
_MAX_LINE = 1024 * 1024
_HALVES = regex(rb"\\u[dD][89a-fA-F]")


@cache
def tls() -> ssl.SSLContext:
    """The certificates to trust (``SSL_CERT_FILE`` and ``SSL_CERT_DIR`` are honoured). Kept: loading them takes 20 ms."""
    from dr_core.web.lean import httpx  # imported here: httpx costs 0.1 s

    return httpx.create_ssl_context(verify=True, trust_env=True)


@cache
def _no_tls() -> ssl.SSLContext:
    """For a service without TLS: trusts nobody, so that what is asked of another address by https fails."""
    import ssl

    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def api_client(
    *, base_url: str = "", headers: Mapping[str, str] | None = None, timeout: float = 30, **options: Any
) -> httpx.AsyncClient:
    """A client for a provider's API. ``timeout`` bounds each step; ``get_json`` bounds the whole call by it.

    Proxy variables are ignored unless ``trust_env=True`` or ``proxy=`` is given, and redirects are not followed: a key is sent to
    the configured service only. No cookie is taken: they would tie a user's questions together, and a flood of them would make
    every later request too large.
    """
    from http.cookiejar import CookieJar, DefaultCookiePolicy  # imported here, all: httpx, which brings them, costs 0.1 s

    from dr_core.web.lean import httpx
    from dr_core.web.transport import Transport

    options.setdefault("trust_env", False)
    options.setdefault("follow_redirects", False)
    options.setdefault("cookies", CookieJar(DefaultCookiePolicy(allowed_domains=())))
    plain = base_url.startswith("http://")
    trusted = _no_tls() if plain else tls()
    if options["trust_env"] or "proxy" in options:
        options.setdefault("verify", trusted)
    else:
        # without TLS a connection costs next to nothing, and some local servers (llama.cpp's, behind a stream) close one which
        # they had promised to keep, just as the next request goes out on it
        options.setdefault("transport", Transport(trusted, kept=0) if plain else Transport(trusted))
    sent = httpx.Headers({"user-agent": USER_AGENT, "accept-encoding": ACCEPT_ENCODING})
    sent.update(headers or {})
    return httpx.AsyncClient(base_url=base_url, headers=sent, timeout=timeout, **options)


async def get_json(
    client: httpx.AsyncClient,
    name: str,
    method: str,
    url: str,
    *,
    deadline: float | None = None,
    max_bytes: int = MAX_JSON,
    **request: Any,
) -> Any:
    """The JSON that ``method url`` answers with; every failure is a ``ProviderError`` that begins with ``name``.

    ``deadline`` (seconds, for the whole call) is the client's read timeout where it is not given. ``request`` goes to httpx
    (``json=``, ``params=``, ``headers=``, ...).
    """
    return parse_json(name, *await _asked(client, name, method, url, deadline, max_bytes, request))


async def get_text(
    client: httpx.AsyncClient,
    name: str,
    method: str,
    url: str,
    *,
    deadline: float | None = None,
    max_bytes: int = MAX_JSON,
    **request: Any,
) -> str:
    """The text (an XML feed, say) that ``method url`` answers with, bounded and with the errors of ``get_json``."""
    response, body = await _asked(client, name, method, url, deadline, max_bytes, request)
    if not body.strip():
        raise nothing(name, response.status_code)
    # of the web's character sets, not of Python's: a name that it does not know would be an error of another kind
    return body.decode(charset(response.headers.get("content-type", "")) or "utf-8", "replace")


async def get_lines(name: str, response: httpx.Response, *, max_bytes: int = MAX_JSON) -> AsyncIterator[str]:
    """The lines of an open streamed answer (server-sent events), without their ends; bounded in sum and in length.

    ``async with client.stream(...) as response: await raise_for_stream(name, response); async for line in get_lines(...)``.
    """
    held = b""
    async for piece in _pieces(name, response, max_bytes):
        held += piece
        if b"\r" in held:  # a line ends in LF, CR LF or CR; of the last two the second half may come with the next piece
            whole = held.removesuffix(b"\r")
            held = whole.replace(b"\r\n", b"\n").replace(b"\r", b"\n") + held[len(whole) :]
        *lines, held = held.split(b"\n")
        if len(held) > _MAX_LINE:  # a line without an end would be copied again with every piece
            raise BadAnswer(f"{name} sent a line of more than {_MAX_LINE // 1024} KiB")
        for line in lines:
            yield line.decode("utf-8", "replace")
    if held:
        yield held.removesuffix(b"\r").decode("utf-8", "replace")


async def raise_for_stream(name: str, response: httpx.Response) -> None:
    """As ``raise_for_status``, for an open stream: reads (a little of) the body of a failed answer first."""
    if 200 <= response.status_code < 300:
        return
    body = b""
    try:
        async for piece in _pieces(name, response, _MAX_ERROR):
            body += piece
    except BadAnswer:
        pass  # too long or undecodable: the status says enough
    raise_for_status(name, response, body)


def nothing(name: str, status: int) -> BadAnswer:
    """The error for a good answer without a word in it."""
    remedy = "If it always does, another service may be there: check base_url"
    return BadAnswer(f"{name} answered with nothing ({status})", remedy=remedy)


def parse_json(name: str, response: httpx.Response, body: bytes) -> Any:
    """``body`` as JSON, or an error that says what stood there instead."""
    if not body.strip():
        raise nothing(name, response.status_code)
    try:
        value = json.loads(body)
        return well_formed(value) if _HALVES.search(body) else value
    except (ValueError, RecursionError) as exc:
        start = body[:300].lstrip().lower()
        if start.startswith(b"<"):
            headers = {key.lower(): value for key, value in response.headers.items()}
            if wall := bot_wall(response.status_code, headers, body):
                raise Blocked(f"{name} answered with a bot wall ({wall})") from exc
            raise BadAnswer(f"{name} answered with HTML where JSON was expected", remedy=ELSEWHERE) from exc
        if start[:1] in (b"{", b"["):
            raise BadAnswer(f"{name} answered with JSON that is cut off or broken ({len(body)} bytes)") from exc
        said = tidy(body[:1000].decode("utf-8", "replace"), secrets_of(response))
        raise BadAnswer(f"{name} did not answer in JSON: {said}", remedy=f"{ELSEWHERE}: another service may be there") from exc


async def _asked(
    client: httpx.AsyncClient,
    name: str,
    method: str,
    url: str,
    deadline: float | None,
    max_bytes: int,
    request: Mapping[str, Any],
) -> tuple[httpx.Response, bytes]:
    """An answer and its whole body, within the deadline."""
    with provider_errors(name):
        async with asyncio.timeout(deadline or client.timeout.read or 30), client.stream(method, url, **request) as response:
            await raise_for_stream(name, response)
            return response, b"".join([piece async for piece in _pieces(name, response, max_bytes)])


async def _pieces(name: str, response: httpx.Response, max_bytes: int) -> AsyncIterator[bytes]:
    """The decoded body in pieces: httpx's own decoding has no bound, so the raw bytes are decoded here."""
    size = 0
    try:
        decoder = Decoder(response.headers.get("content-encoding", ""))
        async with aclosing(response.aiter_raw()) as stream:  # type: ignore[type-var]
            async for raw in stream:
                for piece in decoder.feed(raw):
                    size += len(piece)
                    if size > max_bytes:
                        raise BadAnswer(f"{name} answered with more than {max_bytes // 1024} KiB")
                    yield piece
        decoder.finish()
    except Undecodable as exc:
        remedy = UNREADABLE if isinstance(exc, Unasked) else ""
        raise BadAnswer(f"{name}: the answer {exc}", remedy=remedy) from exc
