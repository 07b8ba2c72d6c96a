"""Hacker News: what was posted and discussed there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

from dr_core import Hit, SearchTask, option
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import blocks, first_day


class HackerNews(HttpSearch):
    """Searches Hacker News through Algolia (https://hn.algolia.com/api)."""

    strategies = ("code", "news")
    signal = "medium"

    class Options(HttpSearch.Options):
        """Options of Hacker News."""

        base_url: str = option("https://hn.algolia.com", help="Where the API is")
        tags: str = option("story", help="What to search, in the API's own words: story, comment, (story,comment), ask_hn, ...")
        site: str = option("https://news.ycombinator.com", help="Where the items are")

    async def ask(self, task: SearchTask, limit: int) -> Any:
        params: dict[str, Any] = {"query": task.query, "tags": self.options.tags, "hitsPerPage": limit}
        since = first_day(task.since)
        if since:
            start = datetime.combine(date.fromisoformat(since), datetime.min.time(), UTC)
            params["numericFilters"] = f"created_at_i>={int(start.timestamp())}"
        newest_first = task.strategy == "news"
        return await self.json("GET", "/api/v1/search_by_date" if newest_first else "/api/v1/search", params=params)

    def hits(self, answer: Any, task: SearchTask) -> Iterator[Hit | None]:
        for item in answer["hits"]:
            discussion = f"{self.options.site}/item?id={item['objectID']}"
            text = blocks(item.get("story_text") or item.get("comment_text") or "")
            # A story that links elsewhere is a pointer to that page; text posted on the site itself is a forum's.
            address = item.get("url") if not text else None
            talk = f"{item.get('points') or 0} points, {item.get('num_comments') or 0} comments: {discussion}"
            yield self.hit(
                item.get("title") or item.get("story_title"),
                address or discussion,
                snippet=text or talk,
                published=item.get("created_at") or item.get("created_at_i"),
                content=text,
                kind="" if address else "forum",
            )
