"""A real Chromium for the tests, and a small site for it; where there is none, tests are skipped with the reason."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from standin.server import Reply, Request

from dr_core import Context
from dr_plugins.fetch.playwright import Playwright

ARTICLE = "<p>In Norway about 60 percent of households had a heat pump in 2022, as the agency found in its survey.</p>" * 8
SHELL = (
    "<!doctype html><html lang=en><head><meta charset=utf-8><title>Heat pumps in Norway</title></head>"
    "<body><noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>"
    "<script src=/app.js></script></body></html>"
)
APP = """
fetch("/api/article.json").then(answer => answer.json()).then(found => {
  document.getElementById("root").innerHTML = "<article><h1>" + found.title + "</h1>" + found.body + "</article>";
});
"""


def need() -> None:
    """Skip where there is no browser; fail where one is owed (``nox -s browser``)."""
    lacks = Playwright().lacks()
    if lacks and os.environ.get("DR_REQUIRE_BROWSER"):
        pytest.fail(f"a browser is owed here: {lacks}")
    if lacks:
        pytest.skip(f"no browser: {lacks}")


def browser(allow: Iterable[str] = ("127.0.0.1",), **options: Any) -> Playwright:
    """A provider that may read this machine."""
    context = Context(instance="playwright", allow_hosts=tuple(allow), robots=False)
    return Playwright(Playwright.Options(**options), context)


def html(text: str, status: int = 200, **headers: str) -> Reply:
    """A page."""
    return Reply(text.encode(), status, headers, "text/html; charset=utf-8")


def site(pages: dict[str, Reply] | None = None) -> Callable[[Request], Reply]:
    """A site whose first page is drawn by its script, with more pages."""
    import json

    known = {
        "/": html(SHELL),
        "/app.js": Reply(APP.encode(), media="text/javascript"),
        "/api/article.json": Reply(json.dumps({"title": "Heat pumps in Norway", "body": ARTICLE}).encode()),
        **(pages or {}),
    }

    def route(request: Request) -> Reply:
        return known.get(request.path, html("<h1>Not found</h1>", 404))

    return route
