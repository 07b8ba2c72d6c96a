"""A small server for tests: a function from the request head to the bytes of the answer."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


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
