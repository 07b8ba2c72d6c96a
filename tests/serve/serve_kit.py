"""What the tests of the server share: a real one on a free port, and clients that are none of ours."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

pytest.importorskip("sse_starlette", reason="the extra 'server' is not installed")
pytest.importorskip("httpx_sse", reason="httpx-sse is not installed")

import httpx
from httpx_sse import aconnect_sse
from standin.model_server import ModelServer

from dr_serve.server import Place, serve

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "examples" / "corpus"
QUESTION = "How do sodium-ion and LFP batteries compare for grid storage?"
CHANGE = {"x-dr": "1"}
NO_RUN = "00000000_20200101T000000Z"


class Served(NamedTuple):
    """A server under way."""

    client: httpx.AsyncClient
    url: str
    token: str
    root: Path
    said: list[str]

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection, for what no client would send."""
        at = urlsplit(self.url)
        return await asyncio.open_connection(at.hostname, at.port)

    def head(self, what: str = "GET /api/runs", *lines: str) -> bytes:
        """The head of a request, to be ended by an empty line."""
        return "\r\n".join([f"{what} HTTP/1.1", f"Host: {urlsplit(self.url).netloc}", *lines, ""]).encode("ascii", "replace")

    async def raw(self, path: str) -> bytes:
        """What is answered to a path as it is written; clients would tidy it up."""
        return await self.sent(self.head(f"GET {path}", "Connection: close") + b"\r\n")

    async def sent(self, data: bytes) -> bytes:
        """All that is answered to these bytes until the server ends the connection."""
        reader, writer = await self.connect()
        writer.write(data)
        async with asyncio.timeout(60):
            answer = await reader.read()
        await left(writer)
        return answer

    async def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """A request as the page sends it."""
        return await self.client.post(path, json={} if body is None else body, headers=CHANGE, **more)

    async def begin(self, question: str = QUESTION, **more: Any) -> str:
        """A new run; its id."""
        answer = await self.post("/api/runs", {"question": question, "depth": "quick", "ask": "never", **more})
        assert answer.status_code == 201, answer.text
        run_id: str = answer.json()["run_id"]
        return run_id

    async def watch(self, run_id: str, after: int | None = None) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """Its events as an independent reader reads them: kind and content."""
        headers = {} if after is None else {"last-event-id": str(after)}
        async with aconnect_sse(self.client, "GET", f"/api/runs/{run_id}/events", headers=headers) as source:
            async for event in source.aiter_sse():
                if not event.data:
                    continue  # this reader makes an event without content of the comment that keeps a connection open
                assert event.id == str(json.loads(event.data)["seq"])
                yield event.event, json.loads(event.data)

    async def ended(self, run_id: str) -> dict[str, Any]:
        """The run as the server tells of it when its events are over."""
        async for _ in self.watch(run_id):
            pass
        return await self.run(run_id)

    async def run(self, run_id: str) -> dict[str, Any]:
        """The run as the server tells of it."""
        told: dict[str, Any] = (await self.client.get(f"/api/runs/{run_id}")).json()
        return told

    async def until(self, run_id: str, *statuses: str) -> dict[str, Any]:
        """The run as soon as it has one of these statuses."""
        async with asyncio.timeout(60):
            while (told := await self.run(run_id))["status"] not in statuses:
                await asyncio.sleep(0.02)
        return told


async def held_back(root: Path, models: ModelServer) -> str:
    """A run that its ceiling of 2,000 tokens held back, of a server that has not been there any more since."""
    async with served(root, settings={"budget": {"tokens": 2_000}, "llm": models.table("only")}) as server:
        run_id = await server.begin()
        assert (await server.ended(run_id))["status"] == "partial"
    return run_id


async def left(writer: asyncio.StreamWriter) -> None:
    """End a connection from this side; the server may have done so already."""
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


@asynccontextmanager
async def served(root: Path, *, settings: dict[str, Any] | None = None, **place: Any) -> AsyncIterator[Served]:
    """A real server over the example documents, on a port of its own."""
    own = {"search": {"use": ["files"], "files": {"paths": [str(CORPUS)]}}, "sandbox": {"use": []}, "output": {"root": str(root)}}
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    said: list[str] = []
    task = asyncio.create_task(
        serve({**own, **(settings or {})}, Place(**{"port": 0, **place}), ready=address.set_result, say=said.append)
    )
    await asyncio.wait([task, address], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        await task
    url, _, fragment = address.result().partition("#token=")
    headers = {"authorization": f"Bearer {fragment}"} if fragment else {}
    try:
        async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60, trust_env=False) as client:
            yield Served(client, url, fragment, root, said)
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
