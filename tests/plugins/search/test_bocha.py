"""Bocha, by its "Web Search API" (https://open.bocha.cn): data.webPages.value[].{name,url,snippet,summary,datePublished} and
data.images.value[].{contentUrl,hostPageUrl}."""

from __future__ import annotations

import re

import pytest
from standin.server import Start

from dr_core import QuotaSpent, SearchTask


async def test_pages_and_their_images_are_mapped(start: Start) -> None:
    provider, _ = start("bocha")
    first, second, _ = await provider.search(SearchTask(query="heat pumps"), 3)
    assert first.snippet == "Heat pumps keep a COP above 2 at -15 °C.", "the summary, not its beginning"
    assert first.content == "", "a summary is not the page's own text: nothing to quote from"
    assert first.published == "2025-03-04"
    assert first.images == ("https://energy.example.org/b.jpg",)
    assert second.images == ()


async def test_a_date_is_a_range_until_today(start: Start) -> None:
    provider, server = start("bocha")
    await provider.search(SearchTask(query="q", since="2025-01-02"), 3)
    assert re.fullmatch(r"2025-01-02\.\.\d{4}-\d\d-\d\d", server.requests[0].json["freshness"])


async def test_an_empty_account_is_a_spent_quota_though_the_status_is_403(start: Start) -> None:
    provider, _ = start("bocha")
    with pytest.raises(QuotaSpent):
        await provider.search(SearchTask(query="no money"), 3)
