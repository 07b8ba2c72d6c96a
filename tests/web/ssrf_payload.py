"""URLs that try to lead a reader into the private network, by class of trick."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address
from typing import NamedTuple

PUBLIC = "93.184.216.34"
PUBLIC_SIX = "2606:2800:220:1::34"
ZONE = "evil-zone.org"

METADATA = ("169.254.169.254", "169.254.170.2", "169.254.170.23", "168.63.129.16", "100.100.100.200", "192.0.0.192")
FOUR = (
    *METADATA,
    "127.0.0.1", "127.1.2.3", "127.255.255.254", "10.0.0.5", "10.255.255.254", "172.16.0.9", "172.31.255.254", "192.168.0.1",
    "192.168.1.254", "100.64.0.1", "100.127.255.254", "192.0.0.8", "198.18.0.1", "192.0.2.1", "198.51.100.3", "203.0.113.7",
    "192.88.99.1", "240.0.0.1", "0.0.0.0",
)  # fmt: skip
SIX = (
    "::1", "fd00:ec2::254", "fd20:ce::254", "fe80::a9fe:a9fe", "fc00::1", "fdff::1", "fec0::1", "2001:db8::1", "2001:10::1",
    "3fff::1", "100::1", "5f00::1",
)  # fmt: skip
NAMES = (
    "localhost", "LOCALHOST", "localhost.", "foo.localhost", "ｌocalhost", "ip6-localhost", "router", "printer.local",
    "metadata.google.internal", "instance-data.ec2.internal", "kubernetes.default.svc", "wiki.corp", "db.lan",
)  # fmt: skip


class Payload(NamedTuple):
    """A URL, the class of its trick, and the hosts that the user has allowed (usually none)."""

    kind: str
    url: str
    allow: tuple[str, ...] = ()


def embedded(four: str) -> dict[str, IPv6Address]:
    """The IPv6 addresses that carry ``four``, by kind."""
    number = int(IPv4Address(four))
    return {
        "mapped": IPv6Address((0xFFFF << 32) | number),
        "compatible": IPv6Address(number),
        "translated": IPv6Address((0xFFFF << 48) | number),
        "6to4": IPv6Address((0x2002 << 112) | (number << 80)),
        "nat64": IPv6Address((0x64FF9B << 96) | number),
        "nat64-local": IPv6Address((0x64FF9B0001 << 80) | number),
        "teredo": IPv6Address((0x20010000 << 96) | (number ^ 0xFFFFFFFF)),
        "isatap": IPv6Address((0x26062800 << 96) | (0x5EFE << 32) | number),
    }


def _wide(text: str) -> str:
    return text.translate({ord(digit): 0xFF10 + int(digit) for digit in "0123456789"})


def _circled(text: str) -> str:
    return text.translate({ord("0"): "⓪", **{ord(str(digit)): chr(0x2460 + digit - 1) for digit in range(1, 10)}})


def _of_four(four: str) -> Iterator[Payload]:
    a, b, c, d = (int(part) for part in four.split("."))
    number = int(IPv4Address(four))
    for kind, host in {
        "plain": four,
        "trailing dot": four + ".",
        "decimal": str(number),
        "decimal, overflown": str(number + (1 << 32)),
        "hex": hex(number),
        "hex, upper case": f"0X{number:X}",
        "octal": f"0{number:o}",
        "dotted hex": f"0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}",
        "dotted octal": f"0{a:o}.0{b:o}.0{c:o}.0{d:o}",
        "leading zeros": f"{a:o}".zfill(5) + f".{b}.{c}.{d}",
        "two parts": f"{a}.{number & 0xFFFFFF}",
        "three parts": f"{a}.{b}.{number & 0xFFFF}",
        "mixed bases": f"0x{a:x}.{b}.0{number & 0xFFFF:o}",
        "full-width": _wide(four),
        "circled": _circled(four),
        "other dots": four.replace(".", "。"),
        "half-width dots": four.replace(".", "｡"),
        "percent-encoded": "".join(f"%{ord(char):02x}" for char in four),
        "percent-encoded dots": four.replace(".", "%2e"),
        "resolver name": f"a-{number:08x}.{ZONE}",
        "name with a trailing dot": f"a-{number:08x}.{ZONE}.",
        "canonical name": f"cname-{number:08x}.{ZONE}",
        "mixed answers": f"mix-{number:08x}.{ZONE}",
        "address inside a name": f"{four}.nip.{ZONE}",
    }.items():
        yield Payload(kind, f"http://{host}/")
    yield Payload("https", f"https://{four}/")
    yield Payload("another port", f"http://{four}:8080/")
    yield Payload("upper-case scheme", f"HTTP://{four}/")
    yield Payload("userinfo", f"http://{PUBLIC}@{four}/")
    yield Payload("userinfo with a port", f"http://{PUBLIC}:80@{four}/")
    yield Payload("userinfo, encoded", f"http://user%40{PUBLIC}:x@{four}/")
    yield Payload("backslash", f"http://{four}\\@{PUBLIC}/")
    yield Payload("backslash for slash", f"http:\\\\{four}/")
    yield Payload("hash before at", f"http://{four}#@{PUBLIC}/")
    yield Payload("tab in the host", f"http://{four[:-1]}\t{four[-1]}/")
    yield Payload("newline in the scheme", f"ht\ntp://{four}/")
    yield Payload("leading space", f" http://{four}/")
    yield Payload("leading control", f"\x01http://{four}/")
    yield Payload("other scheme", f"gopher://{four}:80/_x")
    yield Payload("other scheme", f"ftp://{four}:80/x")
    yield Payload("other scheme", f"dict://{four}:80/x")
    yield Payload("rebinding name", f"http://flip-{number:08x}.{ZONE}/")
    for kind, six in embedded(four).items():
        yield Payload(f"IPv6, {kind}", f"http://[{six}]/")
        yield Payload(f"IPv6 by name, {kind}", f"http://six-{int(six):032x}.{ZONE}/")
    yield Payload("IPv6, mapped, dotted", f"http://[::ffff:{four}]/")
    yield Payload("IPv6, mapped, written out", f"http://[0:0:0:0:0:ffff:{a:02x}{b:02x}:{c:02x}{d:02x}]/")


def payloads() -> list[Payload]:
    """All of them."""
    found = [payload for four in FOUR for payload in _of_four(four)]
    for text in SIX:
        six = IPv6Address(text)
        found += [
            Payload("IPv6, plain", f"http://[{six}]/"),
            Payload("IPv6, https", f"https://[{six}]/"),
            Payload("IPv6, written out", f"http://[{six.exploded}]/"),
            Payload("IPv6, upper case", f"http://[{str(six).upper()}]/"),
            Payload("IPv6, by name", f"http://six-{int(six):032x}.{ZONE}/"),
            Payload("IPv6, userinfo", f"http://{PUBLIC}@[{six}]/"),
            Payload("IPv6, zone", f"http://[{six}%25lo]/"),
            Payload("IPv6, zone", f"http://[{six}%lo]/"),
        ]
    found += [Payload("private name", f"http://{name}/") for name in NAMES]
    for four in METADATA:
        name = f"a-{int(IPv4Address(four)):08x}.{ZONE}"
        found.append(Payload("metadata, though allowed", f"http://{four}/", (four,)))
        found.append(Payload("metadata, though allowed", f"http://{name}/", (name, four)))
        found.append(Payload("another name for an allowed host", f"http://a-0a000005.{ZONE}/?{four}", ("10.0.0.5",)))
        found.append(Payload("another port of an allowed host", f"http://10.0.0.5:8080/?{four}", ("10.0.0.5:80",)))
    return found
