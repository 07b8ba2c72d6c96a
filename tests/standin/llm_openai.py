"""OpenAI's chat completions as https://platform.openai.com/docs/api-reference/chat documents them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from standin.llm_server import KEY, Asked, Reply, Says, Unacceptable

MODEL = "gpt-stand-in-2026-01-01"
KNOWN = {
    "model", "messages", "max_tokens", "max_completion_tokens", "temperature", "stream", "stream_options", "response_format",
    "tools", "tool_choice", "reasoning_effort", "top_p", "seed", "stop", "user", "n",
}  # fmt: skip
ERRORS: dict[str, tuple[int, dict[str, str], dict[str, Any]]] = {
    "auth": (
        401,
        {},
        {"message": f"Incorrect API key provided: {KEY}.", "type": "invalid_request_error", "code": "invalid_api_key"},
    ),
    "quota": (
        429,
        {},
        {
            "message": "You exceeded your current quota, please check your plan.",
            "type": "insufficient_quota",
            "code": "insufficient_quota",
        },
    ),
    "rate": (
        429,
        {"retry-after": "7"},
        {"message": "Rate limit reached for requests per min.", "type": "requests", "code": "rate_limit_exceeded"},
    ),
    "overload": (503, {}, {"message": "The engine is currently overloaded, please try again later", "type": "server_error"}),
    "server": (500, {}, {"message": "The server had an error while processing your request.", "type": "server_error"}),
    "model": (
        404,
        {},
        {
            "message": "The model `nope` does not exist or you do not have access to it.",
            "type": "invalid_request_error",
            "code": "model_not_found",
        },
    ),
    "overflow": (
        400,
        {},
        {
            "message": "This model's maximum context length is 8192 tokens.",
            "type": "invalid_request_error",
            "code": "context_length_exceeded",
        },
    ),
}
MIDWAY = {"message": f"The server had an error with {KEY}.", "type": "server_error", "param": None, "code": None}


def openai(asked: Asked, says: Says) -> Reply:
    """One call."""
    if says.fault in ERRORS:
        status, headers, error = ERRORS[says.fault]
        return Reply({"error": {"param": None, "code": None, **error}}, status, headers)
    if asked.headers.get("authorization") != f"Bearer {KEY}":
        status, headers, error = ERRORS["auth"]
        raise Unacceptable(Reply({"error": error}, status, headers))
    _check(asked, says)
    body = asked.json
    is_tool = "tools" in body
    return Reply(chunks=_stream(body, says, is_tool)) if body.get("stream") else Reply(_whole(says, is_tool))


def _check(asked: Asked, says: Says) -> None:
    body = asked.json
    _demand(asked.path.endswith("/chat/completions"), f"Unknown path {asked.path}")
    for name in says.refuses:
        if name in body or (name == "json_schema" and body.get("response_format", {}).get("type") == "json_schema"):
            _demand(False, f"Unsupported parameter: '{name}' is not supported with this model.")
    for name in body.keys() - KNOWN:
        _demand(False, f"Unrecognized request argument supplied: {name}")
    _demand(isinstance(body.get("model"), str), "you must provide a model parameter")
    _demand(isinstance(body.get("messages"), list) and body["messages"], "'messages' must be a non-empty array.")
    for message in body["messages"]:
        _demand(message.get("role") in ("system", "developer", "user", "assistant"), "Invalid role.")
        _demand(isinstance(message.get("content"), str | list), "Invalid content.")
    _demand("stream_options" not in body or body.get("stream"), "stream_options is only allowed when stream is enabled.")
    shape = body.get("response_format")
    if shape and shape["type"] == "json_object":
        _demand("json" in json.dumps(body["messages"]).lower(), "'messages' must contain the word 'json' in some form.")
    if shape and shape["type"] == "json_schema":
        _demand(
            {"name", "schema"} <= shape["json_schema"].keys(), "Missing required parameter: 'response_format.json_schema.name'."
        )
    for tool in body.get("tools", []):
        _demand(tool.get("type") == "function" and "name" in tool["function"], "Invalid tool.")


def _demand(truth: object, message: str) -> None:
    if not truth:
        raise Unacceptable(
            Reply({"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}, 400)
        )


def _finish(says: Says, is_tool: bool) -> str:
    return {"end": "tool_calls" if is_tool else "stop", "length": "length", "refusal": "stop"}[says.stop]


def _usage(says: Says) -> dict[str, Any]:
    return {
        "prompt_tokens": says.prompt_tokens,
        "completion_tokens": says.completion_tokens,
        "total_tokens": says.prompt_tokens + says.completion_tokens,
        "prompt_tokens_details": {"cached_tokens": says.cached_tokens, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0},
        "cost": 0.00042,
    }


def _whole(says: Says, is_tool: bool) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": None if is_tool else says.text, "refusal": None}
    if says.stop == "refusal":
        message |= {"content": None, "refusal": says.text}
    elif is_tool:
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": {"name": "answer", "arguments": says.text}}]
    if says.reasoning:
        message["reasoning_content"] = says.reasoning
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(says, is_tool)}
    answer = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": MODEL, "choices": [choice]}
    return answer | ({"usage": _usage(says)} if says.counts else {})


def _stream(body: dict[str, Any], says: Says, is_tool: bool) -> Iterator[str]:
    with_usage = body.get("stream_options", {}).get("include_usage") and says.counts

    def event(delta: dict[str, Any] | None, finish: str | None = None, usage: Any = None) -> str:
        choices = [] if delta is None else [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]
        value = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": MODEL, "choices": choices}
        return f"data: {json.dumps(value | ({'usage': usage} if with_usage else {}), ensure_ascii=False)}\n\n"

    yield event({"role": "assistant", "content": None if is_tool else "", "refusal": None})
    yield ": keep-alive\n\n"
    for piece in says.pieces(says.reasoning):
        yield event({"reasoning_content": piece})
    if is_tool:
        first = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "answer", "arguments": ""}}
        yield event({"tool_calls": [first]})
    for number, piece in enumerate(says.pieces(says.text)):
        if number == says.error_after:
            yield f"data: {json.dumps({'error': MIDWAY})}\n\n"
            return
        if number == says.cut_after:
            return
        words = {"refusal" if says.stop == "refusal" else "content": piece}
        yield event({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]} if is_tool else words)
    yield event({}, _finish(says, is_tool))
    if with_usage:
        yield event(None, usage=_usage(says))
    yield "data: [DONE]\n\n"
