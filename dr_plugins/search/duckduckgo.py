"""DuckDuckGo, without a key, through the library ddgs; another of its engines by the option ``backend``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from pydantic import SecretStr

from dr_core import BadAnswer, Blocked, Hit, ProviderError, SearchTask, Unreachable, option
from dr_core.thread import in_thread
from dr_plugins.search._http import HttpSearch
from dr_plugins.search._text import days_since, first_day, primary, traditional

_REGIONS = {
    "cs": "cz-cs", "da": "dk-da", "de": "de-de", "en": "us-en", "es": "es-es", "fi": "fi-fi", "fr": "fr-fr", "it": "it-it",
    "ja": "jp-jp", "ko": "kr-kr", "nl": "nl-nl", "no": "no-no", "pl": "pl-pl", "pt": "br-pt", "ru": "ru-ru", "sv": "se-sv",
    "tr": "tr-tr", "uk": "ua-uk",
}  # fmt: skip
_ANYWHERE = "wt-wt"
_UNREACHED = ("ConnectError", "DNSError", "DNSTimeoutError")
"""The errors of the library's HTTP client that say that there was no connection."""
_TELLING = ("retry-after", "server", "cf-mitigated")
"""Headers that say more about a failure than its status."""


class DuckDuckGo(HttpSearch):
    """Searches DuckDuckGo as a browser would; a bot wall is ``Blocked``."""

    strategies = ("general", "news")

    class Options(HttpSearch.Options):
        """Options of DuckDuckGo."""

        base_url: str = option("", help="A stand-in for the engine's own host (a reverse proxy); empty: the engine itself")
        rate: float = option(1.0, gt=0, help="Requests per second at most, over all runs of this process")
        backend: str = option("duckduckgo", pattern="^[a-z_]+$", help="Engine of ddgs: duckduckgo, brave, mojeek, yahoo, ...")
        proxy: SecretStr | None = option(None, env="DDGS_PROXY", help="Proxy for these searches (http, https or socks5)")

    async def find(self, task: SearchTask, limit: int) -> list[Hit]:
        await self._turn()
        limit_seconds = self.options.timeout
        try:
            # The engine has the same limit inside; this one holds where the library's own does not (name look-ups, slow bodies).
            async with asyncio.timeout(limit_seconds + 0.5):
                found = await in_thread(lambda: self._blocking(task), f"dr-{self.name}")
        except TimeoutError as exc:
            raise ProviderError(f"{self.name} did not answer in time ({limit_seconds:g} s)") from exc
        with self.reading():
            return [hit for item in found if (hit := self._hit(item, task))]

    def _blocking(self, task: SearchTask) -> list[Any]:
        # Imported here: ddgs costs half a second. One engine class is used, not ddgs.DDGS: that one starts threads which the
        # interpreter waits for at exit, and swallows the status of the answer, so a bot wall would look like an empty result.
        from ddgs.engines import ENGINES
        from ddgs.exceptions import DDGSException, TimeoutException
        from lxml.etree import LxmlError

        news = task.strategy == "news" and self.options.backend in ENGINES["news"]
        kind = ENGINES["news" if news else "text"]
        if self.options.backend not in kind:
            known = ", ".join(sorted(kind))
            raise BadAnswer(f"{self.name}: ddgs has no engine {self.options.backend!r}", remedy=f"It has: {known}")
        proxy = self.options.proxy.get_secret_value() if self.options.proxy else None
        engine = kind[self.options.backend](proxy=proxy, timeout=self.options.timeout)
        door = _Door(self.name, self.options.base_url, engine.http_client.request)
        engine.http_client.request = door  # type: ignore[method-assign]  # the one place all its requests pass
        try:
            found = engine.search(task.query, region=_region(task.language), timelimit=_since(task.since, news))
        except TimeoutException as exc:
            raise ProviderError(f"{self.name} did not answer in time") from exc
        except DDGSException as exc:
            if type(exc.__cause__).__name__ in _UNREACHED:
                raise Unreachable(f"{self.name} could not be reached", remedy="Check the network and the proxy") from exc
            raise ProviderError(f"{self.name} failed ({type(exc).__name__}: {str(exc)[:120]})") from exc
        except (LxmlError, ValueError) as exc:
            raise BadAnswer(f"{self.name} answered with something that cannot be read") from exc
        if not found and self.options.backend == "duckduckgo" and not news and b"no-results" not in door.last:
            raise BadAnswer(f"{self.name} answered with a page that has neither results nor the word that there are none")
        return found or []

    def _hit(self, item: Any, task: SearchTask) -> Hit | None:
        news = not hasattr(item, "href")
        return self.hit(
            item.title,
            item.url if news else item.href,
            snippet=item.body,
            published=getattr(item, "date", None),
            images=(getattr(item, "image", None),),
            kind="news" if news else "",
        )


class _Door:
    """Stands before the library's HTTP client: keeps the last answer, and raises where the library would say nothing."""

    def __init__(self, name: str, base_url: str, request: Any) -> None:
        self.name, self.base_url, self.request = name, base_url.rstrip("/"), request
        self.last = b""

    def __call__(self, method: str, url: str, **rest: Any) -> Any:
        import httpx  # imported here: only its Response, which carries a status to the common mapping

        from dr_core.web import raise_for_status

        if self.base_url:
            parts = urlsplit(url)
            url = f"{self.base_url}{parts.path or '/'}" + (f"?{parts.query}" if parts.query else "")
        answer = self.request(method, url, **rest)
        self.last = answer.content
        if answer.status_code in (403, 418):  # there is no key to refuse: it is the browser that is not believed
            raise Blocked(f"{self.name} shut the door ({answer.status_code})")
        sent = getattr(getattr(answer, "_resp", None), "headers", {})  # not part of its public face: may be gone one day
        headers = {key: value for key, value in sent.items() if key.lower() in _TELLING}
        raise_for_status(self.name, httpx.Response(answer.status_code, headers=headers, content=self.last))
        if answer.status_code == 202 or b"anomaly-modal" in self.last:
            raise Blocked(f"{self.name} answered with a bot wall ({answer.status_code})")
        if not self.last.strip():
            raise BadAnswer(f"{self.name} answered with nothing ({answer.status_code})")
        return answer


def _region(language: str) -> str:
    code = primary(language)
    if code == "zh":
        return "tw-tzh" if traditional(language) else "cn-zh"
    return _REGIONS.get(code, _ANYWHERE)


def _since(since: str, news: bool) -> str | None:
    """The time limit in the engine's words: a range of days, or the smallest of day, week and month (news knows only those)."""
    days = days_since(since)
    if days is None:
        return None
    if news:
        return "d" if days <= 1 else "w" if days <= 7 else "m" if days <= 31 else None
    return f"{first_day(since)}..{datetime.now(UTC).date().isoformat()}"
