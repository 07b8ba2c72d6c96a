"""`dr` with a model, as people use it: what it will cost and did cost, style and audience, prompts and prices of one's own, a
wrong key. The model, the engines and the pages are a server in a process of its own."""

from __future__ import annotations

import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_kit import ROOT, Ended, Inside
from standin.world import settings_for

pytestmark = pytest.mark.once

QUESTION = "Compare the storage plants of Oslo and Kyoto by cost and capacity"
PLAIN = "How are storage plants in Norway insured?"
PRICES = '[here.models]\n"fake-1" = { input = 2.0, output = 10.0 }\n'


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the world writes down what it was asked."""
    return tmp_path_factory.mktemp("world") / "requests.jsonl"


@pytest.fixture(scope="module")
def world(log: Path) -> Iterator[str]:
    """The address of a world that answers at once."""
    command = [sys.executable, str(ROOT / "tests" / "standin" / "world.py"), "--log", str(log), "--keep", "--latency", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        server.kill()


class Place:
    """A folder whose settings use the world."""

    def __init__(self, inside: Inside, folder: Path, origin: str, first: str = "", more: str = "") -> None:
        folder.mkdir(parents=True)
        self.inside, self.folder = inside, folder
        (folder / "dr.toml").write_text(first + settings_for(origin, engines=1) + more, encoding="utf-8")

    def run(self, *arguments: str, question: str = QUESTION) -> Ended:
        return self.inside(self.folder, "run", question, "--yes", "--depth", "quick", "--length", "brief", *arguments)

    @property
    def path(self) -> Path:
        return next((self.folder / "logs" / "research_data").iterdir())


def prompts_since(log: Path, first: int) -> list[list[dict[str, str]]]:
    """The messages that the model got since the log had ``first`` lines."""
    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()[first:]]
    return [entry["body"]["messages"] for entry in entries if "body" in entry]


def lines_of(log: Path) -> int:
    return len(log.read_text(encoding="utf-8").splitlines())


def test_tokens_and_money_are_told_by_call_by_stage_and_by_run(world: str, tmp_path: Path, inside: Inside) -> None:
    (tmp_path / "prices.toml").write_text(PRICES, encoding="utf-8")
    place = Place(inside, tmp_path / "place", world, first=f'prices = "{tmp_path / "prices.toml"}"\n')
    ended = place.run("--json")
    assert ended.code == 0, ended.err
    metrics = json.loads(ended.out)["metrics"]
    stages = metrics["stages"]
    assert {"plan", "draft"} <= stages.keys()
    for field in ("prompt_tokens", "completion_tokens"):
        assert sum(used[field] for used in stages.values()) == metrics[field] > 0
    assert sum(used["calls"] for used in stages.values()) == metrics["model_calls"]
    price = metrics["prompt_tokens"] * 2e-6 + metrics["completion_tokens"] * 10e-6
    assert metrics["cost"] == pytest.approx(price) and sum(used["usd"] for used in stages.values()) == pytest.approx(price)
    events = [json.loads(line) for line in (place.path / "events.jsonl").read_text().splitlines()]
    calls = [event["data"] for event in events if event["status"] == "answered"]
    assert len(calls) == metrics["model_calls"] and sum(call["usd"] for call in calls) == pytest.approx(price)
    shown = inside(place.folder, "show", "last").out
    tokens = metrics["prompt_tokens"] + metrics["completion_tokens"]
    assert "TOKENS OUT" in shown and f"{metrics['prompt_tokens']:,}" in shown and f"{price:.4f} USD" in shown
    report = (place.path / "report.md").read_text(encoding="utf-8")
    planned = stages["plan"]["prompt_tokens"] + stages["plan"]["completion_tokens"]
    assert f"{price:.4f} USD, {tokens:,} tokens (plan {planned:,}" in report


def test_a_costly_run_says_before_what_it_will_use(world: str, tmp_path: Path, inside: Inside) -> None:
    (tmp_path / "prices.toml").write_text('[here.models]\n"fake-1" = { input = 200, output = 1000 }\n', encoding="utf-8")
    place = Place(inside, tmp_path / "place", world, first=f'prices = "{tmp_path / "prices.toml"}"\n')
    ended = place.run(question=PLAIN)
    line = next(line for line in ended.err.splitlines() if "estimate:" in line)
    assert "(never more than 10,000)" in line and " USD, roughly " in line
    assert ended.err.index("estimate:") < ended.err.index("harvest")
    assert "plan taken as it is: nobody could be asked" in ended.err  # what is costly is confirmed where somebody can be asked


def test_a_cheap_run_says_nothing_of_it_but_the_events_do(world: str, tmp_path: Path, inside: Inside) -> None:
    place = Place(inside, tmp_path / "place", world)
    ended = place.run("--json", question=PLAIN)
    assert "estimate:" not in ended.err
    told = json.loads(ended.out)["metrics"]
    assert told["estimate"]["usd"] is None and told["cost"] is None  # fake-1 stands in no price list
    assert all(used["usd"] is None for used in told["stages"].values())
    used = told["prompt_tokens"] + told["completion_tokens"]
    assert 0.5 < used / told["estimate"]["tokens"] < 1.1
    shown = inside(place.folder, "show", "last").out
    assert "unknown" in shown and "estimate: about " in shown and "price unknown" in shown


def test_style_and_audience_reach_the_model(world: str, log: Path, tmp_path: Path, inside: Inside) -> None:
    place, first = Place(inside, tmp_path / "place", world), lines_of(log)
    ended = place.run("--style", "dry and short", "--audience", "town councils")
    assert ended.code == 0, ended.err
    drafts = [messages for messages in prompts_since(log, first) if "Write one section" in messages[1]["content"]]
    assert drafts
    for messages in drafts:
        assert "Style: dry and short." in messages[0]["content"] and "Readers: town councils." in messages[0]["content"]


def test_a_prompt_of_ones_own_takes_the_place_of_the_bundled_one(world: str, log: Path, tmp_path: Path, inside: Inside) -> None:
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    (prompts / "draft.j2").write_text(
        '{% from "evidence.j2" import pieces %}\nOUR HOUSE STYLE, about {{ words }} words:\n{{ pieces(evidence) }}',
        encoding="utf-8",
    )
    place, first = Place(inside, tmp_path / "place", world, first=f'prompts = "{prompts}"\n'), lines_of(log)
    ended = place.run()
    assert ended.code == 0, ended.err
    told = json.dumps(prompts_since(log, first))
    assert "OUR HOUSE STYLE" in told and "Write one section" not in told
    assert "Write the abstract" in told  # the others are the bundled ones


def test_a_broken_price_file_is_one_line(world: str, tmp_path: Path, inside: Inside) -> None:
    (tmp_path / "prices.toml").write_text('[here.models]\n"fake-1" = { input = "much" }\n', encoding="utf-8")
    place = Place(inside, tmp_path / "place", world, first=f'prices = "{tmp_path / "prices.toml"}"\n')
    ended = place.run("--quiet")
    assert ended.code == 64 and "wrong at here.models.fake-1" in ended.line


class Refuses(http.server.BaseHTTPRequestHandler):
    """A service that knows nobody."""

    asked = 0

    def do_POST(self) -> None:
        type(self).asked += 1
        self.rfile.read(int(self.headers["content-length"]))
        body = json.dumps({"error": {"message": "Incorrect API key provided: sk-wor*d", "code": "invalid_api_key"}}).encode()
        self.send_response(401)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: Any) -> None:
        """Say nothing."""


def test_a_wrong_key_on_the_first_call_is_one_line_and_the_end(world: str, tmp_path: Path, inside: Inside) -> None:
    Refuses.asked = 0
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Refuses) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place = Place(inside, tmp_path / "place", world)
        settings = place.folder / "dr.toml"
        refusing = f"http://127.0.0.1:{server.server_address[1]}/v1"
        settings.write_text(settings.read_text().replace(f"{world}/v1", refusing), encoding="utf-8")
        ended = place.run("--quiet")
        server.shutdown()
    assert ended.code == 4 and not ended.out
    said = [line for line in ended.err.splitlines() if not line.startswith("what was done is kept")]
    assert len(said) == 1 and "fake" in said[0] and "key" in said[0].lower(), ended.err
    assert Refuses.asked == 1
    assert not (place.path / "report.md").exists()
