"""Exa: search by meaning, with the text of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import SecretStr

from dr_core import Hit, SearchTask, option
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import first_day

# strategy: (category of the service, kind of source)
_CATEGORIES = {"academic": ("publication", "paper"), "news": ("news", "news")}


class Exa(HttpSearch):
    """Searches with Exa (https://docs.exa.ai/reference/search)."""

    strategies = ("general", "academic", "news", "code")
    keyless = False

    class Options(HttpSearch.Options):
        """Options of Exa."""

        api_key: SecretStr | None = option(None, env="EXA_API_KEY", help="Key of exa.ai")
        base_url: str = option("https://api.exa.ai", help="Where Exa is")
        type: str = option("auto", help="Search type of the service (auto, fast, deep, ...)")
        characters: int = option(10_000, ge=0, help="Characters of text asked for with each page; 0: none")

    def headers(self) -> dict[str, str]:
        return {"x-api-key": self.key()}

    async def ask(self, task: SearchTask, limit: int) -> Any:
        body: dict[str, Any] = {"query": task.query, "type": self.options.type, "numResults": limit}
        if self.options.characters:
            body["contents"] = {"text": {"maxCharacters": self.options.characters}}
        if task.strategy in _CATEGORIES:
            body["category"] = _CATEGORIES[task.strategy][0]
        if since := first_day(task.since):
            body["startPublishedDate"] = f"{since}T00:00:00.000Z"
        return await self.json("POST", "/search", json=body)

    def hits(self, answer: Any, task: SearchTask) -> Iterator[Hit | None]:
        for item in answer["results"]:
            yield self.hit(
                item.get("title"),
                item["url"],
                snippet=" … ".join(item.get("highlights") or ()) or item.get("summary"),
                published=item.get("publishedDate"),
                content=item.get("text") or "",
                images=(item.get("image"),),
                score=item.get("score"),
                kind=_CATEGORIES.get(task.strategy, ("", ""))[1],
            )
