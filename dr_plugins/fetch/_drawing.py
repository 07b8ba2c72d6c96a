"""A page being drawn in the browser, from the moment it is opened until its document is read.

A call to the browser's driver is never cancelled: its answer would come when nobody listens any more, and asyncio would complain
of it. What has to end early is ended by closing the page, which lets every such call fail by itself.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from dr_core import ProviderError
from dr_plugins.fetch._browser import CLOSE, words
from dr_plugins.fetch._visit import LEFT_OUT, Visit

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession

LONGEST = 3_000_000
"""Characters taken of a drawn page: as many as are parsed."""
QUIET = 0.5
"""Seconds in which a page asks for nothing: then it has all it wants."""
_HTML = f"document.documentElement ? document.documentElement.outerHTML.slice(0, {LONGEST}) : ''"


class Drawing:
    """Draws one page; ``start`` it, wait for ``done``, and ``end`` it whatever happened."""

    def __init__(self, browser: Browser, url: str, visit: Visit, settle: float) -> None:
        self._browser, self._url, self._settle = browser, url, settle
        self.visit = visit
        self._context: BrowserContext | None = None
        self._calls: set[asyncio.Task[Any]] = set()

    def start(self) -> asyncio.Task[str]:
        """Begin; the task gives the document as it stands when the page has come to rest."""
        return self._call(self._draw())

    async def end(self) -> bool:
        """Close the page, and with it every call that is still out; False where the browser does not let go."""
        await self.visit.end()
        if self._context is not None:
            self._call(self._context.close())
        if self._calls:
            await asyncio.wait(self._calls, timeout=CLOSE)
        return not self._calls

    def _call(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._calls.add(task)
        task.add_done_callback(self._called)
        return task

    def _called(self, task: asyncio.Task[Any]) -> None:
        self._calls.discard(task)
        if not task.cancelled():
            task.exception()  # seen: of a call that was given up nobody asks

    async def _draw(self) -> str:
        from playwright.async_api import Error

        try:
            self._context = context = await self._browser.new_context(service_workers="block", accept_downloads=False)
            await context.add_init_script(LEFT_OUT)
            await context.route("**/*", self.visit.route)
            await context.route_web_socket("**/*", self.visit.socket)
            page = await context.new_page()
            session = await context.new_cdp_session(page)
            await page.goto(self._url, wait_until="commit", timeout=0)
            await self._settled(session)
            return str(await _asked(session, _HTML) or "")
        except Error as exc:
            raise ProviderError(f"the browser could not draw the page ({words(exc)})") from exc

    async def _settled(self, session: CDPSession) -> None:
        """Wait until the page is whole and asks for nothing more, or for as long as it may take.

        Quiet alone is not enough: a browser on a busy machine is quiet before it has begun. Nor is its own word that a page is at
        rest: some pages never are.
        """
        until = time.monotonic() + self._settle
        while time.monotonic() < until:
            if self.visit.quiet() < QUIET:
                await asyncio.sleep(0.05)
                continue
            state = self._call(_asked(session, "document.readyState"))
            await asyncio.wait([state], timeout=max(0.0, until - time.monotonic()))
            if state.done() and state.result() == "complete" and self.visit.quiet() >= QUIET:
                return
            await asyncio.sleep(0.05)


async def _asked(session: CDPSession, expression: str) -> Any:
    """The value of an expression, found in a world that the page's scripts cannot reach: they cannot lie about it."""
    from playwright.async_api import Error

    for left in (4, 3, 2, 1, 0):
        try:
            tree = await session.send("Page.getFrameTree")
            world = await session.send("Page.createIsolatedWorld", {"frameId": tree["frameTree"]["frame"]["id"]})
            asked = {"expression": expression, "contextId": world["executionContextId"], "returnByValue": True}
            return (await session.send("Runtime.evaluate", asked))["result"].get("value")
        except Error as error:
            if not left or "closed" in str(error):
                raise
            await asyncio.sleep(0.1)  # the page has just gone elsewhere
    return None
