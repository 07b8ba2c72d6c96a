"""Of an answer without an end only the beginning is looked at, and that is said."""

from __future__ import annotations

import json
from typing import Any

import pytest
from standin.search_table import ENGINES
from standin.server import Reply, Request, Start, answer, xml

from dr_core import BadAnswer, Context, SearchTask
from dr_plugins.search._feed import MOST
from dr_plugins.search._http import HttpSearch

TASK = SearchTask(query="heat pumps")
ITEM = {"title": "Heat pumps", "url": "https://example.org/{}", "content": "In cold climates.", "score": 1}
ENTRY = "<entry><title>Heat pumps</title><id>http://arxiv.org/abs/2301.00001</id><summary>Heat pumps.</summary></entry>"
FEED = '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>t</title>{}</feed>'


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The titles of the items that were made hits of."""
    seen: list[Any] = []
    made = HttpSearch.hit

    def counted(self: HttpSearch, title: object, *rest: Any, **more: Any) -> Any:
        seen.append(title)
        return made(self, title, *rest, **more)

    monkeypatch.setattr(HttpSearch, "hit", counted)
    return seen


def _hearing(provider: Any) -> list[tuple[str, str]]:
    told: list[tuple[str, str]] = []
    provider.context = Context(instance=provider.name, left_out=lambda name, why: told.append((name, why)))
    return told


def _many(count: int) -> Reply:
    return answer({"results": [{**ITEM, "url": f"https://example.org/{number}"} for number in range(count)]})


async def test_of_a_list_without_an_end_the_first_are_taken_and_that_is_told(start: Start, looked_at: list[Any]) -> None:
    provider, server = start("tavily")
    told, server.fault = _hearing(provider), _many(20_000)
    assert [hit.url for hit in await provider.search(TASK, 2)] == ["https://example.org/0", "https://example.org/1"]
    assert told == [("tavily", f"answered with a list of 20,000, of which the first {MOST} are taken")]
    assert len(looked_at) == MOST
    told.clear()
    server.fault = _many(MOST)
    await provider.search(TASK, 2)
    assert not told


async def test_of_a_feed_without_an_end_the_first_entries_are_taken_and_that_is_told(start: Start, looked_at: list[Any]) -> None:
    provider, server = start("arxiv")
    told, server.fault = _hearing(provider), xml(FEED.format(ENTRY * 2_000))
    assert len(await provider.search(TASK, 2)) == 1
    assert told == [("arxiv", f"answered with a list of 2,000, of which the first {MOST} are taken")]
    assert len(looked_at) == MOST


@pytest.mark.parametrize("body", ["<b " * 60_000, FEED.format("<b></b>" * 60_000)])
async def test_a_feed_of_nothing_but_tags_is_refused_before_it_is_read(start: Start, body: str) -> None:
    provider, server = start("arxiv")
    server.fault = xml(body)
    with pytest.raises(BadAnswer, match=r"feed of .* tags"):
        await provider.search(TASK, 2)


async def test_texts_and_images_of_a_hit_have_an_end(start: Start) -> None:
    provider, server = start("tavily")
    long = "<b>Heat</b> pumps " * 60_000
    images = [f"https://example.org/{number}.png" for number in range(400)]
    server.fault = answer({"results": [{**ITEM, "title": long, "content": long, "raw_content": long, "images": images}]})
    (hit,) = await provider.search(TASK, 2)
    assert len(hit.title) <= 2000 and len(hit.snippet) <= 600 and len(hit.content) <= 200_000
    assert len(hit.images) == 20
    assert hit.title.startswith("Heat pumps Heat")


@pytest.mark.parametrize("score", [10**400, "x", {"a": 1}])
async def test_a_score_that_no_number_can_hold_is_an_answer_of_another_format(start: Start, score: Any) -> None:
    provider, server = start("tavily")
    server.fault = answer({"results": [{**ITEM, "score": score}]})
    with pytest.raises(BadAnswer, match="documented format"):
        await provider.search(TASK, 2)


@pytest.mark.parametrize("score", [b"NaN", b"-Infinity", b"1e999"])
async def test_a_score_that_is_no_number_is_none(start: Start, score: bytes) -> None:
    provider, server = start("tavily")
    server.fault = Reply(b'{"results": [{"title": "t", "url": "https://example.org/", "score": %b}]}' % score)
    (hit,) = await provider.search(TASK, 2)
    assert hit.score is None


@pytest.mark.parametrize("day", [10**400, "2025-" * 400_000, [["2025"]] * 1000, {"a": "2025-01-01"}])
async def test_a_date_that_is_none_is_left_out_at_once(start: Start, day: Any) -> None:
    provider, server = start("exa")
    server.fault = answer({"results": [{"title": "t", "url": "https://example.org/", "publishedDate": day}]})
    (hit,) = await provider.search(TASK, 2)
    assert hit.published == ""


HOSTILE: list[Any] = [
    None,
    True,
    -7,
    1.5e308,
    10**400,
    "",
    "\x00\x1b[31m",
    [],
    [1],
    {},
    {"a": {"b": [1]}},
    [{"a": 1}],
    "http://[::1",
]


def _places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Each kind of place in an answer once."""
    inside = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    return [here, *(place for name, one in inside for place in _places(one, (*here, name)))]


def _with(value: Any, place: tuple[Any, ...], put: Any) -> Any:
    if not place:
        return put
    first, *rest = place
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[first] = _with(value[first], tuple(rest), put)
    return changed


@pytest.mark.once
@pytest.mark.parametrize("name", ["bocha", "brave", "exa", "hackernews", "openalex", "searxng", "serper", "tavily", "wikipedia"])
async def test_whatever_stands_at_any_place_of_an_answer_gives_hits_or_an_error_of_ours(name: str, start: Start) -> None:
    provider, server = start(name)
    sent: list[Reply] = []

    def kept(request: Request) -> Reply:
        sent.append(ENGINES[name].route(request))
        return sent[-1]

    server.route = kept
    await provider.search(TASK, 3)
    good, tried = json.loads(sent[0].body), 0
    for place in _places(good):
        for put in HOSTILE:
            server.fault = answer(_with(good, place, put))
            try:
                hits = await provider.search(TASK, 3)
            except BadAnswer:
                hits = []
            for hit in hits:
                hit.model_dump_json().encode()
            tried += 1
    assert tried > 100
