"""Gemini's generateContent as https://ai.google.dev/api/generate-content documents it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from standin.llm_server import KEY, Asked, Reply, Says, Unacceptable

MODEL = "gemini-stand-in"
KNOWN = {"contents", "systemInstruction", "generationConfig", "tools", "toolConfig", "safetySettings", "cachedContent"}
CONFIG = {
    "maxOutputTokens", "temperature", "responseMimeType", "responseSchema", "responseJsonSchema", "thinkingConfig", "topP",
    "topK", "stopSequences", "candidateCount", "seed",
}  # fmt: skip
ERRORS: dict[str, tuple[int, str, str, list[dict[str, Any]]]] = {
    "auth": (400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [{"reason": "API_KEY_INVALID"}]),
    "quota": (429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details.", []),
    "rate": (429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).", [{"retryDelay": "7s"}]),
    "overload": (503, "UNAVAILABLE", "The model is overloaded. Please try again later.", []),
    "server": (500, "INTERNAL", "An internal error has occurred.", []),
    "model": (404, "NOT_FOUND", "models/nope is not found for API version v1beta", []),
    "overflow": (400, "INVALID_ARGUMENT", "The input token count exceeds the maximum: too many tokens (9031).", []),
}


def gemini(asked: Asked, says: Says) -> Reply:
    """One call."""
    if says.fault in ERRORS:
        status, name, message, details = ERRORS[says.fault]
        raise Unacceptable(Reply({"error": {"code": status, "message": message, "status": name, "details": details}}, status))
    if asked.headers.get("x-goog-api-key") != KEY:
        status, name, message, details = ERRORS["auth"]
        raise Unacceptable(Reply({"error": {"code": status, "message": message, "status": name, "details": details}}, status))
    _check(asked, says)
    is_tool = "tools" in asked.json
    if asked.path.endswith(":streamGenerateContent"):
        _demand(asked.query.get("alt") == "sse", "this stand-in streams server-sent events only")
        return Reply(chunks=_stream(says, is_tool))
    return Reply(_chunk(_parts(says, is_tool, says.text, says.reasoning), says, last=True))


def _check(asked: Asked, says: Says) -> None:
    body = asked.json
    model, _, method = asked.path.rpartition("/")[2].partition(":")
    _demand("/models/" in asked.path and model and method in ("generateContent", "streamGenerateContent"), "Not found", 404)
    config = body.get("generationConfig", {})
    for name in says.refuses:
        _demand(
            name not in config and name not in body, f'Invalid JSON payload received. Unknown name "{name}": Cannot find field.'
        )
    for name in (body.keys() - KNOWN) | (config.keys() - CONFIG):
        _demand(False, f'Invalid JSON payload received. Unknown name "{name}": Cannot find field.')
    _demand(isinstance(body.get("contents"), list) and body["contents"], "contents is not specified")
    for content in body["contents"]:
        _demand(content.get("role") in ("user", "model"), "Please use a valid role: user, model.")
        _demand(content.get("parts"), "contents.parts must not be empty.")
    if "responseJsonSchema" in config or "responseSchema" in config:
        _demand(config.get("responseMimeType") == "application/json", "responseSchema needs responseMimeType application/json")


def _demand(truth: object, message: str, status: int = 400) -> None:
    if not truth:
        raise Unacceptable(Reply({"error": {"code": status, "message": message, "status": "INVALID_ARGUMENT"}}, status))


def _parts(says: Says, is_tool: bool, text: str, reasoning: str = "") -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = [{"text": reasoning, "thought": True}] if reasoning else []
    if is_tool:
        return [*parts, {"functionCall": {"name": "answer", "args": json.loads(text)}}]
    return [*parts, {"text": text}] if text else parts


def _chunk(parts: list[dict[str, Any]], says: Says, *, last: bool) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"parts": parts, "role": "model"}, "index": 0}
    if last:
        candidate["finishReason"] = {"end": "STOP", "length": "MAX_TOKENS", "refusal": "SAFETY"}[says.stop]
    value: dict[str, Any] = {"candidates": [candidate], "modelVersion": MODEL, "responseId": "r1"}
    if says.counts:
        thoughts = 4 if says.reasoning else 0
        value["usageMetadata"] = {
            "promptTokenCount": says.prompt_tokens,
            "candidatesTokenCount": says.completion_tokens - thoughts,
            "thoughtsTokenCount": thoughts,
            "cachedContentTokenCount": says.cached_tokens,
            "totalTokenCount": says.prompt_tokens + says.completion_tokens,
        }
    return value


def _stream(says: Says, is_tool: bool) -> Iterator[str]:
    def event(value: Any) -> str:
        return f"data: {json.dumps(value, ensure_ascii=False)}\r\n\r\n"

    for piece in says.pieces(says.reasoning):
        yield event(_chunk([{"text": piece, "thought": True}], says, last=False))
    pieces = [says.text] if is_tool else says.pieces(says.text)
    for number, piece in enumerate(pieces):
        if number == says.error_after:
            yield event({"error": {"code": 503, "message": f"The service is unavailable {KEY}.", "status": "UNAVAILABLE"}})
            return
        if number == says.cut_after:
            return
        yield event(_chunk(_parts(says, is_tool, piece), says, last=False))
    yield event(_chunk([{"text": ""}], says, last=True))
