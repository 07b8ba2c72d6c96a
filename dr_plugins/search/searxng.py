"""SearXNG: a metasearch engine that people run themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dr_core import AuthFailed, Hit, SearchTask, option
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import days_since

_CATEGORIES = {"news": "news", "academic": "science", "code": "it"}
_KINDS = {"news": "news", "academic": "paper"}


class SearXNG(HttpSearch):
    """Searches with a SearXNG instance (https://docs.searxng.org/dev/search_api.html); it must allow the format ``json``."""

    strategies = ("general", "news", "academic", "code")
    keyless = False

    class Options(HttpSearch.Options):
        """Options of SearXNG."""

        base_url: str = option("", env="SEARXNG_BASE_URL", help="Where the instance is, such as http://localhost:8080")
        engines: tuple[str, ...] = option((), help="Engines of the instance to ask; empty: its own choice")

    def lacks(self) -> str:
        return "" if self.options.base_url else f"Set SEARXNG_BASE_URL, or base_url under [search.{self.name}]"

    async def ask(self, task: SearchTask, limit: int) -> Any:
        params = {"q": task.query, "format": "json", "categories": _CATEGORIES.get(task.strategy, "general")}
        if self.options.engines:
            params["engines"] = ",".join(self.options.engines)
        if task.language:
            params["language"] = task.language
        days = days_since(task.since)
        if days is not None and days <= 365:
            params["time_range"] = "day" if days <= 1 else "month" if days <= 31 else "year"
        try:
            return await self.json("GET", "/search", params=params)
        except AuthFailed as exc:  # there is no key: what is forbidden is the format
            raise AuthFailed(
                f"{self.name} does not answer in JSON", remedy="Add json to search.formats in its settings.yml"
            ) from exc

    def hits(self, answer: Any, task: SearchTask) -> Iterator[Hit | None]:
        for item in answer["results"]:
            yield self.hit(
                item.get("title"),
                item.get("url"),  # a table of facts or a file among the results has none
                snippet=item.get("content"),
                published=item.get("publishedDate"),
                images=(item.get("img_src"), item.get("thumbnail")),
                score=item.get("score"),
                kind=_KINDS.get(task.strategy, ""),
            )
