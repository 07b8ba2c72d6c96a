"""What every search provider over HTTP owes: hits within bounds, and each failure by its own name."""

from __future__ import annotations

import asyncio
import socket
from datetime import datetime
from importlib.metadata import entry_points
from typing import Any

import pytest
from standin.search_table import ENGINES
from standin.server import Reply, Start, answer
from standin.service_fault import FAULTS, tells, waits_until_a_date

from dr_core import AuthFailed, BadAnswer, Blocked, Hit, ProviderError, SearchTask

TASK = SearchTask(query="heat pumps")
# A keyless page reader cannot be refused a key: what stands there is a wall, or a page that is not for reading.
OTHERWISE = {
    ("duckduckgo", "401"): ProviderError, ("duckduckgo", "402"): ProviderError, ("duckduckgo", "403"): Blocked,
    ("feeds", "401"): BadAnswer, ("feeds", "402"): BadAnswer, ("feeds", "403"): BadAnswer,
}  # fmt: skip


async def found(provider: Any) -> list[Hit]:
    return await provider.search(TASK, 5)  # type: ignore[no-any-return]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", ENGINES)
async def test_a_fault_is_an_error_of_its_own_kind_without_the_key(name: str, fault: str, start: Start) -> None:
    await tells(start, name, fault, found, OTHERWISE.get((name, fault)), keyed=bool(ENGINES[name].key))


@pytest.mark.parametrize("name", ENGINES)
async def test_a_wait_given_as_a_date_is_understood(name: str, start: Start) -> None:
    await waits_until_a_date(start, name, found)


@pytest.mark.parametrize("name", ENGINES)
async def test_hits_are_absolute_named_and_dated_in_our_own_terms(name: str, start: Start) -> None:
    provider, _ = start(name)
    hits = await provider.search(TASK, 10)
    assert hits
    for hit in hits:
        assert isinstance(hit, Hit)
        assert hit.url.startswith(("http://", "https://"))
        assert hit.engine == provider.name
        assert hit.title.strip()
        assert "<" not in hit.title + hit.snippet
        assert not hit.published or datetime.strptime(hit.published, "%Y-%m-%d")


@pytest.mark.parametrize("name", ENGINES)
async def test_never_more_than_asked_for(name: str, start: Start) -> None:
    provider, _ = start(name)
    assert len(await provider.search(TASK, 1)) == 1
    assert await provider.search(TASK, 0) == []
    capped, _ = start(name, max_results=1)
    assert len(await capped.search(TASK, 50)) == 1


@pytest.mark.parametrize("name", ENGINES)
async def test_what_is_older_than_asked_for_is_left_out(name: str, start: Start) -> None:
    provider, _ = start(name)
    hits = await provider.search(SearchTask(query="heat pumps", since="2025-02-28"), 10)
    assert all(hit.published >= "2025-02-28" for hit in hits if hit.published)


@pytest.mark.parametrize("name", ENGINES)
async def test_searches_at_once_do_not_disturb_each_other(name: str, start: Start) -> None:
    provider, _ = start(name)
    alone = await provider.search(TASK, 5)
    together = await asyncio.gather(*(provider.search(TASK, 5) for _ in range(5)))
    assert all(hits == alone for hits in together)


@pytest.mark.parametrize("name", ENGINES)
async def test_a_cancelled_search_lets_go_at_once_and_the_next_one_works(name: str, start: Start) -> None:
    provider, server = start(name)
    server.fault = Reply(hang=True)
    search = asyncio.create_task(provider.search(TASK, 5))
    while not server.requests:
        await asyncio.sleep(0.01)
    search.cancel()
    with pytest.raises(asyncio.CancelledError):
        await search  # while the server still hangs
    server.fault = None
    if name == "feeds":  # the reading of a feed is shared: the hung one goes with the provider
        await provider.aclose()
    assert await provider.search(TASK, 5)


@pytest.mark.parametrize("name", ENGINES)
async def test_a_dead_host_is_a_network_error(name: str) -> None:
    with socket.socket() as unused:  # bound and not listening: connecting is refused
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    provider = ENGINES[name].provider(f"http://127.0.0.1:{port}")
    with pytest.raises(ProviderError) as caught:
        await provider.search(TASK, 5)
    assert caught.value.retryable
    await provider.aclose()


@pytest.mark.parametrize("name", [name for name, engine in ENGINES.items() if not engine.plugin.keyless])
async def test_what_is_missing_is_named_and_nothing_is_sent(name: str) -> None:
    plugin = ENGINES[name].plugin
    provider = plugin()
    provider.name = name
    field = plugin.Options.model_fields.get("api_key") or plugin.Options.model_fields.get("base_url")
    extra: Any = field.json_schema_extra if field else None
    wanted = extra["env"] if extra else "OPENAI_API_KEY or GEMINI_API_KEY" if name.startswith("model") else "urls"
    with pytest.raises(AuthFailed, match=wanted) as caught:
        await provider.search(TASK, 5)
    assert f"[search.{name}]" in str(caught.value)
    assert provider.lacks()


def test_every_bundled_http_provider_is_in_the_table() -> None:
    bundled = {entry.name for entry in entry_points(group="dr.search") if entry.value.startswith("dr_plugins.")}
    assert bundled - {"mcp", "files", "llm-knowledge"} == {name.partition("-")[0] for name in ENGINES}


def test_a_provider_that_needs_a_key_says_so_and_one_that_does_not_is_ready() -> None:
    for name, engine in ENGINES.items():
        assert engine.plugin().lacks() == "" if engine.plugin.keyless else engine.plugin().lacks(), name
        assert set(engine.plugin.strategies) <= {"general", "academic", "news", "patents", "code"}
        assert engine.plugin.signal in ("high", "medium", "general")


@pytest.mark.parametrize("since", ["2025", "2025-02", "tomorrow", "'; --"])
@pytest.mark.parametrize("name", ENGINES)
async def test_a_date_of_another_form_is_no_crash(name: str, since: str, start: Start) -> None:
    provider, server = start(name)
    hits = await provider.search(SearchTask(query="heat pumps", since=since), 5)
    assert all(hit.published >= "2025" for hit in hits if hit.published and since[0] == "2")
    assert server.requests


async def test_of_the_same_page_the_better_place_is_kept(start: Start) -> None:
    provider, server = start("tavily")
    item = {"title": "a", "url": "https://example.org/a", "content": "first", "score": 1}
    twice = [item, {**item, "url": "https://example.org/b"}, {**item, "content": "again"}]
    server.fault = answer({"results": twice})
    hits = await provider.search(TASK, 5)
    assert [(hit.url, hit.snippet) for hit in hits] == [("https://example.org/a", "first"), ("https://example.org/b", "first")]


async def test_what_is_no_web_address_is_no_hit(start: Start) -> None:
    provider, server = start("tavily")
    odd = ["javascript:alert(1)", "/relative", "", None, "ftp://example.org/", "http://[bad", "https://example.org/ok"]
    server.fault = answer({"results": [{"title": "t", "url": url, "content": "c"} for url in odd]})
    assert [hit.url for hit in await provider.search(TASK, 10)] == ["https://example.org/ok"]


async def test_the_default_address_of_every_service_can_be_used() -> None:
    for name, engine in ENGINES.items():
        provider: Any = engine.plugin()
        address = str(provider.client().base_url)
        assert address.startswith("https://") or name in ("searxng", "feeds", "duckduckgo"), name
        await provider.aclose()
