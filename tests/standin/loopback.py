"""A server on a free port of loopback, for as long as a test needs it: what the stand-in services have in common."""

from __future__ import annotations

import asyncio
from typing import Any, Self


class Loopback:
    """``async with`` it: a subclass says what happens on a connection, here is how they begin and how they all end."""

    def __init__(self) -> None:
        self.url = ""
        self._tasks: set[asyncio.Task[Any]] = set()

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """What happens on one connection; it is closed afterwards."""
        raise NotImplementedError

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self.converse(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client left, as clients do, or the test is over (asyncio 3.11 complains of cancelled handlers)
        finally:
            self._tasks.discard(task)
            writer.close()


async def read_request(reader: asyncio.StreamReader) -> tuple[str, dict[str, str], bytes]:
    """The first line of a request, its headers (lower-case names) and its body."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {key.lower(): value.strip() for key, _, value in (line.partition(":") for line in head[1:] if line)}
    return head[0], headers, await reader.readexactly(int(headers.get("content-length") or 0))
