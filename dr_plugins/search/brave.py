"""Brave Search: an index of its own, web and news."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from pydantic import SecretStr

from dr_core import Hit, SearchTask, option
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import first_day, primary, traditional

_LANGUAGES = frozenset({
    "ar", "eu", "bn", "bg", "ca", "hr", "cs", "da", "nl", "en", "et", "fi", "fr", "gl", "de", "gu", "he", "hi", "hu", "is",
    "it", "kn", "ko", "lv", "lt", "ms", "ml", "mr", "nb", "pl", "pa", "ro", "ru", "sr", "sk", "sl", "es", "sv", "ta", "te",
    "th", "tr", "uk", "vi",
})  # fmt: skip
_SPELT = {"ja": "jp", "no": "nb", "pt": "pt-br"}
"""Languages that the service spells in its own way."""


class Brave(HttpSearch):
    """Searches with Brave (https://api-dashboard.search.brave.com/app/documentation/web-search/get-started)."""

    strategies = ("general", "news")
    keyless = False

    class Options(HttpSearch.Options):
        """Options of Brave."""

        api_key: SecretStr | None = option(None, env="BRAVE_API_KEY", help="Key (subscription token) of the Brave Search API")
        base_url: str = option("https://api.search.brave.com", help="Where Brave is")
        max_results: int = option(20, ge=1, le=20, help="Hits at most (the service gives up to 20)")
        rate: float = option(1.0, gt=0, help="Requests per second at most, over all runs of this process")
        country: str = option("", help="Country of the results, two letters; empty: the service's default")

    def headers(self) -> dict[str, str]:
        return {"X-Subscription-Token": self.key(), "Accept": "application/json"}

    async def ask(self, task: SearchTask, limit: int) -> Any:
        query = " ".join(task.query.split()[:50])[:400]  # the service refuses more than 50 words or 400 characters
        params: dict[str, Any] = {"q": query, "count": limit, "text_decorations": "false"}
        if language := _language(task.language):
            params["search_lang"] = language
        if self.options.country:
            params["country"] = self.options.country
        if since := first_day(task.since):
            params["freshness"] = f"{since}to{datetime.now(UTC).date().isoformat()}"
        if task.strategy == "news":
            return await self.json("GET", "/res/v1/news/search", params=params)
        return await self.json("GET", "/res/v1/web/search", params={**params, "result_filter": "web"})

    def hits(self, answer: Any, task: SearchTask) -> Iterator[Hit | None]:
        # a web answer without results has no "web" at all, a news answer has its results at the top
        web = answer["type"] == "search"
        for item in (answer.get("web") or {}).get("results", ()) if web else answer["results"]:
            thumbnail = item.get("thumbnail") or {}
            yield self.hit(
                item.get("title"),
                item["url"],
                snippet=" … ".join([item.get("description") or "", *(item.get("extra_snippets") or ())]).removesuffix(" … "),
                published=item.get("page_age") or item.get("age"),
                images=(thumbnail.get("original") or thumbnail.get("src"),),
                kind="" if web else "news",
            )


def _language(tag: str) -> str:
    language = primary(tag)
    if language == "zh":
        return "zh-hant" if traditional(tag) else "zh-hans"
    return _SPELT.get(language) or (language if language in _LANGUAGES else "")
