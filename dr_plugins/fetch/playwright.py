"""A headless browser: runs the scripts of a page with the system's Chromium, and reads what they have drawn."""

from __future__ import annotations

import asyncio
import importlib.util
import time
from typing import TYPE_CHECKING, Any

from dr_core import AuthFailed, Blocked, FetchRefused, PageEmpty, PageFetcher, ProviderError, RawPage, option
from dr_plugins.fetch._browser import CLOSE, Chromium, find, words

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from dr_core.web import Fetched, Fetcher
    from dr_plugins.fetch._visit import Visit

LONGEST = 3_000_000
"""Characters taken of a drawn page: as many as are parsed."""
_HTML = f"document.documentElement ? document.documentElement.outerHTML.slice(0, {LONGEST}) : ''"
_QUIET = 0.5
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
        self._chromium = Chromium(self.options.executable, self.context.log)
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
        from dr_plugins.fetch._visit import LEFT_OUT, Limits, Visit  # imported here: it needs the extra

        first, (wide, strict) = await self._first(url, until), self._pair()
        limits = Limits(self.options.max_requests, self.options.max_mb * 1024 * 1024, until)
        visit = Visit(first, wide, strict, limits, self.context.allow_hosts)
        await visit.begin()
        browser = await self._chromium.browser()
        from playwright.async_api import Error

        context: BrowserContext | None = None
        try:
            context = await browser.new_context(service_workers="block", accept_downloads=False)
            await context.add_init_script(LEFT_OUT)
            await context.route("**/*", visit.route)
            await context.route_web_socket("**/*", visit.socket)
            page = await context.new_page()
            await page.goto(first.final_url, wait_until="commit", timeout=0)
            await self._settled(visit)
            self._check(visit)
            return await _html(context, page)
        except Error as exc:
            raise ProviderError(f"{self.name}: the browser could not draw the page ({words(exc)})") from exc
        finally:
            await visit.end()
            if context is not None:
                await self._left(context)

    async def _first(self, url: str, until: float) -> Fetched:
        """The page itself, redirects followed: the browser does not let us see where those lead, so it gets the last one."""
        seconds = max(0.1, until - time.monotonic())
        first = await self._pair()[0].answer(url, deadline=seconds, accept="text/html,application/xhtml+xml,*/*;q=0.8")
        if first.status >= 400 and first.status not in _WALLS:
            raise ProviderError(f"{self.name}: the server answered {first.status}")
        if first.media_type not in ("text/html", "application/xhtml+xml", ""):
            raise FetchRefused(f"{first.media_type} is nothing for a browser")
        return first

    async def _settled(self, visit: Visit) -> None:
        """Wait until the page asks for nothing more, or for as long as it may take.

        Not by the browser's own word (loaded, idle): a page can put those off for ever.
        """
        until = time.monotonic() + self.options.settle
        while visit.quiet() < _QUIET and time.monotonic() < until:  # noqa: ASYNC110  (quiet is the absence of events)
            await asyncio.sleep(0.05)

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

    async def _left(self, context: BrowserContext) -> None:
        """Close the page; a browser that cannot even do that is ended."""
        from playwright.async_api import Error

        try:
            async with asyncio.timeout(CLOSE):
                await context.close()
        except TimeoutError:
            await self._chromium.close()
        except Error as exc:
            self.context.log.debug("%s: the page was gone before it was closed: %s", self.name, words(exc))

    async def aclose(self) -> None:
        """End the browser."""
        await self._chromium.close()
        fetchers, self._fetchers = self._fetchers, None
        for fetcher in fetchers or ():
            await fetcher.aclose()


async def _html(context: BrowserContext, page: Page) -> str:
    """The document as it stands, asked for in a world that the page's scripts cannot reach, and cut there: they cannot lie."""
    from playwright.async_api import Error

    session = await context.new_cdp_session(page)
    for left in (2, 1, 0):
        try:
            tree = await session.send("Page.getFrameTree")
            world = await session.send("Page.createIsolatedWorld", {"frameId": tree["frameTree"]["frame"]["id"]})
            asked = {"expression": _HTML, "contextId": world["executionContextId"], "returnByValue": True}
            found = await session.send("Runtime.evaluate", asked)
            return str(found["result"].get("value") or "")
        except Error:  # the page has just gone elsewhere
            if not left:
                raise
            await page.wait_for_load_state("domcontentloaded", timeout=0)
    return ""
