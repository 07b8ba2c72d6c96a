"""Hugging Face: papers that its community discusses, the papers of the day, and its blog."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import SecretStr

from dr_core import Hit, SearchTask, option
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import share, words

_LOOKED = 100
"""Papers of the day looked through: the most that one request gives."""


class HuggingFace(HttpSearch):
    """Searches Hugging Face (https://huggingface.co/docs/hub/api); the day's papers and the blog are lists, sifted here."""

    strategies = ("academic", "code")
    signal = "high"

    class Options(HttpSearch.Options):
        """Options of Hugging Face."""

        api_key: SecretStr | None = option(None, env="HF_TOKEN", help="Token of huggingface.co; not needed")
        base_url: str = option("https://huggingface.co", help="Where the Hub is")
        sources: tuple[Literal["papers", "daily", "blog"], ...] = option(("papers", "daily", "blog"), help="What to look through")

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key()}"} if self.key() else {}

    async def find(self, task: SearchTask, limit: int) -> list[Hit]:
        ways = {"papers": self._papers, "daily": self._daily, "blog": self._blog}
        return await self.any_of([(source, ways[source](task, limit)) for source in self.options.sources])

    async def _papers(self, task: SearchTask, limit: int) -> list[Hit]:
        found = await self.json("GET", "/api/papers/search", params={"q": task.query[:250], "limit": limit})
        with self.reading():
            return [hit for item in _list(found) if (hit := self._paper(item))]

    async def _daily(self, task: SearchTask, limit: int) -> list[Hit]:
        found = await self.json("GET", "/api/daily_papers", params={"limit": _LOOKED})
        with self.reading():
            hits = [hit for item in _list(found) if (hit := self._paper(item))]
        return _sifted(hits, task.query, limit)

    async def _blog(self, task: SearchTask, limit: int) -> list[Hit]:
        found = await self.feed(await self.text("GET", "/blog/feed.xml"))
        posts = [
            self.hit(
                entry.get("title"), entry.get("link"), snippet=entry.get("summary"), published=entry.get("published"), kind="blog"
            )
            for entry in found
        ]
        return _sifted([post for post in posts if post], task.query, limit)

    def _paper(self, item: Any) -> Hit | None:
        paper = item["paper"]
        return self.hit(
            item.get("title") or paper.get("title"),
            f"https://arxiv.org/abs/{paper['id']}",  # the paper itself: other engines find it under this address too
            snippet=paper.get("ai_summary") or paper.get("summary"),
            published=paper.get("publishedAt") or item.get("publishedAt"),
            content=paper.get("summary") or "",
            images=(item.get("thumbnail"),),
            kind="paper",
        )


def _list(answer: Any) -> list[Any]:
    if not isinstance(answer, list):
        raise TypeError("no list")
    return answer


def _sifted(hits: list[Hit], query: str, limit: int) -> list[Hit]:
    """Those that have most of the query's words, best first."""
    wanted = words(query, 12)
    shares = [(share(wanted, f"{hit.title} {hit.content or hit.snippet}"), hit) for hit in hits]
    return [hit for part, hit in sorted(shares, key=lambda pair: -pair[0]) if part > 0.5][:limit]
