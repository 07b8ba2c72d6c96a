"""Jina Reader; there is no official client, so the documented fields are checked by name."""

from __future__ import annotations

import pytest
from standin.reader_services import SERVICES, URL
from standin.server import Standin, Start

from dr_core import AuthFailed


async def test_jinas_documented_fields_are_the_ones_that_are_used(start: Start) -> None:
    """There is no official client; https://github.com/jina-ai/reader names these headers and these fields of an answer."""
    provider, server = start("jina")
    await provider.fetch_page(URL)
    sent = server.requests[0]
    assert (sent.method, sent.path, sent.json) == ("POST", "/", {"url": URL})
    assert sent.headers["accept"] == "application/json"
    assert sent.headers["x-return-format"] == "markdown"
    assert int(sent.headers["x-timeout"]) < 5
    with Standin(SERVICES["jina"].route) as other:
        wrong = SERVICES["jina"].provider(other.url, api_key="another")
        with pytest.raises(AuthFailed):
            await wrong.fetch_page(URL)
        await wrong.aclose()
