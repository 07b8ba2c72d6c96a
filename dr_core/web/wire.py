"""TCP and TLS for httpcore, on asyncio's own transports.

httpcore's general backend serves every async library, and every piece that comes in passes a cancel scope and an extra turn of
the event loop there. This one takes what asyncio has received already: a run that streams and reads pages spends a third less on
its requests.
"""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
from collections.abc import Iterable
from ipaddress import ip_address
from itertools import zip_longest
from typing import Any, cast

import httpcore

ENOUGH = 64 * 1024
"""Bytes that wait to be read before the sender is held back."""

NEXT_ADDRESS = 0.25
"""Seconds after which the next address of a host is tried beside the first (RFC 8305)."""


class Backend(httpcore.AsyncNetworkBackend):
    """Connects by asyncio."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first address of the host that answers."""
        try:
            async with asyncio.timeout(timeout):
                end = await (_connected(host, port) if _is_address(host) else _first_connected(host, port))
        except TimeoutError as exc:
            raise httpcore.ConnectTimeout(f"no connection within {timeout:g} s" if timeout else str(exc)) from exc
        except OSError as exc:
            raise httpcore.ConnectError(_words(exc)) from exc
        return Stream(end)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Stream(httpcore.AsyncNetworkStream):
    """One connection."""

    def __init__(self, end: _End) -> None:
        self._end = end

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """What has come, or the next that comes; nothing once the other side has ended."""
        end = self._end
        if not end.received and not end.ended:
            try:
                async with asyncio.timeout(timeout):
                    await end.news()
            except TimeoutError as exc:
                raise httpcore.ReadTimeout(f"nothing came for {timeout:g} s") from exc
        if not end.received and end.failure is not None:
            raise httpcore.ReadError(str(end.failure)) from end.failure
        return end.take(max_bytes)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send; waits where the other side does not take it."""
        end = self._end
        if end.closed:
            raise httpcore.WriteError(str(end.failure or "the connection is closed")) from end.failure
        if buffer:
            end.transport.write(buffer)
        if end.held_back is not None:
            try:
                async with asyncio.timeout(timeout):
                    await asyncio.shield(end.held_back)
            except TimeoutError as exc:
                raise httpcore.WriteTimeout(f"nothing was taken for {timeout:g} s") from exc

    async def aclose(self) -> None:
        """Let go at once: whatever was not sent is not wanted."""
        self._end.transport.abort()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        """The same connection, encrypted from here on."""
        end, loop = self._end, asyncio.get_running_loop()
        try:
            async with asyncio.timeout(timeout):
                transport = await loop.start_tls(end.transport, end, ssl_context, server_hostname=server_hostname)
        except TimeoutError as exc:
            await self.aclose()
            raise httpcore.ConnectTimeout(f"no TLS within {timeout:g} s" if timeout else str(exc)) from exc
        except OSError as exc:  # ssl.SSLError is one
            await self.aclose()
            raise httpcore.ConnectError(str(exc)) from exc
        except BaseException:
            await self.aclose()
            raise
        if transport is None:  # the other side went away in between
            raise httpcore.ConnectError("the connection was closed before TLS began")
        end.transport = transport
        return self

    def get_extra_info(self, info: str) -> Any:
        """What httpcore asks of a connection."""
        if info == "is_readable":  # an idle connection that has something to read is at its end
            return bool(self._end.received) or self._end.ended
        return self._end.transport.get_extra_info({"server_addr": "peername", "client_addr": "sockname"}.get(info, info))


class _End(asyncio.Protocol):
    """Our end of a connection: what has come and was not read yet."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.ended = False
        self.closed = False
        self.failure: Exception | None = None
        self.held_back: asyncio.Future[None] | None = None
        self.transport: asyncio.Transport
        self._reader: asyncio.Future[None] | None = None
        self._paused = False

    async def news(self) -> None:
        """Wait until something has come, or nothing will."""
        self._reader = asyncio.get_running_loop().create_future()
        try:
            await self._reader
        finally:
            self._reader = None

    def take(self, most: int) -> bytes:
        """At most so many of the bytes that have come."""
        if len(self.received) <= most:
            taken = bytes(self.received)
            self.received.clear()
        else:
            taken = bytes(self.received[:most])
            del self.received[:most]
        if self._paused and len(self.received) < ENOUGH:
            self._paused = False
            self.transport.resume_reading()
        return taken

    # --- called by the event loop -----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.received += data
        if len(self.received) >= ENOUGH and not self._paused:
            self._paused = True
            self.transport.pause_reading()
        self._wake()

    def eof_received(self) -> None:
        self.ended = True
        self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended = self.closed = True
        self.failure = exc
        self._wake()
        self.resume_writing()

    def pause_writing(self) -> None:
        self.held_back = asyncio.get_running_loop().create_future()

    def resume_writing(self) -> None:
        if self.held_back is not None:
            if not self.held_back.done():
                self.held_back.set_result(None)
            self.held_back = None

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)


async def _first_connected(host: str, port: int) -> _End:
    """Connect to the addresses of a host in turn, the next one beside those that have not answered yet (RFC 8305).

    asyncio has such a race, and loses the socket of one that is given up just as it is won. Here each address has a task of its
    own, and whatever becomes of a task, its connection is used or closed.
    """
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    waiting = _by_turns([(family, str(address[0])) for family, _, _, _, address in found])
    tasks: list[asyncio.Task[_End]] = []
    failures: list[BaseException] = []
    try:
        while waiting or len(failures) < len(tasks):
            if waiting:
                tasks.append(asyncio.create_task(_connected(waiting.pop(0), port)))
            running = [task for task in tasks if not task.done()]
            if running:
                await asyncio.wait(running, timeout=NEXT_ADDRESS if waiting else None, return_when=asyncio.FIRST_COMPLETED)
            if won := next((task for task in tasks if task.done() and not task.exception()), None):
                tasks.remove(won)
                return won.result()
            failures = [error for task in tasks if task.done() and (error := task.exception())]
    finally:
        for task in tasks:
            task.cancel()
            task.add_done_callback(_let_go)
    raise failures[0] if failures else OSError(f"{host} has no address")


async def _connected(address: str, port: int) -> _End:
    _, end = await asyncio.get_running_loop().create_connection(_End, address, port)
    return end


def _let_go(task: asyncio.Task[_End]) -> None:
    if not task.cancelled() and not task.exception():
        task.result().transport.abort()


def _by_turns(found: list[tuple[int, str]]) -> list[str]:
    """Addresses of each family in turn, that of the first one first; each once."""
    families = {family: list(dict.fromkeys(one for kind, one in found if kind == family)) for family, _ in found}
    return [one for turn in zip_longest(*families.values()) for one in turn if one is not None]


def _words(error: OSError) -> str:
    """Why nobody could be reached: asyncio says "Connect call failed" for whatever reason the system gives."""
    if error.errno is None or isinstance(error, socket.gaierror):  # which has numbers of its own
        return error.strerror or str(error)
    return os.strerror(error.errno)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
