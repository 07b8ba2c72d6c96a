"""The vendors' own services, played by their documentation of autumn 2026: what they refuse is refused in their words, and
counted."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from standin.llm_bench import request
from standin.llm_server import KEY, Asked, LlmServer, Reply, Says, Vendor

from dr_core import Context
from dr_plugins.llm._base import HttpModel
from dr_plugins.llm.gemini import Gemini

Own = Callable[..., Any]
BOUNDED = {
    "type": "object",
    "properties": {
        "paragraphs": {
            "type": "array",
            "maxItems": 40,
            "items": {
                "type": "object",
                "properties": {"cite_ids": {"type": "array", "maxItems": 6, "items": {"type": "string", "enum": ["e1", "e2"]}}},
            },
        }
    },
}


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Own:
    """``async with own(Gemini, vendor) as (provider, server)``: the vendor's own service is this one."""

    @asynccontextmanager
    async def open_(kind: type[HttpModel], vendor: Vendor, **options: Any) -> AsyncIterator[tuple[HttpModel, LlmServer]]:
        async with LlmServer(vendor) as server:
            monkeypatch.setattr(kind.Options.model_fields["base_url"], "default", server.url)
            provider = kind(kind.Options(base_url=server.url, api_key=KEY, **options), Context(instance="mine"))
            assert provider.is_vendors_own
            try:
                yield provider, server
            finally:
                await provider.aclose()

    return open_


def no(status: int, message: str, **more: Any) -> Reply:
    return Reply({"error": {"message": message, **more}}, status)


# --- Gemini ---------------------------------------------------------------------------------------------------------------------


async def test_gemini_is_told_of_the_bounds_of_lists_in_words(own: Own) -> None:
    def vendor(asked: Asked, says: Says) -> Reply:
        schema = asked.json["generationConfig"]["responseJsonSchema"]
        if "maxItems" in json.dumps(schema):
            return no(400, "Request contains an invalid argument.", code=400, status="INVALID_ARGUMENT")
        part = {"text": json.dumps({"paragraphs": []})}
        chunk = {"candidates": [{"content": {"parts": [part], "role": "model"}, "finishReason": "STOP", "index": 0}]}
        return Reply(chunks=iter([f"data: {json.dumps(chunk)}\r\n\r\n"]))

    async with own(Gemini, vendor) as (provider, server):
        await provider.complete(request(BOUNDED))
    assert len(server.asked) == 1
    sent = server.asked[0].json["generationConfig"]["responseJsonSchema"]["properties"]["paragraphs"]
    assert sent["description"] == "At most 40 entries."
    assert sent["items"]["properties"]["cite_ids"]["items"]["enum"] == ["e1", "e2"]
