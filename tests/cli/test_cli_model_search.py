"""A run whose only engine is a model that searches: the pages it names are read, its words are not used. Through the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_kit import NORWAY, QUESTION, Ended, dr
from standin import model_search
from standin.server import Reply, Request, Standin, answer

pytestmark = pytest.mark.once

CLAIM = "Heat pumps in cold climates are 900 percent efficient, which every study of the world confirms without exception. " * 8


class Service:
    """OpenAI's Responses API and the site whose pages it names; ``readable`` may be taken from the pages."""

    def __init__(self) -> None:
        self.readable = True

    def __call__(self, request: Request) -> Reply:
        if request.path.startswith("/page/"):
            text = f"<p>{NORWAY}</p>" * 3 if self.readable else "gone"
            page = f"<html lang=en><head><title>Heat pumps in Norway</title></head><body><article>{text}</article></body></html>"
            return Reply(page.encode(), 200 if self.readable else 404, media="text/html; charset=utf-8")
        told = json.loads(model_search.openai(request).body)
        (text,) = (part for item in told["output"] if item["type"] == "message" for part in item["content"])
        text["text"] = CLAIM
        for at, note in enumerate(text["annotations"]):
            note["url"] = f"http://{request.headers['host']}/page/{at}"
        told["output"][0]["action"]["sources"] = []
        return answer(told)


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
def place(tmp_path: Path, service: Service) -> Iterator[Path]:
    with Standin(service) as server:
        (tmp_path / "dr.toml").write_text(
            f'[search]\nuse = ["model"]\n[search.model]\nbase_url = "{server.url}/v1"\nrate = 100\n'
            '[web]\nallow_hosts = ["127.0.0.1"]\nrobots = false\n[sandbox]\nuse = []\n[cache]\nenabled = false\n'
        )
        yield tmp_path


def run(place: Path, *arguments: str) -> Ended:
    key = {"OPENAI_API_KEY": model_search.KEY}
    return dr(place, "run", QUESTION, "--yes", "--depth", "quick", "--max-tokens", "200000", *arguments, env=key)


def test_the_pages_are_cited_and_the_tokens_counted(place: Path) -> None:
    ended = run(place, "--json")
    assert ended.code == 0, ended.err
    told = json.loads(ended.out)
    assert {source["title"] for source in told["sources"]} == {"Heat pumps in Norway"}
    assert told["metrics"]["model_calls"] == told["metrics"]["searches"] > 0
    assert told["metrics"]["prompt_tokens"] == 8120 * told["metrics"]["searches"]
    assert told["metrics"]["cost"] is None, "nobody knows what a search cost"
    folder = place / told["run_dir"]
    written = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    assert "900 percent" not in written, "not one word of the model is kept"
    report = (folder / "report.md").read_text(encoding="utf-8")
    assert "model (gpt-6.1-sol): " in report and "price unknown" in report


def test_pages_that_cannot_be_read_leave_nothing_to_quote(place: Path, service: Service) -> None:
    service.readable = False
    ended = run(place)
    assert ended.code == 4, ended.err
    assert "could be read" in ended.err.splitlines()[-1]
    assert not list(place.rglob("report.md"))


def test_a_ceiling_of_money_leaves_it_out_and_says_why(place: Path) -> None:
    ended = run(place, "--max-usd", "1")
    assert ended.code == 4
    assert "model: budget.usd cannot be kept" in ended.err.splitlines()[-1]
