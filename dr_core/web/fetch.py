"""Reading pages: every fetch goes through the guard, and every fetch is bounded.

    fetcher = Fetcher(robots=True)
    page = await fetcher.fetch("https://example.org/")
    page.final_url, page.media_type, page.body

A fetch ends in a ``Fetched`` or in one error that says why not: ``FetchRefused`` (the guard will not, or the answer is no
page), ``PageBlocked`` (the server shows it to others, perhaps), ``PageEmpty``, ``Blocked`` (a bot wall), ``RateLimited``, or
``ProviderError`` (the host is down: another time, perhaps).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from dr_core.errors import Blocked, DRError, PageBlocked, PageEmpty, ProviderError, RateLimited, SettingsError
from dr_core.web.api import USER_AGENT, tls
from dr_core.web.decode import ACCEPT_ENCODING, Decoder, Undecodable
from dr_core.web.fault import retry_after
from dr_core.web.guard import Guard
from dr_core.web.media import HTML, PAGES, VAGUE, charset, could_be_wanted, is_wanted, media_type, sniff
from dr_core.web.robots import MAX_ROBOTS, Answer, Robots
from dr_core.web.url import Target, join, refuse, show
from dr_core.web.wall import bot_wall

if TYPE_CHECKING:
    import httpcore

MIB = 1024 * 1024
MAX_REDIRECTS = 5
MAX_HEADERS = 256
MAX_HEADER_BYTES = 64 * 1024
_ROBOTS_SECONDS = 8.0
_TURN = 0.005
"""Seconds of work on one answer before the event loop gets a turn."""
_KEPT_HEADERS = ("content-language", "last-modified", "etag", "date", "expires", "cache-control")
_ASCII = "".join(map(chr, range(128)))
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True)
class Fetched:
    """A page as it came: ``body`` is decoded from its encoding, not from its character set."""

    url: str
    final_url: str
    status: int
    media_type: str
    charset: str
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class _Bounds:
    encoded: int
    decoded: int
    accept: tuple[str, ...]
    count: Callable[[int], None] = lambda size: None
    endings: Mapping[str, str] = field(default_factory=dict)


class Fetcher:
    """The guarded client. One for a whole process is fine; it holds no connections between fetches.

    ``allow_hosts`` are private hosts that may be read all the same; ``proxy`` ("http://host:port") is used if given, and is only
    ever asked for addresses that were checked; proxy variables of the environment are ignored.
    """

    def __init__(
        self, *, allow_hosts: Iterable[str] = (), robots: bool = False, user_agent: str = USER_AGENT, proxy: str = ""
    ) -> None:
        self._guard = Guard(allow_hosts)
        self._agent = user_agent
        self._proxy = _proxy(proxy)
        self._robots = Robots(user_agent, self._robots_txt) if robots else None
        self._turnstile = asyncio.Lock()

    async def fetch(
        self,
        url: str,
        *,
        deadline: float = 20,
        max_bytes: int = 8 * MIB,
        max_decoded: int = 16 * MIB,
        accept: tuple[str, ...] = PAGES,
        endings: Mapping[str, str] | None = None,
    ) -> Fetched:
        """The page at ``url``, redirects followed; ``deadline`` (seconds) is for all of it, from name lookup to last byte.

        Where the server says nothing of use, what the address ends with tells the type: ``endings`` ({".csv": "text/csv"}).
        """
        return await self._within(deadline, url, _Bounds(max_bytes, max_decoded, accept, endings=endings or {}))

    async def answer(
        self,
        url: str,
        *,
        deadline: float = 20,
        max_bytes: int = 8 * MIB,
        max_decoded: int = 16 * MIB,
        accept: str = "*/*",
        count: Callable[[int], None] = lambda size: None,
    ) -> Fetched:
        """What stands at ``url`` as it is, of whatever status and type: for a browser, which draws error pages too.

        ``count`` is told of the bytes as they come, and may put an end to it with a ``DRError``.
        """
        return await self._within(deadline, url, _Bounds(max_bytes, max_decoded, (accept,), count), as_it_is=True)

    async def _within(self, deadline: float, url: str, bounds: _Bounds, *, as_it_is: bool = False) -> Fetched:
        try:
            async with asyncio.timeout(deadline) as scope:
                return await self._follow(url, bounds, as_it_is)
        except TimeoutError as exc:
            if not scope.expired():
                raise ProviderError(f"{show(url)} could not be read: a step took too long") from exc
            raise refuse(url, f"there was no whole answer within {deadline:g} s") from exc

    async def aclose(self) -> None:
        """Stop what is still being asked."""
        if self._robots is not None:
            await self._robots.aclose()

    async def __aenter__(self) -> Fetcher:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _follow(self, url: str, bounds: _Bounds, as_it_is: bool) -> Fetched:
        target = self._guard.check_url(url)
        seen: set[str] = set()
        while True:
            if self._robots is not None:
                await self._robots.check(target)
            seen.add(target.url)
            async with self._get(target, bounds) as answer:
                if answer.status not in _REDIRECTS:
                    return await (answer.as_it_is(url) if as_it_is else answer.page(url))
                location = answer.location()
            target = self._guard.check_url(join(target.url, location))
            if target.url in seen:
                raise refuse(url, f"it redirects in a circle, back to {show(target.url)}")
            if len(seen) > MAX_REDIRECTS:
                raise refuse(url, f"it redirects more than {MAX_REDIRECTS} times")

    async def _robots_txt(self, target: Target) -> Answer:
        """Status and body of a robots.txt, through the same guard and bounds, but not through robots.txt."""
        bounds = _Bounds(MAX_ROBOTS, MAX_ROBOTS, ("*/*",))
        try:
            async with asyncio.timeout(_ROBOTS_SECONDS):
                for _ in range(MAX_REDIRECTS + 1):
                    async with self._get(target, bounds) as answer:
                        if answer.status not in _REDIRECTS:
                            return answer.status, await answer.body(cut=True) if answer.status < 300 else b""
                        location = answer.location()
                    target = self._guard.check_url(join(target.url, location))
        except TimeoutError as exc:
            raise ProviderError(f"{show(target.url)} did not answer in time") from exc
        raise refuse(target.url, f"it redirects more than {MAX_REDIRECTS} times")

    @asynccontextmanager
    async def _get(self, target: Target, bounds: _Bounds) -> AsyncIterator[_Answer]:
        """One request to one checked address, on a connection of its own."""
        # Imported here: httpcore and its parts cost 0.15 s.
        import httpcore

        from dr_core.web.connect import PinnedBackend

        addresses = await self._guard.resolve(target)
        async with self._turnstile:
            # One start a turn: two hundred fetches that set out in the same turn of the event loop would hold it for 0.2 s.
            await asyncio.sleep(0)
        backend = PinnedBackend(target, addresses, bounds.encoded + 256 * 1024, self._proxy)
        headers = [
            ("Host", target.authority),
            ("User-Agent", self._agent),
            ("Accept", ", ".join((*bounds.accept, "*/*;q=0.1"))),
            ("Accept-Encoding", ACCEPT_ENCODING),
            ("Connection", "close"),
        ]
        place = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
        trusted = tls() if target.scheme == "https" else None
        try:
            async with (
                httpcore.AsyncHTTPConnection(place.origin, ssl_context=trusted, network_backend=backend) as connection,
                connection.stream("GET", place, headers=headers) as response,
            ):
                yield _Answer(target, response, bounds)
        except DRError:
            raise
        except (httpcore.ProtocolError, httpcore.UnsupportedProtocol) as exc:
            raise refuse(target.url, f"the server does not speak proper HTTP ({_why(exc)})") from exc
        except (httpcore.NetworkError, httpcore.TimeoutException, OSError) as exc:
            raise ProviderError(f"{show(target.url)} could not be read: {_why(exc)}") from exc


class _Answer:
    """One response: its headers checked at once, its body read within bounds or not at all."""

    def __init__(self, target: Target, response: httpcore.Response, bounds: _Bounds) -> None:
        self.status: int = response.status
        self._target = target
        self._response = response
        self._bounds = bounds
        if len(response.headers) > MAX_HEADERS:
            raise refuse(target.url, f"the answer has more than {MAX_HEADERS} headers")
        if sum(len(key) + len(value) for key, value in response.headers) > MAX_HEADER_BYTES:
            raise refuse(target.url, f"the answer has more than {MAX_HEADER_BYTES // 1024} KiB of headers")
        self._headers: dict[str, str] = {}
        for raw_key, raw_value in response.headers:
            key, value = raw_key.decode("latin-1").lower(), raw_value.decode("latin-1").strip()
            before = self._headers.get(key, value)
            if key in ("location", "content-type", "content-encoding") and before != value:
                if key != "content-type" or media_type(before) != media_type(value):
                    raise refuse(target.url, f"the answer has two different {key} headers")
                value = value if charset(value) else before  # one type, said by the server and by the page's program
            self._headers[key] = value

    def location(self) -> str:
        """Where a redirect leads; some servers send it as plain UTF-8, others in the bytes of their own character set."""
        value = self._headers.get("location", "")
        if not value:
            raise refuse(self._target.url, f"it redirects ({self.status}) to nowhere")
        try:
            return value.encode("latin-1").decode("utf-8")
        except UnicodeDecodeError:
            return quote(value, safe=_ASCII, encoding="latin-1")

    async def page(self, url: str) -> Fetched:
        """The page, or the error that this answer stands for."""
        target = self._target
        if not 200 <= self.status < 300:
            await self._fail()
        if self.status in (204, 205, 206):
            raise refuse(target.url, f"the answer has no whole content ({self.status})")
        content_type = self._headers.get("content-type", "")
        kind = media_type(content_type)
        accept = self._bounds.accept
        if not could_be_wanted(kind, accept):
            raise refuse(target.url, f"{kind} is not a type that is read")
        body = await self.body()
        if not body.strip():
            raise PageEmpty(f"{show(target.url)} was not read: the page is empty")
        kind = sniff(kind, body, unnamed=not content_type)
        if kind in VAGUE:
            kind = self._bounds.endings.get(PurePosixPath(urlsplit(target.url).path).suffix.lower(), kind)
        if not is_wanted(kind, accept):
            raise refuse(target.url, f"{kind or 'an unnamed type'} is not a type that is read")
        if kind == HTML and (wall := bot_wall(self.status, self._headers, body)):
            raise Blocked(f"{show(target.url)} is behind a bot wall ({wall})")
        return self._fetched(url, kind, body)

    async def as_it_is(self, url: str) -> Fetched:
        """The answer, whatever it is."""
        return self._fetched(url, media_type(self._headers.get("content-type", "")), await self.body())

    def _fetched(self, url: str, kind: str, body: bytes) -> Fetched:
        kept = {key: self._headers[key][:200] for key in _KEPT_HEADERS if key in self._headers}
        named = charset(self._headers.get("content-type", ""))
        return Fetched(url, self._target.url, self.status, kind, named, body, kept)

    async def body(self, *, cut: bool = False) -> bytes:
        """The decoded body; one that is too long is refused, or ``cut`` short."""
        target, bounds = self._target, self._bounds
        length = self._headers.get("content-length", "")
        if length.isdecimal() and int(length[:20]) > bounds.encoded and not cut:
            raise refuse(target.url, f"the page is longer than {bounds.encoded // 1024} KiB ({length[:20]} bytes)")
        pieces: list[bytes] = []
        encoded = decoded = 0
        turn = time.monotonic() + _TURN
        try:
            decoder = Decoder(self._headers.get("content-encoding", ""))
            async with aclosing(self._response.aiter_stream()) as stream:  # type: ignore[type-var]
                async for raw in stream:
                    encoded += len(raw)
                    if encoded > bounds.encoded:
                        if cut:
                            return b"".join(pieces)
                        raise refuse(target.url, f"the page is longer than {bounds.encoded // 1024} KiB")
                    for piece in decoder.feed(raw):
                        decoded += len(piece)
                        bounds.count(len(piece))
                        if decoded > bounds.decoded:
                            if cut:
                                return b"".join(pieces)
                            raise refuse(target.url, f"the page is longer than {bounds.decoded // 1024} KiB when unpacked")
                        pieces.append(piece)
                        if time.monotonic() > turn:
                            await asyncio.sleep(0)
                            turn = time.monotonic() + _TURN
            decoder.finish()
        except Undecodable as exc:
            raise refuse(target.url, f"the answer {exc}") from exc
        return b"".join(pieces)

    async def _fail(self) -> None:
        """Raise what a failed status stands for."""
        target, status = self._target, self.status
        small = _Answer(target, self._response, _Bounds(64 * 1024, 64 * 1024, ()))
        try:
            body = await small.body(cut=True) if status >= 400 else b""
        except DRError:
            body = b""  # the status says enough
        if wall := bot_wall(status, self._headers, body):
            raise Blocked(f"{show(target.url)} is behind a bot wall ({wall})")
        if status == 429:
            raise RateLimited(f"{show(target.url)} asks to slow down (429)", retry_after=retry_after(self._headers))
        if status >= 500 or status == 408:
            raise ProviderError(f"{show(target.url)} could not be read: the server failed ({status})")
        if status in (401, 403, 451):
            raise PageBlocked(f"{show(target.url)} was not read: the server answered {status}")
        raise refuse(target.url, f"the server answered {status}")


def _proxy(text: str) -> tuple[str, int] | None:
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme != "http" or not parts.hostname or parts.username:
        raise SettingsError(f"the proxy {show(text)!r} cannot be used", remedy='Write it as "http://host:port"')
    return parts.hostname, parts.port or 80


def _why(exc: BaseException) -> str:
    """The cause of a library's error in its own words, or its name where it has none."""
    return show(str(exc)) or type(exc).__name__
