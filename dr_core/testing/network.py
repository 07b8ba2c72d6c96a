"""Closes the network: only loopback and unix sockets can be reached while it is closed.

Python's own sockets are closed, which is what asyncio, httpx and urllib use; a library with sockets of its own (written in C or
Rust) is not seen.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class NetworkClosed(RuntimeError):
    """Something tried to leave this machine. Not an OSError, so that no code takes it for a passing failure."""


def is_local(host: Any) -> bool:
    """Whether a host is this machine."""
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host is None or host in ("", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(str(host).partition("%")[0])
    except ValueError:
        return str(host).lower().endswith(".localhost")
    return address.is_loopback or address.is_unspecified


@contextmanager
def closed_network(reason: str = "the network is closed in tests") -> Iterator[None]:
    """While open, connecting to or looking up anything but this machine raises ``NetworkClosed``."""
    names = [name for name in ("connect", "connect_ex", "sendto", "sendmsg") if hasattr(socket.socket, name)]
    originals = {name: getattr(socket.socket, name) for name in names}
    look_up, by_name = socket.getaddrinfo, socket.gethostbyname

    def check(what: str, host: Any) -> None:
        if not is_local(host):
            raise NetworkClosed(f"{what} {host!r}: {reason}; only this machine can be reached")

    def check_address(sock: socket.socket, address: Any) -> None:
        if sock.family in (socket.AF_INET, socket.AF_INET6) and isinstance(address, tuple):
            check("connecting to", address[0])

    def connect(self: socket.socket, address: Any) -> Any:
        check_address(self, address)
        return originals["connect"](self, address)

    def connect_ex(self: socket.socket, address: Any) -> Any:
        check_address(self, address)
        return originals["connect_ex"](self, address)

    def sendto(self: socket.socket, data: Any, *rest: Any) -> Any:
        check_address(self, rest[-1] if rest else None)
        return originals["sendto"](self, data, *rest)

    def sendmsg(self: socket.socket, buffers: Any, *rest: Any) -> Any:
        check_address(self, rest[2] if len(rest) > 2 else None)
        return originals["sendmsg"](self, buffers, *rest)

    def getaddrinfo(host: Any, *rest: Any, **named: Any) -> Any:
        check("looking up", host)
        return look_up(host, *rest, **named)

    def gethostbyname(host: Any) -> Any:
        check("looking up", host)
        return by_name(host)

    changed: dict[str, Any] = {"connect": connect, "connect_ex": connect_ex, "sendto": sendto, "sendmsg": sendmsg}
    try:
        for name in originals:
            setattr(socket.socket, name, changed[name])
        socket.getaddrinfo, socket.gethostbyname = getaddrinfo, gethostbyname
        yield
    finally:
        for name, original in originals.items():
            setattr(socket.socket, name, original)
        socket.getaddrinfo, socket.gethostbyname = look_up, by_name
