"""Feeds of given blogs: RSS 2.0, Atom, a blog's page that names its feed."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from standin.search_table import ENGINES
from standin.server import Start

from dr_core import BadAnswer, SearchTask
from dr_plugins.search.feeds import feed_of

TASK = SearchTask(query="heat pumps")


async def test_articles_that_have_the_words_come_newest_first(start: Start) -> None:
    provider, _ = start("feeds")
    hits = await provider.search(TASK, 10)
    assert [hit.url for hit in hits] == ["https://blog.example.org/new", "https://blog.example.org/old"]
    assert [hit.published for hit in hits] == ["2025-03-04", "2015-03-04"]
    assert {hit.kind for hit in hits} == {"blog"}


async def test_a_whole_article_is_content_and_what_runs_is_not_in_it(start: Start) -> None:
    provider, _ = start("feeds")
    new, old = await provider.search(TASK, 10)
    assert new.content.startswith("Heat pumps in cold climates.\n\nMore on the subject.")
    assert "alert" not in new.content
    assert old.content == ""


@pytest.mark.parametrize(("path", "url"), [("/atom.xml", "https://blog.example.org/heat"), ("/", "https://blog.example.org/new")])
async def test_atom_and_a_blogs_own_page_will_do(start: Start, path: str, url: str) -> None:
    _, server = start("feeds")
    provider = ENGINES["feeds"].provider(server.url, urls=[f"{server.url}{path}"])
    assert (await provider.search(TASK, 1))[0].url == url
    await provider.aclose()


async def test_a_feed_in_big5_is_read_in_big5_and_its_links_made_whole(start: Start) -> None:
    _, server = start("feeds")
    provider = ENGINES["feeds"].provider(server.url, urls=[f"{server.url}/big5.xml"])
    hits = await provider.search(SearchTask(query="熱泵的效率"), 5)
    assert [(hit.title, hit.url) for hit in hits] == [("熱泵的效率", f"{server.url}/post/heat")]
    await provider.aclose()


async def test_a_link_that_is_no_address_costs_no_other_article(start: Start) -> None:
    _, server = start("feeds")
    provider = ENGINES["feeds"].provider(server.url, urls=[f"{server.url}/brackets.xml"])
    assert [hit.url for hit in await provider.search(TASK, 5)] == [f"{server.url}/post/heat"]
    await provider.aclose()


async def test_one_dead_feed_does_not_take_the_others_with_it(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    _, server = start("feeds")
    provider = ENGINES["feeds"].provider(server.url, urls=[f"{server.url}/gone.xml?key=secret-1", f"{server.url}/rss.xml"])
    told: dict[str, str] = {}
    provider.context = replace(provider.context, left_out=told.__setitem__)
    assert await provider.search(TASK, 5)
    assert "404" in caplog.text
    ((name, why),) = told.items()
    assert name == f"{server.url.removeprefix('http://')}/gone.xml", "the run is told which, without what may be a key"
    assert why.startswith("could not be searched: ") and "404" in why and "secret" not in why
    await provider.aclose()


async def test_a_feed_is_not_asked_for_again_within_its_lifetime(start: Start) -> None:
    provider, server = start("feeds", lifetime=600)
    await provider.search(TASK, 5)
    await provider.search(SearchTask(query="garden"), 5)
    assert len(server.requests) == 1


async def test_a_feed_that_is_being_read_is_shared_whatever_its_lifetime(start: Start) -> None:
    provider, server = start("feeds", lifetime=0)
    await asyncio.gather(*(provider.search(SearchTask(query=query), 5) for query in ("heat pumps", "garden", "prices")))
    assert len(server.requests) == 1


async def test_a_feed_that_failed_is_asked_for_again(start: Start) -> None:
    provider, server = start("feeds", lifetime=600)
    route, server.route = server.route, ENGINES["tavily"].route
    with pytest.raises(BadAnswer):
        await provider.search(TASK, 5)
    server.route = route
    assert await provider.search(TASK, 5)


async def test_a_feed_that_redirects_inward_is_refused(start: Start) -> None:
    _, server = start("feeds")
    provider = ENGINES["feeds"].provider(server.url, urls=[f"{server.url}/inward.xml"])
    with pytest.raises(BadAnswer, match=r"169\.254\.169\.254"):
        await provider.search(TASK, 5)
    await provider.aclose()


def test_the_feed_of_a_page_is_the_alternate_of_the_right_type() -> None:
    style = '<link rel="stylesheet" type="text/css" href="/a.css">'
    page = f"{style}<link rel=alternate type=application/atom+xml href=/b.xml?a&amp;b>"
    assert feed_of(page) == "/b.xml?a&b"
    assert feed_of("<html><p>no feed</p></html>") == ""
