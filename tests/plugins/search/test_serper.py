"""Serper, by https://serper.dev/playground: organic[].{title,link,snippet,date}, news[].{…,imageUrl},
scholar organic[].{publicationInfo,year}, patents organic[].{publicationDate,thumbnailUrl}."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from standin.server import Start

from dr_core import QuotaSpent, SearchTask


async def test_web_results_are_mapped(start: Start) -> None:
    provider, server = start("serper")
    first = (await provider.search(SearchTask(query="heat pumps"), 3))[0]
    assert (first.title, first.url) == ("Heat pumps in cold climates", "https://energy.example.org/heat-pumps")
    assert first.published == "2025-03-04", "Mar 4, 2025"
    assert (server.requests[0].path, server.requests[0].json) == ("/search", {"q": "heat pumps", "num": 3})


async def test_news_of_three_hours_ago_is_of_today_or_yesterday(start: Start) -> None:
    provider, server = start("serper")
    first = (await provider.search(SearchTask(query="heat pumps", strategy="news"), 3))[0]
    assert first.published == (datetime.now(UTC) - timedelta(hours=3)).date().isoformat()
    assert first.images == ("https://encrypted-tbn0.example.com/i.jpg",)
    assert (first.kind, server.requests[0].path) == ("news", "/news")


async def test_papers_come_from_scholar_with_their_year(start: Start) -> None:
    provider, server = start("serper")
    first = (await provider.search(SearchTask(query="heat pumps", strategy="academic"), 3))[0]
    assert (first.kind, first.published, server.requests[0].path) == ("paper", "2023", "/scholar")
    assert first.snippet.startswith("A Author - Journal of Heat, 2023 - ")


async def test_patents_come_with_the_day_of_publication_and_a_drawing(start: Start) -> None:
    provider, server = start("serper")
    first = (await provider.search(SearchTask(query="heat pumps", strategy="patents"), 3))[0]
    assert (first.kind, first.published, server.requests[0].path) == ("patent", "2022-05-06", "/patents")
    assert first.images == ("https://patentimages.example.com/t.png",)


async def test_language_country_and_date_are_put_in_googles_words(start: Start) -> None:
    provider, server = start("serper")
    await provider.search(SearchTask(query="熱泵", language="zh-Hant", since="2025-01-02"), 3)
    assert server.requests[0].json == {"q": "熱泵", "num": 3, "hl": "zh-tw", "gl": "tw", "tbs": "cdr:1,cd_min:1/2/2025"}


async def test_no_credits_is_a_spent_quota_though_the_status_is_400(start: Start) -> None:
    provider, _ = start("serper")
    with pytest.raises(QuotaSpent):
        await provider.search(SearchTask(query="no credits"), 3)
