"""A headless browser as a reader fallback: a real Chromium, every request of which passes our door or none."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from standin.browser_kit import ARTICLE, SHELL, browser, html, need, site
from standin.server import Reply, Standin

from dr_core import AuthFailed, Blocked, FetchRefused, ProviderError
from dr_core.testing import PageFetcherConformance
from dr_plugins.fetch._browser import Chromium
from dr_plugins.fetch._drawing import Drawing
from dr_plugins.fetch.playwright import Playwright

pytestmark = pytest.mark.browser

HANGS = 60.0
"""Seconds after which something has not ended; a busy machine takes long to end a browser."""


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
    assert provider._browsers._now is None


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
    patient = browser(timeout=6, settle=4)
    with Standin(site({"/loop": html(body + ARTICLE)})) as server:
        started = time.monotonic()
        try:
            await patient.fetch_page(f"{server.url}/loop")
        except ProviderError as error:
            assert "\n" not in str(error)
        assert time.monotonic() - started < 6 + HANGS  # it would never rest
        # a browser that could not even close such a page is started anew, which takes long where others compute, too
        patient.options = patient.options.model_copy(update={"timeout": 60.0})
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
        first = provider._browsers._now
        assert first is not None
        await (await first.browser()).close()
        assert "60 percent" in (await provider.fetch_page(f"{server.url}/")).content
    assert list(provider._browsers._all) == [provider._browsers._now] != [first]


async def test_a_page_that_does_not_close_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ended, held = Drawing.end, asyncio.Event()

    async def late(drawing: Drawing) -> bool:
        await ended(drawing)
        return "quick" not in drawing._url

    def answered(request: Any) -> Reply:
        if request.path == "/held":
            loop.call_soon_threadsafe(held.set)
            return Reply(hang=True)
        return site({"/quick": html(ARTICLE), "/slow": html(f"{ARTICLE}<script>fetch('/held')</script>")})(request)

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(Drawing, "end", late)
    patient = browser(settle=5)
    with Standin(answered) as server:
        slow = asyncio.create_task(patient.fetch_page(f"{server.url}/slow"))
        await held.wait()
        for _ in range(2):  # the second one has a browser of its own
            assert "60 percent" in (await patient.fetch_page(f"{server.url}/quick")).content
        assert "60 percent" in (await slow).content
        assert not patient._browsers._all, "the last page of a browser that was given up ends it"
        await patient.aclose()


async def test_ways_past_the_route_are_not_there(provider: Playwright) -> None:
    names = "['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'SharedWorker']"
    asking = (
        f"<p id=told></p><iframe id=inner></iframe><script>const has = w => {names}.filter(name => name in w).join();"
        "told.textContent = `left: [${has(window)}] [${has(inner.contentWindow)}]`</script>"
    )
    with Standin(site({"/": html(asking + ARTICLE)})) as server:
        page = await provider.fetch_page(f"{server.url}/")
    assert "left: [] []" in page.content


async def test_a_public_page_does_not_reach_the_private_hosts_that_the_user_allowed(provider: Playwright) -> None:
    from dr_core.web import Fetched
    from dr_plugins.fetch._visit import Limits, Visit

    first = Fetched("https://example.org/", "https://example.org/", 200, "text/html", "", b"<p>x</p>")
    with Standin(site()) as server:
        wide, strict = provider._pair()
        visit = Visit(first, wide, strict, Limits(9, 2**20, time.monotonic() + 9), provider.context.allow_hosts)
        with pytest.raises(FetchRefused, match="loopback"):
            await visit._fetch("GET", "fetch", f"{server.url}/api/article.json")
        visit._private, visit._home = True, server.url.removeprefix("http://")  # but a page of that very host does
        assert (await visit._fetch("GET", "fetch", f"{server.url}/api/article.json")).status == 200
        with Standin(site()) as other:  # another port is another host
            with pytest.raises(FetchRefused, match="loopback"):
                await visit._fetch("GET", "fetch", f"{other.url}/")
            assert other.requests == []


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
        assert time.monotonic() - started < HANGS
    for _ in range(3000):
        left = asyncio.all_tasks() - {asyncio.current_task()}
        if not left:
            return
        await asyncio.sleep(0.02)
    pytest.fail(f"still there: {left}")


def processes(mark: str) -> list[str]:
    """The processes that were started with ``mark`` in their environment."""
    found = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in environ.read_bytes():
                found.append((environ.parent / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")[:80])
        except OSError:
            continue
    return found


async def test_the_browser_starts_also_where_the_path_of_temporary_files_is_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("d" * 60)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    chromium = Chromium("", logging.getLogger("test"))
    assert (await chromium.browser()).is_connected()
    await chromium.close()
    assert list(deep.glob("dr-browser-*")) == []


@pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM", "SIGKILL"])
def test_a_stopped_program_leaves_no_browser_and_no_file_behind(tmp_path: Path, how: str) -> None:
    scratch = Path(tempfile.mkdtemp(prefix="dr-", dir="/tmp"))  # a short path: a browser's sockets stand in it
    (tmp_path / "dr.toml").write_text('[web]\nallow_hosts = ["127.0.0.1"]\nrobots = false\n')
    environment = {**os.environ, "TMPDIR": str(scratch), "HOME": str(tmp_path)}
    hanging = Reply(hang=True)
    with Standin(lambda request: html(SHELL) if request.path == "/" else hanging) as server:
        command = [sys.executable, "-m", "dr_core", "read", f"{server.url}/", "--fetch", "playwright", "--no-cache"]
        program = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
        )
        while "/app.js" not in [request.path for request in server.requests]:
            assert program.poll() is None, program.stderr.read() if program.stderr else ""
            time.sleep(0.02)
        assert any("chrom" in line for line in processes(str(scratch)))
        started = time.monotonic()
        if how == "Ctrl-C":  # which a terminal sends to the whole group, browser and all
            os.killpg(program.pid, signal.SIGINT)
        else:
            program.send_signal(signal.SIGTERM if how == "SIGTERM" else signal.SIGKILL)
        _, said = program.communicate(timeout=HANGS)
    while processes(str(scratch)) and time.monotonic() - started < HANGS:
        time.sleep(0.05)
    assert processes(str(scratch)) == []
    if how == "Ctrl-C":
        assert b"Traceback" not in said, said.decode()
        assert said.strip() == b"interrupted", said.decode()
    left = [path.name for path in scratch.iterdir()]
    shutil.rmtree(scratch)
    assert [name for name in left if how == "Ctrl-C" or "playwright" in name] == []
