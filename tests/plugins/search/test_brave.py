"""Brave, by https://api-dashboard.search.brave.com/app/documentation/web-search/responses:
web.results[].{title,url,description,page_age,extra_snippets,thumbnail}, and results[] of news."""

from __future__ import annotations

import re

import pytest
from standin.server import Start, answer

from dr_core import AuthFailed, RateLimited, SearchTask


async def test_web_results_are_mapped(start: Start) -> None:
    provider, server = start("brave")
    first = (await provider.search(SearchTask(query="heat pumps"), 3))[0]
    assert first.snippet == "Heat pumps keep a COP above 2 at -15 °C. … A second excerpt."
    assert first.published == "2025-03-04"
    assert first.images == ("https://energy.example.org/o.jpg",)
    assert server.requests[0].path == "/res/v1/web/search"


async def test_news_have_an_endpoint_of_their_own(start: Start) -> None:
    provider, server = start("brave")
    hits = await provider.search(SearchTask(query="heat pumps", strategy="news"), 3)
    assert {hit.kind for hit in hits} == {"news"}
    assert server.requests[0].path == "/res/v1/news/search"


@pytest.mark.parametrize(
    ("tag", "sent"), [("ja", "jp"), ("zh-Hant", "zh-hant"), ("zh-CN", "zh-hans"), ("pt", "pt-br"), ("de-AT", "de"), ("tlh", None)]
)
async def test_languages_are_spelt_as_the_service_spells_them(start: Start, tag: str, sent: str | None) -> None:
    provider, server = start("brave")
    assert await provider.search(SearchTask(query="q", language=tag), 3)
    assert server.requests[0].query.get("search_lang") == sent


async def test_a_date_is_a_range_until_today(start: Start) -> None:
    provider, server = start("brave")
    await provider.search(SearchTask(query="q", since="2025-01-02"), 3)
    assert re.fullmatch(r"2025-01-02to\d{4}-\d\d-\d\d", server.requests[0].query["freshness"])


async def test_a_query_that_is_too_long_for_the_service_is_cut_not_refused(start: Start) -> None:
    provider, _ = start("brave")
    assert await provider.search(SearchTask(query="heat " * 300), 3)


async def test_the_window_that_is_used_up_says_how_long_to_wait(start: Start) -> None:
    provider, server = start("brave")
    headers = {"X_RateLimit_Remaining": "0, 1994", "X_RateLimit_Reset": "1, 1419704"}
    server.fault = answer(
        {"type": "ErrorResponse", "error": {"code": "RATE_LIMITED", "detail": "Request rate limit exceeded"}}, 429, **headers
    )
    with pytest.raises(RateLimited) as caught:
        await provider.search(SearchTask(query="q"), 3)
    assert caught.value.retry_after == 1


async def test_a_wrong_token_is_a_refused_key_though_the_status_is_422(start: Start) -> None:
    provider, _ = start("brave", api_key="another key")
    with pytest.raises(AuthFailed):
        await provider.search(SearchTask(query="q"), 3)
