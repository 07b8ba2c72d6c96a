"""The vendors' own services, played by their documentation of autumn 2026: what they refuse is refused in their words, and
counted."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from standin.llm_bench import SCHEMA, request
from standin.llm_server import KEY, Asked, LlmServer, Reply, Says, Vendor

from dr_core import Context
from dr_plugins.llm._base import HttpModel
from dr_plugins.llm.anthropic import Anthropic
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


OPEN = {
    "type": "object",
    "properties": {"data": {"type": "object", "additionalProperties": True}},
    "required": ["data"],
}


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


# --- Anthropic ------------------------------------------------------------------------------------------------------------------


def claude(asked: Asked, says: Says) -> Reply:
    """Claude Sonnet 5.5: no tool that must be called, and no object in a schema that is open."""
    body = asked.json
    if body.get("tool_choice", {}).get("type") in ("any", "tool"):
        return no(400, "tool_choice: forced tool use is not supported on this model.", type="invalid_request_error")
    schema = body.get("output_config", {}).get("format", {}).get("schema", {})
    if "format" in body.get("output_config", {}) and '"additionalProperties": true' in json.dumps(schema):
        told = "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false"
        return no(400, told, type="invalid_request_error")
    usage = {"input_tokens": 10, "output_tokens": 10}
    return Reply({"model": "m", "content": [{"type": "text", "text": "{}"}], "stop_reason": "end_turn", "usage": usage})


async def test_claude_is_asked_for_open_objects_in_words_at_once_and_for_others_by_schema_as_before(own: Own) -> None:
    async with own(Anthropic, claude, stream=False) as (provider, server):
        for schema in (OPEN, SCHEMA):
            await provider.complete(request(schema))
    shapes = ["format" in asked.json["output_config"] for asked in server.asked]
    assert shapes == [False, True]
    assert '"data"' in server.asked[0].json["messages"][-1]["content"]


async def test_what_open_objects_met_is_not_held_against_other_shapes() -> None:
    async with LlmServer(claude) as server:
        provider = Anthropic(Anthropic.Options(base_url=server.url, api_key=KEY, stream=False))
        for schema in (OPEN, SCHEMA):
            await provider.complete(request(schema))
        await provider.aclose()
    assert "format" in server.asked[-1].json["output_config"]
