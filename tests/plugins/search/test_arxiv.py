"""arXiv; the client that researchers use (arxiv.py) judges the stand-in."""

from __future__ import annotations

import asyncio

import arxiv as official
import pytest
from standin.server import Start

from dr_core import BadAnswer, SearchTask


async def test_the_official_client_understands_the_standin_and_finds_the_same(start: Start) -> None:
    provider, server = start("arxiv")
    client = official.Client(page_size=10, delay_seconds=0, num_retries=0)
    client.query_url_format = f"{server.url}/api/query?{{}}"
    theirs = await asyncio.to_thread(lambda: list(client.results(official.Search("all:heat AND all:pumps", max_results=5))))
    ours = await provider.search(SearchTask(query="heat pumps"), 5)
    assert [hit.title for hit in ours] == [paper.title for paper in theirs] == ["Heat Pumps in Cold Climates"]
    assert [hit.url for hit in ours] == [paper.entry_id.replace("http:", "https:") for paper in theirs]
    assert [hit.published for hit in ours] == [paper.published.date().isoformat() for paper in theirs]
    assert server.requests[-1].query["search_query"] == "all:heat AND all:pumps"


async def test_an_abstract_is_the_content_and_the_authors_are_named(start: Start) -> None:
    provider, _ = start("arxiv")
    hit = (await provider.search(SearchTask(query="heat pumps"), 5))[0]
    assert hit.content == "We measure the efficiency of heat pumps in cold climates."
    assert hit.snippet.startswith("Ada Author, Ben Writer. We measure")
    assert hit.kind == "paper"


async def test_where_no_paper_has_all_words_the_nearest_are_found(start: Start) -> None:
    provider, server = start("arxiv")
    hits = await provider.search(SearchTask(query="what are the best heat pumps in Antarctica"), 5)
    assert [hit.title for hit in hits] == ["Heat Pumps in Cold Climates"]
    assert [" OR " in request.query["search_query"] for request in server.requests] == [False, True]


async def test_a_date_narrows_the_days_of_submission(start: Start) -> None:
    provider, server = start("arxiv")
    assert await provider.search(SearchTask(query="strings", since="1999-01-01"), 5)
    assert "submittedDate:[199901010000 TO " in server.requests[0].query["search_query"]


@pytest.mark.parametrize(
    "id", ["2401.00001", "arXiv:2401.00001v2", "https://arxiv.org/abs/2401.00001", "https://arxiv.org/pdf/2401.00001v2.pdf"]
)
async def test_a_paper_is_found_by_its_identifier_however_it_is_written(start: Start, id: str) -> None:
    provider, _ = start("arxiv")
    paper = await provider.paper(id)
    assert paper is not None
    assert paper.url == "https://arxiv.org/abs/2401.00001v2"
    assert [hit.url for hit in await provider.search(SearchTask(query=id), 5)] == [paper.url]


async def test_an_old_identifier_is_one_too(start: Start) -> None:
    provider, _ = start("arxiv")
    paper = await provider.paper("hep-th/9901001")
    assert paper is not None
    assert paper.title == "Strings and Things"


async def test_an_unknown_identifier_is_none_and_a_wrong_one_is_explained(start: Start) -> None:
    provider, server = start("arxiv")
    assert await provider.paper("2999.99999") is None
    asked = len(server.requests)
    with pytest.raises(BadAnswer, match="no arXiv identifier"):
        await provider.paper("heat pumps")
    assert len(server.requests) == asked, "nothing is sent"
    with pytest.raises(BadAnswer, match="incorrect id format"):
        await provider.paper("0000.00000")
