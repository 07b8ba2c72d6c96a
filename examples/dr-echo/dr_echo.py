"""Echo: a search provider that needs no service."""

from __future__ import annotations

from urllib.parse import quote

from dr_core import Hit, SearchProvider, SearchTask, option


class Echo(SearchProvider):
    """Answers every query with one page about it."""

    class Options(SearchProvider.Options):
        """The settings of one instance: ``[search.echo]``."""

        site: str = option("https://example.org", env="ECHO_SITE", help="Where the page is")

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        words = task.query.strip()
        if not words:
            return []
        content = f"{words}. This page repeats what was asked: {words}."
        return [Hit(title=words, url=f"{self.options.site}/{quote(words, safe='')}", content=content, engine=self.name)][:limit]
