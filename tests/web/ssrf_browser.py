"""Hostile pages in a real browser, inside a network of their own: ``unshare -rnm python ssrf_browser.py [EVERY_NTH]``.

The addresses are those of ``ssrf_arena``: public, private and metadata ones all on ``lo``. Pages of a public host ask for the
payloads in every way a page can (``WAYS``). With the provider as it is, no connection may arrive at a private address, and none
at all that our fetcher did not make. As a control, the same pages are opened in the same browser without our door.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
import os
import re
import socket
import sys
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from ssrf_arena import ALL, Arena, NameServer, lay_out_addresses
from ssrf_payload import PUBLIC, Payload

from dr_core import Context, DRError
from dr_plugins.fetch._browser import find
from dr_plugins.fetch.playwright import Playwright

WAYS = (
    "image", "script", "style", "iframe", "fetch", "post", "beacon", "redirected fetch", "redirected iframe", "worker", "socket",
    "event source", "prefetch", "form", "window", "meta refresh", "location",
)  # fmt: skip
ALONE = ("meta refresh", "location")  # a page can go elsewhere once only
BATCH = 40
PATIENCE = 60  # seconds that a way may take to lead inside in the control; a busy machine needs several
UNGUARDED = ["--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests", "--no-sandbox"]
"""For the control: the browser's own, newer rules would keep pages off private addresses too, and we do not lean on them."""


TAGS = {
    "image": "<img src='{}'>",
    "script": "<script src='{}'></script>",
    "style": "<link rel=stylesheet href='{}'>",
    "iframe": "<iframe src='{}'></iframe>",
    "redirected iframe": "<iframe src='{}'></iframe>",
    "prefetch": "<link rel=prefetch href='{}'><link rel=preconnect href='{}'><link rel=dns-prefetch href='{}'>"
    "<link rel=prerender href='{}'><link rel=modulepreload href='{}'>",
    "meta refresh": "<meta http-equiv=refresh content='0; url={}'>",
}
SOCKET = "try { new WebSocket(u.replace(/^http/i, 'ws')) } catch {}"
SCRIPTS = {
    "fetch": "fetch(u, {mode: 'no-cors'}).catch(() => 0)",
    "redirected fetch": "fetch(u, {mode: 'no-cors'}).catch(() => 0)",
    "post": "fetch(u, {method: 'POST', body: 'x', mode: 'no-cors'}).catch(() => 0)",
    "beacon": "navigator.sendBeacon(u, 'x')",
    "worker": "new Worker(URL.createObjectURL(new Blob([`const u = ${JSON.stringify(u)};"
    f" fetch(u, {{mode: 'no-cors'}}).catch(() => 0); {SOCKET}`])))",
    "socket": SOCKET,
    "event source": "try { new EventSource(u) } catch {}",
    "form": "const f = document.createElement('form'); f.action = u; f.target = '_blank';"
    " document.documentElement.append(f); f.submit()",
    "window": "window.open(u)",
    "location": "location.href = u",
}


def page(way: str, urls: list[str]) -> str:
    """A page that asks for ``urls`` in one way."""
    if way.startswith("redirected"):
        urls = [f"http://{PUBLIC}/redirect?to={quote(url, safe='')}" for url in urls]
    if way in TAGS:
        body = "".join(TAGS[way].replace("{}", html.escape(url, quote=True)) for url in urls)
    else:
        body = f"<script>for (const u of {json.dumps(urls)}) {{ {SCRIPTS[way]} }}</script>"
    return f"<!doctype html><html><body><p>A public page.</p>{body}</body></html>"


class Site(Arena):
    """The arena's server, with pages that ask for payloads; it knows who came by our fetcher."""

    def __init__(self) -> None:
        super().__init__()
        self.pages_of: dict[str, str] = {}

    def page(self, target: str) -> bytes:
        parts = urlsplit(target)
        if parts.path == "/nest":
            body = self.pages_of[parse_qs(parts.query)["id"][0]].encode("utf-8", "surrogatepass")
            return b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        return super().page(target)


async def with_the_door(site: Site, cases: dict[str, str]) -> dict[str, str]:
    """What the provider says of each page."""
    provider = Playwright(
        Playwright.Options(max_requests=1000, settle=3, timeout=60, at_once=2), Context(instance="playwright", robots=False)
    )

    async def one(name: str) -> tuple[str, str]:
        try:
            raw = await provider.fetch_page(f"http://{PUBLIC}/nest?id={name}")
            return name, "drawn" if "A public page." in raw.content and "secret" not in raw.content else "LEAKED"
        except DRError as error:
            return name, f"{type(error).__name__}: {error}"

    try:
        return dict(await asyncio.gather(*(one(name) for name in cases)))
    finally:
        await provider.aclose()


async def without_the_door(site: Site, cases: dict[str, str]) -> dict[str, int]:
    """Canary hits of each page in the same browser with nothing of ours around it."""
    from playwright.async_api import Error, async_playwright

    hits = {}
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=find(""), args=UNGUARDED)
        for name in cases:
            before = len(site.hits)
            context = await browser.new_context()
            opened = await context.new_page()
            with contextlib.suppress(Error):  # whatever the page did to itself: its hits are counted
                await opened.goto(f"http://{PUBLIC}/nest?id={name}", wait_until="commit", timeout=1000 * PATIENCE)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while len(site.hits) == before:
                        await asyncio.sleep(0.05)
            hits[name] = len(site.hits) - before
            await context.close()
        await browser.close()
    return hits


async def main(step: int) -> None:
    loop = asyncio.get_running_loop()
    names, _ = await loop.create_datagram_endpoint(NameServer, local_addr=("127.0.0.1", 53))
    site = Site()
    for port in (80, 443, 8080):
        await asyncio.start_server(site.serve, "0.0.0.0", port, family=socket.AF_INET, backlog=1000)
        await asyncio.start_server(site.serve, "::", port, family=socket.AF_INET6, backlog=1000)

    chosen = [payload for number, payload in enumerate(ALL) if not payload.allow and number % step == 0]
    plain = [payload for payload in ALL if payload.kind in ("plain", "another port", "resolver name")]
    cases: dict[str, str] = {}
    controls: dict[str, str] = {}
    asked: dict[str, int] = dict.fromkeys(WAYS, 0)
    for way in WAYS:
        size = 1 if way in ALONE else BATCH
        mine: list[Payload] = chosen[:: max(1, len(chosen) // 12)] if way in ALONE else chosen
        for at in range(0, len(mine), size):
            urls = [payload.url for payload in mine[at : at + size]]
            cases[f"{way}-{at}".replace(" ", "_")] = page(way, urls)
            asked[way] += len(urls)
        controls[f"control-{way}".replace(" ", "_")] = page(way, [payload.url for payload in plain][: 1 if way in ALONE else 10])
    site.pages_of = cases | controls

    outcomes = await with_the_door(site, cases)
    await asyncio.sleep(0.3)
    leaked = list(site.hits)
    hits = await without_the_door(site, controls)
    told: dict[str, Any] = {
        "pages": len(cases), "requests": asked, "canary_hits": leaked,
        "outcomes": {outcome: sum(value == outcome for value in outcomes.values()) for outcome in set(outcomes.values())},
        "controls": {re.sub("^control-", "", name).replace("_", " "): count for name, count in hits.items()},
    }  # fmt: skip
    print(json.dumps(told))
    names.close()


if __name__ == "__main__":
    os.environ.setdefault("HOME", "/tmp")
    lay_out_addresses()
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
