"""`--events` and `--json`: read by a client library that is not ours, complete, and never in the way of the run."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from cli_kit import QUESTION, command, dr, surroundings
from httpx_sse import EventSource
from standin.world import settings_for

ASKED = "How do storage plants compare, and what do they cost?"
KEYS = [
    "run_id", "status", "exit_code", "title", "run_dir", "report_path", "files", "passed", "learnings", "sources", "left_out",
    "fallbacks", "models_silent", "unmentioned", "images", "citations", "verification", "metrics",
]  # fmt: skip
METRICS = [
    "seconds", "model_calls", "prompt_tokens", "completion_tokens", "searches", "pages", "steps_ok_ratio", "cost", "stages",
    "estimate",
]  # fmt: skip


class Told(NamedTuple):
    """A run with models, engines (one is dead) and pages over HTTP: what its events said, and its folder."""

    events: list[tuple[str, str, dict[str, Any]]]
    folder: Path

    def of(self, status: str) -> list[dict[str, Any]]:
        """The data of the events with a status."""
        return [body.get("data", {}) for _, _, body in self.events if body.get("status") == status]


class Body(httpx.SyncByteStream):
    """What a process prints, as the body of a response."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def __iter__(self) -> Iterator[bytes]:
        assert self._process.stdout is not None
        while piece := self._process.stdout.read1(65536):  # type: ignore[attr-defined]
            yield piece


def read_sse(process: subprocess.Popen[bytes]) -> list[tuple[str, str, dict[str, Any]]]:
    """The events as an independent reader of server-sent events has them: id, type, data."""
    response = httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=Body(process))
    return [(sse.id, sse.event, sse.json()) for sse in EventSource(response).iter_sse()]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    folder = tmp_path_factory.mktemp("world")
    serve = [sys.executable, "-m", "standin.world", "--latency", "0.01"]
    world = subprocess.Popen(serve, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE)
    assert world.stdout is not None
    try:
        text = settings_for(f"http://127.0.0.1:{int(world.stdout.readline())}", strategy="batch")
        dead = '[search.dead]\nplugin = "searxng"\nbase_url = "http://127.0.0.1:9"\n'
        text = text.replace('"engine3"]', '"engine3", "dead"]').replace("[search.engine1]", f"{dead}[search.engine1]")
        (folder / "dr.toml").write_text(text)
        arguments = command("run", ASKED, "--events", "--max-iterations", "1", "--quiet")
        pipes: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(arguments, cwd=folder, env=surroundings(folder), **pipes) as run:
            events = read_sse(run)
            assert run.stderr is not None
            assert run.wait(60) == 0, run.stderr.read().decode()
        (found,) = (folder / "logs/research_data").iterdir()
        yield Told(events, found)
    finally:
        world.terminate()
        world.wait()
        world.stdout.close()


def test_events_arrive_in_order_and_none_is_missing(told: Told) -> None:
    assert [int(number) for number, _, _ in told.events] == list(range(1, len(told.events) + 1))
    assert [body["seq"] for _, _, body in told.events] == list(range(1, len(told.events) + 1))
    times = [body["at"] for _, _, body in told.events]
    assert times == sorted(times)


def test_events_have_the_types_and_steps_of_the_documents(told: Told) -> None:
    assert {kind for _, kind, _ in told.events} == {"progress", "message", "error"}
    steps = {body["step"] for _, kind, body in told.events if kind == "progress"}
    assert {"report-plan", "serp-query", "search-task", "chart-planning", "final-report"} <= steps
    for _, kind, body in told.events:
        if kind == "error":
            assert body["message"]
        if kind == "message":
            assert body["type"] == "text"


def test_the_messages_are_the_report(told: Told) -> None:
    text = "".join(body["text"] for _, kind, body in told.events if kind == "message")
    assert text.strip() == (told.folder / "report.md").read_text(encoding="utf-8").strip()


def test_the_last_event_says_how_it_ended(told: Told) -> None:
    last = told.events[-1][2]
    assert last["status"] in ("complete", "partial")
    assert last["data"]["exit_code"] == 0 and last["data"]["passed"] is True
    assert Path(last["data"]["report_path"]).name == "report.md"


def test_events_tell_everything_that_the_provenance_box_tells(told: Told) -> None:
    box = dict(json.loads((told.folder / "report.json").read_text(encoding="utf-8"))["provenance"])
    (made,) = told.of("made")
    engines = told.of("found")[-1]["engines"]
    answered = told.of("answered")
    checked = told.of("checked")[-1]
    tokens = sum(one["prompt_tokens"] + one["completion_tokens"] for one in answered)
    told_rows = {
        "Question": made["question"],
        "Status": made["today"],
        "Rounds": f"{len(made['rounds'])}/{made['max_rounds']}",
        "Queries": "; ".join(made["queries"]),
        "Engines": [f"{name}: {one['calls']} calls" for name, one in engines.items()] + [engines["dead"]["error"]],
        "Pages read": str(len(told.of("read"))),
        "Pages not read": str(len({one["url"] for one in told.of("unread")})),
        "Evidence": str(made["evidence"]),
        "Sentences dropped": str(checked["dropped"]),
        "Sentences unclear": str(checked["unclear"]),
        "Stages skipped": [f"{stage}: {note}" for stage, note in made["skipped"].items()],
        "Models": [f"{answered[0]['instance']} ({answered[0]['model']}): {len(answered)} calls"],
        "Done without the model": [f"{one['task']} ({one['reason']})" for one in told.of("fallback")],
        "Errors met": str(made["errors_met"]),
        "Cost": [f"{tokens:,} tokens", "price unknown" if made["usd"] is None else f"{made['usd']:.4f} USD"],
        "Time": f"{made['seconds']:.1f} s",
        "Targets": [f"{one['target']}: {one['reached']}" for one in made["targets"]],
    }
    assert set(box) <= set(told_rows), "a row of the box has nothing in the events to stand on"
    for name, value in box.items():
        said = told_rows[name]
        for part in said if isinstance(said, list) else [said]:
            assert " ".join(str(part).split()) in value, f"{name}: {value!r} is not told"
    searched = {one["query"] for one in told.of("start") if "query" in one}
    assert set(made["queries"]) == searched
    failed = [body for _, kind, body in told.events if kind == "error" and body["data"].get("engine") == "dead"]
    assert len(failed) == engines["dead"]["failures"]
    for one in told.of("unread"):
        assert one["reason"]
    assert len(checked["problems"]) == checked["dropped"]


def test_a_reader_that_does_not_read_does_not_hold_up_the_run(place: Path) -> None:
    process = subprocess.Popen(
        command("run", QUESTION, "--events"), cwd=place, env=surroundings(place), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
    )  # fmt: skip
    assert process.stdout is not None and process.stderr is not None
    size = fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, 4096)
    lines: list[bytes] = []
    while not (line := process.stderr.readline()).startswith(b"  cache: done"):
        assert line, lines  # it ended before its last stage
        lines.append(line)
    # the run is over, and most of its events wait: the pipe holds a page of them
    with open(process.stdout.fileno(), "rb", closefd=False) as out:
        everything = out.read()
    assert process.wait(60) == 0
    assert len(everything) > 2 * size
    ids = [int(line.removeprefix(b"id: ")) for line in everything.splitlines() if line.startswith(b"id: ")]
    assert ids == list(range(1, len(ids) + 1))
    process.stdout.close()
    process.stderr.close()


def test_json_is_one_object_with_exactly_the_keys_of_the_documents(place: Path) -> None:
    ended = dr(place, "run", QUESTION, "--json", "--quiet")
    assert ended.err == ""
    found = json.loads(ended.out)
    assert list(found) == KEYS
    assert list(found["metrics"]) == METRICS
    assert set(found["citations"]) == {"cited", "total"}
    assert found["citations"]["cited"] <= found["citations"]["total"] == len(found["sources"]) == found["metrics"]["pages"]
    assert {"citations", "grounding"} == set(found["verification"])
    assert found["learnings"] and found["status"] == "complete" and found["metrics"]["cost"] == 0.0
    assert (place / found["report_path"]).is_file()


def test_json_of_a_failure_has_the_same_keys_and_the_error(place: Path) -> None:
    found = json.loads(dr(place, "run", "cancer treatment", "--json", "--no-input", "--quiet").out)
    assert list(found) == [*KEYS, "error"]
    assert list(found["metrics"]) == METRICS
    assert found["exit_code"] == 2 and "a question is open" in found["error"]
