"""Anthropic's Messages API as https://platform.claude.com/docs/en/api/messages documents it, in both versions.

Version 2026-10-21 has no sampling parameters; the key comes in ``x-api-key``, or as a bearer token, as the client of version 2
sends it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from standin.llm_server import KEY, Asked, Reply, Says, Unacceptable

MODEL = "claude-stand-in"
KNOWN = {
    "model", "messages", "max_tokens", "system", "temperature", "stream", "tools", "tool_choice", "output_config", "thinking",
    "metadata", "stop_sequences", "top_p", "top_k", "cache_control", "service_tier",
}  # fmt: skip
ERRORS: dict[str, tuple[int, dict[str, str], str, str]] = {
    "auth": (401, {}, "authentication_error", "invalid x-api-key"),
    "quota": (400, {}, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
    "rate": (429, {"retry-after": "7"}, "rate_limit_error", "This request would exceed your organization's rate limit."),
    "overload": (529, {}, "overloaded_error", "Overloaded"),
    "server": (500, {}, "api_error", "Internal server error"),
    "model": (404, {}, "not_found_error", "model: nope"),
    "overflow": (400, {}, "invalid_request_error", "prompt is too long: 9031 tokens > 8192 maximum"),
}


def anthropic(asked: Asked, says: Says) -> Reply:
    """One call."""
    if says.fault in ERRORS:
        status, headers, kind, message = ERRORS[says.fault]
        raise Unacceptable(Reply(_error(kind, message), status, headers))
    if KEY not in (asked.headers.get("x-api-key"), asked.headers.get("authorization", "").removeprefix("Bearer ")):
        raise Unacceptable(Reply(_error("authentication_error", "invalid x-api-key"), 401))
    _check(asked, says)
    is_tool = "tool_choice" in asked.json
    return Reply(chunks=_stream(says, is_tool)) if asked.json.get("stream") else Reply(_whole(says, is_tool))


def _error(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}


def _check(asked: Asked, says: Says) -> None:
    body = asked.json
    _demand(asked.path == "/v1/messages", "Not found", 404)
    version = asked.headers.get("anthropic-version")
    _demand(version in ("2023-06-01", "2026-10-21"), "anthropic-version: header is required")
    for name in ("temperature", "top_p", "top_k"):
        _demand(version == "2023-06-01" or name not in body, f"{name}: Extra inputs are not permitted")
    for name in says.refuses:
        present = name in body or name in body.get("output_config", {})
        _demand(not present, f"{name}: Extra inputs are not permitted")
    for name in body.keys() - KNOWN:
        _demand(False, f"{name}: Extra inputs are not permitted")
    _demand(isinstance(body.get("model"), str), "model: Field required")
    _demand(isinstance(body.get("max_tokens"), int) and body["max_tokens"] > 0, "max_tokens: Field required")
    _demand(isinstance(body.get("messages"), list) and body["messages"], "messages: at least one message is required")
    for message in body["messages"]:
        _demand(message.get("role") in ("user", "assistant"), "messages: Unexpected role")
    _demand(0 <= body.get("temperature", 1) <= 1, "temperature: range: 0..1")
    form = body.get("output_config", {}).get("format")
    if form:
        _demand(form.get("type") == "json_schema" and isinstance(form.get("schema"), dict), "output_config.format: invalid")
        _demand(form["schema"].get("additionalProperties") is False, "output_config.format: additionalProperties must be false")
        _demand("maxLength" not in json.dumps(form["schema"]), "output_config.format: maxLength is not supported")
    for tool in body.get("tools", []):
        _demand({"name", "input_schema"} <= tool.keys(), "tools: input_schema: Field required")


def _demand(truth: object, message: str, status: int = 400) -> None:
    if not truth:
        raise Unacceptable(Reply(_error("invalid_request_error", message), status))


def _stop(says: Says, is_tool: bool) -> str:
    return {"end": "tool_use" if is_tool else "end_turn", "length": "max_tokens", "refusal": "refusal"}[says.stop]


def _usage(says: Says, output: int) -> dict[str, Any]:
    if not says.counts:
        return {}
    fresh = says.prompt_tokens - says.cached_tokens
    return {
        "input_tokens": fresh,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": says.cached_tokens,
        "output_tokens": output,
    }


def _message(content: list[dict[str, Any]], stop: str | None, usage: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": MODEL, "content": content, "stop_reason": stop,
        "stop_sequence": None, "usage": usage,
    }  # fmt: skip


def _whole(says: Says, is_tool: bool) -> dict[str, Any]:
    content: list[dict[str, Any]] = []
    if says.reasoning:
        content.append({"type": "thinking", "thinking": says.reasoning, "signature": "c2ln"})
    if is_tool:
        content.append({"type": "text", "text": "I will give the answer."})
        content.append({"type": "tool_use", "id": "toolu_1", "name": "answer", "input": json.loads(says.text)})
    else:
        content.append({"type": "text", "text": says.text})
    return _message(content, _stop(says, is_tool), _usage(says, says.completion_tokens))


def _stream(says: Says, is_tool: bool) -> Iterator[str]:
    def event(kind: str, **value: Any) -> str:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **value}, ensure_ascii=False)}\n\n"

    index = 0
    yield event("message_start", message=_message([], None, _usage(says, 1)))
    yield event("ping")
    if says.reasoning:
        yield event("content_block_start", index=0, content_block={"type": "thinking", "thinking": "", "signature": ""})
        for piece in says.pieces(says.reasoning):
            yield event("content_block_delta", index=0, delta={"type": "thinking_delta", "thinking": piece})
        yield event("content_block_delta", index=0, delta={"type": "signature_delta", "signature": "c2ln"})
        yield event("content_block_stop", index=0)
        index = 1
    block = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": {}} if is_tool else {"type": "text", "text": ""}
    yield event("content_block_start", index=index, content_block=block)
    for number, piece in enumerate(says.pieces(says.text)):
        if number == says.error_after:
            yield event("error", error={"type": "overloaded_error", "message": f"Overloaded {KEY}"})
            return
        if number == says.cut_after:
            return
        delta = {"type": "input_json_delta", "partial_json": piece} if is_tool else {"type": "text_delta", "text": piece}
        yield event("content_block_delta", index=index, delta=delta)
    yield event("content_block_stop", index=index)
    usage = {"output_tokens": says.completion_tokens} if says.counts else {}
    yield event("message_delta", delta={"stop_reason": _stop(says, is_tool), "stop_sequence": None}, usage=usage)
    yield event("message_stop")
