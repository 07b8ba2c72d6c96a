"""Wikipedia, in the language of the question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dr_core import Hit, SearchTask, option
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import primary


class Wikipedia(HttpSearch):
    """Searches Wikipedia (https://www.mediawiki.org/wiki/API:Search, with extracts, addresses and images of the pages)."""

    signal = "medium"

    class Options(HttpSearch.Options):
        """Options of Wikipedia."""

        base_url: str = option("https://{language}.wikipedia.org", help="Where the wiki is; {language} is the task's language")
        max_results: int = option(20, ge=1, le=20, help="Hits at most (the service gives extracts of up to 20)")
        language: str = option("en", pattern="^[a-z]{2,3}$", help="Language where the task has none")

    async def ask(self, task: SearchTask, limit: int) -> Any:
        # A tag of anything but letters never becomes part of a host name.
        language = primary(task.language) or self.options.language
        params = {
            "action": "query",
            "format": "json",
            "formatversion": 2,
            "generator": "search",
            "gsrsearch": task.query[:300],  # the most the service takes
            "gsrlimit": limit,
            "prop": "extracts|info|pageimages|revisions",
            "exintro": 1,
            "explaintext": 1,
            "exlimit": "max",
            "inprop": "url",
            "piprop": "thumbnail",
            "pithumbsize": 800,
            "rvprop": "timestamp",
        }
        wiki = self.options.base_url.replace("{language}", language)
        return await self.json("GET", f"{wiki}/w/api.php", params=params)

    def hits(self, answer: Any, task: SearchTask) -> Iterator[Hit | None]:
        if "error" in answer:  # errors come with status 200
            raise ValueError(answer["error"].get("info"))
        if "query" not in answer and "batchcomplete" not in answer:  # nothing found: no "query" at all
            raise KeyError("query")
        for page in sorted((answer.get("query") or {}).get("pages", ()), key=lambda page: page["index"]):
            yield self.hit(
                page["title"],
                page["fullurl"],
                snippet=page.get("extract"),
                published=(page.get("revisions") or [{}])[0].get("timestamp"),
                images=((page.get("thumbnail") or {}).get("source"),),
                kind="encyclopedia",
            )
