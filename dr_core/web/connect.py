"""Connections to addresses that were checked, and to no others.

An httpcore network backend that is told the addresses beforehand and ignores the name it is asked to connect to. TLS and the
Host header still use the name, so certificates are checked as ever. What comes in is counted on the wire: headers, interim
answers and chunk extensions too, which no limit on the body would see.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Any

import httpcore

from dr_core.web.address import Address
from dr_core.web.url import Target, refuse
from dr_core.web.wire import Backend

TRIES = 4
READ = 16 * 1024
PATIENCE = 4.0
"""Seconds before the next address of a host is tried: a host with a dead IPv6 address must not use up the deadline."""


class PinnedBackend(httpcore.AsyncNetworkBackend):
    """Connects to ``addresses`` in order; reading more than ``allowance`` bytes from a connection is refused."""

    def __init__(
        self, target: Target, addresses: Sequence[Address], allowance: int, proxy: tuple[str, int] | None = None
    ) -> None:
        self._target = target
        self._addresses = list(addresses)[:TRIES]
        self._allowance = allowance
        self._proxy = proxy
        self._inner = Backend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first checked address that answers; ``host`` is deliberately not used."""
        failure: Exception = httpcore.ConnectError("no address to connect to")
        for place in self._addresses:
            try:
                async with asyncio.timeout(None if place == self._addresses[-1] else PATIENCE):
                    return Metered(await self._connect(place, port), self._allowance, self._target)
            except (httpcore.ConnectError, httpcore.ConnectTimeout, TimeoutError) as exc:
                failure = exc if isinstance(exc, httpcore.ConnectError) else httpcore.ConnectTimeout(f"{place} does not answer")
        raise failure

    async def connect_unix_socket(self, *args: Any, **options: Any) -> httpcore.AsyncNetworkStream:
        """Never: pages do not live in files."""
        raise refuse(self._target.url, "it leads to a local socket")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def _connect(self, address: Address, port: int) -> httpcore.AsyncNetworkStream:
        if self._proxy is not None:
            stream = await self._inner.connect_tcp(*self._proxy)
            await _tunnel(stream, f"[{address}]:{port}" if address.version == 6 else f"{address}:{port}")
            return stream
        stream = await self._inner.connect_tcp(str(address), port)
        peer = stream.get_extra_info("server_addr")
        if ip_address(peer[0]) != address:  # cannot happen; if it does, nothing is sent
            await stream.aclose()
            raise refuse(self._target.url, f"the connection led to {peer[0]} instead of {address}")
        return stream


class Metered(httpcore.AsyncNetworkStream):
    """A stream that has an allowance of bytes to read."""

    def __init__(self, stream: httpcore.AsyncNetworkStream, allowance: int, target: Target) -> None:
        self._stream = stream
        self._allowance = allowance
        self._target = target
        self._left = allowance

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        # In small pieces: what one read brings is parsed in one go, and a flood of tiny messages would hold up the event loop.
        data = await self._stream.read(min(max_bytes, READ), timeout)
        self._left -= len(data)
        if self._left < 0:
            raise refuse(self._target.url, f"the server sent more than {self._allowance // 1024} KiB")
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        return Metered(await self._stream.start_tls(ssl_context, server_hostname, timeout), self._allowance, self._target)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


async def _tunnel(stream: httpcore.AsyncNetworkStream, place: str) -> None:
    """Ask a configured proxy to connect to a checked address (not to a name, which it would look up by itself)."""
    try:
        await stream.write(f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n\r\n".encode("ascii"))
        answer = b""
        while b"\r\n\r\n" not in answer:
            # One byte at a time: what follows the blank line belongs to the page.
            piece = await stream.read(1)
            answer += piece
            if not piece or len(answer) > 8192:
                raise httpcore.ConnectError("the proxy gave no proper answer")
        status = answer.split(b"\r\n", 1)[0].split()
        if len(status) < 2 or not status[1].startswith(b"2"):
            raise httpcore.ConnectError("the proxy refused the connection")
    except BaseException:
        await stream.aclose()
        raise
