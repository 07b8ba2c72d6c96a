"""Models that search the web by themselves, in the formats of their documentation; their words cite pages, and invent one."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from standin.server import Reply, Request, answer, demand
from standin.web_engines import _PAGES, KEY

PROSE = "Heat pumps are 900 percent efficient, as https://invented.example.org/paper proves."
"""What the models write: a claim and an address that no search found."""


def _nothing(prompt: str) -> bool:
    return "zzyzx" in prompt


def openai(request: Request) -> Reply:
    """https://developers.openai.com/api/docs/guides/tools-web-search"""
    demand((request.method, request.path) == ("POST", "/v1/responses"), 404, {"error": {"message": "Invalid URL", "code": None}})
    wrong_key = {"error": {"message": "Incorrect API key provided", "type": "invalid_request_error", "code": "invalid_api_key"}}
    demand(request.headers.get("authorization") == f"Bearer {KEY}", 401, wrong_key)
    asked = request.json
    known = {"model", "input", "tools", "tool_choice", "include", "max_output_tokens", "store"}
    demand(set(asked) <= known, 400, _bad(f"Unknown parameter: {sorted(set(asked) - known)}"))
    demand(asked.get("model") and isinstance(asked.get("input"), str), 400, _bad("Missing required parameter"))
    demand([tool["type"] for tool in asked.get("tools", [])] == ["web_search"], 400, _bad("Invalid tools"))
    demand(asked["tools"][0].get("search_context_size", "low") in ("low", "medium", "high"), 400, _bad("Invalid value"))
    demand(asked.get("tool_choice", "auto") in ("none", "auto", "required"), 400, _bad("Invalid tool_choice"))
    demand(asked.get("max_output_tokens", 16) >= 16, 400, _bad("max_output_tokens is below the minimum"))
    pages = [] if _nothing(asked["input"]) else _PAGES
    with_sources = "web_search_call.action.sources" in asked.get("include", [])
    action: dict[str, Any] = {"type": "search", "query": "heat pumps", "queries": ["heat pumps"]}
    if with_sources:
        action["sources"] = [{"type": "url", "url": url} for _, url, _, _ in pages]
    notes = [
        {"type": "url_citation", "url": url, "title": title, "start_index": 0, "end_index": len(PROSE)}
        for title, url, _, _ in pages[:2]  # the third was found, and not cited
    ]
    text = {"type": "output_text", "text": PROSE, "annotations": notes, "logprobs": []}
    output = [
        {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": action},
        {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [text]},
    ]
    usage = {
        "input_tokens": 8120,
        "input_tokens_details": {"cached_tokens": 20, "cache_write_tokens": 0},
        "output_tokens": 210,
        "output_tokens_details": {"reasoning_tokens": 64},
        "total_tokens": 8330,
    }
    return answer(
        {
            "id": "resp_1", "object": "response", "created_at": 1_760_000_000, "status": "completed", "error": None,
            "incomplete_details": None, "instructions": None, "metadata": {}, "model": asked["model"], "output": output,
            "parallel_tool_calls": True, "temperature": 1.0, "tool_choice": asked.get("tool_choice", "auto"),
            "tools": asked["tools"], "top_p": 1.0, "usage": usage,
        }
    )  # fmt: skip


def _bad(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}


def gemini(request: Request) -> Reply:
    """https://ai.google.dev/gemini-api/docs/grounding; its addresses lead through a host of Google's own"""
    host = request.headers["host"]
    if request.path.startswith("/grounding-api-redirect/"):
        demand("x-goog-api-key" not in request.headers, 500, {"error": "a redirect must never see the key"})
        page = _PAGES[int(request.path.rpartition("/")[2])][1]
        return Reply(b"", 302, {"Location": quote(page, safe=":/?&=")}, "text/html")
    path, _, method = request.path.partition(":")
    right = request.method == "POST" and path.startswith(("/v1/models/", "/v1beta/models/")) and method == "generateContent"
    demand(right, 404, _google(f"Not found: {request.path}"))
    demand(request.headers.get("x-goog-api-key") == KEY, 400, _google("API key not valid. Please pass a valid API key."))
    asked = request.json
    demand(set(asked) <= {"contents", "tools", "generationConfig"}, 400, _google("Unknown name: Cannot find field."))
    demand([next(iter(tool)) for tool in asked["tools"]] in (["google_search"], ["googleSearch"]), 400, _google("Unknown tool"))
    prompt = asked["contents"][0]["parts"][0]["text"]
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": [{"text": PROSE}]}, "finishReason": "STOP", "index": 0}
    if not _nothing(prompt):
        chunks = [
            {"web": {"uri": f"http://{host}/grounding-api-redirect/{at}", "title": url.split("/")[2]}}
            for at, (_, url, _, _) in enumerate(_PAGES)
        ]
        support = {"segment": {"startIndex": 0, "endIndex": len(PROSE), "text": PROSE}, "groundingChunkIndices": [1, 0]}
        candidate["groundingMetadata"] = {
            "webSearchQueries": ["heat pumps"],
            "searchEntryPoint": {"renderedContent": "<div>…</div>"},
            "groundingChunks": chunks,
            "groundingSupports": [support],
        }
    usage = {
        "promptTokenCount": 80, "toolUsePromptTokenCount": 400, "candidatesTokenCount": 120, "thoughtsTokenCount": 30,
        "totalTokenCount": 630,
    }  # fmt: skip
    return answer({"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-3.8-flash", "responseId": "r1"})


def _google(message: str) -> dict[str, Any]:
    return {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}}


def openrouter(request: Request) -> Reply:
    """https://openrouter.ai/docs/guides/features/server-tools/web-search"""
    demand((request.method, request.path) == ("POST", "/api/v1/chat/completions"), 404, {"error": {"code": 404, "message": "no"}})
    refused = {"error": {"code": 401, "message": "No auth credentials found"}}
    demand(request.headers.get("authorization") == f"Bearer {KEY}", 401, refused)
    asked = request.json
    tool = asked["tools"][0]
    demand(tool["type"] == "openrouter:web_search", 400, {"error": {"code": 400, "message": "unknown tool"}})
    most = tool.get("parameters", {}).get("max_results", 5)
    demand(1 <= most <= 25, 400, {"error": {"code": 400, "message": "max_results must be between 1 and 25"}})
    pages = [] if _nothing(asked["messages"][-1]["content"]) else _PAGES
    notes = [
        {
            "type": "url_citation",
            "url_citation": {"url": url, "title": title, "content": text, "start_index": 0, "end_index": len(PROSE)},
        }
        for title, url, text, _ in pages[:most]
    ]
    message = {"role": "assistant", "content": PROSE, "refusal": None, "annotations": notes}
    usage = {
        "prompt_tokens": 1500, "completion_tokens": 90, "total_tokens": 1590, "cost": 0.0125,
        "server_tool_use": {"web_search_requests": 1},
    }  # fmt: skip
    choice = {"index": 0, "finish_reason": "stop", "native_finish_reason": "stop", "logprobs": None, "message": message}
    return answer(
        {
            "id": "gen-1", "provider": "OpenAI", "object": "chat.completion", "created": 1_760_000_000, "model": asked["model"],
            "choices": [choice], "usage": usage,
        }
    )  # fmt: skip
