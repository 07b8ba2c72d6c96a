"""Whole runs in which pages are blocked or drawn by scripts: fallbacks bring them, the report cites them and the box says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_kit import Inside, dr, toml
from standin.reader_services import SERVICES
from standin.server import Reply, Request, Standin, answer
from standin.web_engines import KEY

from dr_plugins.fetch.playwright import Playwright

pytestmark = pytest.mark.once

QUESTION = "How many households in Norway and Sweden have a heat pump?"
NORWAY = "In Norway about 60 percent of households had a heat pump in 2022, as the energy agency found in its survey. "
NORWAY += "Norwegian households had bought 1.6 million heat pumps by then, most of them for air. "
SWEDEN = "In Sweden about 43 percent of households had a heat pump in 2022, which the statistics office counted. "
SWEDEN += "Swedish households use ground-source heat pumps more than others, about 520,000 of them. "
FINLAND = "In Finland about 1.2 million heat pumps stood in households in 2022, as the association of makers counted. "
WALL = b"<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>"
SHELL = (
    b"<html><body><noscript>Please enable JavaScript.</noscript><div id=root></div><script src=/app.js></script></body></html>"
)
APP = f"document.getElementById('root').innerHTML = '<article><h1>Heat pumps in Sweden</h1><p>{SWEDEN * 5}</p></article>'"


def site(request: Request) -> Reply:
    """A page behind a wall, one that a script draws, and one that is fine."""
    return {
        "/norway": Reply(WALL, 403, {"cf-mitigated": "challenge"}, "text/html"),
        "/sweden": Reply(SHELL, media="text/html"),
        "/app.js": Reply(APP.encode(), media="text/javascript"),
        "/finland": Reply(f"<html><body><article><h1>Finland</h1><p>{FINLAND * 5}</p></article>".encode(), media="text/html"),
    }.get(request.path, Reply(b"", 404, media="text/html"))


def jina(request: Request) -> Reply:
    """Jina Reader, which knows both pages."""
    reply = SERVICES["jina"].route(request)  # as documented, refusals and all
    if reply.status != 200:
        return reply
    country = request.json["url"].rpartition("/")[2]
    text = {"norway": NORWAY, "sweden": SWEDEN}[country] * 5
    data = {"title": f"Heat pumps in {country.title()}", "url": request.json["url"], "content": f"# Heat pumps\n\n{text}"}
    return answer({"code": 200, "status": 20000, "data": data})


@pytest.fixture
def servers() -> Iterator[tuple[Standin, Standin]]:
    with Standin(site) as pages, Standin(jina) as service:
        yield pages, service


def folder(path: Path, pages: Standin, service: Standin, use: str = '["jina"]', more: str = "") -> Path:
    hits = [{"title": f"Heat pumps in {name}", "url": f"{pages.url}/{name.lower()}"} for name in ("Norway", "Sweden", "Finland")]
    path.mkdir()
    (path / "dr.toml").write_text(
        f'[search]\nuse = ["shelf"]\n[search.shelf]\nplugin = "dr_core.testing:FakeSearch"\nhits = {toml(hits)}\n'
        f'[web]\nallow_hosts = ["127.0.0.1"]\nrobots = false\n[research]\nmax_iterations = 1\n[sandbox]\nuse = []\n'
        f'[fetch]\nuse = {use}\n{more}[fetch.jina]\nbase_url = "{service.url}"\napi_key = "{KEY}"\n',
        encoding="utf-8",
    )
    return path


def report(place: Path) -> tuple[str, dict[str, Any]]:
    run = next((place / "logs" / "research_data").iterdir())
    return (run / "report.md").read_text(encoding="utf-8"), json.loads((run / "report.json").read_text(encoding="utf-8"))


def row(told: dict[str, Any], label: str) -> str:
    return dict(map(tuple, told["provenance"])).get(label, "")


def test_a_wall_and_a_shell_are_read_through_a_service_and_cited(
    tmp_path: Path, servers: tuple[Standin, Standin], inside: Inside
) -> None:
    pages, service = servers
    place = folder(tmp_path / "p", *servers)
    ended = inside(place, "run", QUESTION, "--yes")
    assert ended.code == 0, ended.err
    text, told = report(place)
    assert "60 percent" in text and "43 percent" in text
    cited = {reference["url"] for reference in told["references"] if reference["number"]}
    assert {f"{pages.url}/norway", f"{pages.url}/sweden"} <= cited
    said = row(told, "Pages read by fallbacks")
    assert said.startswith("jina: 2/2 calls")
    assert f"{pages.url}/norway" in said and f"{pages.url}/sweden" in said
    assert len(service.requests) == 2
    run = next((place / "logs" / "research_data").iterdir())
    events = [json.loads(line) for line in (run / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    via = {event["data"]["url"]: event["data"]["via"] for event in events if event["status"] == "read"}
    assert via == {f"{pages.url}/norway": "jina", f"{pages.url}/sweden": "jina", f"{pages.url}/finland": ""}
    asked = len(pages.requests) + len(service.requests)
    for command in ("resume", "replay"):
        again = dr(place, command, "last")
        assert again.code == 0, again.err
    assert len(pages.requests) + len(service.requests) == asked, "nothing was asked again"
    assert not any(KEY in path.read_text(encoding="utf-8", errors="ignore") for path in run.rglob("*") if path.is_file())


def test_the_cap_leaves_the_rest_unread_and_says_so(tmp_path: Path, servers: tuple[Standin, Standin], inside: Inside) -> None:
    place = folder(tmp_path / "p", *servers, more="max_pages = 1\n")
    assert inside(place, "run", QUESTION, "--yes").code == 0
    _, told = report(place)
    assert row(told, "Pages read by fallbacks").startswith("jina: 1/1 calls")
    assert "[fetch] max_pages is no more" in row(told, "Pages not read").replace("\\", "")
    assert len(servers[1].requests) == 1


def test_a_dead_service_costs_a_line_and_the_run_goes_on(
    tmp_path: Path, servers: tuple[Standin, Standin], inside: Inside
) -> None:
    servers[1].fault = answer({"message": "no credit"}, 402)
    place = folder(tmp_path / "p", *servers)
    ended = inside(place, "run", QUESTION, "--yes")
    assert ended.code == 0, ended.err
    text, told = report(place)
    assert "1.2 million" in text
    assert "no quota left (402)" in row(told, "Pages read by fallbacks")
    assert len(servers[1].requests) <= 2, "out for the run after the first answer; both may have been on their way"


def test_off_by_default(tmp_path: Path, servers: tuple[Standin, Standin], inside: Inside) -> None:
    place = folder(tmp_path / "p", *servers, use="[]")
    assert inside(place, "run", QUESTION, "--yes").code == 0
    assert servers[1].requests == []
    assert row(report(place)[1], "Pages read by fallbacks") == ""


def test_dr_read_names_who_read_the_page(tmp_path: Path, servers: tuple[Standin, Standin], inside: Inside) -> None:
    place, url = folder(tmp_path / "p", *servers, use="[]"), f"{servers[0].url}/norway"
    alone = inside(place, "read", url, "--no-cache")
    assert alone.code == 4
    assert "bot wall (Cloudflare)" in alone.line
    told = inside(place, "read", url, "--fetch", "jina", "--json", "--no-cache")
    assert told.code == 0, told.err
    assert json.loads(told.out)["via"] == "jina"
    shown = inside(place, "read", url, "--fetch", "jina", "--no-cache")
    assert "60 percent" in shown.out
    assert shown.line.endswith("read by jina")
    wrong = inside(place, "read", url, "--fetch", "jima")
    assert wrong.code == 64
    assert "Did you mean 'jina'" in wrong.line


@pytest.mark.browser
def test_a_browser_draws_the_shell_and_a_service_reads_behind_the_wall(
    tmp_path: Path, servers: tuple[Standin, Standin], inside: Inside
) -> None:
    if lacks := Playwright().lacks():
        pytest.skip(f"no browser: {lacks}")
    place = folder(tmp_path / "p", *servers, use='["playwright", "jina"]')
    ended = inside(place, "run", QUESTION, "--yes")
    assert ended.code == 0, ended.err
    text, told = report(place)
    assert "60 percent" in text and "43 percent" in text
    said = row(told, "Pages read by fallbacks")
    assert f"jina: 1/1 calls, {servers[0].url}/norway" in said
    assert f"playwright: 1/2 calls, {servers[0].url}/sweden" in said
    assert dr(place, "replay", "last").code == 0
