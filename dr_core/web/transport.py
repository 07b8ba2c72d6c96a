"""How the clients for provider APIs send: httpx's requests through httpcore's pool, over ``dr_core.web.wire``."""

from __future__ import annotations

import ssl
import time
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import httpcore
import httpx

from dr_core.web.wire import Backend, watched

_NAMES = (
    "ConnectTimeout", "ReadTimeout", "WriteTimeout", "PoolTimeout", "TimeoutException", "ConnectError", "ReadError", "WriteError",
    "NetworkError", "LocalProtocolError", "RemoteProtocolError", "ProtocolError", "ProxyError", "UnsupportedProtocol",
)  # fmt: skip
_SAME: dict[type[Exception], type[httpx.TransportError]] = {getattr(httpcore, name): getattr(httpx, name) for name in _NAMES}

_CLOSED = (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError)
AT_ONCE = 10.0
"""Seconds within which a connection that had been closed shows it; one that is closed later may have been at work."""


class Transport(httpx.AsyncBaseTransport):
    """Connections that are kept for the next request, direct ones or through ``proxy``.

    A service may close a kept connection just as the next request goes out on it, and some (llama.cpp's server, behind a stream)
    close it although they have said that they keep it. That says nothing about the service, so such a request is sent again at
    once, on a connection made for it; whatever becomes of that one is told. A request that costs money too: where a *kept*
    connection ends at once and without a byte, what ended was the connection, before anybody read the request from it. Nobody can
    know that for sure (RFC 9110, 9.2.2), but asking a model or an engine changes nothing there: at worst an answer is paid twice,
    as it would be by the retry of whoever asked, which comes later and tells of a failure that was none. Where a byte has come,
    time has passed or the connection was new, somebody may have been at work, and nothing is sent again here.
    """

    def __init__(self, trusted: ssl.SSLContext, proxy: httpx.Proxy | None = None) -> None:
        self._pool = _pool(trusted, proxy, kept=20)
        self._anew = _pool(trusted, proxy, kept=0)  # each of its connections carries one request

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; the body of the answer is read by whoever asked."""
        with _in_words_of_httpx(), watched() as met:
            began = time.monotonic()
            try:
                answer = await self._pool.handle_async_request(_in_words_of_httpcore(request))
            except _CLOSED:
                late = time.monotonic() - began > AT_ONCE
                if met.connected or met.answered or late or not isinstance(request.stream, httpx.ByteStream):
                    raise
                answer = await self._anew.handle_async_request(_in_words_of_httpcore(request))
        assert isinstance(answer.stream, AsyncIterable)
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._pool.aclose()
        await self._anew.aclose()


def _pool(trusted: ssl.SSLContext, proxy: httpx.Proxy | None, kept: int) -> httpcore.AsyncConnectionPool:
    options: dict[str, Any] = {"max_connections": 100, "max_keepalive_connections": kept, "keepalive_expiry": 5.0}
    options |= {"ssl_context": trusted, "network_backend": Backend()}
    if proxy is None:
        return httpcore.AsyncConnectionPool(**options)
    there = _address(proxy.url)
    if proxy.url.scheme.startswith("socks5"):
        return httpcore.AsyncSOCKSProxy(there, proxy_auth=proxy.raw_auth, **options)
    options |= {"proxy_headers": proxy.headers.raw, "proxy_ssl_context": proxy.ssl_context}
    return httpcore.AsyncHTTPProxy(there, proxy_auth=proxy.raw_auth, **options)


def _in_words_of_httpcore(request: httpx.Request) -> httpcore.Request:
    assert isinstance(request.stream, httpx.AsyncByteStream)
    return httpcore.Request(
        method=request.method,
        url=_address(request.url),
        headers=request.headers.raw,
        content=request.stream,
        extensions=request.extensions,
    )


def _address(url: httpx.URL) -> httpcore.URL:
    return httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)


class _Body(httpx.AsyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        assert isinstance(self._answer.stream, AsyncIterable)
        with _in_words_of_httpx():
            async for piece in self._answer.stream:
                yield piece

    async def aclose(self) -> None:
        await self._answer.aclose()


@contextmanager
def _in_words_of_httpx() -> Iterator[None]:
    try:
        yield
    except Exception as exc:
        kind = next((_SAME[one] for one in type(exc).__mro__ if one in _SAME), None)
        if kind is None:
            raise
        raise kind(str(exc)) from exc
