"""Hugging Face, by https://huggingface.co/docs/hub/api: [].paper.{id,title,summary,publishedAt,ai_summary}, [].thumbnail of
/api/papers/search and /api/daily_papers; the items of /blog/feed.xml."""

from __future__ import annotations

import pytest
from standin.server import Reply, Request, Start, answer

from dr_core import ProviderError, SearchTask


async def test_papers_the_days_papers_and_the_blog_stand_side_by_side(start: Start) -> None:
    provider, server = start("huggingface")
    hits = await provider.search(SearchTask(query="heat pumps"), 10)
    assert [(hit.kind, hit.url) for hit in hits] == [
        ("paper", "https://arxiv.org/abs/2503.00001"),
        ("blog", "https://huggingface.co/blog/heat-pumps"),
    ]
    assert {request.path for request in server.requests} == {"/api/papers/search", "/api/daily_papers", "/blog/feed.xml"}


async def test_a_paper_has_abstract_date_and_image(start: Start) -> None:
    provider, _ = start("huggingface", sources=["papers"])
    paper = (await provider.search(SearchTask(query="heat pumps"), 10))[0]
    assert paper.content == "Heat pumps in cold climates, modelled."
    assert paper.snippet == "In short: Heat pumps in cold climates, modelled."
    assert paper.published == "2025-03-01"
    assert paper.images == ("https://cdn-thumbnails.example.co/2503.00001.png",)


async def test_a_part_that_fails_is_left_out_and_said(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    provider, server = start("huggingface")
    whole = server.route

    def without_papers(request: Request) -> Reply:
        return answer({"error": "down"}, 500) if request.path == "/api/papers/search" else whole(request)

    server.route = without_papers
    hits = await provider.search(SearchTask(query="heat pumps"), 10)
    assert {hit.kind for hit in hits} == {"paper", "blog"}, "the day's papers and the blog are still there"
    assert "a part is missing" in caplog.text


async def test_where_every_part_fails_the_search_fails(start: Start) -> None:
    provider, server = start("huggingface")
    server.fault = answer({"error": "down"}, 500)
    with pytest.raises(ProviderError):
        await provider.search(SearchTask(query="heat pumps"), 10)


async def test_a_query_that_is_too_long_for_the_service_is_cut_not_refused(start: Start) -> None:
    provider, _ = start("huggingface", sources=["papers"])
    assert await provider.search(SearchTask(query="heat " * 100), 3)
