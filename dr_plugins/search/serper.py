"""Serper: Google's web, news, scholar and patent results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import SecretStr

from dr_core import Hit, SearchTask, option
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import first_day, primary, traditional

# strategy: (path, where the items stand, kind of source)
_ENDPOINTS = {
    "news": ("/news", "news", "news"),
    "academic": ("/scholar", "organic", "paper"),
    "patents": ("/patents", "organic", "patent"),
}
_COUNTRY = {"zh-tw": "tw", "zh-cn": "cn", "ja": "jp", "ko": "kr"}


class Serper(HttpSearch):
    """Searches Google through Serper (https://serper.dev/playground)."""

    strategies = ("general", "news", "academic", "patents")
    keyless = False

    class Options(HttpSearch.Options):
        """Options of Serper."""

        api_key: SecretStr | None = option(None, env="SERPER_API_KEY", help="Key of serper.dev")
        base_url: str = option("https://google.serper.dev", help="Where Serper is")
        max_results: int = option(20, ge=1, le=100, help="Hits at most")
        country: str = option("", help="Country of the results (gl), two letters; empty: by the language")

    def headers(self) -> dict[str, str]:
        return {"X-API-KEY": self.key()}

    async def ask(self, task: SearchTask, limit: int) -> Any:
        path, _, kind = _ENDPOINTS.get(task.strategy, ("/search", "organic", ""))
        body: dict[str, Any] = {"q": task.query, "num": limit}
        if language := _language(task.language):
            body["hl"] = language
        if country := self.options.country or _COUNTRY.get(language, ""):
            body["gl"] = country
        since = first_day(task.since)
        if since and kind in ("", "news"):  # Google's own way to say "from this day on"
            year, month, day = since.split("-")
            body["tbs"] = f"cdr:1,cd_min:{int(month)}/{int(day)}/{year}"
        return await self.json("POST", path, json=body)

    def hits(self, answer: Any, task: SearchTask) -> Iterator[Hit | None]:
        _, where, kind = _ENDPOINTS.get(task.strategy, ("", "organic", ""))
        if "searchParameters" not in answer:  # every answer repeats the question; an empty one has no items
            raise KeyError("searchParameters")
        for item in answer.get(where) or ():
            yield self.hit(
                item.get("title"),
                item.get("link"),
                snippet=_snippet(item),
                published=item.get("date") or item.get("publicationDate") or item.get("filingDate") or item.get("year"),
                images=(item.get("imageUrl"), item.get("thumbnailUrl")),
                kind=kind,
            )


def _snippet(item: Any) -> str:
    return " - ".join(str(item[key]) for key in ("publicationInfo", "snippet") if item.get(key))


def _language(tag: str) -> str:
    language = primary(tag)
    return ("zh-tw" if traditional(tag) else "zh-cn") if language == "zh" else language
