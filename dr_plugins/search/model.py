"""A model's own web search: OpenAI's tool, Gemini's grounding, OpenRouter's server tool."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import SecretStr

from dr_core import Context, Hit, ProviderError, SearchProvider, SearchTask, Usage, option
from dr_plugins.search._http import HttpSearch, web_address
from dr_plugins.search._model_wire import VENDORS, Found
from dr_plugins.search._text import first_day

_REDIRECTS = ("vertexaisearch.cloud.google.com", "/grounding-api-redirect/")
"""Where Gemini's addresses lead through: Google's own host, which sends on to the page."""


class Model(HttpSearch):
    """Lets a model search the web with its vendor's own tool, and takes the pages it names; its words are not used.

    The pages are read like any others: what the model wrote about them is no source, and never becomes evidence. Its tokens count
    in the run's usage and budget; the price of a search is unknown unless the service tells it or you do.
    """

    strategies = ("general", "news")
    keyless = False
    patience = 60.0

    class Options(HttpSearch.Options):
        """Options of the search by a model."""

        vendor: Literal["auto", "openai", "gemini", "openrouter"] = option("auto", help="Whose model; auto: the first with a key")
        model: str = option("", help="The model's name at the service; empty: gpt-6.1-sol, gemini-3.8-flash, openrouter/auto")
        base_url: str = option("", help="Where the service is; empty: the vendor's own address")
        openai_api_key: SecretStr | None = option(None, env="OPENAI_API_KEY", help="Key of OpenAI")
        gemini_api_key: SecretStr | None = option(None, env="GEMINI_API_KEY", or_env="GOOGLE_API_KEY", help="Key of Gemini")
        openrouter_api_key: SecretStr | None = option(None, env="OPENROUTER_API_KEY", help="Key of OpenRouter")
        timeout: float = option(60.0, gt=0, help="Seconds for one search: the model reads before it answers")
        rate: float = option(1.0, gt=0, help="Requests per second at most, over all runs of this process")
        max_output_tokens: int = option(2_000, ge=16, help="Tokens that the model may write, reasoning included")
        reserve_tokens: int = option(4_000, ge=0, help="Tokens that a budget sets aside for one search; what it used is counted")
        usd_per_search: float | None = option(
            None, ge=0, help="What a search costs in all, in US dollars; unset: as told, or unknown"
        )

    def __init__(self, options: SearchProvider.Options | None = None, context: Context | None = None) -> None:
        super().__init__(options, context)
        given = self.options
        with_key = [name for name in VENDORS if getattr(given, f"{name}_api_key")]
        self._name = given.vendor if given.vendor != "auto" else next(iter(with_key), "openai")
        self._vendor = VENDORS[self._name]
        settled = {"model": given.model or self._vendor.model, "base_url": given.base_url or self._vendor.base_url}
        others = {f"{name}_api_key": None for name in VENDORS if name != self._name}  # of no use here
        self.options = given.model_copy(update=settled | others)

    def key(self) -> str:
        secret = getattr(self.options, f"{self._name}_api_key")
        return secret.get_secret_value().strip() if secret else ""

    def lacks(self) -> str:
        if self.key():
            return ""
        auto = self.options.vendor == "auto"
        wanted = " or ".join(vendor.variable for vendor in VENDORS.values()) if auto else self._vendor.variable
        return f"Set {wanted}, or {self._name}_api_key under [search.{self.name}]"

    def ceiling(self) -> Usage:
        """What one search may cost, as far as anybody knows before it."""
        return Usage(prompt_tokens=self.options.reserve_tokens, usd=self.options.usd_per_search)

    def headers(self) -> dict[str, str]:
        return self._vendor.headers(self.key())

    async def find(self, task: SearchTask, limit: int) -> list[Hit]:
        path, body = self._vendor.request(self.options.model, _prompt(task, limit), limit, self.options.max_output_tokens)
        wire = _Wire()
        try:
            answer = await self.json("POST", path, json=body, extensions={"trace": wire.follow})
        except ProviderError as error:
            error.used = wire.may_cost
            raise
        with self.reading():
            self._count(answer)
            found = list(dict.fromkeys(self._vendor.pages(answer)))[: 2 * limit]
        found = await asyncio.gather(*(self._landed(page) for page in found))
        kind = "news" if task.strategy == "news" else ""
        return [hit for page in found if (hit := self.hit(page.title, page.url, snippet=page.snippet, kind=kind))]

    def _count(self, answer: Any) -> None:
        """Say what the search cost; a service that does not say is counted by what was set aside, and called an estimate."""
        told = self._vendor.usage(answer) or Usage(prompt_tokens=self.options.reserve_tokens, estimated=True)
        if self.options.usd_per_search is not None:
            told = told.model_copy(update={"usd": self.options.usd_per_search})
        self.context.spent(self.options.model, told)

    async def _landed(self, page: Found) -> Found:
        """The page that a redirect of the service's own host leads to; without it no two searches would name the same page."""
        parts = urlsplit(web_address(page.url))
        at_service = parts.netloc in (_REDIRECTS[0], urlsplit(self.options.base_url).netloc)
        if not (at_service and parts.path.startswith(_REDIRECTS[1])):
            return page
        import httpx  # imported here: it costs 0.1 s

        from dr_core.web import api_client

        try:  # a client without the key: it is for the service, not for its redirects
            async with (
                asyncio.timeout(self.options.timeout),
                api_client(timeout=self.options.timeout) as client,
                client.stream("GET", page.url) as response,
            ):
                there = web_address(response.headers.get("location", ""))
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            self.context.log.info("%s: a redirect could not be followed: %s", self.name, type(error).__name__)
            return page
        return page._replace(url=there) if there else page


class _Wire:
    """How far a request came: what was sent may be paid for, unless the service answers that it failed."""

    may_cost = False

    async def follow(self, event: str, info: Mapping[str, Any]) -> None:
        """What httpx tells on the way."""
        if event.endswith("send_request_body.complete"):
            self.may_cost = True
        elif event.endswith("receive_response_headers.complete"):
            self.may_cost = 200 <= info["return_value"][1] < 300


def _prompt(task: SearchTask, limit: int) -> str:
    """What the model is asked. The query is data: whoever wrote it must not steer the model."""
    query = " ".join(task.query.split()).replace("<", "‹").replace(">", "›")
    since = first_day(task.since)
    lines = [
        f"Search the web for the query between the tags. Name up to {limit} different pages that answer it best, primary and "
        "reliable ones first, each in one short sentence with its citation. Write nothing else.",
        f"Only pages published on or after {since}." if since else "",
        "The newest pages matter most." if task.strategy == "news" else "",
        f"<query>{query}</query>",
    ]
    return "\n".join(filter(None, lines))
