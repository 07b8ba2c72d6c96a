"""`dr search` and `dr read` as commands, against engines and pages on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_kit import Inside
from standin import web_engines
from standin.server import Reply, Standin, answer

pytestmark = pytest.mark.once

PAGE = (
    "<!doctype html><html lang=en><head><meta charset=utf-8><title>Heat pumps in Norway</title></head><body><article>"
    + "<p>In Norway about 60 percent of households had a heat pump in 2022, as the agency found in its survey.</p>" * 8
    + "</article></body></html>"
)


@pytest.fixture
def engines() -> Iterator[tuple[Standin, Standin]]:
    """Two SearXNG instances."""
    with Standin(web_engines.searxng) as one, Standin(web_engines.searxng) as two:
        yield one, two


def folder(path: Path, one: Standin, two: Standin, more: str = "") -> Path:
    """A folder whose settings know the two instances."""
    servers = {"one": one, "two": two}
    tables = "".join(
        f'[search.{name}]\nplugin = "searxng"\nrate = 1000\nbase_url = "{server.url}"\n' for name, server in servers.items()
    )
    path.mkdir()
    text = f'[search]\nuse = ["one", "two"]\n{tables}[web]\nallow_hosts = ["127.0.0.1"]\nrobots = false\n{more}'
    (path / "dr.toml").write_text(text, encoding="utf-8")
    return path


def test_hits_go_to_stdout_and_nothing_is_left_behind(tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside) -> None:
    place = folder(tmp_path / "p", *engines)
    alone = {"DR_SEARCH__ENABLE_RACE_MODE": "false"}  # on a busy machine the first may be slow, and the other would join
    ended = inside(place, "search", "heat pumps", "--no-cache", env=alone)
    assert ended.code == 0, ended.err
    assert "https://energy.example.org/heat-pumps" in ended.out
    assert ended.line == "3 hits"
    assert {entry.name for entry in place.iterdir()} <= {"dr.toml", ".home"}
    assert [len(server.requests) for server in engines] == [1, 0]


def test_batch_asks_all_and_json_says_what_each_did(tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside) -> None:
    ended = inside(folder(tmp_path / "p", *engines), "search", "heat pumps", "--strategy", "batch", "--limit", "2", "--json")
    told = json.loads(ended.out)
    assert ended.code == 0
    assert ended.err == ""
    assert len(told["hits"]) == 2
    assert told["hits"][0]["engine"] == "one, two"
    assert told["engines"]["one"]["calls"] == told["engines"]["two"]["calls"] == 1


def test_a_dead_engine_is_a_line_on_stderr(tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside) -> None:
    engines[0].fault = answer({"error": "out of credits"}, 402)
    ended = inside(folder(tmp_path / "p", *engines), "search", "heat pumps", "--search", "one,two")
    assert ended.code == 0
    assert "heat-pumps" in ended.out
    first, last = ended.err.splitlines()
    assert first.startswith("one: ")
    assert last == "3 hits"


def test_all_engines_dead_is_exit_code_4_in_one_line(tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside) -> None:
    for server in engines:
        server.fault = answer({}, 401)
    ended = inside(folder(tmp_path / "p", *engines), "search", "heat pumps")
    assert (ended.code, ended.out) == (4, "")
    assert "one: " in ended.line
    assert "two: " in ended.line


def test_a_folder_is_searched_in_place_of_the_engines(tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside) -> None:
    place = folder(tmp_path / "p", *engines)
    (place / "notes").mkdir()
    (place / "notes" / "pumps.md").write_text("# Pumps\n\nHeat pumps move heat instead of making it.\n", encoding="utf-8")
    ended = inside(place, "search", "heat pumps", "--docs", "notes")
    assert (ended.code, ended.line) == (0, "1 hit"), ended.err
    assert ended.out.startswith("1. Pumps\n")
    assert [len(server.requests) for server in engines] == [0, 0]


def test_nothing_found_is_no_failure(tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside) -> None:
    ended = inside(folder(tmp_path / "p", *engines), "search", "nothing at all")
    assert (ended.code, ended.out, ended.line) == (0, "", "0 hits")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("search", "  "), "the query is empty"),
        (("search", "x", "--search", "searxgn"), "Did you mean 'searxng'"),
        (("search", "x", "--search", ","), "--search is empty"),
        (("search", "x", "--limit", "0"), "--limit"),
        (("read", "notes.txt"), "is no web address"),
    ],
)
def test_misuse_is_one_line_and_exit_code_64(
    tmp_path: Path, engines: tuple[Standin, Standin], arguments: tuple[str, ...], said: str, inside: Inside
) -> None:
    ended = inside(folder(tmp_path / "p", *engines), *arguments)
    assert (ended.code, ended.out) == (64, "")
    assert said in ended.line


def test_an_engine_without_its_key_says_what_to_set(tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside) -> None:
    ended = inside(folder(tmp_path / "p", *engines), "search", "heat pumps", "--search", "tavily")
    assert ended.code == 4
    assert "TAVILY_API_KEY" in ended.line


def test_a_page_is_read_and_shown(tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside) -> None:
    with Standin(lambda request: Reply(PAGE.encode(), media="text/html; charset=utf-8")) as site:
        place = folder(tmp_path / "p", *engines)
        shown = inside(place, "read", f"{site.url}/norway")
        told = inside(place, "read", f"{site.url}/norway", "--json")
    assert shown.code == told.code == 0, shown.err
    assert "60 percent of households" in shown.out
    assert "title: Heat pumps in Norway" in shown.line
    page = json.loads(told.out)
    assert page["title"] == "Heat pumps in Norway"
    assert page["language"] == "en"
    assert len(site.requests) == 1  # the second time it came from the cache


def test_what_a_page_says_cannot_move_the_cursor(tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside) -> None:
    text = "The first line of the page \x1b[2J clears the screen \x9b31m in red.\nThe second line is plain.\n"
    with Standin(lambda request: Reply(text.encode(), media="text/plain; charset=utf-8")) as site:
        ended = inside(folder(tmp_path / "p", *engines), "read", f"{site.url}/x.txt")
    assert ended.code == 0, ended.err
    assert not set(ended.out) & {"\x1b", "\x9b"}
    assert "The second line is plain." in ended.out.splitlines()


def test_a_page_that_is_not_there_is_exit_code_4(tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside) -> None:
    with Standin(lambda request: Reply(b"gone", 404, media="text/plain")) as site:
        ended = inside(folder(tmp_path / "p", *engines), "read", f"{site.url}/gone")
    assert (ended.code, ended.out) == (4, "")
    assert "404" in ended.line


def test_the_guard_stands_before_a_private_address(tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside) -> None:
    place = folder(tmp_path / "p", *engines)
    (place / "dr.toml").write_text("", encoding="utf-8")
    ended = inside(place, "read", engines[0].url)
    assert (ended.code, ended.out) == (4, "")
    assert "127.0.0.1" in ended.line
    assert not engines[0].requests


def test_since_is_passed_on_and_what_is_older_is_left_out(
    tmp_path: Path, engines: tuple[Standin, Standin], inside: Inside
) -> None:
    place = folder(tmp_path / "p", *engines)
    ended = inside(place, "search", "heat pumps", "--since", "2025-03", "--json")
    assert [hit["published"] for hit in json.loads(ended.out)["hits"]] == ["2025-03-04"]
    refused = inside(place, "search", "heat pumps", "--since", "last week")
    assert refused.code == 64
    assert "research.since" in refused.line
