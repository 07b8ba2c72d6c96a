"""The promises of a reader fallback."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import pytest

from dr_core.errors import DRError
from dr_core.testing.conformance.base import Conformance, cancelled, conforms, fails_properly, provider_error
from dr_core.testing.sample import ODD_TEXTS
from dr_core.types import RawPage


class PageFetcherConformance(Conformance):
    """Give a fixture ``provider``; set ``url`` to a page that it can bring."""

    kind = "fetch"
    url: ClassVar[str] = "https://example.org/"

    async def brought(self, provider: Any, url: str) -> RawPage:
        """A page, checked."""
        page = await provider.fetch_page(url)
        assert isinstance(page, RawPage), f"fetch_page returned {type(page).__name__}, not a RawPage"
        assert page.content.strip(), "a page without content is a failure: raise dr_core.PageEmpty"
        return page

    def test_what_it_lacks_is_one_line(self, provider: Any) -> None:
        said = provider.lacks()
        assert isinstance(said, str)
        assert "\n" not in said

    def test_it_says_whether_addresses_stay_at_home(self, provider: Any) -> None:
        assert isinstance(provider.is_local(), bool)

    @conforms
    async def test_it_brings_a_page(self, provider: Any) -> None:
        await self.brought(provider, self.url)

    @conforms
    async def test_pages_may_be_fetched_at_once(self, provider: Any) -> None:
        alone = await self.brought(provider, self.url)
        together = await asyncio.gather(*(self.brought(provider, self.url) for _ in range(3)))
        assert all(page.media_type == alone.media_type for page in together), "beside others it brings something else than alone"

    @conforms
    async def test_any_text_gives_a_page_or_an_error_of_dr(self, provider: Any) -> None:
        for text in ODD_TEXTS:
            try:
                await self.brought(provider, text)
            except DRError as error:
                assert "\n" not in str(error), "an error is one line"
            except AssertionError:
                raise
            except Exception as error:
                pytest.fail(f"for {text[:30]!r}: {provider_error(self.kind, error)}")

    @conforms
    async def test_being_cancelled_leaves_nothing_behind(self, provider: Any) -> None:
        await cancelled(provider.fetch_page(self.url))
        await self.brought(provider, self.url)

    @conforms
    async def test_a_failure_is_a_provider_error(self, failing_provider: Any) -> None:
        if failing_provider is None:
            pytest.skip("give a fixture 'failing_provider' to test failures")
        await fails_properly(self.kind, failing_provider.fetch_page(self.url))
