"""How each vendor is asked to search the web by itself, and where in its answer the pages stand.

Pages are taken from the fields in which a service names its sources, never out of the words that the model wrote.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from dr_core import BadAnswer, ProviderError, Usage


class Found(NamedTuple):
    """A page that the service names: what it calls it, its address, and a piece of its text where the service gives one."""

    title: str
    url: str
    snippet: str = ""


class Vendor:
    """One service: its defaults, its request, its answer."""

    base_url: str
    model: str
    variable: str

    def headers(self, key: str) -> dict[str, str]:
        """The header with the key."""
        return {"Authorization": f"Bearer {key}"}

    def request(self, model: str, prompt: str, limit: int, tokens: int) -> tuple[str, dict[str, Any]]:
        """The path under ``base_url``, and the body to post there."""
        raise NotImplementedError

    def pages(self, answer: Any) -> Iterator[Found]:
        """The pages that an answer names, the cited ones first."""
        raise NotImplementedError

    def usage(self, answer: Any) -> Usage | None:
        """What the call used, as the service counts it; None where it does not say."""
        raise NotImplementedError


class OpenAI(Vendor):
    """The tool ``web_search`` of the Responses API (https://developers.openai.com/api/docs/guides/tools-web-search)."""

    base_url = "https://api.openai.com/v1"
    model = "gpt-6.1-sol"
    variable = "OPENAI_API_KEY"

    def request(self, model: str, prompt: str, limit: int, tokens: int) -> tuple[str, dict[str, Any]]:
        return "/responses", {
            "model": model,
            "input": prompt,
            "tools": [{"type": "web_search", "search_context_size": "low"}],
            "tool_choice": "required",
            "include": ["web_search_call.action.sources"],
            "max_output_tokens": tokens,
            "store": False,
        }

    def pages(self, answer: Any) -> Iterator[Found]:
        if answer.get("error"):
            raise ProviderError(f"the service failed in the middle of it ({str(answer['error'].get('code'))[:60]})")
        output = list(answer["output"])
        for item in output:
            for part in (item.get("content") or ()) if item["type"] == "message" else ():
                for note in part.get("annotations") or ():
                    if note["type"] == "url_citation":
                        yield Found(str(note.get("title") or ""), note["url"])
        for item in output:
            if item["type"] == "web_search_call":
                for source in (item.get("action") or {}).get("sources") or ():
                    if source.get("url"):  # a source may also be an interface of the service's own, which is no page
                        yield Found("", source["url"])

    def usage(self, answer: Any) -> Usage | None:
        told = answer.get("usage")
        cached = ((told or {}).get("input_tokens_details") or {}).get("cached_tokens") or 0
        return told and Usage(prompt_tokens=told["input_tokens"], completion_tokens=told["output_tokens"], cached_tokens=cached)


class Gemini(Vendor):
    """Grounding with Google Search (https://ai.google.dev/gemini-api/docs/grounding)."""

    base_url = "https://generativelanguage.googleapis.com/v1beta"
    model = "gemini-3.8-flash"
    variable = "GEMINI_API_KEY"

    def headers(self, key: str) -> dict[str, str]:
        return {"x-goog-api-key": key}

    def request(self, model: str, prompt: str, limit: int, tokens: int) -> tuple[str, dict[str, Any]]:
        return f"/models/{model}:generateContent", {
            "contents": [{"role": "user", "parts": [{"text": prompt}]}],
            "tools": [{"google_search": {}}],
            "generationConfig": {"maxOutputTokens": tokens},
        }

    def pages(self, answer: Any) -> Iterator[Found]:
        if not answer.get("candidates") and (blocked := (answer.get("promptFeedback") or {}).get("blockReason")):
            raise BadAnswer(f"the service refused the query ({blocked})")
        grounds = answer["candidates"][0].get("groundingMetadata") or {}
        chunks = list(grounds.get("groundingChunks") or ())
        cited = [at for support in grounds.get("groundingSupports") or () for at in support.get("groundingChunkIndices") or ()]
        for at in dict.fromkeys([*(at for at in cited if at < len(chunks)), *range(len(chunks))]):
            if page := chunks[at].get("web"):
                yield Found(str(page.get("title") or ""), page["uri"])

    def usage(self, answer: Any) -> Usage | None:
        told = answer.get("usageMetadata")
        if not told:
            return None
        read = (told.get("promptTokenCount") or 0) + (told.get("toolUsePromptTokenCount") or 0)
        written = (told.get("candidatesTokenCount") or 0) + (told.get("thoughtsTokenCount") or 0)
        return Usage(prompt_tokens=read, completion_tokens=written, cached_tokens=told.get("cachedContentTokenCount") or 0)


class OpenRouter(Vendor):
    """The server tool ``openrouter:web_search`` (https://openrouter.ai/docs/guides/features/server-tools/web-search)."""

    base_url = "https://openrouter.ai/api/v1"
    model = "openrouter/auto"
    variable = "OPENROUTER_API_KEY"

    def request(self, model: str, prompt: str, limit: int, tokens: int) -> tuple[str, dict[str, Any]]:
        return "/chat/completions", {
            "model": model,
            "messages": [{"role": "user", "content": prompt}],
            "tools": [{"type": "openrouter:web_search", "parameters": {"max_results": min(limit, 25)}}],
            "max_tokens": tokens,
        }

    def pages(self, answer: Any) -> Iterator[Found]:
        if answer.get("error"):
            raise ProviderError(f"the service failed in the middle of it ({str(answer['error'].get('code'))[:60]})")
        for note in answer["choices"][0]["message"].get("annotations") or ():
            if note["type"] == "url_citation":
                page = note["url_citation"]
                # ``content`` is a piece of the page that the search found; it is shown, and never quoted
                yield Found(str(page.get("title") or ""), page["url"], str(page.get("content") or ""))

    def usage(self, answer: Any) -> Usage | None:
        told = answer.get("usage")
        if not told:
            return None
        cost = told.get("cost")
        usd = float(cost) if isinstance(cost, int | float) and not isinstance(cost, bool) else None
        return Usage(prompt_tokens=told["prompt_tokens"], completion_tokens=told["completion_tokens"], usd=usd)


VENDORS: dict[str, Vendor] = {"openai": OpenAI(), "gemini": Gemini(), "openrouter": OpenRouter()}
