"""Tavily: web search made for programs, with the text of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import SecretStr

from dr_core import Hit, SearchTask, option
from dr_plugins.search._http import HttpSearch, web_address
from dr_plugins.search._text import first_day, primary, traditional

# A tag the service does not know would be a refused request: only plain codes are sent, the query's own words do the rest.
_LANGUAGES = frozenset({"ar", "de", "en", "es", "fr", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "tr", "uk"})


class Tavily(HttpSearch):
    """Searches with Tavily (https://docs.tavily.com/documentation/api-reference/endpoint/search)."""

    strategies = ("general", "news")
    keyless = False

    class Options(HttpSearch.Options):
        """Options of Tavily."""

        api_key: SecretStr | None = option(None, env="TAVILY_API_KEY", help="Key of tavily.com")
        base_url: str = option("https://api.tavily.com", help="Where Tavily is")
        max_results: int = option(20, ge=1, le=20, help="Hits at most (the service gives up to 20)")
        depth: Literal["basic", "advanced", "fast", "ultra-fast"] = option("basic", help="The service's search_depth")
        raw_content: bool = option(True, help="Ask for the text of the pages, which saves reading them again")

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key()}"}

    async def ask(self, task: SearchTask, limit: int) -> Any:
        body = {
            "query": task.query,
            "max_results": limit,
            "search_depth": self.options.depth,
            "topic": "news" if task.strategy == "news" else "general",
            "include_raw_content": "markdown" if self.options.raw_content else False,
            "include_images": True,
        }
        if since := first_day(task.since):
            body["start_date"] = since
        if language := _language(task.language):
            body["language"] = language
        return await self.json("POST", "/search", json=body)

    def hits(self, answer: Any, task: SearchTask) -> Iterator[Hit | None]:
        shared = _by_host(answer.get("images"))  # given for the whole query
        for item in answer["results"]:
            host = urlsplit(web_address(item["url"])).netloc
            yield self.hit(
                item.get("title"),
                item["url"],
                snippet=item.get("content"),
                published=item.get("published_date"),
                content=item.get("raw_content") or "",
                images=[*_addresses(item.get("images")), *(shared.get(host, ()) if host else ())],
                score=item.get("score"),
                kind="news" if task.strategy == "news" else "",
            )


def _by_host(images: Any) -> dict[str, list[Any]]:
    """Images by the site that each comes from: they belong to the results of that."""
    found: dict[str, list[Any]] = {}
    for image in _addresses(images):
        found.setdefault(urlsplit(web_address(image)).netloc, []).append(image)
    return found


def _addresses(images: Any) -> list[Any]:
    return [image["url"] if isinstance(image, dict) else image for image in images or ()]


def _language(tag: str) -> str:
    language = primary(tag)
    if language == "zh":
        return "" if traditional(tag) else "zh-cn"
    return language if language in _LANGUAGES else ""
