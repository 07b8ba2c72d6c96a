"""Tavily Extract: the text of a page as markdown."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import SecretStr

from dr_core import ProviderError, RawPage, option
from dr_plugins.fetch._http import HttpFetcher


class TavilyExtract(HttpFetcher):
    """Brings pages through Tavily Extract (https://docs.tavily.com/documentation/api-reference/endpoint/extract)."""

    class Options(HttpFetcher.Options):
        """Options of Tavily Extract."""

        api_key: SecretStr | None = option(None, env="TAVILY_API_KEY", help="Key of tavily.com")
        base_url: str = option("https://api.tavily.com", help="Where Tavily is")
        depth: Literal["basic", "advanced"] = option(
            "advanced", help="The service's extract_depth: advanced runs scripts and keeps tables, for twice the price"
        )

    async def ask(self, url: str) -> Any:
        seconds = min(60.0, max(1.0, self.options.timeout - 2))  # the range that the service takes
        body = {
            "urls": [url],
            "extract_depth": self.options.depth,
            "format": "markdown",
            "include_images": True,
            "timeout": seconds,
        }
        return await self.post("/extract", body)

    def page(self, answer: Any, url: str) -> RawPage:
        results = answer["results"]
        if not results:
            said = "; ".join(str(failed.get("error")) for failed in answer.get("failed_results") or ())
            raise ProviderError(f"{self.name} could not read the page: {said[:200] or 'no reason given'}")
        return self.raw(results[0]["raw_content"], title=results[0].get("title"), images=results[0].get("images"))
