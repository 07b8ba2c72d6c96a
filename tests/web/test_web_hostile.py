"""Hostile answers: bounded memory and time, one clear reason each, and the reader goes on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hostile_more import KINDS

HERE = Path(__file__).parent
MIB = 1024 * 1024


@asynccontextmanager
async def servers(names: list[str]) -> AsyncIterator[dict[str, int]]:
    """A server per kind (so that each has a robots.txt of its own), by name and port."""
    tasks: set[asyncio.Task[None]] = set()
    running = []

    def handler(name: str) -> Any:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            tasks.add(task)
            try:
                asked = await reader.readuntil(b"\r\n\r\n")
                await KINDS[name].act(writer, asked.split(b" ")[1].decode())
                await writer.drain()
            except (OSError, asyncio.IncompleteReadError):
                pass  # the reader left, as it should
            finally:
                tasks.discard(task)
                writer.close()

        return serve

    ports = {}
    for name in names:
        server = await asyncio.start_server(handler(name), "127.0.0.1", 0)
        running.append(server)
        ports[name] = server.sockets[0].getsockname()[1]
    try:
        yield ports
    finally:
        for server in running:
            server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def reader_environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{HERE.parent.parent}{os.pathsep}{HERE}"}


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Any]:
    async def run() -> dict[str, Any]:
        async with servers(list(KINDS)) as ports:
            reader = await asyncio.create_subprocess_exec(
                sys.executable, str(HERE / "hostile_reader.py"), json.dumps(ports), env=reader_environment(),
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            out, err = await asyncio.wait_for(reader.communicate(), 240)
            assert reader.returncode == 0, err.decode()[-3000:]
            assert err == b"", err.decode()
            return json.loads(out)  # type: ignore[no-any-return]

    return asyncio.run(run())


def test_there_are_at_least_a_hundred_and_fifty_kinds() -> None:
    assert len(KINDS) >= 150


@pytest.mark.parametrize("name", list(KINDS))
def test_a_hostile_answer_ends_in_one_clear_reason(outcomes: dict[str, Any], name: str) -> None:
    kind, found = KINDS[name], outcomes["found"][name]
    assert found["error"] == kind.error, found
    assert kind.reason in found["text"], found
    assert len(found["text"]) < 500
    assert found["text"].isprintable()


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.hangs])
def test_the_deadline_ends_a_read_that_would_hang_for_ever(outcomes: dict[str, Any], name: str) -> None:
    assert outcomes["found"][name]["seconds"] < outcomes["deadline"] + 60  # it hangs for an hour, and this machine may be busy


def test_all_hostile_answers_together_take_less_than_64_mib(outcomes: dict[str, Any]) -> None:
    extra = outcomes["end"] - outcomes["start"]
    print(f"{len(outcomes['found'])} kinds, {extra / MIB:.1f} MiB extra memory")
    assert extra < 64 * MIB


def test_the_event_loop_never_computes_for_a_second(outcomes: dict[str, Any]) -> None:
    stall, name = max((found["stall"], name) for name, found in outcomes["found"].items())
    print(f"longest stall {stall * 1000:.0f} ms, with {name!r}")
    assert stall < 1


def test_no_task_is_left_behind(outcomes: dict[str, Any]) -> None:
    assert outcomes["tasks"] == 0


def test_a_hostile_wait_is_bounded_by_a_day(outcomes: dict[str, Any]) -> None:
    waits = [found["wait"] for name, found in outcomes["found"].items() if name.startswith("retry after")]
    assert len(waits) == 7
    assert all(wait is None or 0 <= wait <= 86_400 for wait in waits)


def test_only_character_sets_of_the_web_are_passed_on(outcomes: dict[str, Any]) -> None:
    assert {found["charset"] for name, found in outcomes["found"].items() if name.startswith("character set")} == {""}


HANGING = """
import asyncio, socket, sys, time
from dr_core.web import Fetcher
real = socket.getaddrinfo
def slow(host, *rest, **options):
    if host == "slow.example.org":
        hanging.append(host)
        time.sleep(600)  # a name server that hangs
    return real(host, *rest, **options)
socket.getaddrinfo = slow
hanging = []
async def main():
    fetcher = Fetcher(allow_hosts=["127.0.0.1"], robots=True)
    urls = [f"http://127.0.0.1:{sys.argv[1]}/{n}" for n in range(50)] + ["http://slow.example.org/"] * 10
    tasks = [asyncio.create_task(fetcher.fetch(url, deadline=600)) for url in urls]
    while not hanging:
        await asyncio.sleep(0.01)
    print("reading", flush=True)
    await asyncio.gather(*tasks)
try:
    asyncio.run(main())
except KeyboardInterrupt:
    sys.exit(130)
"""


async def test_ctrl_c_ends_sixty_hanging_reads_long_before_their_deadline() -> None:
    async with servers(["never answers"]) as ports:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", HANGING, str(ports["never answers"]), env=reader_environment(), stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        assert await process.stdout.readline() == b"reading\n"
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), 60) == 130
