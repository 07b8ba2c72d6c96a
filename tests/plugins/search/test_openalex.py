"""OpenAlex, by https://developers.openalex.org/api-reference/works: results[].{id,doi,display_name,publication_date,
relevance_score,cited_by_count,primary_location,best_oa_location,abstract_inverted_index}."""

from __future__ import annotations

from standin.server import Start
from standin.web_engines import KEY

from dr_core import SearchTask


async def test_a_work_is_mapped_and_its_abstract_put_in_order(start: Start) -> None:
    provider, _ = start("openalex")
    work = (await provider.search(SearchTask(query="heat pumps"), 5))[0]
    assert work.title == "Heat pumps in cold climates"
    assert work.url == "https://repository.example.edu/heat", "where anybody can read it"
    assert work.content == "Heat pumps beat other pumps"
    assert work.snippet == "Journal of Heat. cited 1,234 times. Heat pumps beat other pumps"
    assert (work.published, work.score, work.kind) == ("2024-02-13", 812.3, "paper")


async def test_a_work_without_address_or_abstract_keeps_the_catalogues_address(start: Start) -> None:
    provider, _ = start("openalex")
    bare = (await provider.search(SearchTask(query="heat pumps"), 5))[1]
    assert (bare.url, bare.content) == ("https://openalex.org/W1", "")


async def test_the_key_and_the_date_are_sent(start: Start) -> None:
    provider, server = start("openalex")
    await provider.search(SearchTask(query="heat pumps", since="2024-01-01"), 5)
    assert server.requests[0].query["api_key"] == KEY
    assert server.requests[0].query["filter"] == "from_publication_date:2024-01-01"


async def test_it_works_without_a_key(start: Start) -> None:
    provider, server = start("openalex", api_key=None)
    assert await provider.search(SearchTask(query="heat pumps"), 5)
    assert "api_key" not in server.requests[0].query
