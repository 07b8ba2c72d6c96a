"""The page of the server in a real Chromium, and what goes wrong in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from serve_kit import Served
from standin.browser_kit import need

from dr_plugins.fetch._browser import find


@asynccontextmanager
async def opened(
    server: Served, path: str = "/", *, language: str = "en-US", **context: Any
) -> AsyncIterator[tuple[Any, list[str]]]:
    """The page in a browser, and what went wrong in it."""
    need()
    from playwright.async_api import async_playwright

    wrong: list[str] = []
    host = urlsplit(server.url).netloc

    def asked(request: Any) -> None:
        if urlsplit(request.url).netloc != host and not request.url.startswith(("data:", "about:")):
            wrong.append(f"asked for {request.url}")

    async with async_playwright() as machine:
        chromium = await machine.chromium.launch(executable_path=find(""), args=["--no-sandbox"])
        page = await (await chromium.new_context(locale=language, **context)).new_page()
        page.on("request", asked)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        await page.goto(server.url.rstrip("/") + path)
        yield page, wrong
        await chromium.close()
