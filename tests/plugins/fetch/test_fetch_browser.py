"""A headless browser as a reader fallback: a real Chromium, every request of which passes our door or none."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_kit import ARTICLE, SHELL, browser, html, need, site
from standin.server import Reply, Standin

from dr_core import AuthFailed, Blocked, FetchRefused, ProviderError
from dr_core.testing import PageFetcherConformance
from dr_plugins.fetch.playwright import Playwright

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def chromium() -> None:
    need()


@pytest.fixture
async def provider() -> AsyncIterator[Playwright]:
    made = browser()
    yield made
    await made.aclose()


class TestPlaywright(PageFetcherConformance):
    """The promises of the kind."""

    @pytest.fixture(autouse=True)
    def served(self) -> Iterator[None]:
        with Standin(site()) as server:
            type(self).url = f"{server.url}/"  # type: ignore[misc]
            yield

    @pytest.fixture
    def provider(self) -> Any:
        return browser()

    @pytest.fixture
    def failing_provider(self) -> Any:
        return browser(executable="/bin/false")


async def test_what_scripts_draw_is_read(provider: Playwright) -> None:
    with Standin(site()) as server:
        page = await provider.fetch_page(f"{server.url}/")
    assert page.media_type == "text/html"
    assert "60 percent of households" in page.content
    assert [request.path for request in server.requests] == ["/", "/app.js", "/api/article.json"]
    assert all("cookie" not in request.headers for request in server.requests)
    assert all("dr-framework" in request.headers["user-agent"] for request in server.requests), "not sent by our own fetcher"


async def test_a_redirect_is_followed_by_our_side_and_relative_addresses_hold(provider: Playwright) -> None:
    moved = Reply(b"", 302, {"Location": "/docs/page"})
    pages = {"/old": moved, "/docs/page": html(SHELL.replace("/app.js", "app.js")), "/docs/app.js": site()(_get("/app.js"))}
    with Standin(site(pages)) as server:
        page = await provider.fetch_page(f"{server.url}/old")
    assert "60 percent" in page.content
    assert "/docs/app.js" in [request.path for request in server.requests]


async def test_a_script_may_lead_on_to_the_page_itself(provider: Playwright) -> None:
    wall = html("<title>One moment</title><script>location.replace('/real')</script>", 503)
    with Standin(site({"/wall": wall, "/real": html(f"<article>{ARTICLE}</article>")})) as server:
        page = await provider.fetch_page(f"{server.url}/wall")
    assert "60 percent" in page.content


@pytest.mark.parametrize("status", [401, 403, 429, 451, 503])
async def test_a_page_that_stays_closed_is_blocked(provider: Playwright, status: int) -> None:
    closed = html("<p>Forbidden, whoever you are.</p>", status)
    with Standin(site({"/closed": closed})) as server, pytest.raises(Blocked, match=str(status)):
        await provider.fetch_page(f"{server.url}/closed")


async def test_an_error_page_is_no_page(provider: Playwright) -> None:
    with Standin(site()) as server, pytest.raises(ProviderError, match="404"):
        await provider.fetch_page(f"{server.url}/nowhere")


async def test_what_is_no_web_page_is_not_given_to_the_browser(provider: Playwright) -> None:
    paper = Reply(b"%PDF-1.7", media="application/pdf")
    with Standin(site({"/file": paper})) as server, pytest.raises(FetchRefused, match="pdf"):
        await provider.fetch_page(f"{server.url}/file")
    assert provider._chromium._starting is None


async def test_nothing_is_posted_and_no_picture_is_fetched(provider: Playwright) -> None:
    body = (
        ARTICLE
        + "<img src=/i.png><link rel=stylesheet href=/s.css><video src=/v.mp4></video><form id=f method=post action=/form></form>"
        "<script>fetch('/post', {method: 'POST', body: 'x'}); navigator.sendBeacon('/beacon', 'x');"
        "document.cookie = 'a=b'; fetch('/later'); f.submit()</script>"
    )
    with Standin(site({"/": html(body), "/later": Reply(b"{}")})) as server:
        page = await provider.fetch_page(f"{server.url}/")
    assert "60 percent" in page.content
    assert [request.path for request in server.requests] == ["/", "/later"]
    assert all(request.method == "GET" and "cookie" not in request.headers for request in server.requests)


async def test_requests_are_counted_and_cut_off(provider: Playwright) -> None:
    asking = "<script>for (let i = 0; i < 50; i++) fetch('/x' + i)</script>" + ARTICLE
    few = browser(max_requests=5)
    with Standin(site({"/": html(asking)})) as server:
        await few.fetch_page(f"{server.url}/")
        await few.aclose()
    assert len(server.requests) == 5


async def test_bytes_are_counted_over_all_requests() -> None:
    big = Reply(b"a" * 700_000, media="text/plain")
    asking = (
        "<p id=told></p><script>(async () => { let came = 0; for (let i = 0; i < 9; i++) await fetch('/big' + i)"
        ".then(answer => answer.text()).then(() => came++).catch(() => 0); told.textContent = `came: ${came}`; })()</script>"
    )
    small = browser(max_mb=2)
    with Standin(site({"/": html(asking + ARTICLE), **{f"/big{number}": big for number in range(9)}})) as server:
        page = await small.fetch_page(f"{server.url}/")
        await small.aclose()
    assert "came: 2<" in page.content


@pytest.mark.parametrize(
    "body",
    [
        "<script>for (;;) {}</script>",
        "<script>document.addEventListener('DOMContentLoaded', () => { for (;;) {} })</script>",
        "<script>setInterval(() => location.reload(), 1)</script>",
        "<script>for (;;) alert('again')</script>",
    ],
    ids=["a loop", "a late loop", "reloads", "alerts"],
)
async def test_a_page_that_never_rests_ends_at_the_deadline_and_the_next_one_is_read(body: str) -> None:
    patient = browser(timeout=4, settle=1)
    with Standin(site({"/loop": html(body + ARTICLE)})) as server:
        started = time.monotonic()
        try:
            await patient.fetch_page(f"{server.url}/loop")
        except ProviderError as error:
            assert "\n" not in str(error)
        assert time.monotonic() - started < 4 + 4
        assert "60 percent" in (await patient.fetch_page(f"{server.url}/")).content
        await patient.aclose()


async def test_a_page_that_grows_without_end_is_cut() -> None:
    growing = "<script>h.append('word '.repeat(1_000_000))</script>"
    lying = growing + "<script>String.prototype.slice = () => { throw 1 }</script>"
    patient = browser()
    with Standin(site({"/grow": html(f"<body><div id=h hidden></div>{lying}")})) as server:
        page = await patient.fetch_page(f"{server.url}/grow")
        await patient.aclose()
    assert len(page.content) == 3_000_000


async def test_a_server_that_hangs_ends_at_the_deadline() -> None:
    patient = browser(timeout=1)
    with Standin(lambda request: Reply(hang=True)) as server:
        with pytest.raises((ProviderError, FetchRefused)):
            await patient.fetch_page(f"{server.url}/")
        await patient.aclose()


async def test_a_browser_that_dies_is_started_anew(provider: Playwright) -> None:
    with Standin(site()) as server:
        await provider.fetch_page(f"{server.url}/")
        await (await provider._chromium.browser()).close()
        assert "60 percent" in (await provider.fetch_page(f"{server.url}/")).content


async def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    missing = browser(executable="no-such-browser")
    assert "no-such-browser" in missing.lacks()
    with pytest.raises(AuthFailed, match="no-such-browser"):
        await missing.fetch_page("https://example.org/")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "Chromium" in Playwright().lacks()


async def test_keys_of_the_environment_do_not_reach_the_browser(monkeypatch: pytest.MonkeyPatch, provider: Playwright) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "key-canary-4711")
    with Standin(site()) as server:
        await provider.fetch_page(f"{server.url}/")
        seen = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/environ") if _is_browser(path)]
    assert seen
    assert not any(b"key-canary-4711" in environment for environment in seen)


def _is_browser(environ: Path) -> bool:
    try:
        return b"--remote-debugging-pipe" in (environ.parent / "cmdline").read_bytes()
    except OSError:
        return False


def _get(path: str) -> Any:
    from standin.server import Request

    return Request("GET", path, {}, {}, b"")


async def test_cancelling_leaves_no_process_behind() -> None:
    made = browser()
    with Standin(lambda request: Reply(hang=request.path != "/") if request.path != "/" else html(SHELL)) as server:
        reading = asyncio.create_task(made.fetch_page(f"{server.url}/"))
        while "/app.js" not in [request.path for request in server.requests]:
            await asyncio.sleep(0.02)
        reading.cancel()
        started = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await reading
        await made.aclose()
        assert time.monotonic() - started < 2
    for _ in range(100):
        left = asyncio.all_tasks() - {asyncio.current_task()}
        if not left:
            return
        await asyncio.sleep(0.02)
    pytest.fail(f"still there: {left}")
