"""Wikipedia, by https://www.mediawiki.org/wiki/API:Query (generator=search): query.pages[].{index,title,fullurl,extract,
thumbnail.source,revisions[].timestamp}; errors with status 200."""

from __future__ import annotations

import pytest
from standin.server import Start, answer

from dr_core import BadAnswer, SearchTask


async def test_pages_come_in_the_order_of_the_search_not_of_the_answer(start: Start) -> None:
    provider, _ = start("wikipedia")
    first, second = await provider.search(SearchTask(query="heat pump"), 10)
    assert (first.title, second.title) == ("Heat pump", "Refrigerator")
    assert first.snippet == "A heat pump moves heat."
    assert first.images == ("https://upload.example.org/heat.jpg",)
    assert (first.published, first.kind) == ("2025-03-04", "encyclopedia")


@pytest.mark.parametrize(
    ("tag", "path"),
    [("", "/en/w/api.php"), ("zh-Hant", "/zh/w/api.php"), ("en-GB", "/en/w/api.php"), ("evil.example.org/", "/en/w/api.php")],
)
async def test_the_language_of_the_task_chooses_the_wiki(start: Start, tag: str, path: str) -> None:
    provider, server = start("wikipedia")
    await provider.search(SearchTask(query="heat pump", language=tag), 10)
    assert server.requests[0].path == path


async def test_an_error_with_status_200_is_an_error(start: Start) -> None:
    provider, server = start("wikipedia")
    server.fault = answer({"error": {"code": "ratelimited", "info": "You've exceeded your rate limit."}})
    with pytest.raises(BadAnswer, match="exceeded your rate limit"):
        await provider.search(SearchTask(query="heat pump"), 10)
