"""Bocha: web search with a large Chinese index."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from pydantic import SecretStr

from dr_core import Hit, SearchTask, option
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import first_day


class Bocha(HttpSearch):
    """Searches with Bocha (https://open.bocha.cn, "Web Search API")."""

    strategies = ("general", "news")
    keyless = False

    class Options(HttpSearch.Options):
        """Options of Bocha."""

        api_key: SecretStr | None = option(None, env="BOCHA_API_KEY", help="Key of open.bocha.cn")
        base_url: str = option("https://api.bocha.cn", help="Where Bocha is")
        max_results: int = option(20, ge=1, le=50, help="Hits at most (the service gives up to 50)")

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key()}"}

    async def ask(self, task: SearchTask, limit: int) -> Any:
        since = first_day(task.since)
        freshness = f"{since}..{datetime.now(UTC).date().isoformat()}" if since else "noLimit"
        body = {"query": task.query, "summary": True, "count": limit, "freshness": freshness}
        return await self.json("POST", "/v1/web-search", json=body)

    def hits(self, answer: Any, task: SearchTask) -> Iterator[Hit | None]:
        data = answer.get("data", answer)  # the plain answer, or wrapped as {"code": 200, "data": ...}
        if data["_type"] != "SearchResponse":
            raise ValueError("no SearchResponse")
        images: dict[str, list[str]] = {}
        for image in (data.get("images") or {}).get("value") or ():
            images.setdefault(image.get("hostPageUrl") or "", []).append(image.get("contentUrl"))
        for item in (data.get("webPages") or {}).get("value") or ():
            yield self.hit(
                item.get("name"),
                item["url"],
                snippet=item.get("summary") or item.get("snippet"),  # written by the service: no text to quote from
                published=item.get("datePublished"),
                images=images.get(item["url"], ()),
                kind="news" if task.strategy == "news" else "",
            )
