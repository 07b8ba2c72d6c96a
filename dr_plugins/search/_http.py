"""What every search service over HTTP has in common, so that a provider is its request and its mapping."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from itertools import islice
from math import isfinite
from typing import Any
from urllib.parse import urlsplit

from dr_core import AuthFailed, Hit, ProviderError, SearchProvider, SearchTask, option
from dr_plugins._service import HttpService
from dr_plugins.search._feed import MOST, entries
from dr_plugins.search._pace import pace_of
from dr_plugins.search._text import first_day, iso_date, older, plain

_TITLE, _SNIPPET, _CONTENT = 2000, 600, 200_000
"""Characters of a hit at most."""
_RAW = 20
"""How many times as much is looked at where markup is taken out of a text."""
_IMAGES = 20
"""Images of a hit at most."""


class HttpSearch(HttpService, SearchProvider):
    """A search service over HTTP: client, key, pace, deadline, errors, and what may pass as a hit.

    A provider writes ``ask`` (the request; gives the answer as JSON) and ``hits`` (the answer's items, best first). One that
    needs several requests writes ``find`` instead.
    """

    class Options(SearchProvider.Options):
        """What every instance can be told."""

        base_url: str = option("", help="Where the service is")
        timeout: float = option(15.0, gt=0, help="Seconds for one request, from the first byte sent to the last one read")
        max_results: int = option(20, ge=1, le=100, help="Hits asked for and given at most, whatever the run wants")
        rate: float = option(5.0, gt=0, help="Requests per second at most, over all runs of this process")

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        """At most ``limit`` hits, best first; nothing that is known to be older than ``task.since``."""
        limit = min(limit, self.options.max_results)
        if limit < 1:
            return []
        if remedy := self.lacks():
            raise AuthFailed(f"{self.name} is not configured", remedy=remedy)
        since = first_day(task.since)
        unique: dict[str, Hit] = {}
        for hit in await self.find(task, limit):
            if not older(hit.published, since):
                unique.setdefault(hit.url, hit)
        return list(unique.values())[:limit]

    async def find(self, task: SearchTask, limit: int) -> list[Hit]:
        """Ask once and read the answer."""
        answer = await self.ask(task, limit)
        with self.reading():
            return [hit for hit in self.hits(answer, task) if hit]

    async def ask(self, task: SearchTask, limit: int) -> Any:
        """The service's answer to ``task``."""
        raise NotImplementedError

    def hits(self, answer: Any, task: SearchTask) -> Iterable[Hit | None]:
        """The hits in an answer, best first; None for an item that is none."""
        raise NotImplementedError

    # --- what a provider says about itself ---

    def lacks(self) -> str:
        """Which variable or setting is missing; empty where a key is given or none is needed."""
        field = type(self.options).model_fields.get("api_key")
        if self.keyless or field is None or self.key():
            return ""
        extra = field.json_schema_extra
        env = extra["env"] if isinstance(extra, dict) else "the key"
        return f"Set {env}, or api_key under [search.{self.name}]"

    def pace(self) -> tuple[float, int]:
        """Requests per second, and how many may go out at once before that counts."""
        return self.options.rate, 1

    # --- what a provider uses ---

    async def json(self, method: str, url: str, **request: Any) -> Any:
        """The JSON at ``url`` (absolute, or under ``base_url``), asked for when it is our turn; of endless lists and texts in it
        only the beginning."""
        from dr_core.web import get_json  # imported here: brings httpx, 0.1 s

        await self._turn()
        answer = await get_json(self.client(), self.name, method, url, deadline=self.options.timeout, **request)
        with self.reading():
            return self._taken(answer)

    async def feed(self, data: bytes | str, charset: str = "") -> list[Any]:
        """The entries of a feed, the first of them where there is no end to them."""
        return await entries(self.name, data, charset, left_out=self.context.left_out)

    async def text(self, method: str, url: str, **request: Any) -> str:
        """As ``json``, for XML."""
        from dr_core.web import get_text  # imported here: brings httpx, 0.1 s

        await self._turn()
        return await get_text(self.client(), self.name, method, url, deadline=self.options.timeout, **request)

    def hit(
        self,
        title: object,
        url: object,
        *,
        snippet: object = "",
        published: object = None,
        content: object = "",
        images: Iterable[object] = (),
        score: float | None = None,
        kind: str = "",
    ) -> Hit | None:
        """A hit in our own terms: plain text, an ISO date, web addresses only. None where there is no address."""
        from dr_core.web import well_formed  # imported here: it brings the web client's modules

        address = web_address(well_formed(url))
        if not address:
            return None
        title, snippet = _head(well_formed(title), _TITLE), _head(well_formed(snippet), _SNIPPET)
        text = well_formed(content.strip()) if isinstance(content, str) else ""
        return Hit(
            title=plain(title)[:_TITLE] or address,
            url=address,
            snippet=(plain(snippet) or plain(text[: _SNIPPET * 4]))[:_SNIPPET],
            published=iso_date(published),
            content=text[:_CONTENT],
            images=tuple(islice(dict.fromkeys(found for image in images if (found := web_address(well_formed(image)))), _IMAGES)),
            score=None if score is None or not isfinite(number := float(score)) else number,
            engine=self.name,
            kind=kind,
        )

    async def any_of(self, parts: Sequence[tuple[str, Awaitable[list[Hit]]]]) -> list[Hit]:
        """The hits of several requests at once, a failed one left out and told by name; where all fail, the first failure."""
        answers = await asyncio.gather(*(asked for _, asked in parts), return_exceptions=True)
        failures = [answer for answer in answers if isinstance(answer, BaseException)]
        for failure in failures:
            if not isinstance(failure, ProviderError) or len(failures) == len(answers):
                raise failure
            self.context.log.warning("%s: a part is missing: %s", self.name, failure)
        for (name, _), answer in zip(parts, answers, strict=True):
            if isinstance(answer, ProviderError):
                self.context.left_out(name, f"could not be searched: {answer.message}")
        return interleave([answer for answer in answers if not isinstance(answer, BaseException)])

    def _taken(self, value: Any) -> Any:
        """What is looked at of an answer. What a hit costs must not be paid for a hundred thousand of them: everybody waits."""
        if isinstance(value, str):
            return value[:_CONTENT]
        if isinstance(value, dict):
            return {name: self._taken(one) for name, one in value.items()}
        if not isinstance(value, list):
            return value
        if len(value) > MOST:
            self.context.left_out(self.name, f"answered with a list of {len(value):,}, of which the first {MOST} are taken")
        return [self._taken(one) for one in value[:MOST]]

    async def _turn(self) -> None:
        await pace_of(self.name, self.options.base_url, *self.pace()).wait()


def _head(value: object, most: int) -> object:
    """As much of a text as can become ``most`` characters without its markup."""
    return value[: most * _RAW] if isinstance(value, str) else value


def web_address(value: object) -> str:
    """``value`` where it is an absolute web address, else an empty string."""
    text = value.strip() if isinstance(value, str) else ""
    try:
        parts = urlsplit(text)
    except ValueError:
        return ""
    return text if parts.scheme in ("http", "https") and parts.netloc else ""


def interleave(lists: Sequence[Sequence[Hit]]) -> list[Hit]:
    """The best of each list first, then the second best of each: sources side by side, none drowned by another."""
    longest = max(map(len, lists), default=0)
    return [hits[place] for place in range(longest) for hits in lists if place < len(hits)]
