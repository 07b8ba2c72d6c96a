"""Exa; its official client judges the stand-in."""

from __future__ import annotations

import asyncio

from standin.server import Start
from standin.web_engines import KEY

from dr_core import SearchTask


async def test_the_official_client_understands_the_standin_and_finds_the_same(start: Start) -> None:
    from exa_py import Exa as Official  # imported here: it costs two seconds

    provider, server = start("exa")
    client = Official(KEY, base_url=server.url)
    theirs = await asyncio.to_thread(
        client.search, "heat pumps", num_results=2, contents={"text": {"max_characters": 10_000}}, type="auto"
    )
    ours = await provider.search(SearchTask(query="heat pumps"), 2)
    assert [(hit.url, hit.title, hit.content) for hit in ours] == [(item.url, item.title, item.text) for item in theirs.results]
    assert [hit.score for hit in ours] == [item.score for item in theirs.results]
    sent_by_them, sent_by_us = server.requests
    assert sent_by_us.headers["x-api-key"] == sent_by_them.headers["x-api-key"]
    assert sent_by_us.json == {key: value for key, value in sent_by_them.json.items() if key in sent_by_us.json}


async def test_every_field_is_mapped(start: Start) -> None:
    provider, _ = start("exa")
    first = (await provider.search(SearchTask(query="heat pumps", strategy="academic"), 3))[0]
    assert first.published == "2025-03-04"
    assert first.images == ("https://energy.example.org/cover.png",)
    assert first.kind == "paper"
    assert first.snippet.startswith("Heat pumps in cold climates.")


async def test_a_task_is_put_in_the_services_words(start: Start) -> None:
    provider, server = start("exa")
    await provider.search(SearchTask(query="q", strategy="academic", since="2025-01-02"), 3)
    assert server.requests[0].json["category"] == "publication"
    assert server.requests[0].json["startPublishedDate"] == "2025-01-02T00:00:00.000Z"


async def test_text_can_be_left_out(start: Start) -> None:
    provider, server = start("exa", characters=0)
    assert all(not hit.content for hit in await provider.search(SearchTask(query="q"), 3))
    assert "contents" not in server.requests[0].json
