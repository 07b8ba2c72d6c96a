"""Chromium, started when first needed and ended with the run; it has no way to the network of its own.

Whatever a page asks for is answered by our side or not at all (``dr_plugins.fetch._visit``). Should a request ever get past that,
it meets a proxy that is not there and a resolver that knows no name.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dr_core import ProviderError

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge-stable", "msedge")
CLOSE = 1.5
"""Seconds each step of closing may take: Ctrl-C must not wait for a browser that does not let go."""

LONGEST_PATH = 60
"""Characters of the folder in which the browser makes a folder of its own for a socket, whose whole path may have 107."""

FLAGS = (
    "--proxy-server=http://127.0.0.1:1",  # nobody listens there, and the resolver below does not even know it
    "--proxy-bypass-list=<-loopback>",  # without this, loopback would go past the proxy
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--dns-prefetch-disable",
    "--disable-quic",
    "--no-pings",
    "--disable-gpu",
    "--renderer-process-limit=4",
    "--js-flags=--max-old-space-size=512",
)
KEPT_ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH", "FONTCONFIG_PATH")
"""All that a browser sees of the environment: keys live there too, and it has no use for them."""


def find(executable: str) -> str:
    """The path of the browser: the one that is asked for, else the first on the PATH; empty where there is none."""
    for name in (executable,) if executable else NAMES:
        if found := shutil.which(name):
            return found
    return ""


class Browsers:
    """The browser that pages are drawn in, and those before it: a page that does not close takes no other page with it."""

    def __init__(self, executable: str, log: Any) -> None:
        self._executable, self._log = executable, log
        self._now: Chromium | None = None
        self._all: dict[Chromium, int] = {}  # with the pages that are open in each

    @contextlib.asynccontextmanager
    async def guest(self) -> AsyncIterator[Chromium]:
        """The browser for one page; one that died or was given up is followed by another, and ended behind its last page."""
        if self._now is None or self._now.is_dead():
            self._now = Chromium(self._executable, self._log)
        mine = self._now
        self._all[mine] = self._all.get(mine, 0) + 1
        try:
            yield mine
        finally:
            if mine in self._all:  # else all were ended meanwhile
                self._all[mine] -= 1
            await self._end([each for each, pages in self._all.items() if each is not self._now and not pages])

    def give_up(self, chromium: Chromium) -> None:
        """Draw no further page in it."""
        if self._now is chromium:
            self._now = None

    async def close(self) -> None:
        """End them all."""
        self._now = None
        await self._end(list(self._all))

    async def _end(self, ended: list[Chromium]) -> None:
        for each in ended:
            self._all.pop(each, None)
        await asyncio.gather(*(each.close() for each in ended))


class Chromium:
    """Starts one browser in a task of its own: whoever waits for it may be cancelled, and it still ends in order."""

    def __init__(self, executable: str, log: Any) -> None:
        self._executable = executable
        self._log = log
        self._driver: Playwright | None = None
        self._starting: asyncio.Task[Browser] | None = None
        self._scratch: Path | None = None

    async def browser(self) -> Browser:
        """The browser, started by whoever asks first."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._start(), name="dr-browser")
        return await asyncio.shield(self._starting)

    def is_dead(self) -> bool:
        """Whether it did not start, or has gone since."""
        task = self._starting
        return bool(task and task.done() and (task.cancelled() or task.exception() or not task.result().is_connected()))

    async def _start(self) -> Browser:
        from playwright.async_api import Error, async_playwright  # imported here: an extra, and 0.4 s

        _expect_the_end(asyncio.get_running_loop())
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        # A browser that is killed leaves its temporary files where they are: they get a place that is ours to clear.
        self._scratch = _scratch()
        kept: dict[str, str | float | bool] = {name: os.environ[name] for name in KEPT_ENVIRONMENT if name in os.environ}
        try:
            self._driver = await async_playwright().start()
            return await self._driver.chromium.launch(
                executable_path=find(self._executable),
                chromium_sandbox=not root,  # as root it refuses to start with one
                args=list(FLAGS),
                env=kept | {"TMPDIR": str(self._scratch)},
            )
        except (Error, OSError) as exc:
            raise ProviderError(f"the browser did not start: {words(exc)}", remedy="Run it by hand to see why") from exc

    async def close(self) -> None:
        """End the browser and its driver."""
        task, self._starting = self._starting, None
        if task is None:
            return
        await asyncio.wait([task], timeout=CLOSE)
        started = task.result() if task.done() and not task.cancelled() and task.exception() is None else None
        if started is not None:
            await self._step("the browser", started.close())
        driver, self._driver = self._driver, None
        if driver is not None:
            await self._step("its driver", driver.stop())
        if not task.done():
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError, ProviderError):
            await task
        await self._clear()

    async def _clear(self) -> None:
        scratch, self._scratch = self._scratch, None
        for _ in range(20):  # a process that is just dying may still write
            if scratch is None or not scratch.exists():
                return
            shutil.rmtree(scratch, ignore_errors=True)
            await asyncio.sleep(0.02)

    async def _step(self, what: str, ending: Any) -> None:
        try:
            async with asyncio.timeout(CLOSE):
                await ending
        except TimeoutError:
            self._log.warning("%s did not close within %g s", what, CLOSE)
        except Exception as error:  # a foreign library's, about something that is gone already (Ctrl-C reaches the browser too)
            self._log.debug("%s was gone before it was closed: %s", what, words(error))


def _scratch() -> Path:
    """A folder for the browser's files; in a usual place where our own has a path too long for that of its sockets."""
    made = Path(tempfile.mkdtemp(prefix="dr-browser-"))
    usual = next((place for place in ("/tmp", "/var/tmp") if os.access(place, os.W_OK)), None)  # noqa: S108  (mkdtemp below makes it ours)
    if len(str(made)) <= LONGEST_PATH or usual is None:
        return made
    made.rmdir()
    return Path(tempfile.mkdtemp(prefix="dr-browser-", dir=usual))


def _expect_the_end(loop: asyncio.AbstractEventLoop) -> None:
    """Pass over the error that the library makes, and never looks at, when its driver was killed: Ctrl-C reaches it too."""
    before = loop.get_exception_handler()
    if getattr(before, "expects_the_end", False):
        return

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if str(context.get("exception")) != "Connection closed while reading from the driver":
            before(loop, context) if before else loop.default_exception_handler(context)

    handle.expects_the_end = True  # type: ignore[attr-defined]
    loop.set_exception_handler(handle)


def words(error: BaseException) -> str:
    """The first line of a library's error, and the first that the browser itself said, where it did not start."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    own = [line.partition("[err]")[2].strip() for line in lines if "[err]" in line]
    return "; ".join([*(lines or [type(error).__name__])[:1], *own[:1]])[:300]
