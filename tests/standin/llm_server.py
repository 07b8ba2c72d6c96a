"""A model service on port 0: it speaks a vendor's format as documented, says what a test wants said, and fails on demand."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from standin.loopback import Loopback, read_request

KEY = "key-0123456789abcdef"


@dataclass(frozen=True)
class Says:
    """What the model says, and what goes wrong while it does."""

    text: str = "Paris is the capital of France."
    reasoning: str = ""
    stop: str = "end"
    """end, length or refusal"""
    prompt_tokens: int = 120
    completion_tokens: int = 9
    cached_tokens: int = 0
    counts: bool = True
    """Whether it reports usage."""
    piece: int = 5
    """Characters in a piece of a stream."""
    error_after: int | None = None
    """An error event after so many pieces."""
    cut_after: int | None = None
    """The connection ends in order after so many pieces, without the terminator."""
    fault: str = ""
    """auth, quota, rate, overload, server, model, overflow, html, hang, drip, torn, broken"""
    refuses: tuple[str, ...] = ()
    """Parameters this server does not know: a 400 that names the first one found."""

    def pieces(self, text: str) -> list[str]:
        return [text[at : at + self.piece] for at in range(0, len(text), self.piece)]


@dataclass(frozen=True)
class Asked:
    """A request as it arrived; header names are lower-case."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]
    json: dict[str, Any]


@dataclass
class Reply:
    """A whole answer, or a stream of chunks."""

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    chunks: Iterator[str] | None = None


class Unacceptable(Exception):
    """The service's own no to a request that does not follow its documentation."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(str(reply.body))
        self.reply = reply


Vendor = Callable[[Asked, Says], Reply]


class LlmServer(Loopback):
    """``async with LlmServer(openai) as server``: ``server.say(...)`` between calls; ``server.asked`` has the calls."""

    def __init__(self, vendor: Vendor, says: Says | None = None) -> None:
        super().__init__()
        self.vendor = vendor
        self.says = says or Says()
        self.script: list[Says] = []
        """What to say to the next calls; after them, ``says``."""
        self.asked: list[Asked] = []
        self.connected = asyncio.Event()

    def say(self, **changes: Any) -> None:
        self.says = replace(self.says, **changes)

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await self._answer_one(reader, writer):
            pass

    async def _answer_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        line, headers, body = await read_request(reader)
        target = urlsplit(line.split(" ")[1])
        asked = Asked(target.path, dict(parse_qsl(target.query)), headers, json.loads(body or b"{}"))
        self.asked.append(asked)
        self.connected.set()
        says = self.script.pop(0) if self.script else self.says
        if says.fault == "hang":
            await asyncio.Event().wait()
        if says.fault == "html":
            await self._send(writer, 200, {"content-type": "text/html"}, b"<!doctype html><title>Welcome</title><p>Log in.</p>")
            return True
        try:
            reply = self.vendor(asked, says)
        except Unacceptable as no:
            reply = no.reply
        if reply.chunks is None:
            raw = json.dumps(reply.body, ensure_ascii=False).encode()
            if says.fault == "broken":
                raw = raw[: len(raw) // 2]
            torn = len(raw) // 2 if says.fault == "torn" else None
            await self._send(writer, reply.status, {"content-type": "application/json", **reply.headers}, raw, torn)
            return torn is None
        return await self._stream(writer, reply, says)

    async def _send(
        self, writer: asyncio.StreamWriter, status: int, headers: dict[str, str], body: bytes, torn: int | None = None
    ) -> None:
        lines = [f"HTTP/1.1 {status} X", *(f"{key}: {value}" for key, value in headers.items()), f"content-length: {len(body)}"]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body[:torn])
        await writer.drain()

    async def _stream(self, writer: asyncio.StreamWriter, reply: Reply, says: Says) -> bool:
        assert reply.chunks is not None
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ntransfer-encoding: chunked\r\n\r\n")
        for number, chunk in enumerate(reply.chunks):
            if says.fault == "torn" and number == 3:
                return False  # the connection breaks in the middle of a chunked body
            data = chunk.encode()
            half = len(data) // 2  # events and characters are cut anywhere on a real wire
            for part in (data[:half], data[half:]):
                writer.write(f"{len(part):x}\r\n".encode() + part + b"\r\n" if part else b"")
                await writer.drain()
            if says.fault == "drip":
                await asyncio.sleep(0.02)
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True


@contextmanager
def served_in_thread(vendor: Vendor, says: Says | None = None) -> Iterator[LlmServer]:
    """The same server in a loop and a thread of its own, for tests that run loops themselves."""
    ready, ended = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()
    server = LlmServer(vendor, says)

    async def serve() -> None:
        async with server:
            ready.set()
            await ended.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    assert ready.wait(30), "the stand-in service did not start"
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join(30)
        loop.close()
