"""A request that meets a kept connection which the service has closed is sent again, on a new one; no other request is."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field

import httpx
import pytest
from web_server import HANGS, listening, reset

from dr_core.errors import BadAnswer, ProviderError
from dr_core.web import api_client, get_json, get_lines

End = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
BODY = {"words": "x" * 200_000}
WHOLE = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
STREAM = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n"
    b"9\r\ndata: {}\n\r\n0\r\n\r\n"
)


async def head_and_body(reader: asyncio.StreamReader) -> str:
    """A request, whole; returns its first line."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    size = next((line for line in head.lower().splitlines() if line.startswith("content-length:")), "x: 0")
    await reader.readexactly(int(size.partition(":")[2]))
    return head.partition("\r\n")[0]


async def closes_when_it_was_asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await head_and_body(reader)


async def breaks_off_when_it_was_asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await head_and_body(reader)
    reset(writer)


async def closes_within_the_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readexactly(40)


async def breaks_off_within_the_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readexactly(40)
    reset(writer)


async def answers_one_byte(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await head_and_body(reader)
    writer.write(b"H")
    await writer.drain()


async def answers_in_the_interim(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await head_and_body(reader)
    writer.write(b"HTTP/1.1 102 Processing\r\n\r\n")
    await writer.drain()


async def answers_in_half(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await head_and_body(reader)
    writer.write(WHOLE.replace(b"Length: 2", b"Length: 200"))
    await writer.drain()


async def falls_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await head_and_body(reader)
    await asyncio.sleep(3600)


CLOSED = [closes_when_it_was_asked, breaks_off_when_it_was_asked, closes_within_the_request, breaks_off_within_the_request]


@dataclass
class Service:
    """Answers the first request of each connection (all of them, where it has no ``end``), and ends the second as it is told."""

    end: End | None
    answer: bytes = WHOLE
    behind: ssl.SSLContext | None = None
    """The TLS of what it stands for, where it is a proxy."""
    seen: list[str] = field(default_factory=list)
    connections: int = 0
    together: asyncio.Barrier | None = None
    """Where the first requests wait for each other."""

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if self.behind is not None:
            assert (await head_and_body(reader)).startswith("CONNECT")
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            await writer.start_tls(self.behind)
        if self.together is not None and self.connections <= self.together.parties:
            await self._answer(reader, writer, self.together)
        else:
            await self._answer(reader, writer)
        while self.end is None:
            await self._answer(reader, writer)
        await self.end(reader, writer)

    async def _answer(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, together: asyncio.Barrier | None = None
    ) -> None:
        self.seen.append(await head_and_body(reader))
        if together is not None:
            await together.wait()
        writer.write(self.answer)
        await writer.drain()


@contextlib.asynccontextmanager
async def asking(service: Service, timeout: float = HANGS) -> AsyncIterator[httpx.AsyncClient]:
    async with listening(service) as port, api_client(base_url=f"http://127.0.0.1:{port}", timeout=timeout) as client:
        yield client


async def ask(client: httpx.AsyncClient, path: str = "/") -> object:
    return await get_json(client, "engine", "POST", path, json=BODY)


@pytest.mark.parametrize("end", CLOSED)
async def test_a_request_on_a_kept_connection_that_is_closed_is_sent_again_at_once(end: End) -> None:
    service = Service(end)
    async with asking(service) as client:
        for path in ("/1", "/2", "/3"):
            assert await ask(client, path) == {}
    assert service.seen == ["POST /1 HTTP/1.1", "POST /2 HTTP/1.1", "POST /3 HTTP/1.1"]


@pytest.mark.parametrize("end", CLOSED)
async def test_it_is_behind_a_stream_too(end: End) -> None:
    service = Service(end, STREAM)
    async with asking(service) as client:
        for _ in range(3):
            async with client.stream("POST", "/", json=BODY) as response:
                assert [line async for line in get_lines("engine", response)] == ["data: {}"]
    assert len(service.seen) == 3


@contextlib.contextmanager
def closing_unseen(answers: int) -> Iterator[tuple[int, threading.Event]]:
    """A server of its own thread, which tells when it has closed a connection that it answered once."""
    closed = threading.Event()

    def serve() -> None:
        for _ in range(answers):
            connection, _address = door.accept()
            with connection:
                held = b""
                while not held.endswith(b"\r\n\r\n"):
                    held += connection.recv(65_536)
                connection.sendall(WHOLE)
            closed.set()

    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = threading.Thread(target=serve)
        thread.start()
        yield door.getsockname()[1], closed
        thread.join()


async def test_a_connection_that_was_closed_while_nobody_looked_costs_no_request() -> None:
    with closing_unseen(answers=2) as (port, closed):
        async with api_client(base_url=f"http://127.0.0.1:{port}", timeout=HANGS) as client:
            assert await get_json(client, "engine", "GET", "/") == {}
            assert closed.wait(HANGS)  # holds up the event loop: what has come by now is not known to it
            assert await get_json(client, "engine", "GET", "/") == {}


async def test_it_is_sent_a_second_time_only_however_many_kept_connections_are_dead() -> None:
    met = 0

    async def counted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal met
        await head_and_body(reader)
        met += 1

    service = Service(counted, together=asyncio.Barrier(6))
    async with asking(service) as client:
        await asyncio.gather(*(ask(client, f"/{number}") for number in range(6)))
        assert service.connections == 6
        assert await ask(client) == {}
        assert (service.connections, met) == (7, 1)
        assert await asyncio.gather(*(ask(client) for _ in range(5))) == [{}] * 5
        assert (service.connections, met) == (12, 6)


async def test_the_second_is_on_a_new_connection_and_its_failure_is_told() -> None:
    connections = 0

    async def answers_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        await head_and_body(reader)
        if connections == 1:
            writer.write(WHOLE)
            await head_and_body(reader)

    async with listening(answers_once) as port, api_client(base_url=f"http://127.0.0.1:{port}", timeout=HANGS) as client:
        assert await ask(client) == {}
        with pytest.raises(ProviderError, match="closed the connection without an answer"):
            await ask(client)
    assert connections == 2


async def test_a_new_connection_that_is_closed_is_the_business_of_whoever_asked() -> None:
    connections = 0

    async def closes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        await head_and_body(reader)

    async with listening(closes) as port, api_client(base_url=f"http://127.0.0.1:{port}", timeout=HANGS) as client:
        with pytest.raises(ProviderError, match="closed the connection without an answer"):
            await ask(client)
    assert connections == 1


@pytest.mark.parametrize("end", [answers_one_byte, answers_in_the_interim, answers_in_half])
async def test_a_request_that_an_answer_has_begun_to_is_not_sent_again(end: End) -> None:
    service = Service(end)
    async with asking(service) as client:
        assert await ask(client) == {}
        with pytest.raises(ProviderError) as caught:
            await ask(client)
    assert isinstance(caught.value, BadAnswer) or "without an answer" in str(caught.value)
    assert len(service.seen) == 1


async def test_a_request_that_nobody_answers_in_time_is_not_sent_again() -> None:
    service = Service(falls_silent)
    async with asking(service) as client:
        assert await ask(client) == {}
        with pytest.raises(ProviderError, match="did not answer in time"):
            await get_json(client, "engine", "POST", "/", json=BODY, deadline=0.3)
        with pytest.raises(ProviderError, match="did not answer in time"):
            client.timeout = httpx.Timeout(HANGS, read=0.3)
            assert await ask(client) == {}
            await ask(client)
    assert service.connections == 2


async def test_a_connection_that_is_closed_after_a_while_may_have_been_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dr_core.web.transport.AT_ONCE", 0.0)
    service = Service(closes_when_it_was_asked)
    async with asking(service) as client:
        assert await ask(client) == {}
        with pytest.raises(ProviderError, match="closed the connection without an answer"):
            await ask(client)
    assert service.connections == 1


async def test_a_body_that_can_be_read_once_is_sent_once() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b"{}"

    service = Service(closes_when_it_was_asked)
    async with asking(service) as client:
        assert await ask(client) == {}
        with pytest.raises(ProviderError, match="closed the connection without an answer"):
            await get_json(client, "engine", "POST", "/", content=pieces(), headers={"Content-Length": "2"})
    assert service.connections == 1


async def test_the_deadline_is_for_both_and_a_request_that_is_given_up_is_given_up() -> None:
    came = asyncio.Event()

    async def silent_from_now(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_and_body(reader)
        service.together = asyncio.Barrier(100)  # which never gathers
        came.set()

    for given_up in (False, True):
        came.clear()
        service = Service(silent_from_now)
        async with asking(service) as client:
            assert await ask(client) == {}
            second = asyncio.create_task(get_json(client, "engine", "POST", "/", json=BODY, deadline=HANGS if given_up else 1.0))
            await asyncio.wait_for(came.wait(), HANGS)
            if given_up:
                async with asyncio.timeout(HANGS):
                    while len(service.seen) < 2:
                        await asyncio.sleep(0.01)
                second.cancel()
            with pytest.raises(asyncio.CancelledError if given_up else ProviderError):
                await second
        assert len(service.seen) <= 2


@pytest.mark.parametrize("end", CLOSED)
async def test_it_is_sent_again_over_tls(end: End, certificate: ssl.SSLContext) -> None:
    service = Service(end)
    async with listening(service, certificate) as port, api_client(base_url=f"https://localhost:{port}", timeout=HANGS) as client:
        for _ in range(3):
            assert await ask(client) == {}
    assert len(service.seen) == 3


@pytest.mark.parametrize("end", [None, *CLOSED])
@pytest.mark.parametrize("tunnel", [False, True])
async def test_it_is_sent_again_through_a_proxy(end: End | None, tunnel: bool, certificate: ssl.SSLContext) -> None:
    service = Service(end, behind=certificate if tunnel else None)
    there = "https://localhost:7" if tunnel else "http://service.example"
    async with (
        listening(service) as port,
        api_client(base_url=there, timeout=HANGS, proxy=f"http://127.0.0.1:{port}") as client,
    ):
        for _ in range(3):
            assert await ask(client, "/v1") == {}
    assert service.seen == ["POST /v1 HTTP/1.1" if tunnel else "POST http://service.example/v1 HTTP/1.1"] * 3
    assert service.connections == (1 if end is None else 3)


async def test_a_new_tunnel_that_is_closed_is_the_business_of_whoever_asked(certificate: ssl.SSLContext) -> None:
    connections = 0

    async def closes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        await head_and_body(reader)
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        await writer.start_tls(certificate)
        await head_and_body(reader)

    async with (
        listening(closes) as port,
        api_client(base_url="https://localhost:7", timeout=HANGS, proxy=f"http://127.0.0.1:{port}") as client,
    ):
        with pytest.raises(ProviderError, match="closed the connection without an answer"):
            await ask(client)
    assert connections == 1
