"""Tavily Extract; its official client judges the stand-in."""

from __future__ import annotations

import pytest
from standin.reader_services import URL
from standin.server import Start
from standin.web_engines import KEY


async def test_tavilys_official_client_understands_the_standin_and_gets_the_same(start: Start) -> None:
    from tavily import AsyncTavilyClient  # imported here: it costs half a second
    from tavily.errors import InvalidAPIKeyError

    provider, server = start("tavily-extract")
    async with AsyncTavilyClient(KEY, api_base_url=server.url) as client:
        theirs = await client.extract([URL], extract_depth="advanced", format="markdown", include_images=True)
    ours = await provider.fetch_page(URL)
    assert [ours.content] == [item["raw_content"] for item in theirs["results"]]
    sent_by_them, sent_by_us = server.requests
    assert sent_by_us.headers["authorization"] == sent_by_them.headers["authorization"]
    assert set(sent_by_them.json) == set(sent_by_us.json)
    async with AsyncTavilyClient("another key", api_base_url=server.url) as client:
        with pytest.raises(InvalidAPIKeyError):
            await client.extract([URL])
