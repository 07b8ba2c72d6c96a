"""SearXNG, by https://docs.searxng.org/dev/search_api.html: results[].{title,url,content,publishedDate,img_src,score}."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from standin.server import Reply, Start

from dr_core import AuthFailed, SearchTask


async def test_results_are_mapped(start: Start) -> None:
    provider, _ = start("searxng")
    first = (await provider.search(SearchTask(query="heat pumps"), 3))[0]
    assert first.snippet == "Heat pumps keep a COP above 2 at -15 °C."
    assert (first.published, first.score) == ("2025-03-04", 4.0)
    assert first.images == ("https://energy.example.org/i.png",)


@pytest.mark.parametrize(
    ("strategy", "category"),
    [("general", "general"), ("news", "news"), ("academic", "science"), ("code", "it"), ("patents", "general")],
)
async def test_a_strategy_is_a_category(start: Start, strategy: str, category: str) -> None:
    provider, server = start("searxng")
    await provider.search(SearchTask(query="q", strategy=strategy), 3)
    assert server.requests[0].query["categories"] == category


@pytest.mark.parametrize(("days", "sent"), [(1, "day"), (20, "month"), (300, "year"), (900, None)])
async def test_a_date_is_the_smallest_range_that_holds_it(start: Start, days: int, sent: str | None) -> None:
    provider, server = start("searxng")
    since = (datetime.now(UTC) - timedelta(days=days)).date().isoformat()
    await provider.search(SearchTask(query="q", since=since), 3)
    assert server.requests[0].query.get("time_range") == sent


async def test_engines_and_language_are_sent(start: Start) -> None:
    provider, server = start("searxng", engines=["brave", "mojeek"])
    await provider.search(SearchTask(query="q", language="zh-TW"), 3)
    assert (server.requests[0].query["engines"], server.requests[0].query["language"]) == ("brave,mojeek", "zh-TW")


async def test_an_instance_that_forbids_json_is_told_what_to_allow(start: Start) -> None:
    provider, server = start("searxng")
    server.fault = Reply(b"<html><title>403 Forbidden</title></html>", 403, media="text/html")
    with pytest.raises(AuthFailed, match=r"search\.formats"):
        await provider.search(SearchTask(query="q"), 3)


async def test_a_result_without_an_address_costs_none_of_the_others(start: Start) -> None:
    provider, server = start("searxng")
    facts = {"template": "keyvalue.html", "kvmap": {"height": "8,849 m"}}
    results = [facts, {"url": None, "title": "A file"}, {"url": "https://energy.example.org/a", "title": "A page"}]
    server.fault = Reply(json.dumps({"query": "q", "results": results}).encode())
    assert [hit.title for hit in await provider.search(SearchTask(query="q"), 3)] == ["A page"]
