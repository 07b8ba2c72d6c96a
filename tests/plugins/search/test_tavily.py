"""Tavily; its official client judges the stand-in."""

from __future__ import annotations

import pytest
from standin.server import Start, answer
from standin.web_engines import KEY

from dr_core import QuotaSpent, SearchTask


async def test_the_official_client_understands_the_standin_and_finds_the_same(start: Start) -> None:
    from tavily import AsyncTavilyClient  # imported here: it costs half a second

    provider, server = start("tavily")
    async with AsyncTavilyClient(KEY, api_base_url=server.url) as client:
        theirs = await client.search("heat pumps", max_results=2, include_raw_content=True)
    ours = await provider.search(SearchTask(query="heat pumps"), 2)
    assert [hit.url for hit in ours] == [item["url"] for item in theirs["results"]]
    assert [hit.title for hit in ours] == [item["title"] for item in theirs["results"]]
    sent_by_them, sent_by_us = server.requests
    assert sent_by_us.headers["authorization"] == sent_by_them.headers["authorization"]
    assert set(sent_by_them.json) <= set(sent_by_us.json)


async def test_the_official_client_is_refused_as_we_are(start: Start) -> None:
    from tavily import AsyncTavilyClient
    from tavily.errors import InvalidAPIKeyError

    _, server = start("tavily")
    async with AsyncTavilyClient("another key", api_base_url=server.url) as client:
        with pytest.raises(InvalidAPIKeyError):
            await client.search("heat pumps")


async def test_every_field_is_mapped(start: Start) -> None:
    provider, _ = start("tavily")
    first = (await provider.search(SearchTask(query="heat pumps", strategy="news"), 3))[0]
    assert first.title == "Heat pumps in cold climates"
    assert first.snippet == "Heat pumps keep a COP above 2 at -15 °C."
    assert first.content.startswith("# Heat pumps in cold climates\n\n")
    assert first.published == "2025-03-04"
    assert first.score == 0.9
    assert first.kind == "news"
    assert first.images == ("https://energy.example.org/cop.png",), "only images of the hit's own site"


@pytest.mark.parametrize(
    ("task", "field", "value"),
    [
        (SearchTask(query="q", strategy="news"), "topic", "news"),
        (SearchTask(query="q"), "topic", "general"),
        (SearchTask(query="q", since="2025-01-02"), "start_date", "2025-01-02"),
        (SearchTask(query="q", language="de-AT"), "language", "de"),
        (SearchTask(query="q", language="zh-Hans"), "language", "zh-cn"),
        (SearchTask(query="q", language="zh-Hant"), "language", None),
    ],
)
async def test_a_task_is_put_in_the_services_words(start: Start, task: SearchTask, field: str, value: str | None) -> None:
    provider, server = start("tavily")
    await provider.search(task, 3)
    assert server.requests[0].json.get(field) == value


@pytest.mark.parametrize("status", [432, 433])
async def test_the_limits_of_a_plan_are_a_spent_quota(start: Start, status: int) -> None:
    provider, server = start("tavily")
    server.fault = answer({"detail": {"error": "This request exceeds your plan's set usage limit."}}, status)
    with pytest.raises(QuotaSpent):
        await provider.search(SearchTask(query="q"), 3)
