"""Small servers for tests: a function from the request head to the bytes of the answer, or one that has the connection itself."""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
HANGS = 60
"""Seconds after which something hangs that should not."""


@dataclass
class Served:
    """Where the server is, and what it was asked."""

    port: int = 0
    heads: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def paths(self) -> list[str]:
        """The paths asked for, in order."""
        return [head.split(" ")[1] for head in self.heads]


@asynccontextmanager
async def serving(answer: Callable[[str], bytes | None], tls: ssl.SSLContext | None = None) -> AsyncIterator[Served]:
    """Serve until the block ends; an answer of None leaves the connection hanging."""
    served = Served()
    open_tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        open_tasks.add(task)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            served.heads.append(head)
            data = answer(head)
            if data is None:
                await asyncio.sleep(3600)
            else:
                writer.write(data)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass  # the client left
        finally:
            open_tasks.discard(task)
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    served.port = server.sockets[0].getsockname()[1]
    try:
        yield served
    finally:
        server.close()
        for task in list(open_tasks):
            task.cancel()
        await asyncio.gather(*open_tasks, return_exceptions=True)


def reply(body: bytes = b"", *lines: str, status: int = 200, kind: str = "text/html") -> bytes:
    """A whole HTTP response."""
    head = [f"HTTP/1.1 {status} X", f"Content-Type: {kind}", f"Content-Length: {len(body)}", *lines]
    return "\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + body


@asynccontextmanager
async def listening(serve: Serve, trusted: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """Serve each connection by ``serve`` until the block ends; it is closed when that returns."""
    tasks: set[asyncio.Task[None]] = set()

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await serve(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        except asyncio.CancelledError:
            writer.transport.abort()  # TLS would wait for the other side's good-bye
            raise
        finally:
            tasks.discard(task)
            writer.close()

    server = await asyncio.start_server(served, "127.0.0.1", 0, ssl=trusted)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def reset(writer: asyncio.StreamWriter) -> None:
    """Break a connection off, as a crash does."""
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
