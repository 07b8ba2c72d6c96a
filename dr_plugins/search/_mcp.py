"""A connection to an MCP server that is opened once, used by many searches, and closed where it was opened."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp import Client

_CLOSE = 8.0
"""Seconds a server gets to leave; the library itself kills it after four."""


@asynccontextmanager
async def by_command(command: str, args: Sequence[str], env: Mapping[str, str], cwd: str) -> AsyncIterator[Client]:
    """A server started as a process of ours, spoken to over its standard input and output."""
    from mcp import Client, StdioServerParameters, stdio_client  # imported here: an extra, and 1.8 s

    server = StdioServerParameters(command=command, args=list(args), env=dict(env) or None, cwd=cwd or None)
    # What it says on standard error is not for our terminal.
    with Path(os.devnull).open("w") as nowhere:  # noqa: ASYNC230  (opening the null device does not block)
        async with Client(stdio_client(server, errlog=nowhere)) as client:
            yield client


@asynccontextmanager
async def by_address(url: str, headers: Mapping[str, str], timeout: float) -> AsyncIterator[Client]:
    """A server that runs elsewhere, spoken to over HTTP."""
    import httpx2  # imported here, with mcp, whose HTTP library it is
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    async with (
        httpx2.AsyncClient(headers=dict(headers), timeout=timeout, trust_env=False) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


class Session:
    """Holds a connection open in a task of its own.

    The library's connections must be left by the task that entered them, while searches come and go in tasks that may be
    cancelled: so one task enters, waits and leaves, and the others only borrow the client.
    """

    def __init__(self, connection: Any) -> None:
        self._ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._stop = asyncio.Event()
        self._task = asyncio.create_task(self._hold(connection), name="dr-mcp")

    async def _hold(self, connection: Any) -> None:
        try:
            async with connection as client:
                self._ready.set_result(client)
                await self._stop.wait()
        except Exception as exc:  # a foreign library's: whoever waits for the client gets it
            if not self._ready.done():
                self._ready.set_exception(exc)
        finally:
            if not self._ready.done():
                self._ready.set_exception(ConnectionError("the connection was closed before it was open"))
            if not self._ready.cancelled():
                self._ready.exception()  # seen: asyncio need not warn where nobody waits any more

    @property
    def alive(self) -> bool:
        """Whether the connection is open or being opened."""
        return not self._task.done()

    async def client(self) -> Client:
        """The client, as soon as the connection is open; the failure where it could not be opened."""
        return await asyncio.shield(self._ready)

    async def close(self) -> None:
        """Leave; a server that does not let go in time is dropped."""
        self._stop.set()
        if not self._ready.done():  # still being opened: there is nothing to leave in order
            self._task.cancel()
        _, late = await asyncio.wait({self._task}, timeout=_CLOSE)
        for task in late:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
