"""The connections of ``dr_core.web.wire``, with httpx's own as the measure of what goes wrong in which way."""

from __future__ import annotations

import asyncio
import gc
import socket
import ssl
import struct
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, suppress

import httpcore
import httpx
import pytest

from dr_core.web.api import tls
from dr_core.web.transport import Transport
from dr_core.web.wire import ENOUGH, Backend, Stream

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
HANGS = 60
"""Seconds after which something hangs that should not."""
PATIENT = httpx.Timeout(HANGS)
HURRIED = httpx.Timeout(HANGS, read=0.3, write=0.3)
"""For servers that never answer, or take nothing."""


@asynccontextmanager
async def listening(serve: Serve, trusted: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    tasks: set[asyncio.Task[None]] = set()

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await serve(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
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


def narrow(end: socket.socket) -> None:
    """Let the system keep little of what is on its way: left to itself, it may keep tens of megabytes."""
    for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        end.setsockopt(socket.SOL_SOCKET, buffer, ENOUGH)


def reset(writer: asyncio.StreamWriter) -> None:
    """Break a connection off, as a crash does."""
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def hangs(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(3600)


async def ends_at_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")


async def breaks_off_at_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    reset(writer)


async def ends_within(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
    await writer.drain()


async def breaks_off_within(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await ends_within(reader, writer)
    reset(writer)


async def falls_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await ends_within(reader, writer)
    await asyncio.sleep(3600)


async def talks_nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"220 smtp.example.org ESMTP\r\n")
    await writer.drain()


async def refuses_early(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answers before it has read what it is sent, and goes."""
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    await writer.drain()


async def asked(
    transport: httpx.AsyncBaseTransport, url: str, content: bytes | None = None, timeout: httpx.Timeout = PATIENT
) -> str:
    """What came of a request: the status, or the kind of the error."""
    async with httpx.AsyncClient(transport=transport, timeout=timeout, trust_env=False) as client:
        try:
            return str((await client.request("POST" if content else "GET", url, content=content)).status_code)
        except httpx.HTTPError as error:
            return type(error).__name__


@pytest.mark.parametrize(
    ("serve", "expected"),
    [
        (hangs, "ReadTimeout"),
        (ends_at_once, "RemoteProtocolError"),
        (breaks_off_at_once, "ReadError"),
        (ends_within, "RemoteProtocolError"),
        (breaks_off_within, "ReadError"),
        (falls_silent, "ReadTimeout"),
        (talks_nonsense, "RemoteProtocolError"),
    ],
)
async def test_what_goes_wrong_is_what_httpx_would_call_it(serve: Serve, expected: str) -> None:
    async with listening(serve) as port:
        url, timeout = f"http://127.0.0.1:{port}/", HURRIED if expected == "ReadTimeout" else PATIENT
        assert await asked(Transport(tls()), url, timeout=timeout) == expected
        assert await asked(httpx.AsyncHTTPTransport(verify=tls()), url, timeout=timeout) == expected


async def test_a_door_that_is_closed_and_a_certificate_of_another_name() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{free.getsockname()[1]}/"
        assert await asked(Transport(tls()), closed) == "ConnectError"
    async with listening(hangs) as port:  # no TLS is spoken there at all
        transport = Transport(tls())
        async with httpx.AsyncClient(transport=transport, timeout=httpx.Timeout(HANGS, connect=0.3)) as client:
            with pytest.raises(httpx.ConnectTimeout):
                await client.get(f"https://127.0.0.1:{port}/")


async def test_who_takes_nothing_is_not_waited_for_without_end() -> None:
    async with listening(hangs) as port:
        assert await asked(Transport(tls()), f"http://127.0.0.1:{port}/", b"x" * 50_000_000, HURRIED) == "WriteTimeout"


async def test_an_answer_that_comes_before_all_is_sent_is_read() -> None:
    async with listening(refuses_early) as port:
        assert await asked(Transport(tls()), f"http://127.0.0.1:{port}/", b"x" * 50_000_000) == "413"


@pytest.mark.parametrize("encrypted", [False, True])
async def test_a_flood_waits_until_it_is_read_and_comes_whole(certificate: ssl.SSLContext, encrypted: bool) -> None:
    body = bytes(range(256)) * 40_000
    sent = 0

    async def floods(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        narrow(writer.get_extra_info("socket"))
        await reader.readexactly(5)
        for start in range(0, len(body), 100_000):
            writer.write(body[start : start + 100_000])
            await writer.drain()
            sent = start

    async with listening(floods, certificate if encrypted else None) as port:
        stream = await Backend().connect_tcp("localhost" if encrypted else "127.0.0.1", port, timeout=HANGS)
        narrow(stream.get_extra_info("socket"))
        try:
            if encrypted:
                stream = await stream.start_tls(tls(), "localhost", timeout=HANGS)
            await stream.write(b"begin", timeout=HANGS)
            before = -1
            while not sent or sent != before:  # until nothing moves any more
                before = sent
                await asyncio.sleep(0.1)
            assert sent < len(body) / 2  # the sender was held back
            got = bytearray()
            while piece := await stream.read(10_000, timeout=HANGS):
                assert len(piece) <= 10_000
                got += piece
            assert bytes(got) == body
        finally:
            await stream.aclose()
    assert len(body) > ENOUGH


async def test_a_kept_connection_that_was_closed_meanwhile_is_not_used_again() -> None:
    connections = 0

    async def once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        await writer.drain()

    async def many(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        while await reader.readuntil(b"\r\n\r\n"):
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    for serve, expected in ((once, 3), (many, 1)):
        connections = 0
        transport = Transport(tls())
        async with listening(serve) as port, httpx.AsyncClient(transport=transport, timeout=PATIENT) as client:
            for _ in range(3):
                assert (await client.get(f"http://127.0.0.1:{port}/")).text == "ok"
                async with asyncio.timeout(HANGS):
                    while serve is once and not all(one.has_expired() for one in transport._pool.connections):
                        await asyncio.sleep(0.01)
        assert connections == expected


async def test_a_request_that_is_given_up_leaves_no_connection_behind() -> None:
    came, gone = asyncio.Event(), asyncio.Event()

    async def waits(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        came.set()
        assert await reader.read() == b""
        gone.set()

    async with listening(waits) as port, httpx.AsyncClient(transport=Transport(tls()), timeout=PATIENT) as client:
        asking = asyncio.create_task(client.get(f"http://127.0.0.1:{port}/"))
        await asyncio.wait_for(came.wait(), HANGS)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await asyncio.wait_for(gone.wait(), HANGS)


def sockets(lost: list[warnings.WarningMessage]) -> list[str]:
    """What was left to the garbage collector here, and not an event loop of some test before."""
    told = [str(warning.message) for warning in lost]
    return [one for one in told if "socket" in one or "transport" in one]


@pytest.mark.parametrize("turns", range(8))
async def test_a_connection_that_is_given_up_as_it_is_made_is_closed(turns: int) -> None:
    going: asyncio.Task[object] | None = None
    held = 0

    async def gives_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal held
        held += 1
        for _ in range(turns):
            await asyncio.sleep(0)
        assert going is not None
        going.cancel()
        with suppress(ConnectionError):
            await reader.read()  # until the other side lets go
        held -= 1

    gc.collect()
    with warnings.catch_warnings(record=True) as lost:
        warnings.simplefilter("always", ResourceWarning)
        async with listening(gives_up) as port:
            for _ in range(200):
                going = asyncio.create_task(Backend().connect_tcp("localhost", port, timeout=HANGS))
                (made,) = await asyncio.gather(going, return_exceptions=True)
                if isinstance(made, Stream):
                    await made.aclose()
            async with asyncio.timeout(HANGS):
                while held:
                    await asyncio.sleep(0.01)
        gc.collect()
    assert sockets(lost) == []


@pytest.mark.parametrize("silent", [False, True])
async def test_an_address_that_refuses_or_does_not_answer_leaves_it_to_the_next(
    silent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.collect()
    with ExitStack() as kept, warnings.catch_warnings(record=True) as lost:
        warnings.simplefilter("always", ResourceWarning)
        async with listening(hangs) as port:
            if silent:  # a queue that is full answers nobody
                other = kept.enter_context(socket.create_server(("127.0.0.2", port), backlog=0))
                other.setblocking(False)
                for _ in range(3):
                    waiting = kept.enter_context(socket.socket())
                    waiting.setblocking(False)
                    waiting.connect_ex(("127.0.0.2", port))

            async def addresses(host: str, port: int, **_: object) -> list[object]:
                return [(2, 1, 6, "", (address, port)) for address in ("127.0.0.2", "127.0.0.1", "127.0.0.2")]

            monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", addresses)
            stream = await Backend().connect_tcp("service.example", port, timeout=HANGS)
            assert stream.get_extra_info("server_addr")[0] == "127.0.0.1"
            await stream.aclose()
        if not silent:
            with pytest.raises(httpcore.ConnectError):
                await Backend().connect_tcp("service.example", port, timeout=HANGS)
        await asyncio.sleep(0)
        gc.collect()
    assert sockets(lost) == []


async def whole(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    await writer.drain()


def test_other_event_loops_connect_too() -> None:
    uvloop = pytest.importorskip("uvloop")

    async def by_name() -> str:
        async with listening(whole) as port:
            return await asked(Transport(tls()), f"http://localhost:{port}/")

    assert uvloop.run(by_name()) == "200"
