"""The last link of the chain: every engine dead, and a model that remembers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_kit import Ended, Inside, prepare
from standin.chat import chat
from standin.server import Standin
from standin.world import model_answer

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("no_waiting")]

LABEL = "Model knowledge (unverified)"
QUESTION = "Compare the storage plants of Oslo and Kyoto by cost and capacity"
STATEMENTS = [
    "The storage plant of Oslo was opened in 1998 and holds 420 megawatt-hours, see https://invented.example.org/oslo [3].",
    "The storage plant of Kyoto cost 310 million euros, more than the plant of Oslo.",
    "Storage plants of this kind lose about 12 percent of their capacity in ten years, as Kyoto and Oslo report.",
]


class Model:
    """A model that writes well, and remembers what it is asked about; ``remembers`` may be taken from it."""

    def __init__(self) -> None:
        self.remembers = True
        self.prompts: list[str] = []

    def __call__(self, asked: dict[str, Any], wanted: set[str], prompt: str) -> dict[str, Any]:
        self.prompts.append(prompt)
        if "statements" not in wanted:
            return model_answer(asked)
        about = prompt.partition("about this:\n<data>")[2].partition("</data>")[0]
        return {"statements": [f"{text} It concerns {about}." for text in STATEMENTS] if self.remembers else []}


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture
def place(tmp_path: Path, model: Model) -> Iterator[Path]:
    with Standin(chat(model)) as server:
        more = (
            f'[llm]\nuse = ["fake"]\n[llm.fake]\nplugin = "openai"\nbase_url = "{server.url}"\nmodel = "fake-1"\n'
            'api_key = "none"\nstream = false\n[cache]\nenabled = false\n'
        )
        yield prepare(tmp_path / "work", more=more, fail="HTTP 503, gone for good")


def run(inside: Inside, place: Path, *arguments: str) -> Ended:
    return inside(place, "run", QUESTION, "--yes", "--depth", "quick", "--length", "brief", *arguments)


def folder_of(place: Path) -> Path:
    return next((place / "logs" / "research_data").iterdir())


def test_without_the_flag_the_run_fails_and_says_what_was_tried(place: Path, model: Model, inside: Inside) -> None:
    ended = run(inside, place)
    assert ended.code == 4
    last = ended.err.splitlines()[-1]
    assert "no engine found anything" in last
    assert "shelf: HTTP 503, gone for good" in last
    assert not list(place.rglob("report.md"))
    assert not any("From memory" in prompt for prompt in model.prompts), "nobody may be asked"


def test_with_the_flag_the_report_passes_and_says_everywhere_what_it_is(place: Path, inside: Inside) -> None:
    ended = run(inside, place, "--allow-unverified", "--json")
    assert ended.code == 0, ended.err
    assert f"! {LABEL}: no engine found anything (shelf: HTTP 503" in ended.err
    told = json.loads(ended.out)
    assert (told["passed"], told["status"]) == (True, "partial")
    assert told["citations"] == {"cited": 0, "total": 0}, "a model's memory is no source"
    assert told["verification"]["unverified"]["counts"]["unverified_paragraph_count"] > 0
    folder = folder_of(place)
    report = (folder / "report.md").read_text(encoding="utf-8")
    titles = [line for line in report.splitlines() if line.startswith("## ")]
    assert titles and all(line.endswith(f"· {LABEL}") for line in titles[:-2]), titles
    body, _, references = report.partition("## References")
    assert f"{LABEL}: no engine found a source" in body
    assert f"[1] {LABEL}: " in references and "model://llm-knowledge/memory?query=" in references
    assert "- Cited: 0%\n- Total: 0 sources" in references
    assert f"| {LABEL} | " in references and "llm-knowledge: " in references
    assert "| Status | partial" in references
    assert "invented.example.org" not in report
    claims = json.loads((folder / "claims.json").read_text(encoding="utf-8"))
    assert claims and {claim["verdict"] for claim in claims} == {"unclear"}, "it supports nothing"
    sentences = [claim["sentence"] for claim in claims]
    assert body.count("(?)") >= len(set(sentences)) // 2
    assert not list((folder / "figures").glob("*")) if (folder / "figures").exists() else True
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [event for event in events if event["data"].get("unverified")]
    assert LABEL in (folder / "verification.md").read_text(encoding="utf-8")


def test_named_in_the_chain_without_the_flag_it_is_written_and_does_not_pass(place: Path, inside: Inside) -> None:
    ended = run(inside, place, "--search", "shelf,llm-knowledge")
    assert ended.code == 3, ended.err
    folder = folder_of(place)
    told = json.loads((folder / "verify.json").read_text(encoding="utf-8"))
    word = next(one for one in told["verifications"] if one["verifier"] == "unverified")
    assert (told["passed"], word["passed"]) == (False, False)
    assert LABEL in (folder / "report.md").read_text(encoding="utf-8")
    again = inside(place, "verify", str(folder))
    assert again.code == 3 and "unverified" in again.out
    allowed = run(inside, place, "--search", "shelf,llm-knowledge", "--allow-unverified")
    assert allowed.code == 0
    newest = max((place / "logs" / "research_data").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert inside(place, "verify", str(newest)).code == 0


def test_with_an_engine_that_finds_something_nobody_asks_the_memory(
    tmp_path: Path, place: Path, model: Model, inside: Inside
) -> None:
    (place / "dr.toml").write_text((place / "dr.toml").read_text().replace('fail = "HTTP 503, gone for good"\n', ""))
    ended = inside(
        place, "run", "How well do heat pumps work in cold climates?", "--yes", "--depth", "quick", "--allow-unverified"
    )
    assert ended.code == 0, ended.err
    assert not any("From memory" in prompt for prompt in model.prompts)
    assert LABEL not in (folder_of(place) / "report.md").read_text(encoding="utf-8")


def test_a_model_that_knows_nothing_leaves_a_failed_run(place: Path, model: Model, inside: Inside) -> None:
    model.remembers = False
    ended = run(inside, place, "--allow-unverified")
    assert ended.code == 4
    assert "no engine found anything" in ended.err.splitlines()[-1]
    assert "llm-knowledge: " in ended.err.splitlines()[-1]
    assert not list(place.rglob("report.md"))


def test_without_a_model_the_flag_changes_nothing(tmp_path: Path, inside: Inside) -> None:
    place = prepare(tmp_path / "bare", fail="gone")
    ended = run(inside, place, "--allow-unverified")
    assert ended.code == 4
    assert "llm-knowledge: no model answered" in ended.err
    assert not list(place.rglob("report.md"))


def test_the_memory_is_asked_once_and_a_replay_asks_nobody(place: Path, model: Model, inside: Inside) -> None:
    assert run(inside, place, "--allow-unverified").code == 0
    asked = len(model.prompts)
    before = (folder_of(place) / "report.md").read_text(encoding="utf-8")
    ended = inside(place, "replay", "last")
    assert ended.code == 0, ended.err
    assert len(model.prompts) == asked
    again = Path(ended.out.strip()).read_text(encoding="utf-8")
    assert before.count(LABEL) == again.count(LABEL) > 4
