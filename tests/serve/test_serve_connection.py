"""Connections of people who are slow to ask, slow to take, or too many: each is let go, and the others are not."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from serve_kit import NO_RUN, Served, left, served

from dr_serve import connection
from dr_serve.house import House

POST = ("X-DR: 1", "Content-Type: application/json")
HANGS = 60
"""Seconds after which something hangs that should not."""


def told(answer: bytes, status: int) -> None:
    """It is a refusal like all the others: its status, one line and a remedy, and the headers that keep a browser strict."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), answer[:300]
    assert set(json.loads(body)) == {"error", "remedy"} and json.loads(body)["remedy"]
    assert b"content-security-policy: default-src 'none'" in head and b"nosniff" in head


@pytest.mark.parametrize(
    ("first", "then"),
    [("GET /api/runs HTTP/1.1\r\nHost: x\r\n", "X: y\r\n"), ("POST", "T"), ("GET / HTTP/1.1\r\nX: ", "y"), ("{body}", " ")],
)
async def test_a_request_that_does_not_end_is_given_up_however_steadily_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str, then: str
) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.4)
    async with served(tmp_path) as server:
        body = server.head("POST /api/runs", *POST, "Content-Length: 60000").decode() + "\r\n{"
        reader, writer = await server.connect()
        writer.write(first.format(body=body).encode())
        answer = asyncio.create_task(reader.readuntil(b'"}'))  # what is sent behind its end may be answered with a reset
        async with asyncio.timeout(HANGS):
            while not answer.done():
                writer.write(then.encode())  # never longer silent than this
                await asyncio.wait([answer], timeout=0.05)
        told(answer.result(), 408)
        await left(writer)


async def test_whoever_asks_nothing_at_all_is_let_go_without_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.2)
    async with served(tmp_path) as server:
        assert await server.sent(b"") == b""


async def test_the_second_request_of_a_connection_must_come_in_time_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as server:
        reader, writer = await server.connect()
        writer.write(server.head("GET /icon.svg") + b"\r\n")
        async with asyncio.timeout(HANGS):
            await reader.readuntil(b"</svg>")
            monkeypatch.setattr(connection, "PATIENCE", 0.4)
            writer.write(b"GET /api/ru")
            told((await reader.read()).lstrip(), 408)
        await left(writer)


async def test_a_body_that_no_answer_waits_for_must_end_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as server:
        for length in ("Content-Length: 9", "Transfer-Encoding: chunked"):
            for patience in (0.4, 4, 40):  # more, where the machine is too busy to answer in less
                monkeypatch.setattr(connection, "PATIENCE", patience)
                answer = await server.sent(server.head("GET /api/about", length) + b"\r\n")  # it is answered, and then left
                if not answer.startswith(b"HTTP/1.1 408 "):
                    break
            assert answer.startswith(b"HTTP/1.1 200 ")


async def test_whoever_watches_may_be_silent_and_told_nothing_for_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin(ask="always")
        await server.until(run_id, "asking")  # nothing happens from here on until it is answered
        monkeypatch.setattr(connection, "PATIENCE", 0.5)
        monkeypatch.setattr(connection, "STALLED", 0.5)
        watching = server.watch(run_id)
        numbers = [told["seq"] async for _, told in _until_asked(watching)]
        await asyncio.sleep(2)
        monkeypatch.undo()
        await server.post(f"/api/runs/{run_id}/answer", {"number": 1})
        numbers += [told["seq"] async for _, told in watching]
        assert numbers == list(range(1, len(numbers) + 1))
        assert (await server.run(run_id))["status"] == "complete"


async def _until_asked(watching: Any) -> Any:
    async for kind, told in watching:
        yield kind, told
        if told.get("status") == "confirm":
            return


MANY = 10_000
"""Events of a run that is over: about 20 MB, far more than any buffer holds."""


def _large(root: Path) -> str:
    folder = root / "research_data" / NO_RUN
    (folder / "sources").mkdir(parents=True)
    (folder / "run.json").write_text('{"version": 1, "question": "?"}')
    (folder / "state.json").write_text('{"status": "complete"}')
    (folder / "sources" / "s1.txt").write_text("x" * 20_000_000)
    with (folder / "events.jsonl").open("w") as out:
        for number in range(1, MANY + 1):
            out.write(json.dumps({"seq": number, "at": "", "type": "progress", "data": {"filler": "x" * 2000}}) + "\n")
    return NO_RUN


def _narrow(server: Served) -> socket.socket:
    """A connection whose end here takes little at once."""
    at = urlsplit(server.url)
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect((at.hostname, at.port))
    narrow.setblocking(False)
    return narrow


@pytest.mark.parametrize("what", ["events", "files/sources/s1.txt"])
async def test_whoever_takes_nothing_is_let_go_and_holds_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(connection, "STALLED", 0.3)
    lost = asyncio.Event()
    gone = connection.Connection.connection_lost

    def counted(self: connection.Connection, error: Exception | None) -> None:
        gone(self, error)
        if self.scope and self.scope["path"].endswith(what):
            lost.set()

    monkeypatch.setattr(connection.Connection, "connection_lost", counted)
    async with served(tmp_path, most_watchers=1) as server:
        run_id = _large(tmp_path)
        with _narrow(server) as stalled:
            await asyncio.get_running_loop().sock_sendall(stalled, server.head(f"GET /api/runs/{run_id}/{what}") + b"\r\n")
            async with asyncio.timeout(HANGS):
                await lost.wait()
                assert [event async for event in server.watch(run_id, after=MANY - 1)]  # the one place is free again


@pytest.mark.parametrize("what", ["events", "files/sources/s1.txt"])
async def test_whoever_is_slow_gets_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(connection, "STALLED", 0.3)
    text, looks, look = bytearray(), 0, connection.Connection._taken
    due: dict[tuple[float, int], int] = {}

    def looked(self: connection.Connection, before: int) -> None:
        nonlocal looks
        if len(text) < due.setdefault((self._behind, before), len(text) + 500_000):
            self._look = self.loop.call_later(0.05, self._taken, before)  # the reader is tried here, and not the machine
        else:
            looks += 1
            look(self, before)

    monkeypatch.setattr(connection.Connection, "_taken", looked)
    async with served(tmp_path) as server:
        run_id = _large(tmp_path)
        loop = asyncio.get_running_loop()
        with _narrow(server) as slow:
            await loop.sock_sendall(slow, server.head(f"GET /api/runs/{run_id}/{what}", "Connection: close") + b"\r\n")
            async with asyncio.timeout(240):
                while part := await loop.sock_recv(slow, 65_536):
                    text += part
                    if looks < 3 if what != "events" else len(text) < 2_000_000:  # events are held back, not kept
                        await asyncio.sleep(0.002)
    if what == "events":
        assert text.count(b"\nid: ") + text.startswith(b"id: ") == MANY and b"id: %d\n" % MANY in text
    else:
        assert looks >= 3 and text.endswith(b"x" * 20_000_000)


async def _trickled(server: Served, enough: asyncio.Event) -> int:
    """Take a little, steadily, until it is ended or enough; how much it was."""
    loop, taken = asyncio.get_running_loop(), 0
    with _narrow(server) as slow:
        await loop.sock_sendall(slow, server.head(f"GET /api/runs/{NO_RUN}/files/sources/s1.txt", "Connection: close") + b"\r\n")
        try:
            while not enough.is_set() and (part := await loop.sock_recv(slow, 65_536)):
                taken += len(part)
                await asyncio.sleep(0.01)
        except ConnectionResetError:
            pass
    return taken


async def test_whoever_never_catches_up_is_let_go_however_steadily_a_little_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "STALLED", 0.5)
    monkeypatch.setattr(connection, "LONGEST", 1.0)
    async with served(tmp_path) as server:
        _large(tmp_path)
        async with asyncio.timeout(HANGS):
            assert await _trickled(server, asyncio.Event()) < 20_000_000


async def test_whoever_does_not_catch_up_makes_room_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "STALLED", 0.5)
    monkeypatch.setattr(connection, "MOST_CONNECTIONS", 2)
    behind, watch = set[connection.Connection](), connection.Connection._watch

    def noted(self: connection.Connection) -> None:
        behind.add(self)
        watch(self)

    monkeypatch.setattr(connection.Connection, "_watch", noted)
    monkeypatch.setattr(connection.Connection, "_taken", lambda self, before: None)  # each of them takes enough
    async with served(tmp_path) as server:
        _large(tmp_path)
        enough = asyncio.Event()
        slow = [asyncio.create_task(_trickled(server, enough)) for _ in range(2)]
        async with asyncio.timeout(HANGS):
            while sum(one.is_slow for one in behind) < 2:
                await asyncio.sleep(0.02)
        assert (await server.raw("/api/runs")).startswith(b"HTTP/1.1 200 ")
        done, _ = await asyncio.wait(slow, return_when=asyncio.FIRST_COMPLETED, timeout=HANGS)
        enough.set()
        await asyncio.gather(*slow)
        assert len(done) == 1  # the other is still served


async def test_connections_that_ask_nothing_make_room_for_those_that_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_CONNECTIONS", 20)
    async with served(tmp_path) as server:
        held = []
        for number in range(60):
            held.append(await server.connect())
            held[-1][1].write(server.head() if number % 2 else b"")
        for _ in range(5):
            assert (await server.raw("/api/runs")).startswith(b"HTTP/1.1 200 ")
        for _, writer in held:
            await left(writer)


async def test_where_every_connection_is_in_use_the_next_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin(ask="always")
        await server.until(run_id, "asking")
        await server.client.aclose()
        monkeypatch.setattr(connection, "MOST_CONNECTIONS", 2)
        watching = [await server.connect() for _ in range(2)]
        for reader, writer in watching:
            writer.write(server.head(f"GET /api/runs/{run_id}/events") + b"\r\n")
            await reader.readuntil(b"id: 1\n")
        told(await server.sent(b""), 503)
        for _, writer in watching:
            await left(writer)


async def test_what_is_no_http_is_refused_like_the_rest(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        post = server.head("POST /api/runs", *POST)
        for data in (
            b"GET /api/runs\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
            server.head() + b"Host: b\r\n\r\n", server.head() + b"X: " + b"a" * 20_000, server.head() + b"X: a\x00b\r\n\r\n",
            b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n",
            post + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", post + b"Content-Length: -2\r\n\r\n{}",
            post + b"Transfer-Encoding: gzip\r\n\r\n{}", post + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            server.head() + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        ):  # fmt: skip
            told(await server.sent(data), 400)


async def test_nonsense_behind_a_refusal_is_no_defect(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    wrong: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: wrong.append(context))
    async with served(tmp_path, needs_token=True) as server:
        reader, writer = await server.connect()
        writer.write(server.head("POST /api/runs", "Transfer-Encoding: chunked") + b"\r\n")
        assert b" 401 " in await reader.readline()
        writer.write(b"zz\r\nnot a chunk\r\n")
        await reader.read()
        await left(writer)
        reader, writer = await server.connect()
        head = server.head("POST /api/runs", *POST, f"Authorization: Bearer {server.token}", "Content-Length: 99")
        writer.write(head + b"\r\n{")
        await writer.drain()
        await left(writer)  # gone in the middle of its body
        assert (await server.client.get("/api/runs")).status_code == 200
    assert not wrong and not caplog.records


async def test_nothing_is_written_to_a_reader_that_has_gone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin()
        await server.ended(run_id)
        for _ in range(20):
            _, writer = await server.connect()
            ends: socket.socket = writer.get_extra_info("socket")
            ends.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # gone at once, and told so
            writer.write(server.head(f"GET /api/runs/{run_id}/events") + b"\r\n")
            await left(writer)
            await server.run(run_id)
    assert not [record for record in caplog.records if record.name == "asyncio"], caplog.text


async def test_a_server_that_is_stopped_takes_nobody_in_while_its_runs_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = House.aclose

    async def patient(self: House) -> None:
        async with asyncio.timeout(HANGS):
            with suppress(ConnectionRefusedError, ConnectionResetError):  # reset: who waited at the door when it was shut
                while True:
                    await left((await server.connect())[1])
                    await asyncio.sleep(0.02)
        await closed(self)

    monkeypatch.setattr(House, "aclose", patient)
    async with served(tmp_path) as server:
        pass
