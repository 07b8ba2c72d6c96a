"""Runs the payloads inside a network namespace of its own: ``unshare -rnm python ssrf_arena.py [EVERY_NTH]``.

Public, private and metadata addresses all sit on ``lo`` there, a name server answers on port 53, and one server listens on
all of them. A connection that arrives at any address but the public ones is a canary hit. The guard runs unmodified. As a
control, clients without a guard get the same URLs and must hit. The outcome is printed as JSON.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
import socket
import struct
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from contextlib import suppress
from html.parser import HTMLParser
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urljoin, urlsplit
from xml.sax.saxutils import escape

import feedparser
import httpx
from ssrf_payload import FOUR, PUBLIC, PUBLIC_SIX, SIX, ZONE, Payload, embedded, payloads

import dr_core.web
from dr_core import PageFetcher, RawPage, RunState, Settings
from dr_core.errors import DRError, FetchRefused, PageBlocked
from dr_core.run.cache import Cache
from dr_core.run.events import Events
from dr_core.run.fallback import Fallbacks
from dr_core.run.journal import Journal
from dr_core.run.run import Run
from dr_core.web import Fetcher, Guard
from dr_core.web.url import Target, parse_url

WAYS = ("hit", "redirect", "second redirect", "link", "feed", "robots", "robots redirect", "reader fallback")
OWN_HOSTS = ("hit", "robots", "reader fallback")
"""The ways that are also tried with private hosts of the user's."""
SECONDS = 10.0
ALL = payloads()
SECRET = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nsecret"


def lay_out_addresses() -> None:
    """Put every address on ``lo``, and make our name server the system's."""
    lines = ["link set lo up", f"addr add {PUBLIC}/32 dev lo", f"addr add {PUBLIC_SIX}/128 dev lo nodad"]
    lines += [f"addr add {four}/32 dev lo" for four in FOUR if four != "0.0.0.0" and not four.startswith("127.")]
    sixes = {IPv6Address(six) for six in SIX} | {six for four in FOUR for six in embedded(four).values()}
    sixes.add(embedded(PUBLIC)["nat64"])
    lines += [f"addr add {six}/128 dev lo nodad" for six in sixes if int(six) > 1 and six.ipv4_mapped is None]
    with tempfile.TemporaryDirectory() as folder:
        batch = Path(folder, "batch")
        batch.write_text("\n".join(lines) + "\n")
        subprocess.run(["ip", "-force", "-batch", str(batch)], check=False, stderr=subprocess.DEVNULL)
        resolv = Path(folder, "resolv.conf")
        resolv.write_text("nameserver 127.0.0.1\noptions timeout:2 attempts:2\n")
        subprocess.run(["mount", "--bind", str(resolv), str(Path("/etc/resolv.conf").resolve())], check=True)


class NameServer(asyncio.DatagramProtocol):
    """Answers by what the name says; ``flip-`` names are public the first time and private ever after."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, peer: object) -> None:
        labels, at = [], 12
        while data[at]:
            labels.append(data[at + 1 : at + 1 + data[at]].decode("latin-1"))
            at += data[at] + 1
        question = data[12 : at + 5]
        records = self.answer(".".join(labels).lower(), struct.unpack("!H", data[at + 1 : at + 3])[0])
        body, owner = b"", b"\xc0\x0c"
        for kind, value in records:
            body += owner + struct.pack("!HHIH", kind, 1, 0, len(value)) + value
            owner = value if kind == 5 else owner  # what follows an alias is about the alias
        code = 0x8180 if records or self.known else 0x8183
        self.transport.sendto(data[:2] + struct.pack("!HHHHH", code, 1, len(records), 0, 0) + question + body, peer)  # type: ignore[attr-defined]

    def answer(self, name: str, kind: int) -> list[tuple[int, bytes]]:
        self.known = True
        first, *rest = name.split(".")
        if found := re.fullmatch(rf"(\d+\.\d+\.\d+\.\d+)\.nip\.{re.escape(ZONE)}", name):
            return [(1, IPv4Address(found[1]).packed)] if kind == 1 else []
        if ".".join(rest) == ZONE and "-" in first:
            how, number = first.split("-")[:2]
            packed = bytes.fromhex(number)
            if how == "six":
                return [(28, packed)] if kind == 28 else []
            if kind != 1:
                return []
            if how == "r":
                return [(1, IPv4Address(PUBLIC).packed)]
            if how == "mix":
                return [(1, IPv4Address(PUBLIC).packed), (1, packed)]
            if how == "cname":
                alias = b"".join(bytes([len(part)]) + part.encode() for part in (f"a-{number}", *ZONE.split("."))) + b"\0"
                return [(5, alias), (1, packed)]
            if how == "flip":
                self.asked[name] += 1
                return [(1, IPv4Address(PUBLIC).packed if self.asked[name] == 1 else packed)]
            return [(1, packed)]
        if name.startswith(("metadata.", "instance-data.")):
            return [(1, IPv4Address("169.254.169.254").packed)] if kind == 1 else []
        if "localhost" in name or name.split(".")[-1] in ("router", "local", "svc", "corp", "lan"):
            return [(1, IPv4Address("10.0.0.5").packed)] if kind == 1 else []
        if name == f"www.{ZONE}":
            return [(1, IPv4Address(PUBLIC).packed)] if kind == 1 else [(28, IPv6Address(PUBLIC_SIX).packed)]
        self.known = False
        return []


class Arena:
    """The server behind every address, with its log of canary hits."""

    def __init__(self) -> None:
        self.hits: list[str] = []
        self.pages = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        here = ip_address(writer.get_extra_info("sockname")[0].split("%")[0])
        if isinstance(here, IPv6Address) and here.ipv4_mapped:
            here = here.ipv4_mapped
        public = here in (ip_address(PUBLIC), ip_address(PUBLIC_SIX), embedded(PUBLIC)["nat64"])
        if not public:
            self.hits.append(str(here))
        if writer.get_extra_info("sockname")[1] == 443:  # no TLS here: that somebody came is enough
            writer.close()
            return
        try:
            async with asyncio.timeout(SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
            target = head.split(b" ")[1].decode("latin-1")
            if target == "/robots.txt" and (found := re.search(rb"\r\nHost: r-([0-9a-f]{8})\.", head)):
                target = f"/redirect?to={quote(ALL[int(found[1], 16)].url, safe='')}"
            writer.write(self.page(target) if public else SECRET)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, IndexError):
            pass  # a hit is counted by then; what the client makes of it is its affair
        finally:
            writer.close()

    def page(self, target: str) -> bytes:
        self.pages += 1
        parts = urlsplit(target)
        to = parse_qs(parts.query).get("to", [""])[0]
        if parts.path == "/redirect":
            return b"HTTP/1.1 302 Found\r\nLocation: " + raw(to) + b"\r\nContent-Length: 0\r\n\r\n"
        if parts.path == "/twice":
            on = f"//{PUBLIC}/redirect?to={quote(to, safe='')}"
            return f"HTTP/1.1 301 Moved\r\nLocation: {on}\r\nContent-Length: 0\r\n\r\n".encode()
        if parts.path == "/feed":
            link = f"<item><title>x</title><link>{escape(to)}</link></item>"
            feed = f"<rss version='2.0'><channel><title>x</title>{link}</channel></rss>".encode("utf-8", "surrogatepass")
            return b"HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(feed) + feed
        body = b"<html><body><p>A public page.</p>"
        if parts.path == "/link":
            body += b'<a href="' + to.replace('"', "%22").encode("utf-8", "surrogatepass") + b'">more</a>'
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(body) + body


def raw(url: str) -> bytes:
    """A Location header as a hostile server would send it; line ends would end the header, so those go as a tab."""
    return url.replace("\n", "\t").encode("utf-8")


class Links(HTMLParser):
    """The hrefs of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for key, value in attrs if key == "href" and value]


def named(payload: Payload, use: int) -> str:
    """The URL of ``payload``; a rebinding name is made new for each use, since its first answer is the one that counts."""
    return payload.url.replace(f".{ZONE}", f"-{use}.{ZONE}") if "flip-" in payload.url else payload.url


class NoGuard(Guard):
    """Looks at nothing: the control that shows that each way does lead inside."""

    def check_url(self, url: str) -> Target:
        return parse_url(url)

    def _check(self, target: Target, address: object) -> None:
        return None


class Service(PageFetcher):
    """A reader fallback that connects to whatever address it is handed."""

    def is_local(self) -> bool:
        return True  # so that the user's private hosts count too: the wider of the two doors

    async def fetch_page(self, url: str) -> RawPage:
        if "flip-" not in url:  # a name that was public when it was handed over is the service's own affair
            await forgiving(Payload("", url))
        return RawPage(content="public page")


async def handed_on(payload: Payload, guard: Guard | None) -> str:
    """What becomes of ``payload`` where the reader said, rightly or not, that this page is blocked."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(fetch={"use": ["service"]}, web={"allow_hosts": list(payload.allow)})  # type: ignore[arg-type]
        journal = Journal(Path(folder, "journal.jsonl"))
        run = Run(
            settings, lambda kind, name: Service(), Path(folder), RunState(original_query="q"),
            journal=journal, cache=Cache(None, {}), events=Events(),
        )  # fmt: skip

        async def parse(data: bytes, url: str, media_type: str) -> Any:
            return dr_core.Document(text=data.decode())

        url = named(payload, WAYS.index("reader fallback"))
        if guard is not None:
            dr_core.web.Guard = lambda allow: guard  # type: ignore[assignment,misc]
        try:
            await Fallbacks(run, parse, lambda url: {"url": url}).page(url, "fetch/0/0", PageBlocked("blocked"))
        except PageBlocked as exc:
            return "refused" if "is not handed to" in str(exc) else f"PageBlocked: {exc}"
        finally:
            dr_core.web.Guard = Guard  # type: ignore[misc]
            await journal.aclose()
        return "public page"


async def enter(payload: Payload, way: str, guard: Guard | None = None) -> str:
    """Let ``payload`` in by ``way``, through the real guard unless another is given; the kind of outcome."""
    if way == "reader fallback":
        return await handed_on(payload, guard)
    async with Fetcher(allow_hosts=payload.allow, robots=way.startswith("robots")) as fetcher:
        if guard is not None:
            fetcher._guard = guard
        url = named(payload, WAYS.index(way))
        if way in ("redirect", "second redirect"):
            url = f"http://{PUBLIC}/{'redirect' if way == 'redirect' else 'twice'}?to={quote(url, safe='')}"
        elif way == "robots redirect":  # the page is a public one, whose robots.txt leads inside
            url = f"http://r-{ALL.index(payload):08x}.{ZONE}/"
        elif way == "link":
            page = await fetcher.fetch(f"http://{PUBLIC}/link?to={quote(url, safe='')}")
            links = Links()
            links.feed(page.body.decode("utf-8", "surrogatepass"))
            url = urljoin(page.final_url, links.found[0])
        elif way == "feed":
            page = await fetcher.fetch(f"http://{PUBLIC}/feed?to={quote(url, safe='')}")
            url = feedparser.parse(io.BytesIO(page.body)).entries[0].link
        try:
            page = await fetcher.fetch(url, deadline=SECONDS)
        except FetchRefused as exc:
            return "refused" if ": " in str(exc) else "refused without a reason"
        except DRError as exc:
            return f"{type(exc).__name__}: {exc}"
        if way == "robots redirect" and b"public page" in page.body:
            return "refused"  # the robots.txt was, and the page, which nothing forbids, was read
        return "secret" if page.body == b"secret" else "public page"


def browser_like(url: str) -> tuple[str, int]:
    """Where a forgiving client connects: white space cut, backslashes turned, hosts unescaped, folded, read as inet_aton does."""
    url = re.sub(r"[\t\n\r]", "", url).strip("".join(map(chr, range(33)))).replace("\\", "/")
    authority = re.split(r"[/?#]", url.split("://", 1)[1])[0].rsplit("@", 1)[-1]
    host, port = authority, 443 if url.lower().startswith("https") else 80
    if found := re.fullmatch(r"(.*?)(?::(\d+))", authority) if not authority.endswith("]") else None:
        host, port = found[1], int(found[2])
    host = unicodedata.normalize("NFKC", unquote(host.strip("[]"))).replace("。", ".").rstrip(".")
    if host.isdecimal():
        host = str(int(host) % (1 << 32)) if not host.startswith("0") else host
    return host.split("%")[0], port


async def without_guard(payload: Payload) -> None:
    """Send the URL out with httpx and no guard, or with the usual one: look the name up, find it public, then connect by name."""
    url = named(payload, len(WAYS))
    async with httpx.AsyncClient(trust_env=False, verify=False, follow_redirects=True, timeout=SECONDS) as client:
        try:
            if "flip-" in url:
                await asyncio.get_running_loop().getaddrinfo(urlsplit(url).hostname, 80, family=socket.AF_INET)
            await client.get(url)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError, ValueError):
            pass  # it may not understand the URL; the forgiving client will


async def forgiving(payload: Payload) -> None:
    """Connect like a client that reads every URL somehow, and that fails over to each address of a name."""
    host, port = browser_like(payload.url)
    try:
        places = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return
    for *_, place in places:
        try:
            reader, writer = await asyncio.open_connection(place[0], port)
        except OSError:
            continue
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        with suppress(OSError):
            await reader.read()  # until the arena, which has counted it by then, ends it
        writer.close()


async def main(step: int) -> None:
    loop = asyncio.get_running_loop()
    await loop.create_datagram_endpoint(NameServer, local_addr=("127.0.0.1", 53))
    arena = Arena()
    for port in (80, 443, 8080):
        await asyncio.start_server(arena.serve, "0.0.0.0", port, family=socket.AF_INET, backlog=1000)
        await asyncio.start_server(arena.serve, "::", port, family=socket.AF_INET6, backlog=1000)

    cases = [(payload, way) for payload in ALL for way in WAYS if way in OWN_HOSTS or not payload.allow]
    # Every class keeps at least one case however thin the sample is.
    seen: set[str] = set()
    sample = []
    for index, (payload, way) in enumerate(cases):
        if index % step == 0 or payload.kind not in seen:
            sample.append((payload, way))
            seen.add(payload.kind)

    gate = asyncio.Semaphore(40)

    async def guarded(payload: Payload, way: str) -> tuple[str, str]:
        async with gate:
            return payload.kind, await enter(payload, way)

    outcomes = await asyncio.gather(*(guarded(payload, way) for payload, way in sample))
    await asyncio.sleep(0.3)
    leaked = list(arena.hits)

    # The good ways still work, or a guard that refuses everything would pass.
    async with Fetcher() as fetcher:
        for url in (
            f"http://{PUBLIC}/",
            f"http://www.{ZONE}/",
            f"http://[{PUBLIC_SIX}]/",
            f"http://[{embedded(PUBLIC)['nat64']}]/",
        ):
            assert b"public page" in (await fetcher.fetch(url)).body, url
    async with Fetcher(allow_hosts=["10.0.0.5"]) as fetcher:
        assert (await fetcher.fetch("http://10.0.0.5:8080/")).body == b"secret"

    controls: dict[str, list[int]] = {}
    for payload in dict.fromkeys(payload for payload, _ in sample):
        before = len(arena.hits)
        await without_guard(payload)
        if len(arena.hits) == before:
            await forgiving(payload)
        hit = len(arena.hits) > before
        counts = controls.setdefault(payload.kind, [0, 0])
        counts[0] += 1
        counts[1] += hit
    ways: dict[str, list[int]] = {}
    for way in WAYS:
        for payload in (found for found in ALL if found.kind in ("plain", "another port", "resolver name", "IPv6, plain")):
            before = len(arena.hits)
            await enter(payload, way, NoGuard())
            counts = ways.setdefault(way, [0, 0])
            counts[0] += 1
            counts[1] += len(arena.hits) > before
    by_class: dict[str, dict[str, Any]] = {
        kind: {"cases": 0, "outcomes": {}, "payloads": controls[kind][0], "controls": controls[kind][1]} for kind in sorted(seen)
    }
    for kind, outcome in outcomes:
        by_class[kind]["cases"] += 1
        by_class[kind]["outcomes"][outcome] = by_class[kind]["outcomes"].get(outcome, 0) + 1
    whole = {"cases": len(sample), "canary_hits": leaked, "public_pages": arena.pages, "ways": ways, "classes": by_class}
    print(json.dumps(whole))


if __name__ == "__main__":
    lay_out_addresses()
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
