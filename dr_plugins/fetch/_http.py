"""What every reader service over HTTP has in common, so that a provider is its request and its mapping."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from dr_core import AuthFailed, BadAnswer, FetchRefused, PageEmpty, PageFetcher, RawPage, option
from dr_plugins.search._http import web_address
from dr_plugins.search._text import iso_date, plain

if TYPE_CHECKING:
    import httpx


class HttpFetcher(PageFetcher):
    """A reader service over HTTP: client, key, deadline, errors.

    A provider writes ``ask`` (the request; gives the answer as JSON) and ``page`` (what of the answer is the page).
    """

    class Options(PageFetcher.Options):
        """What every instance can be told."""

        base_url: str = option("", help="Where the service is")
        timeout: float = option(30.0, gt=0, help="Seconds for one page, from the first byte sent to the last one read")

    _client: httpx.AsyncClient | None = None

    async def fetch_page(self, url: str) -> RawPage:
        """The page as the service read it."""
        if remedy := self.lacks():
            raise AuthFailed(f"{self.name} is not configured", remedy=remedy)
        if not web_address(url):
            raise FetchRefused(f"{plain(url)[:100]!r} is no web address")
        answer = await self.ask(url)
        with self._reading():
            page = self.page(answer, url)
        if not page.content.strip():
            raise PageEmpty(f"{self.name} found no text on the page")
        return page

    async def ask(self, url: str) -> Any:
        """The service's answer about ``url``."""
        raise NotImplementedError

    def page(self, answer: Any, url: str) -> RawPage:
        """The page in an answer."""
        raise NotImplementedError

    def lacks(self) -> str:
        """Which variable or setting is missing; empty where a key is given."""
        if self.key():
            return ""
        extra: Any = type(self.options).model_fields["api_key"].json_schema_extra
        return f"Set {extra['env']}, or api_key under [fetch.{self.name}]"

    def is_local(self) -> bool:
        """A service that stands in the user's own network keeps addresses there."""
        from dr_core.web import check_url

        try:
            check_url(self.options.base_url)
        except FetchRefused:
            return True
        return False

    def key(self) -> str:
        """The API key, or an empty string."""
        secret = self.options.api_key
        return secret.get_secret_value().strip() if secret else ""

    async def post(self, path: str, body: dict[str, Any], **headers: str) -> Any:
        """The JSON that the service answers to ``body`` with."""
        from dr_core.web import get_json  # imported here: brings httpx, 0.2 s

        return await get_json(
            self._http(), self.name, "POST", path, deadline=self.options.timeout, json=body, headers=headers or None
        )

    def raw(
        self, content: object, *, title: object = "", author: object = "", published: object = None, images: object = ()
    ) -> RawPage:
        """A page in our own terms."""
        found = [web_address(image) for image in images] if isinstance(images, list | tuple) else []
        return RawPage(
            content=content if isinstance(content, str) else "",
            title=plain(title)[:300],
            author=plain(author)[:300],
            published=iso_date(published),
            images=tuple(dict.fromkeys(image for image in found if image)),
        )

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Around the mapping of an answer: what it trips over is the service's fault, and said so."""
        try:
            yield
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as exc:
            why = f"{type(exc).__name__}: {str(exc)[:80]}".splitlines()[0]
            raise BadAnswer(f"{self.name} did not answer in its documented format ({why})") from exc

    async def aclose(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.aclose()

    def _http(self) -> httpx.AsyncClient:
        if self._client is None:
            from dr_core.web import api_client  # imported here: brings httpx, 0.2 s

            options = self.options
            headers = {"Authorization": f"Bearer {self.key()}", "Accept": "application/json"}
            self._client = api_client(base_url=options.base_url, headers=headers, timeout=options.timeout)
        return self._client
