"""How the clients for provider APIs send: httpx's requests through httpcore's pool, over ``dr_core.web.wire``."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from contextlib import contextmanager

import httpcore

from dr_core.web.lean import httpx
from dr_core.web.wire import Backend

_NAMES = (
    "ConnectTimeout", "ReadTimeout", "WriteTimeout", "PoolTimeout", "TimeoutException", "ConnectError", "ReadError", "WriteError",
    "NetworkError", "LocalProtocolError", "RemoteProtocolError", "ProtocolError", "ProxyError", "UnsupportedProtocol",
)  # fmt: skip
_SAME: dict[type[Exception], type[httpx.TransportError]] = {getattr(httpcore, name): getattr(httpx, name) for name in _NAMES}


class Transport(httpx.AsyncBaseTransport):
    """Direct connections, of which so many are ``kept`` for the next requests."""

    def __init__(self, trusted: ssl.SSLContext, kept: int = 20) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            trusted, max_connections=100, max_keepalive_connections=kept, keepalive_expiry=5.0, network_backend=Backend()
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; the body of the answer is read by whoever asked."""
        url = request.url
        assert isinstance(request.stream, httpx.AsyncByteStream)
        with _in_words_of_httpx():
            answer = await self._pool.handle_async_request(
                httpcore.Request(
                    method=request.method,
                    url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                    headers=request.headers.raw,
                    content=request.stream,
                    extensions=request.extensions,
                )
            )
        assert isinstance(answer.stream, AsyncIterable)
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._pool.aclose()


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
