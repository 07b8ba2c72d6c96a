"""Firecrawl: a page as markdown, scripts run, navigation left out."""

from __future__ import annotations

from typing import Any

from pydantic import SecretStr

from dr_core import AuthFailed, Blocked, ProviderError, RawPage, option
from dr_plugins.fetch._http import HttpFetcher


class Firecrawl(HttpFetcher):
    """Brings pages through Firecrawl's scrape (https://docs.firecrawl.dev/api-reference/endpoint/scrape)."""

    class Options(HttpFetcher.Options):
        """Options of Firecrawl."""

        api_key: SecretStr | None = option(None, env="FIRECRAWL_API_KEY", help="Key of firecrawl.dev")
        base_url: str = option("https://api.firecrawl.dev", help="Where Firecrawl is; yours, if you host it")

    async def ask(self, url: str) -> Any:
        milliseconds = max(1000, int((self.options.timeout - 2) * 1000))
        body = {"url": url, "formats": ["markdown"], "onlyMainContent": True, "removeBase64Images": True, "timeout": milliseconds}
        try:
            return await self.post("/v2/scrape", body)
        except AuthFailed as error:
            if "(403)" not in error.message:
                raise
            # here a 403 is about the site, which the service does not read, and not about the key
            raise Blocked(error.message.replace("refused the key", "does not read this site")) from error

    def page(self, answer: Any, url: str) -> RawPage:
        if not answer["success"]:
            raise ProviderError(f"{self.name} could not read the page: {str(answer.get('error'))[:200]}")
        data = answer["data"]
        about = data.get("metadata") or {}
        status = about.get("statusCode")
        if isinstance(status, int) and status >= 400:
            kind = Blocked if status in (401, 403, 429, 451, 503) else ProviderError
            raise kind(f"{self.name} was answered {status} by the page's server")
        published = about.get("publishedTime") or about.get("article:published_time") or about.get("dcDate")
        return self.raw(
            data["markdown"],
            title=_one(about.get("title")),
            author=_one(about.get("author")),
            published=_one(published),
            images=[_one(about.get("ogImage"))],
        )


def _one(value: Any) -> Any:
    """A page that says a thing twice gets a list of both."""
    return value[0] if isinstance(value, list) and value else value
