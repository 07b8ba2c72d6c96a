"""Jina Reader: a page as markdown, scripts run, from r.jina.ai."""

from __future__ import annotations

from typing import Any

from pydantic import SecretStr

from dr_core import Blocked, ProviderError, RawPage, option
from dr_core.pattern import regex
from dr_plugins.fetch._http import HttpFetcher

_TARGET = regex(r"returned error (\d{3})")


class Jina(HttpFetcher):
    """Brings pages through Jina Reader (https://jina.ai/reader)."""

    class Options(HttpFetcher.Options):
        """Options of Jina Reader."""

        api_key: SecretStr | None = option(None, env="JINA_API_KEY", help="Key of jina.ai")
        base_url: str = option("https://r.jina.ai", help="Where Jina Reader is; yours, if you host it")

    async def ask(self, url: str) -> Any:
        # The address goes in the body: in the path, its own query would be taken for the service's.
        headers = {"X-Return-Format": "markdown", "X-Timeout": str(max(1, int(self.options.timeout) - 2))}
        return await self.post("/", {"url": url}, **headers)

    def page(self, answer: Any, url: str) -> RawPage:
        data = answer["data"]
        if found := _TARGET.search(str(data.get("warning") or "")):
            # the service brings the error page of the site as if it were the page
            kind = Blocked if found[1] in ("401", "403", "429", "451", "503") else ProviderError
            raise kind(f"{self.name} was answered {found[1]} by the page's server")
        return self.raw(data["content"], title=data.get("title"), published=data.get("publishedTime"))
