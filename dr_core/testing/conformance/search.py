"""The promises of a search provider."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, get_args
from urllib.parse import urlsplit

import pytest

from dr_core.errors import ProviderError
from dr_core.testing.conformance.base import Conformance, cancelled, conforms, fails_properly, provider_error
from dr_core.testing.sample import ODD_TEXTS
from dr_core.types import Hit, SearchTask, Strategy


class SearchConformance(Conformance):
    """Give a fixture ``provider``; set ``query`` to something it finds, and ``nothing`` to something it does not."""

    kind = "search"
    query: ClassVar[str] = "heat pumps"
    nothing: ClassVar[str] = ""

    async def found(self, provider: Any, query: str, limit: int) -> list[Hit]:
        """The hits of one search, checked."""
        hits = await provider.search(SearchTask(query=query), limit)
        assert isinstance(hits, list), f"search returned {type(hits).__name__}, not a list"
        for hit in hits:
            assert isinstance(hit, Hit), f"search returned a {type(hit).__name__} in its list, not a Hit"
            parts = urlsplit(hit.url)
            assert parts.scheme, f"'{hit.url}' is not an absolute URL"
            assert parts.netloc or parts.scheme == "file" or parts.path, f"'{hit.url}' is not an absolute URL"
        assert len(hits) <= limit, f"{len(hits)} hits where at most {limit} were asked for"
        return hits

    def test_it_says_what_it_is_good_for(self, provider: Any) -> None:
        assert provider.strategies, "strategies must name at least one"
        assert set(provider.strategies) <= set(get_args(Strategy))
        assert provider.signal in ("high", "medium", "general")
        assert isinstance(provider.keyless, bool)

    def test_what_it_lacks_is_one_line(self, provider: Any) -> None:
        said = provider.lacks()
        assert isinstance(said, str)
        assert "\n" not in said

    @conforms
    async def test_it_finds_something(self, provider: Any) -> None:
        assert await self.found(provider, self.query, 10), f"nothing found for '{self.query}'; set query to something it finds"

    @conforms
    async def test_hits_have_titles_and_no_page_twice(self, provider: Any) -> None:
        hits = await self.found(provider, self.query, 10)
        assert all(hit.title.strip() for hit in hits)
        assert len({hit.url for hit in hits}) == len(hits), "the same page stands there twice"

    @pytest.mark.parametrize("limit", [1, 2, 50])
    def test_it_never_gives_more_than_the_limit(self, provider: Any, limit: int) -> None:
        @conforms
        async def check(self: SearchConformance, provider: Any) -> None:
            await self.found(provider, self.query, limit)

        check(self, provider=provider)

    @conforms
    async def test_nothing_found_is_an_empty_list(self, provider: Any) -> None:
        if not self.nothing:
            pytest.skip("set 'nothing' to a query that it finds nothing for")
        assert await self.found(provider, self.nothing, 5) == []

    @conforms
    async def test_any_text_gives_hits_or_a_provider_error(self, provider: Any) -> None:
        for text in ODD_TEXTS:
            try:
                await self.found(provider, text, 3)
            except ProviderError:
                continue
            except AssertionError:
                raise
            except Exception as error:
                pytest.fail(f"for {text[:30]!r}: {provider_error(self.kind, error)}")

    @conforms
    async def test_searches_may_run_at_once(self, provider: Any) -> None:
        alone = await self.found(provider, self.query, 5)
        together = await asyncio.gather(*(self.found(provider, self.query, limit) for limit in (1, 5, 5, 2)))
        assert bool(alone) == bool(together[1]), "beside others it finds something else than alone"

    @conforms
    async def test_being_cancelled_leaves_nothing_behind(self, provider: Any) -> None:
        await cancelled(provider.search(SearchTask(query=self.query), 5))
        await self.found(provider, self.query, 5)

    @conforms
    async def test_a_failure_is_a_provider_error(self, failing_provider: Any) -> None:
        if failing_provider is None:
            pytest.skip("give a fixture 'failing_provider' to test failures")
        await fails_properly(self.kind, failing_provider.search(SearchTask(query=self.query), 5))
