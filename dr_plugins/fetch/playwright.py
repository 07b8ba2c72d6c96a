"""A headless browser: runs the scripts of a page with the system's Chromium, and reads what they have drawn."""

from __future__ import annotations

import asyncio
import importlib.util
import time
from typing import TYPE_CHECKING, Any

from dr_core import AuthFailed, Blocked, FetchRefused, PageEmpty, PageFetcher, ProviderError, RawPage, option
from dr_plugins.fetch._browser import Browsers, find

if TYPE_CHECKING:
    from dr_core.web import Fetched, Fetcher
    from dr_plugins.fetch._visit import Visit

_WALLS = (401, 403, 429, 451, 503)


class Playwright(PageFetcher):
    """Brings pages with a headless Chromium on this machine, which runs their scripts (https://playwright.dev/python).

    Every request of the browser goes through the guard of ``dr_core.web``; nothing is posted and no cookie is sent.
    """

    class Options(PageFetcher.Options):
        """Options of the browser."""

        executable: str = option("", help="The browser, by name or path; empty: the first Chromium, Chrome or Edge on the PATH")
        timeout: float = option(30.0, gt=0, help="Seconds for one page, from starting the browser to the last byte read")
        settle: float = option(8.0, ge=0, help="Seconds its scripts get at most; half a second of quiet is taken for their end")
        max_requests: int = option(100, ge=1, le=1000, help="Requests that one page may make")
        max_mb: int = option(24, ge=1, le=500, help="Megabytes that one page may load, all its requests together")
        at_once: int = option(2, ge=1, le=16, help="Pages open at once")

    def __init__(self, options: PageFetcher.Options | None = None, context: Any = None) -> None:
        super().__init__(options, context)
        self._browsers = Browsers(self.options.executable, self.context.log)
        self._slots = asyncio.Semaphore(self.options.at_once)
        self._fetchers: tuple[Fetcher, Fetcher] | None = None

    def is_local(self) -> bool:
        """It runs on this machine, and reads what the user allowed to be read."""
        return True

    def lacks(self) -> str:
        if importlib.util.find_spec("playwright") is None:
            return 'Install it: pip install "dr-framework[browser]"'
        if not find(self.options.executable):
            wanted = self.options.executable or "Chromium"
            return f"There is no {wanted} on the PATH: install it, or set executable under [fetch.{self.name}]"
        return ""

    async def fetch_page(self, url: str) -> RawPage:
        """The page as it stands when its scripts have run."""
        if remedy := self.lacks():
            raise AuthFailed(f"{self.name} is not configured", remedy=remedy)
        async with self._slots:
            until = time.monotonic() + self.options.timeout
            try:
                async with asyncio.timeout(self.options.timeout):
                    html = await self._drawn(url, until)
            except TimeoutError as exc:
                raise ProviderError(f"{self.name}: the page was not drawn within {self.options.timeout:g} s") from exc
        if not html.strip():
            raise PageEmpty(f"{self.name} found nothing on the page")
        return RawPage(content=html, media_type="text/html")

    async def _drawn(self, url: str, until: float) -> str:
        from dr_plugins.fetch._drawing import Drawing  # imported here: it needs the extra
        from dr_plugins.fetch._visit import Limits, Visit

        first, (wide, strict) = await self._first(url, until), self._pair()
        limits = Limits(self.options.max_requests, self.options.max_mb * 1024 * 1024, until)
        visit = Visit(first, wide, strict, limits, self.context.allow_hosts)
        await visit.begin()
        async with self._browsers.guest() as chromium:
            drawing = Drawing(await chromium.browser(), first.final_url, visit, self.options.settle)
            try:
                html = await asyncio.shield(drawing.start())
                self._check(visit)
            finally:
                if not await drawing.end():
                    self._browsers.give_up(chromium)  # it cannot even close a page
        return html

    async def _first(self, url: str, until: float) -> Fetched:
        """The page itself, redirects followed: the browser does not let us see where those lead, so it gets the last one."""
        seconds = max(0.1, until - time.monotonic())
        first = await self._pair()[0].answer(url, deadline=seconds, accept="text/html,application/xhtml+xml,*/*;q=0.8")
        if first.status >= 400 and first.status not in _WALLS:
            raise ProviderError(f"{self.name}: the server answered {first.status}")
        if first.media_type not in ("text/html", "application/xhtml+xml", ""):
            raise FetchRefused(f"{first.media_type} is nothing for a browser")
        return first

    def _check(self, visit: Visit) -> None:
        """An error page is no page; a wall whose script led on to the page itself has another status by now."""
        self.context.log.debug("%s: %d requests, %d bytes, refused: %s", self.name, visit.requests, visit.bytes, visit.refused)
        if visit.status in _WALLS:
            raise Blocked(f"{self.name}: the server does not show the page to this browser either ({visit.status})")
        if visit.status >= 400:
            raise ProviderError(f"{self.name}: the server answered {visit.status}")

    def _pair(self) -> tuple[Fetcher, Fetcher]:
        from dr_core.web import Fetcher

        if self._fetchers is None:
            robots = self.context.robots
            self._fetchers = Fetcher(allow_hosts=self.context.allow_hosts, robots=robots), Fetcher(robots=robots)
        return self._fetchers

    async def aclose(self) -> None:
        """End every browser."""
        await self._browsers.close()
        fetchers, self._fetchers = self._fetchers, None
        for fetcher in fetchers or ():
            await fetcher.aclose()
