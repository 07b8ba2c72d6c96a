"""The article lists (RSS, Atom) of blogs that the user names."""

from __future__ import annotations

import asyncio
import re
import time
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from dr_core import BadAnswer, DRError, Hit, ProviderError, SearchTask, option
from dr_core.pattern import regex
from dr_plugins.search._feed import body
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import blocks, share, words

if TYPE_CHECKING:
    from dr_core.web import Fetched

_TYPES = (
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/xml", "text/xml", "text/html",
    "text/plain",
)  # fmt: skip
_FEED = regex(r"(?i)type\s*=\s*[\"']?application/(?:rss|atom)\+xml")
_ALTERNATE = regex(r"(?i)rel\s*=\s*[\"']?alternate")
_LINK = regex(r"(?is)<link\b[^<>]*>")
_MAX_BYTES = 4 * 1024 * 1024


class Feeds(HttpSearch):
    """Looks through the feeds of given blogs; a blog's own address will do, where its page names its feed."""

    strategies = ("general", "news", "code")
    signal = "medium"
    keyless = False

    class Options(HttpSearch.Options):
        """Options of feeds."""

        urls: tuple[str, ...] = option((), help="Addresses of feeds, or of blogs that name their feed")
        lifetime: float = option(900.0, ge=0, help="Seconds for which a feed that was read is not asked for again")
        share: float = option(0.5, ge=0, le=1, help="Which part of the query's words an article must have")

    def __init__(self, options: Any = None, context: Any = None) -> None:
        super().__init__(options, context)
        self._kept: dict[str, tuple[float, asyncio.Task[list[Hit]]]] = {}

    def lacks(self) -> str:
        return "" if self.options.urls else f"Set urls under [search.{self.name}]"

    async def find(self, task: SearchTask, limit: int) -> list[Hit]:
        articles = await self.any_of([(_named(url), self._articles(url)) for url in self.options.urls])
        wanted = words(task.query, 12)
        ranked = [(share(wanted, f"{article.title} {article.content or article.snippet}"), article) for article in articles]
        fitting = [pair for pair in ranked if pair[0] > 0 and pair[0] >= self.options.share]
        fitting.sort(key=lambda pair: (pair[0], pair[1].published), reverse=True)
        return [article.model_copy(update={"score": part}) for part, article in fitting]

    async def _articles(self, url: str) -> list[Hit]:
        """The articles of one feed; searches at once share one reading of it, and a cancelled one leaves it to the others."""
        read_at, reading = self._kept.get(url, (0.0, None))
        if reading is None or (reading.done() and (time.monotonic() - read_at > self.options.lifetime or _failed(reading))):
            reading = asyncio.create_task(self._read(url), name=f"dr-{self.name}-feed")
            self._kept[url] = (time.monotonic(), reading)
        return await asyncio.shield(reading)

    async def _read(self, url: str) -> list[Hit]:
        fetched = await self._fetch(url, url)
        if fetched.media_type == "text/html" and (feed := feed_of(fetched.body[:200_000].decode("utf-8", "replace"))):
            fetched = await self._fetch(_joined(fetched.final_url, feed), url)
        found = await self.feed(fetched.body, fetched.charset)
        with self.reading():
            return [hit for entry in found if (hit := self._article(entry, fetched.final_url))]

    def _article(self, entry: Any, feed: str) -> Hit | None:
        text = blocks(body(entry))
        images = [media.get("url") for media in (*entry.get("media_content", ()), *entry.get("media_thumbnail", ()))]
        return self.hit(
            entry.get("title"),
            _joined(feed, entry.get("link") or ""),
            snippet=entry.get("summary"),
            published=entry.get("published") or entry.get("updated"),
            content=text if len(text) > 1500 else "",  # a teaser is not the article
            images=images,
            kind="blog",
        )

    async def _fetch(self, url: str, own: str) -> Fetched:
        """Through the guard, as any page: a feed redirects and names other addresses. Only the host the user wrote is trusted."""
        from dr_core.web import Fetcher  # imported here: 0.2 s

        await self._turn()
        limit = self.options.timeout
        try:
            fetcher = Fetcher(allow_hosts=[urlsplit(own).netloc.rpartition("@")[2]])
            async with asyncio.timeout(limit):
                return await fetcher.fetch(url, deadline=2 * limit, max_bytes=_MAX_BYTES, max_decoded=_MAX_BYTES, accept=_TYPES)
        except ProviderError:
            raise
        except TimeoutError as exc:  # our own limit, so that it counts as a passing failure and not as a page to refuse
            raise ProviderError(f"{self.name}: {_named(url)} did not answer in time ({limit:g} s)") from exc
        except DRError as exc:
            raise BadAnswer(f"{self.name}: {str(exc).replace(url, _named(url))}") from exc

    async def aclose(self) -> None:
        """Stop what is still being read."""
        readings = [reading for _, reading in self._kept.values() if not reading.done()]
        for reading in readings:
            reading.cancel()
        await asyncio.gather(*readings, return_exceptions=True)
        self._kept.clear()
        await super().aclose()


def _named(url: str) -> str:
    """A feed as a report may name it: what stands behind the question mark, or before the host, may be a secret."""
    parts = urlsplit(url)
    return f"{parts.netloc.rpartition('@')[2]}{parts.path}"


def _joined(base: str, link: str) -> str:
    """``link`` as it stands on ``base``; as it is where that cannot be said, for whoever looks at it next to refuse."""
    try:
        return urljoin(base, link)
    except ValueError:  # brackets with no address between them
        return link


def _failed(ended: asyncio.Task[list[Hit]]) -> bool:
    return ended.cancelled() or ended.exception() is not None


def feed_of(page: str) -> str:
    """The address of the feed that an HTML page names; empty where it names none."""
    for link in _LINK.findall(page):
        if _FEED.search(link) and _ALTERNATE.search(link):
            found = re.search(r"(?i)href\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", link)
            if found:
                return unescape(next(part for part in found.groups() if part))
    return ""
