"""The guard: which URLs may be read, and at which addresses.

``check_url`` judges what can be seen in the URL, ``resolve`` looks the name up once and judges every answer. Whoever connects
uses the addresses that came out of here, never the name.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address

from dr_core.errors import FetchRefused, ProviderError, SettingsError
from dr_core.thread import in_thread
from dr_core.web.address import Address, refusal
from dr_core.web.url import Target, parse_url, refuse, show

_PRIVATE_NAMES = ("localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "private", "arpa", "onion")
_LOOKUPS = 64
_REMEDY = "Add the host to [web] allow_hosts if it is yours"


class Guard:
    """Refuses private places, save the ``allow_hosts`` ("wiki.corp", "10.0.0.7:8080"); even those never lead to metadata."""

    def __init__(self, allow_hosts: Iterable[str] = ()) -> None:
        self._allowed = frozenset(_entry(host) for host in allow_hosts)

    def check_url(self, url: str) -> Target:
        """The parts of ``url``, or ``FetchRefused``."""
        target = parse_url(url)
        if target.address is not None:
            self._check(target, target.address)
        elif not self._is_allowed(target) and ("." not in target.host or target.host.rsplit(".", 1)[1] in _PRIVATE_NAMES):
            raise refuse(url, f"{target.host} is a name of a private network", _REMEDY)
        return target

    async def resolve(self, target: Target) -> list[Address]:
        """The addresses of ``target``, looked up once; one bad answer among good ones is a refusal, because it is a trick."""
        found = [target.address] if target.address is not None else await lookup(target.host, target.port)
        for address in found:
            self._check(target, address)
        return found

    def _check(self, target: Target, address: Address) -> None:
        why = refusal(address)
        if why is None or (why.may_be_allowed and self._is_allowed(target)):
            return
        where = f"{address} is" if target.address is not None else f"{target.host} leads to {address},"
        raise refuse(target.url, f"{where} {why.reason}", _REMEDY if why.may_be_allowed else "")

    def _is_allowed(self, target: Target) -> bool:
        return (target.host, None) in self._allowed or (target.host, target.port) in self._allowed


def check_url(url: str, allow_hosts: Iterable[str] = ()) -> Target:
    """The parts of ``url`` where it may be read (its name is not looked up), or ``FetchRefused`` with the reason."""
    return Guard(allow_hosts).check_url(url)


async def resolve(host: str, allow_hosts: Iterable[str] = ()) -> list[Address]:
    """The addresses of ``host``, every one of them checked."""
    guard = Guard(allow_hosts)
    return await guard.resolve(guard.check_url(f"http://{host}/"))


def _entry(host: str) -> tuple[str, int | None]:
    """A host of the setting, read by the same parser as URLs."""
    remedy = 'Write a name or an address, with or without a port ("wiki.corp", "10.0.0.7:8080")'
    try:
        target = parse_url(f"http://{host}")
    except FetchRefused as exc:
        raise SettingsError(f"[web] allow_hosts: {host!r} is not a host", remedy=remedy) from exc
    if any(char in "/?#" for char in host):
        raise SettingsError(f"[web] allow_hosts: {host!r} is more than a host", remedy=remedy)
    has_port = host.rstrip().rsplit("]", 1)[-1].count(":") == 1
    return target.host, target.port if has_port else None


_free = threading.BoundedSemaphore(_LOOKUPS)


async def lookup(host: str, port: int) -> list[Address]:
    """The system's answer for ``host``."""

    def ask() -> list[Address]:
        with _free:  # so many questions at once, no more: name servers drop what comes in floods
            return _addresses(host, port)

    try:
        found = await in_thread(ask, "dr-lookup")
    except (OSError, UnicodeError, ValueError) as exc:
        raise ProviderError(f"the name {show(host)} could not be looked up ({exc})") from exc
    if not found:
        raise ProviderError(f"the name {show(host)} has no address")
    return found


def _addresses(host: str, port: int) -> list[Address]:
    found: dict[Address, None] = {}  # a set that keeps the system's order of preference
    for family, _, _, _, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if family in (socket.AF_INET, socket.AF_INET6):
            address = ip_address(str(place[0]))
            if isinstance(address, IPv6Address) and len(place) == 4 and place[3]:
                raise OSError("an answer with a zone")
            found[address] = None
    return list(found)
