"""Listening, and leaving: the server from its first line to its last."""

from __future__ import annotations

import asyncio
import secrets
import signal
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any

import uvicorn

from dr_serve.app import application
from dr_serve.connection import Connection
from dr_serve.guard import Names, is_loopback
from dr_serve.house import House
from dr_serve.refusal import Refused

IN_FLIGHT = 65_536
"""Bytes that the system may hold for a reader; by itself it takes megabytes for one that is slow, and hides that it is."""
PARTING = 1
"""Seconds that answers under way are given when the server is stopped."""


@dataclass(frozen=True)
class Place:
    """Where the server listens, and who may come."""

    host: str = "127.0.0.1"
    port: int = 8765
    needs_token: bool = False
    """Also on this machine alone; beyond it there always is one."""
    allow_hosts: Sequence[str] = ()
    most_runs: int = 4
    most_watchers: int = 200
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)


async def serve(
    settings: Mapping[str, Any],
    place: Place,
    *,
    ready: Callable[[str], None],
    say: Callable[[str], None] = lambda line: None,
    endings: Sequence[signal.Signals] = (signal.SIGTERM,),
) -> None:
    """Serve until cancelled, or told to end by a signal; then every run is stopped so that it can be resumed. ``ready`` is told
    the address."""
    house = House(settings, most_runs=place.most_runs, most_watchers=place.most_watchers, say=say)
    with listening(place.host, place.port) as listener:
        address, port = listener.getsockname()[:2]
        guarded = place.needs_token or not is_loopback(address) or bool(place.allow_hosts)
        token = place.token if guarded else ""
        more = [place.host, *place.allow_hosts, *([socket.gethostname()] if not is_loopback(address) else [])]
        server = _Server(
            uvicorn.Config(
                application(house, Names.of(address, more), token),
                http=Connection,
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=PARTING,
            )
        )
        at_all = ip_address(address).is_unspecified  # which is no address to go to
        host = place.host if not at_all else "::1" if ":" in address else "127.0.0.1"
        shown = f"[{host}]" if ":" in host else host
        with _cancelled_by(endings):
            ready(f"http://{shown}:{port}/" + (f"#token={token}" if token else ""))
            if at_all:
                say(f"other machines reach it as {socket.gethostname()} or by any address of this machine, with the same token")
            for line in house.lacks:
                say(f"{line}. Then start the server again")
            task = asyncio.create_task(server.serve(sockets=[listener]), name="dr serve")
            try:
                await asyncio.shield(task)
            finally:
                server.should_exit = True
                await asyncio.gather(house.aclose(), task)  # whoever takes nothing is not waited for once more


@contextmanager
def _cancelled_by(numbers: Sequence[signal.Signals]) -> Iterator[None]:
    """Have signals cancel the task that is running here.

    One is heard between two steps of Python. A handler of the event loop's own is called two rounds later, and in every round
    each of the runs does its next piece of work.
    """
    loop, here = asyncio.get_running_loop(), asyncio.current_task()
    assert here is not None
    before = {number: signal.signal(number, lambda *_: loop.call_soon_threadsafe(here.cancel)) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Server(uvicorn.Server):
    """Uvicorn, but Ctrl-C is the command's own business: runs are stopped too."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; one that cannot be had is told in a line."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.create_server(address[:2], family=family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, IN_FLIGHT)  # connections take it over
        return listener
    except (OSError, OverflowError) as error:
        why = (getattr(error, "strerror", None) or str(error)).partition(" (while")[0]  # Python adds the address once more
        raise Refused(
            503, f"cannot listen at {host}, port {port}: {why}", remedy="Choose another --port (0: any) or --host"
        ) from error
