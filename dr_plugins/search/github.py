"""GitHub: repositories, and what people report and discuss in issues."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import SecretStr

from dr_core import Hit, SearchTask, option
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import first_day, words


class GitHub(HttpSearch):
    """Searches GitHub (https://docs.github.com/en/rest/search/search)."""

    strategies = ("code",)
    signal = "medium"

    class Options(HttpSearch.Options):
        """Options of GitHub."""

        api_key: SecretStr | None = option(None, env="GITHUB_TOKEN", help="Token of github.com; a third of the searches without")
        base_url: str = option("https://api.github.com", help="Where the API is")
        rate: float = option(0.4, gt=0, help="Requests per second at most with a token (30 a minute are allowed, 10 without)")
        search: tuple[Literal["repositories", "issues"], ...] = option(("repositories", "issues"), help="What to search")

    def headers(self) -> dict[str, str]:
        sent = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}
        return {**sent, "Authorization": f"Bearer {self.key()}"} if self.key() else sent

    def pace(self) -> tuple[float, int]:
        # The service counts by the minute: six at once and the rest spread keep to 30 a minute, or to 10 without a token.
        return (self.options.rate if self.key() else min(self.options.rate, 4 / 60)), 6

    async def find(self, task: SearchTask, limit: int) -> list[Hit]:
        ways = {"repositories": self._repositories, "issues": self._issues}
        return await self.any_of([(what, ways[what](task, limit)) for what in self.options.search])

    async def _repositories(self, task: SearchTask, limit: int) -> list[Hit]:
        query = _query(task, "pushed")
        found = await self.json("GET", "/search/repositories", params={"q": query, "per_page": limit})
        with self.reading():
            return [hit for item in found["items"] if (hit := self._repository(item))]

    def _repository(self, item: Any) -> Hit | None:
        facts = [f"{item['stargazers_count']:,} stars" if item.get("stargazers_count") else "", item.get("language") or ""]
        return self.hit(
            item["full_name"],
            item["html_url"],
            snippet=" · ".join(part for part in (item.get("description") or "", *facts) if part),
            published=item.get("pushed_at") or item.get("created_at"),
            score=item.get("score"),
            kind="code",
        )

    async def _issues(self, task: SearchTask, limit: int) -> list[Hit]:
        query = f"{_query(task, 'created')} is:issue"
        found = await self.json("GET", "/search/issues", params={"q": query, "per_page": limit})
        with self.reading():
            return [hit for item in found["items"] if (hit := self._issue(item))]

    def _issue(self, item: Any) -> Hit | None:
        return self.hit(
            item["title"],
            item["html_url"],
            published=item.get("created_at"),
            content=item.get("body") or "",
            score=item.get("score"),
            kind="forum",
        )


def _query(task: SearchTask, dated: str) -> str:
    """All words must match at GitHub, and at most 256 characters are taken: the ones that carry meaning."""
    text = " ".join(words(task.query, 6))[:200]
    since = first_day(task.since)
    return f"{text} {dated}:>={since}" if since else text
