"""What every reader service owes: a page in our own terms, and each failure by its own name."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Any

import pytest
from standin.reader_services import GONE, SERVICES, TEXT, TITLE, URL, WALLED, Service
from standin.server import Reply, Standin, Start, answer
from standin.service_fault import FAULTS, tells, waits_until_a_date

from dr_core import AuthFailed, Blocked, FetchRefused, PageEmpty, ProviderError, RawPage
from dr_core.testing import PageFetcherConformance

OTHERWISE = {("firecrawl", "403"): Blocked}  # there it is about the site, and the key may well be good


async def fetched(provider: Any) -> RawPage:
    return await provider.fetch_page(URL)  # type: ignore[no-any-return]


class TestServices(PageFetcherConformance):
    """The promises of the kind."""

    url = URL

    @pytest.fixture(params=SERVICES)
    def service(self, request: pytest.FixtureRequest) -> Service:
        return SERVICES[request.param]

    @pytest.fixture
    def provider(self, service: Service) -> Iterator[Any]:
        with Standin(service.route) as server:
            yield service.provider(server.url)

    @pytest.fixture
    def failing_provider(self, service: Service) -> Iterator[Any]:
        with Standin(service.route) as server:
            server.fault = answer({"message": "down"}, 500)
            yield service.provider(server.url)


@pytest.mark.parametrize("name", SERVICES)
async def test_a_page_comes_as_markdown_with_its_title(name: str, start: Start) -> None:
    provider, server = start(name)
    page = await provider.fetch_page(URL)
    assert isinstance(page, RawPage)
    assert (page.content, page.title, page.media_type) == (TEXT, TITLE, "text/markdown")
    asked = server.requests[0].json
    assert (asked.get("url") or asked["urls"][0]) == URL, "the whole address, its query too"
    if name != "tavily-extract":
        assert page.published == "2025-03-04"


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", SERVICES)
async def test_a_fault_is_an_error_of_its_own_kind_without_the_key(name: str, fault: str, start: Start) -> None:
    await tells(start, name, fault, fetched, OTHERWISE.get((name, fault)), keyed=True)


@pytest.mark.parametrize("name", SERVICES)
async def test_a_wait_given_as_a_date_is_understood(name: str, start: Start) -> None:
    await waits_until_a_date(start, name, fetched)


@pytest.mark.parametrize("path", [WALLED, GONE])
@pytest.mark.parametrize("name", SERVICES)
async def test_the_error_page_of_a_site_is_no_page(name: str, path: str, start: Start) -> None:
    provider, _ = start(name)
    with pytest.raises(ProviderError) as caught:
        await provider.fetch_page(f"https://example.org{path}")
    if name != "tavily-extract":  # which does not say why
        assert isinstance(caught.value, Blocked) == (path == WALLED)


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("jina", {"code": 200, "data": {"title": "x", "url": URL, "content": " \n"}}),
        ("firecrawl", {"success": True, "data": {"markdown": "", "metadata": {}}}),
        ("tavily-extract", {"results": [{"url": URL, "raw_content": None}], "failed_results": []}),
    ],
)
async def test_a_page_without_text_is_empty(name: str, reply: Any, start: Start) -> None:
    provider, server = start(name)
    server.fault = answer(reply)
    with pytest.raises(PageEmpty):
        await provider.fetch_page(URL)


@pytest.mark.parametrize("name", SERVICES)
async def test_a_cancelled_call_lets_go_at_once_and_the_next_one_works(name: str, start: Start) -> None:
    provider, server = start(name)
    server.fault = Reply(hang=True)
    call = asyncio.create_task(provider.fetch_page(URL))
    while not server.requests:
        await asyncio.sleep(0.01)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    server.fault = None
    assert await provider.fetch_page(URL)


@pytest.mark.parametrize("name", SERVICES)
async def test_a_dead_host_is_a_network_error(name: str) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    provider = SERVICES[name].provider(f"http://127.0.0.1:{port}")
    with pytest.raises(ProviderError) as caught:
        await provider.fetch_page(URL)
    assert caught.value.retryable
    await provider.aclose()


@pytest.mark.parametrize("name", SERVICES)
async def test_a_missing_key_is_named_and_nothing_is_sent(name: str, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    provider, server = start(name, api_key=None)
    extra: Any = type(provider).Options.model_fields["api_key"].json_schema_extra
    assert extra["env"] in provider.lacks()
    with pytest.raises(AuthFailed, match=extra["env"]):
        await provider.fetch_page(URL)
    assert server.requests == []


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "/relative", "", "ftp://example.org/"])
async def test_what_is_no_web_address_is_not_sent(url: str, start: Start) -> None:
    provider, server = start("jina")
    with pytest.raises(FetchRefused):
        await provider.fetch_page(url)
    assert server.requests == []


@pytest.mark.parametrize("name", SERVICES)
def test_only_a_service_of_the_users_own_network_keeps_addresses_at_home(name: str) -> None:
    plugin: Any = SERVICES[name].plugin
    assert not plugin().is_local()
    for mine in ("http://127.0.0.1:3002", "http://localhost:3002", "http://firecrawl.lan", "http://10.0.0.7"):
        assert plugin(plugin.Options(base_url=mine)).is_local(), mine


def test_every_bundled_service_is_in_the_table() -> None:
    bundled = {entry.name for entry in entry_points(group="dr.fetch") if entry.value.startswith("dr_plugins.")}
    assert bundled - {"playwright"} == set(SERVICES)
