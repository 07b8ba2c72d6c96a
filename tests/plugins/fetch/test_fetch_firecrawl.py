"""Firecrawl; its official client judges the stand-in."""

from __future__ import annotations

import pytest
from standin.reader_services import URL
from standin.server import Start
from standin.web_engines import KEY


async def test_firecrawls_official_client_understands_the_standin_and_gets_the_same(start: Start) -> None:
    from firecrawl import AsyncFirecrawl  # imported here: it costs a second
    from firecrawl.v2.utils.error_handler import UnauthorizedError

    provider, server = start("firecrawl")
    theirs = await AsyncFirecrawl(api_key=KEY, api_url=server.url).scrape(URL, formats=["markdown"], only_main_content=True)
    ours = await provider.fetch_page(URL)
    assert ours.content == theirs.markdown
    assert theirs.metadata is not None
    assert ours.title == theirs.metadata.title
    sent_by_them, sent_by_us = server.requests
    assert sent_by_us.path == sent_by_them.path
    assert sent_by_us.headers["authorization"] == sent_by_them.headers["authorization"]
    assert {"url", "formats", "onlyMainContent"} <= set(sent_by_them.json) & set(sent_by_us.json)
    with pytest.raises(UnauthorizedError):
        await AsyncFirecrawl(api_key="another", api_url=server.url).scrape(URL)
