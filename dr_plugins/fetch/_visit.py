"""One visit of a page: every request of the browser comes here, and is answered through the guarded fetcher or refused.

So the rules of ``dr_core.web`` hold inside the browser too: addresses, redirects, sizes, robots.txt. Nothing is posted, and no
cookie is sent. A page of the public web does not reach the private hosts that the user allowed: it could carry off what they say.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from dr_core import DRError, FetchRefused
from dr_core.web import Fetched, Fetcher, Guard, check_url

if TYPE_CHECKING:
    from playwright.async_api import Route

WANTED = {"document": "text/html,*/*", "script": "*/*", "xhr": "application/json,*/*", "fetch": "application/json,*/*"}
"""The kinds of requests that a page's text may depend on, and what they accept. Pictures, fonts and films are not fetched."""

LEFT_OUT = """
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport", "SharedWorker"])
  delete globalThis[name];
"""
"""Ways to the network that do not pass by the route: they are not there."""


class Limits(NamedTuple):
    """What one visit may cost."""

    requests: int
    total_bytes: int
    until: float
    """A moment of ``time.monotonic``."""


class Visit:
    """Answers the requests of one page. ``wide`` may read what the user allowed, ``strict`` only what anybody may."""

    def __init__(self, first: Fetched, wide: Fetcher, strict: Fetcher, limits: Limits, allow_hosts: tuple[str, ...]) -> None:
        self._first: Fetched | None = first
        self._home = check_url(first.final_url, allow_hosts).authority
        self._url = first.final_url
        self._wide, self._strict, self._limits = wide, strict, limits
        self._private = False
        self._fetches: set[asyncio.Task[Fetched]] = set()
        self._busy = 0
        self.status = first.status
        self.requests = 1
        self.bytes = len(first.body)
        self._last_heard = time.monotonic()
        self.refused: list[str] = []
        self._over = False

    async def begin(self) -> None:
        """Find out whether the page stands on a private host of the user's."""
        guard = Guard()
        try:
            await guard.resolve(guard.check_url(self._url))
        except FetchRefused:
            self._private = True

    async def route(self, route: Route) -> None:
        """What the browser asks for, answered or refused."""
        from playwright.async_api import Error

        self._busy += 1
        try:
            await self._answer(route)
        except Error as error:  # the page or the whole browser is gone: nobody waits for the answer
            self.refused.append(str(error))
        finally:
            self._busy -= 1
            self._last_heard = time.monotonic()

    async def socket(self, socket: Any) -> None:
        """A web socket: closed before it is open."""
        from playwright.async_api import Error

        with contextlib.suppress(Error):
            await socket.close()

    def quiet(self) -> float:
        """Seconds since the browser was last answered; 0 while an answer is awaited."""
        return 0.0 if self._busy else time.monotonic() - self._last_heard

    async def end(self) -> None:
        """Let go of everything that is being fetched; nothing more will be."""
        self._over = True
        fetches = list(self._fetches)
        for fetch in fetches:
            fetch.cancel()
        await asyncio.gather(*fetches, return_exceptions=True)

    async def _answer(self, route: Route) -> None:
        request = route.request
        kind, url = request.resource_type, request.url
        if kind == "document" and self._first is not None:
            first, self._first = self._first, None
            await _fulfill(route, first)
            return
        if kind == "stylesheet":  # a script may wait for it, and no text depends on it
            await route.fulfill(status=200, content_type="text/css", body="")
            return
        fetch = asyncio.ensure_future(self._fetch(request.method, kind, url))
        self._fetches.add(fetch)
        try:
            await asyncio.wait([fetch])
            if fetch.cancelled():
                raise FetchRefused("the visit is over")
            fetched = fetch.result()
        except DRError as error:
            self.refused.append(str(error))
            # said so, a page that cannot go elsewhere stays where it is; otherwise it would give way to the browser's error page
            await route.abort("aborted" if kind == "document" else "blockedbyclient")
            return
        finally:
            self._fetches.discard(fetch)
        if kind == "document" and _is_main(request):
            self.status = fetched.status
        await _fulfill(route, fetched)

    async def _fetch(self, method: str, kind: str, url: str) -> Fetched:
        limits = self._limits
        if self._over:
            raise FetchRefused("the visit is over")
        if kind not in WANTED or method != "GET":
            raise FetchRefused(f"{method} of a {kind} is not sent")
        if self.requests >= limits.requests:
            raise FetchRefused(f"the page asks for more than {limits.requests} things")
        left = limits.total_bytes - self.bytes
        seconds = limits.until - time.monotonic()
        if left <= 0 or seconds <= 0:
            raise FetchRefused("the page asks for too much" if left <= 0 else "there is no time left")
        self.requests += 1
        fetcher = self._wide if self._private and self._at_home(url) else self._strict
        return await fetcher.answer(
            url, deadline=seconds, max_bytes=left, max_decoded=left, accept=WANTED[kind], count=self._count
        )

    def _count(self, size: int) -> None:
        self.bytes += size
        if self.bytes > self._limits.total_bytes:
            raise FetchRefused(f"the page loads more than {self._limits.total_bytes // 2**20} MB")

    def _at_home(self, url: str) -> bool:
        """Whether an address is of the very host and port of the page."""
        try:
            return Guard([self._home]).check_url(url).authority == self._home
        except FetchRefused:
            return False


def _is_main(request: Any) -> bool:
    from playwright.async_api import Error

    try:
        return request.frame.parent_frame is None
    except Error:  # a window that is only being opened
        return False


async def _fulfill(route: Route, fetched: Fetched) -> None:
    kind = fetched.media_type or "application/octet-stream"
    headers = {
        "content-type": f"{kind}; charset={fetched.charset}" if fetched.charset else kind,
        # No cookie ever goes out and no private host is reached, so pages may read each other's public answers.
        "access-control-allow-origin": route.request.headers.get("origin", "*"),
        "access-control-allow-credentials": "true",
    }
    await route.fulfill(status=fetched.status, headers=headers, body=fetched.body)
