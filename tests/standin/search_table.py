"""Every bundled search provider that speaks HTTP, with its stand-in: one table for the tests that hold for all."""

from __future__ import annotations

from typing import Any, NamedTuple

from standin import model_search, source_engines, web_engines
from standin.server import Route

from dr_core import Context, SearchProvider
from dr_plugins.search.arxiv import Arxiv
from dr_plugins.search.bocha import Bocha
from dr_plugins.search.brave import Brave
from dr_plugins.search.duckduckgo import DuckDuckGo
from dr_plugins.search.exa import Exa
from dr_plugins.search.feeds import Feeds
from dr_plugins.search.github import GitHub
from dr_plugins.search.hackernews import HackerNews
from dr_plugins.search.huggingface import HuggingFace
from dr_plugins.search.model import Model
from dr_plugins.search.openalex import OpenAlex
from dr_plugins.search.searxng import SearXNG
from dr_plugins.search.serper import Serper
from dr_plugins.search.tavily import Tavily
from dr_plugins.search.wikipedia import Wikipedia


class Engine(NamedTuple):
    """A provider, the service that stands in for its own, and how the two are put together."""

    plugin: type[SearchProvider]
    route: Route
    key: bool = False
    options: tuple[tuple[str, Any], ...] = ()
    path: str = ""
    key_option: str = "api_key"

    def provider(self, url: str, **options: Any) -> Any:
        """An instance that talks to the stand-in at ``url``, as fast as it likes."""
        given = {
            "rate": 10_000,
            "timeout": 60,
            **dict(self.options),
            **({self.key_option: web_engines.KEY} if self.key else {}),
            **options,
        }
        where = {"urls": [f"{url}{self.path}"]} if self.plugin is Feeds else {"base_url": f"{url}{self.path}"}
        return self.plugin(self.plugin.Options(**{**where, **given}), Context(instance=self.plugin.__name__.lower()))


ENGINES = {
    "arxiv": Engine(Arxiv, source_engines.arxiv),
    "bocha": Engine(Bocha, web_engines.bocha, key=True),
    "brave": Engine(Brave, web_engines.brave, key=True),
    "duckduckgo": Engine(DuckDuckGo, web_engines.duckduckgo),
    "exa": Engine(Exa, web_engines.exa, key=True),
    "feeds": Engine(Feeds, source_engines.feeds, options=(("lifetime", 0),), path="/rss.xml"),
    "github": Engine(GitHub, source_engines.github, key=True),
    "hackernews": Engine(HackerNews, source_engines.hackernews),
    "huggingface": Engine(HuggingFace, source_engines.huggingface, key=True),
    "model": Engine(Model, model_search.openai, key=True, path="/v1", key_option="openai_api_key"),
    "model-gemini": Engine(Model, model_search.gemini, key=True, path="/v1beta", key_option="gemini_api_key"),
    "model-openrouter": Engine(Model, model_search.openrouter, key=True, path="/api/v1", key_option="openrouter_api_key"),
    "openalex": Engine(OpenAlex, source_engines.openalex, key=True),
    "searxng": Engine(SearXNG, web_engines.searxng),
    "serper": Engine(Serper, web_engines.serper, key=True),
    "tavily": Engine(Tavily, web_engines.tavily, key=True),
    "wikipedia": Engine(Wikipedia, source_engines.wikipedia, path="/{language}"),
}
