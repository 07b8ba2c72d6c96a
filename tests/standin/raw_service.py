"""A service that answers with the very bytes a test wants on the wire: torn streams, odd types, words no stand-in would use.

::

    async with RawService(lambda call: whole({"error": {"message": "no"}}, status=400)) as service:
        state, folder = await research(root, settings={"llm": service.table()})
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from standin.library import good
from standin.loopback import Loopback, read_request
from standin.model_server import task_of

RESET = b"\0reset"
"""In a reply: the connection is reset here."""
HANG = b"\0hang"
"""In a reply: nothing more comes."""


@dataclass(frozen=True)
class Call:
    """One request: its number from 0, its headers (lower-case names) and its body."""

    number: int
    headers: dict[str, str]
    raw: bytes

    @property
    def json(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(self.raw)
        return value

    @property
    def task(self) -> str:
        """The task of a run that asks (OpenAI's format)."""
        return str(task_of(self.json))

    @property
    def fitting(self) -> str:
        """What a good model would answer to that task."""
        body = self.json
        messages = [SimpleNamespace(**message) for message in body["messages"]]
        most = body.get("max_tokens") or body.get("max_completion_tokens") or 500
        return json.dumps(good(SimpleNamespace(task=self.task, max_tokens=most, messages=messages)))  # type: ignore[arg-type]

    @property
    def tokens(self) -> int:
        """A count of the prompt, such as a service has its own."""
        return len(self.raw) // 4


Says = Callable[[Call], Sequence[bytes]]


class RawService(Loopback):
    """Says what a function says."""

    def __init__(self, says: Says) -> None:
        super().__init__()
        self.says = says
        self.calls: list[Call] = []

    def table(self, **options: Any) -> dict[str, Any]:
        """The settings ``[llm]`` of a run that asks this service and no other."""
        told = {"plugin": "openai", "model": "m-1", "api_key": "sk-x", "stream": False, "structured": "plain"}
        return {"use": ["one"], "one": {**told, "base_url": f"{self.url}/v1", **options}}

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, headers, body = await read_request(reader)
        call = Call(len(self.calls), headers, body)
        self.calls.append(call)
        for piece in self.says(call):
            if piece == HANG:
                await asyncio.Event().wait()
            if piece == RESET:
                await asyncio.sleep(0.02)  # what was sent must have been read: a reset throws away what was not
                linger = struct.pack("ii", 1, 0)
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                writer.transport.abort()
                return
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)


def whole(value: Any, *, status: int = 200, kind: str = "application/json", **headers: str) -> list[bytes]:
    """A whole answer: a JSON value, or a text as it stands."""
    body = (value if isinstance(value, str) else json.dumps(value)).encode()
    more = "".join(f"{name.replace('_', '-')}: {said}\r\n" for name, said in headers.items())
    head = f"HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\n{more}content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    return [head.encode() + body]


def refusal(status: int, message: str, **headers: str) -> list[bytes]:
    """An error in the usual form."""
    return whole({"error": {"message": message}}, status=status, **headers)


def stream(*pieces: Any, kind: str = "text/event-stream", end: bytes = b"\n") -> list[bytes]:
    """Server-sent events: JSON values, texts as data, bytes as they stand."""
    named = f"content-type: {kind}\r\n" if kind else ""
    sent = [f"HTTP/1.1 200 OK\r\n{named}connection: close\r\n\r\n".encode()]
    for piece in pieces:
        data = piece if isinstance(piece, str) else "" if isinstance(piece, bytes) else json.dumps(piece)
        sent.append(piece if isinstance(piece, bytes) else b"data: " + data.encode() + end + end)
    return sent


def chat(text: str, *, model: str = "m-1", tokens: tuple[int, int] = (100, 50), **message: Any) -> list[bytes]:
    """A whole answer in OpenAI's format."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": "stop"}
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}
    return whole({"id": "x", "model": model, "choices": [choice], "usage": usage})


def chunk(
    text: str | None = None, finish: str | None = None, usage: dict[str, int] | None = None, **delta: Any
) -> dict[str, Any]:
    """A piece of a stream in OpenAI's format."""
    said = {**({} if text is None else {"content": text}), **delta}
    return {"choices": [{"index": 0, "delta": said, "finish_reason": finish}], **({"usage": usage} if usage else {})}
