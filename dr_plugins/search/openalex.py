"""OpenAlex: the catalogue of scholarly works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import SecretStr

from dr_core import Hit, SearchTask, option
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import first_day

_FIELDS = (
    "id", "doi", "display_name", "publication_date", "relevance_score", "cited_by_count", "primary_location", "best_oa_location",
    "abstract_inverted_index",
)  # fmt: skip


class OpenAlex(HttpSearch):
    """Searches OpenAlex (https://developers.openalex.org/api-reference/works)."""

    strategies = ("academic",)
    signal = "high"

    class Options(HttpSearch.Options):
        """Options of OpenAlex."""

        api_key: SecretStr | None = option(None, env="OPENALEX_API_KEY", help="Key of openalex.org; a few searches a day without")
        base_url: str = option("https://api.openalex.org", help="Where the API is")

    async def ask(self, task: SearchTask, limit: int) -> Any:
        params: dict[str, Any] = {"search": task.query, "per_page": limit, "select": ",".join(_FIELDS)}
        if since := first_day(task.since):
            params["filter"] = f"from_publication_date:{since}"
        if self.key():
            params["api_key"] = self.key()
        return await self.json("GET", "/works", params=params)

    def hits(self, answer: Any, task: SearchTask) -> Iterator[Hit | None]:
        for work in answer["results"]:
            places = [work.get("best_oa_location") or {}, work.get("primary_location") or {}]
            # where anybody can read it first
            addresses = [place.get("landing_page_url") for place in places] + [work.get("doi"), work["id"]]
            venue = (places[1].get("source") or {}).get("display_name") or ""
            abstract = _abstract(work.get("abstract_inverted_index") or {})
            cited = f"cited {work['cited_by_count']:,} times" if work.get("cited_by_count") else ""
            yield self.hit(
                work.get("display_name"),
                next(filter(None, addresses), None),
                snippet=". ".join(part for part in (venue, cited, abstract) if part),
                published=work.get("publication_date"),
                content=abstract,
                score=work.get("relevance_score"),
                kind="paper",
            )


def _abstract(index: dict[str, list[int]]) -> str:
    """The abstract, which comes as an index from each word to its places."""
    placed = sorted((place, word) for word, places in index.items() for place in places)
    return " ".join(word for _, word in placed)
