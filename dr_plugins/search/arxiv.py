"""arXiv: preprints, found by their title, authors and abstract."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from dr_core import BadAnswer, Hit, SearchTask, option
from dr_core.pattern import regex
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import first_day, plain, words

_ID = regex(
    r"(?i)(?:https?://(?:\w+\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:)?\s*(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[a-z]{2})?/\d{7}(?:v\d+)?)(?:\.pdf)?"
)


class Arxiv(HttpSearch):
    """Searches arXiv (https://info.arxiv.org/help/api/user-manual.html) and looks up single papers."""

    strategies = ("academic",)
    signal = "high"

    class Options(HttpSearch.Options):
        """Options of arXiv."""

        base_url: str = option("https://export.arxiv.org", help="Where the API is")
        timeout: float = option(30.0, gt=0, help="Seconds for one request")
        rate: float = option(1 / 3, gt=0, help="Requests per second at most; arXiv asks for one in three seconds")

    async def find(self, task: SearchTask, limit: int) -> list[Hit]:
        if _ID.fullmatch(task.query.strip()):
            found = await self.paper(task.query)
            return [found] if found else []
        wanted = words(task.query, 8)
        if not wanted:
            return []
        hits = await self._query(" AND ".join(f"all:{word}" for word in wanted), task, limit)
        if not hits and len(wanted) > 2:  # no paper has all the words: the nearest ones then
            hits = await self._query(" OR ".join(f"all:{word}" for word in wanted), task, limit)
        return hits

    async def paper(self, id: str) -> Hit | None:
        """The paper of an arXiv identifier (``2301.00001``, ``arXiv:2301.00001v2``, an address); None where there is none."""
        found = _ID.fullmatch(id.strip())
        if not found:
            raise BadAnswer(f"{id[:80]!r} is no arXiv identifier", remedy="Give one like 2301.00001 or hep-th/9901001")
        hits = await self._feed({"id_list": found[1], "max_results": 1})
        return hits[0] if hits else None

    async def _query(self, query: str, task: SearchTask, limit: int) -> list[Hit]:
        if since := first_day(task.since):
            until = datetime.now(UTC).strftime("%Y%m%d2359")
            query = f"({query}) AND submittedDate:[{since.replace('-', '')}0000 TO {until}]"
        order = "submittedDate" if task.strategy == "news" else "relevance"
        return await self._feed(
            {"search_query": query, "start": 0, "max_results": limit, "sortBy": order, "sortOrder": "descending"}
        )

    async def _feed(self, params: dict[str, Any]) -> list[Hit]:
        found = await self.feed(await self.text("GET", "/api/query", params=params))
        with self.reading():
            return [hit for entry in found if (hit := self._hit(entry))]

    def _hit(self, entry: Any) -> Hit | None:
        address = entry.get("id", "")
        if "/api/errors" in address:  # an error comes as an entry
            raise ValueError(plain(entry.get("summary")))
        if "/abs/" not in address:  # an unknown identifier gives an entry without anything in it
            return None
        authors = ", ".join(author.get("name", "") for author in entry.get("authors", ())[:6])
        abstract = plain(entry.get("summary"))
        return self.hit(
            entry.get("title"),
            address.replace("http://", "https://", 1),
            snippet=f"{authors}. {abstract}" if authors else abstract,
            published=entry.get("published"),
            content=abstract,
            kind="paper",
        )
