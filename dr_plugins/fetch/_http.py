"""What every reader service over HTTP has in common, so that a provider is its request and its mapping."""

from __future__ import annotations

from typing import Any

from dr_core import AuthFailed, FetchRefused, PageEmpty, PageFetcher, RawPage, option
from dr_plugins._service import HttpService
from dr_plugins.search._http import web_address
from dr_plugins.search._text import iso_date, plain


class HttpFetcher(HttpService, PageFetcher):
    """A reader service over HTTP: client, key, deadline, errors.

    A provider writes ``ask`` (the request; gives the answer as JSON) and ``page`` (what of the answer is the page).
    """

    class Options(PageFetcher.Options):
        """What every instance can be told."""

        base_url: str = option("", help="Where the service is")
        timeout: float = option(30.0, gt=0, help="Seconds for one page, from the first byte sent to the last one read")

    async def fetch_page(self, url: str) -> RawPage:
        """The page as the service read it."""
        if remedy := self.lacks():
            raise AuthFailed(f"{self.name} is not configured", remedy=remedy)
        if not web_address(url):
            raise FetchRefused(f"{plain(url)[:100]!r} is no web address")
        answer = await self.ask(url)
        with self.reading():
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

    def headers(self) -> dict[str, str]:
        """The key, and what is to come back."""
        return {"Authorization": f"Bearer {self.key()}", "Accept": "application/json"}

    async def post(self, path: str, body: dict[str, Any], **headers: str) -> Any:
        """The JSON that the service answers to ``body`` with."""
        from dr_core.web import get_json  # imported here: brings httpx, 0.1 s

        return await get_json(
            self.client(), self.name, "POST", path, deadline=self.options.timeout, json=body, headers=headers or None
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
