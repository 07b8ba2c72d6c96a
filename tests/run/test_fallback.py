"""Reader fallbacks in a run: who is asked for which page, how often, and what a resumed run asks again (nothing)."""

from __future__ import annotations

import asyncio
import errno
import json
import os
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from pool_kit import RunOf
from standin.server import Reply, Request, Standin

from dr_core import (
    AuthFailed,
    Blocked,
    Context,
    FetchRefused,
    PageBlocked,
    PageEmpty,
    PageFetcher,
    ProviderError,
    QuotaSpent,
    RateLimited,
    RawPage,
)
from dr_core.errors import RunError
from dr_core.run.run import Run
from dr_core.settings import Settings
from dr_plugins.read.html import Html
from dr_plugins.read.text import Text

TEXT = "# Heat pumps\n\nIn Norway **60 percent** of households had one in 2022.\n\n| year | share |\n|---|---|\n| 2022 | 60 % |\n"
SHELL = b"<html><body><noscript>Please enable JavaScript.</noscript><div id=root></div><script src=/a.js></script></body></html>"
WALL = b"<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>"


class Helper(PageFetcher):
    """Does as it is told: brings a page, raises an error, or waits for ever."""

    def __init__(self, name: str, step: Any = None, *, local: bool = True, lacking: str = "") -> None:
        super().__init__(None, Context(instance=name))
        self.step = RawPage(content=TEXT, title="Heat pumps in Norway") if step is None else step
        self.local, self.lacking = local, lacking
        self.asked: list[str] = []

    def is_local(self) -> bool:
        return self.local

    def lacks(self) -> str:
        return self.lacking

    async def fetch_page(self, url: str) -> RawPage:
        self.asked.append(url)
        if isinstance(self.step, BaseException):
            raise self.step
        if self.step == "hang":
            await asyncio.sleep(3600)
        return self.step  # type: ignore[no-any-return]


def site(request: Request) -> Reply:
    """Pages by what is wrong with them: the first part of the path is the status or a word."""
    kind = request.path.split("/")[1]
    if kind.isdecimal():
        return Reply(b"<html><body>No.</body></html>", int(kind), media="text/html")
    pages = {
        "wall": Reply(WALL, 403, {"cf-mitigated": "challenge"}, "text/html"),
        "shell": Reply(SHELL, media="text/html"),
        "empty": Reply(b" ", media="text/html"),
        "fine": Reply(b"<html><body><article>" + b"<p>All is well with this page, which says so.</p>" * 9, media="text/html"),
        "robots.txt": Reply(b"User-agent: *\nDisallow: /secret", media="text/plain"),
    }
    return pages.get(kind, Reply(b"gone", 404, media="text/html"))


Make = Callable[..., Run]


@pytest.fixture
def make(run_of: RunOf) -> Make:
    """``make(helper, ..., max_pages=3)``: a run that asks these helpers."""

    def build(*helpers: Helper, replay: bool = False, robots: bool = False, **fetch: Any) -> Run:
        settings = Settings(
            web={"allow_hosts": ["127.0.0.1"], "robots": robots},  # type: ignore[arg-type]
            fetch={"use": [helper.name for helper in helpers], **fetch},  # type: ignore[arg-type]
            read={"use": ["html", "text"]},  # type: ignore[arg-type]
        )
        known: dict[Any, Any] = {("fetch", helper.name): helper for helper in helpers}
        known |= {("read", "html"): Html(), ("read", "text"): Text()}
        return run_of(settings, known, replay=replay)

    return build


@pytest.fixture
def pages() -> Any:
    with Standin(site) as server:
        yield server


def unique(word: str = "helper") -> str:
    """A name of its own: what a service asked for (time) holds for the whole process."""
    return f"{word}-{uuid4().hex[:8]}"


@pytest.mark.parametrize("path", ["/wall", "/shell", "/empty", "/401", "/403", "/429", "/451"])
async def test_a_blocked_or_empty_page_is_brought_by_a_fallback(make: Make, pages: Standin, path: str) -> None:
    helper = Helper(unique())
    page = await make(helper).reading.page(f"{pages.url}{path}", "fetch/0/0")
    assert page["via"] == helper.name
    assert page["title"] == "Heat pumps in Norway"
    assert page["url"] == f"{pages.url}{path}"
    assert "In Norway 60 percent of households" in page["text"], "the marks of markdown are gone"
    assert "| 2022 | 60 % |" in page["text"], "and tables are kept"
    assert helper.asked == [f"{pages.url}{path}"]


@pytest.mark.parametrize("path", ["/404", "/410", "/500", "/503"])
async def test_a_page_that_is_gone_or_a_server_that_is_down_is_left_alone(make: Make, pages: Standin, path: str) -> None:
    helper = Helper(unique())
    with pytest.raises((FetchRefused, ProviderError)):
        await make(helper).reading.page(f"{pages.url}{path}", "fetch/0/0")
    assert helper.asked == []


async def test_a_full_disk_is_no_fault_of_a_fallback(make: Make, pages: Standin, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = Helper(unique()), Helper(unique())
    run, real = make(first, second), os.write

    def full(file: int, data: bytes) -> int:
        if first.name.encode() in data and b'"s":"done"' in data:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(file, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(RunError, match="No space left on device"):
            await run.reading.page(f"{pages.url}/wall", "fetch/0/0")
    assert not second.asked and not run.state.brought


async def test_a_page_that_can_be_read_is_read_directly(make: Make, pages: Standin) -> None:
    helper = Helper(unique())
    page = await make(helper).reading.page(f"{pages.url}/fine", "fetch/0/0")
    assert "via" not in page
    assert helper.asked == []


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/",
        "http://10.0.0.1/",
        "http://localhost/",
        "http://[::1]/",
        "ftp://example.org/",
        "http://a@b/",
    ],
)
async def test_what_the_guard_refuses_is_handed_to_nobody(make: Make, url: str) -> None:
    helpers = Helper(unique()), Helper(unique(), local=False)
    with pytest.raises(FetchRefused):
        await make(*helpers).reading.page(url, "fetch/0/0")
    assert [helper.asked for helper in helpers] == [[], []]


async def test_what_robots_txt_forbids_is_handed_to_nobody(make: Make, pages: Standin) -> None:
    helper = Helper(unique())
    with pytest.raises(FetchRefused, match="robots"):
        await make(helper, robots=True).reading.page(f"{pages.url}/secret", "fetch/0/0")
    assert helper.asked == []


async def test_the_address_of_a_private_host_does_not_leave_the_house(make: Make, pages: Standin) -> None:
    service, home = Helper(unique("service"), local=False), Helper(unique("home"))
    run = make(service, home)
    page = await run.reading.page(f"{pages.url}/wall", "fetch/0/0")
    assert page["via"] == home.name
    assert service.asked == [], "127.0.0.1 is allowed to us, and is no business of a service"
    assert "is not handed to" in run.state.brought[f"fetch/0/0/{service.name}"].error


async def test_they_are_asked_in_order_until_one_brings_the_page(make: Make, pages: Standin) -> None:
    first, second, third = Helper(unique(), ProviderError("down")), Helper(unique(), Blocked("a wall")), Helper(unique())
    run = make(first, second, third)
    page = await run.reading.page(f"{pages.url}/wall", "fetch/0/0")
    assert page["via"] == third.name
    assert [len(helper.asked) for helper in (first, second, third)] == [1, 1, 1]
    assert [(call.by, bool(call.error)) for call in run.state.brought.values()] == [
        (first.name, True), (second.name, True), (third.name, False),
    ]  # fmt: skip


async def test_where_all_fail_the_reason_of_the_page_stands_first(make: Make, pages: Standin) -> None:
    helpers = Helper(unique("a"), ProviderError("a is down")), Helper(unique("b"), PageEmpty("b saw nothing"))
    with pytest.raises(Blocked) as caught:
        await make(*helpers).reading.page(f"{pages.url}/wall", "fetch/0/0")
    said = str(caught.value)
    assert "behind a bot wall (Cloudflare); " in said
    assert f"{helpers[0].name}: a is down; {helpers[1].name}: b saw nothing" in said
    assert "\n" not in said


@pytest.mark.parametrize("error", [AuthFailed("no key"), QuotaSpent("no credit")])
async def test_without_key_or_quota_it_is_out_for_the_run(make: Make, pages: Standin, error: ProviderError) -> None:
    out, other = Helper(unique(), error), Helper(unique())
    run = make(out, other)
    for number in range(3):
        assert (await run.reading.page(f"{pages.url}/wall/{number}", f"fetch/0/{number}"))["via"] == other.name
    assert (len(out.asked), len(other.asked)) == (1, 3)


async def test_one_that_asks_for_time_is_left_alone_for_a_while(make: Make, pages: Standin) -> None:
    busy, other = Helper(unique(), RateLimited("slowly", retry_after=30)), Helper(unique())
    run = make(busy, other)
    for number in range(3):
        await run.reading.page(f"{pages.url}/wall/{number}", f"fetch/0/{number}")
    assert (len(busy.asked), len(other.asked)) == (1, 3)
    assert 0 < run.reading._fallbacks._chain()[0].door.cooling() <= 30


async def test_one_that_lacks_its_key_is_not_asked_and_that_is_said(make: Make, pages: Standin) -> None:
    helper = Helper(unique(), lacking="Set JINA_API_KEY")
    with pytest.raises(PageBlocked, match=r"answered 403; .*Set JINA_API_KEY"):
        await make(helper).reading.page(f"{pages.url}/403", "fetch/0/0")
    assert helper.asked == []


async def test_the_cap_holds_also_for_pages_that_come_at_once(make: Make, pages: Standin) -> None:
    helper = Helper(unique())
    run = make(helper, max_pages=3)
    reads = (run.reading.page(f"{pages.url}/wall/{number}", f"fetch/0/{number}") for number in range(8))
    results = await asyncio.gather(*reads, return_exceptions=True)
    assert len(helper.asked) == 3
    refused = [result for result in results if isinstance(result, Blocked)]
    assert len(refused) == 5
    assert all("max_pages" in str(error) for error in refused)


async def test_a_page_chosen_again_takes_no_second_place(make: Make, pages: Standin) -> None:
    helper = Helper(unique())
    run = make(helper, max_pages=1)
    for number in range(2):
        assert (await run.reading.page(f"{pages.url}/wall", f"fetch/{number}/0"))["via"] == helper.name


async def test_a_resumed_run_asks_nobody_again_and_keeps_to_the_cap(make: Make, pages: Standin) -> None:
    failing, helper = Helper(unique("f"), ProviderError("down")), Helper(unique("h"))

    async def read(run: Run) -> list[Any]:
        reads = [run.reading.page(f"{pages.url}/wall/{number}", f"fetch/0/{number}") for number in range(4)]
        ended = await asyncio.gather(*reads, return_exceptions=True)
        return [str(one) if isinstance(one, Exception) else json.dumps(one) for one in ended]

    before = await read(first := make(failing, helper, max_pages=2))
    await first.journal.aclose()
    asked, requests = len(failing.asked) + len(helper.asked), len(pages.requests)
    after = await read(second := make(failing, helper, max_pages=2))
    await second.journal.aclose()
    assert after == before
    assert second.state.brought == first.state.brought
    replayed = await read(third := make(failing, helper, max_pages=2, replay=True))
    assert replayed == before
    assert third.state.brought == first.state.brought
    assert (len(failing.asked) + len(helper.asked), len(pages.requests)) == (asked, requests) == (4, 4)


async def test_a_new_page_of_a_resumed_run_finds_the_places_that_are_left(make: Make, pages: Standin) -> None:
    helper = Helper(unique())
    first = make(helper, max_pages=2)
    await first.reading.page(f"{pages.url}/wall/0", "fetch/0/0")
    await first.journal.aclose()
    second = make(helper, max_pages=2)  # resumed in a later stage: position fetch/0/0 is not come by again
    await second.reading.page(f"{pages.url}/wall/1", "fetch/1/0")
    with pytest.raises(Blocked, match="max_pages"):
        await second.reading.page(f"{pages.url}/wall/2", "fetch/1/1")


async def test_who_was_passed_over_is_passed_over_again(make: Make, pages: Standin) -> None:
    lacking, helper = Helper(unique("l"), lacking="Set A_KEY"), Helper(unique("h"))
    first = make(lacking, helper)
    await first.reading.page(f"{pages.url}/wall", "fetch/0/0")
    await first.journal.aclose()
    lacking.lacking = ""
    second = make(lacking, helper)
    assert (await second.reading.page(f"{pages.url}/wall", "fetch/0/0"))["via"] == helper.name
    assert (lacking.asked, len(helper.asked)) == ([], 1)


async def test_a_new_attempt_may_find_somebody_by_now(make: Make, pages: Standin) -> None:
    helper = Helper(unique(), lacking="Set A_KEY")
    first = make(helper)
    with pytest.raises(Blocked):
        await first.reading.page(f"{pages.url}/wall", "fetch/0/0")
    await first.journal.aclose()
    helper.lacking = ""
    second = make(helper)
    second.journal.begin_attempt()
    assert (await second.reading.page(f"{pages.url}/wall", "fetch/0/0"))["via"] == helper.name


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("a page", "returned str, not a RawPage"),
        (None, ""),
        (RuntimeError("boom"), "raised RuntimeError: boom"),
        ("hang", "its fetch_page gave no answer within 3 s"),
        (RawPage(content=" "), "empty page"),
        (RawPage(content="x" * 3000), "longer than 1 KiB"),
        (RawPage(content="Just a moment...\n\nVerify you are human."), "bot wall too"),
        (RawPage(content=WALL.decode(), media_type="text/html"), "bot wall too"),
        (RawPage(content=SHELL.decode(), media_type="text/html"), "before its scripts run"),
        (RawPage(content="<script>1</script>", media_type="text/html"), "no readable text"),
    ],
)
async def test_what_a_fallback_does_wrong_is_one_line(make: Make, pages: Standin, step: Any, said: str) -> None:
    helper = Helper(unique(), step)
    run = make(helper, deadline=3 if step == "hang" else 40)
    if "x" * 50 in str(step):
        run.settings.web.max_page_bytes = 1024
    if step is None:
        assert (await run.reading.page(f"{pages.url}/403", "fetch/0/0"))["via"]
        return
    with pytest.raises(PageBlocked) as caught:
        await run.reading.page(f"{pages.url}/403", "fetch/0/0")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_without_fallbacks_nothing_changes(make: Make, pages: Standin) -> None:
    with pytest.raises(PageBlocked) as caught:
        await make().reading.page(f"{pages.url}/403", "fetch/0/0")
    assert str(caught.value) == f"{pages.url}/403 was not read: the server answered 403"
