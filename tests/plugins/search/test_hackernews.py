"""Hacker News, by https://hn.algolia.com/api: hits[].{objectID,title,url,points,num_comments,created_at,story_text}."""

from __future__ import annotations

from standin.server import Start

from dr_core import SearchTask


async def test_a_link_leads_to_its_page_and_a_question_to_the_forum(start: Start) -> None:
    provider, _ = start("hackernews")
    link, question = await provider.search(SearchTask(query="heat pumps"), 10)
    assert (link.url, link.kind) == ("https://energy.example.org/heat-pumps", "")
    assert link.snippet == "321 points, 45 comments: https://news.ycombinator.com/item?id=41000001"
    assert (question.url, question.kind) == ("https://news.ycombinator.com/item?id=41000002", "forum")
    assert question.content == 'I live in "the north".\n\nAdvice?'
    assert question.published == "2024-03-04"


async def test_news_are_asked_for_newest_first(start: Start) -> None:
    provider, server = start("hackernews")
    await provider.search(SearchTask(query="q", strategy="news"), 10)
    await provider.search(SearchTask(query="q"), 10)
    assert [request.path for request in server.requests] == ["/api/v1/search_by_date", "/api/v1/search"]


async def test_a_date_is_sent_as_a_moment(start: Start) -> None:
    provider, server = start("hackernews")
    hits = await provider.search(SearchTask(query="q", since="2025-01-01"), 10)
    assert server.requests[0].query["numericFilters"] == "created_at_i>=1735689600"
    assert [hit.title for hit in hits] == ["Heat pumps in the cold"]
