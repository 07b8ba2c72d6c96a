"""Each exit code of the decisions, from the real command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from cli_kit import QUESTION, command, dr, prepare, surroundings

from dr_core.run.store import load_state


def test_0_a_report(place: Path) -> None:
    ended = dr(place, "run", QUESTION)
    assert ended.code == 0, ended.err
    report = place / ended.out.strip()
    assert ended.out.count("\n") == 1, "the path of the report is the one line on stdout"
    assert report.read_text(encoding="utf-8").startswith("# ")


def test_0_a_form_that_could_not_be_written_is_told_also_where_only_errors_are(place: Path) -> None:
    (place / "dr_torn.py").write_text(
        "from dr_core import Renderer\n"
        "class Torn(Renderer):\n"
        "    async def render(self, report, folder):\n"
        "        return 'text'\n"
    )
    ended = dr(place, "run", QUESTION, "--render", "dr_torn:Torn", "--quiet")
    assert ended.code == 0
    assert ended.line.startswith("! not written: dr_torn:Torn: render plugin 'dr_torn:Torn'")


ENERGY = "Energy use in Norway fell by 3 percent in 2022. Energy prices in Norway rose to 1.9 kroner. " * 6


@pytest.fixture
def energy(tmp_path: Path) -> Path:
    """A folder that knows of a field so wide that dr asks about it."""
    return prepare(tmp_path, hits=[{"title": "Energy", "url": "https://shelf.example/energy", "content": ENERGY}])


def test_0_whoever_declines_gets_stated_assumptions(energy: Path) -> None:
    place = energy
    ended = dr(place, "run", "energy", "--yes", "--json")
    assert ended.code == 0, ended.err
    run = Path(json.loads(ended.out)["run_dir"])
    assumed = json.loads((place / run / "clarify.json").read_text(encoding="utf-8"))["assumptions"]
    report = (place / run / "report.md").read_text(encoding="utf-8")
    assert assumed
    for assumption in assumed:
        assert f"assumed: {assumption}" in ended.err
        assert assumption in report


def test_1_no_subject_at_all(place: Path) -> None:
    ended = dr(place, "run", "tell me about it", "--yes", "--quiet")
    assert ended.code == 1
    assert "nothing to research" in ended.line


def test_2_a_question_is_open_and_nobody_can_be_asked(place: Path) -> None:
    for flags in ([], ["--no-input"]):
        ended = dr(place, "run", "cancer treatment", "--quiet", *flags)
        assert ended.code == 2
        assert "[1]" in ended.line and "--answers (key 'scope')" in ended.line


def test_2_then_the_question_is_answered_and_the_run_goes_on(energy: Path) -> None:
    first = json.loads(dr(energy, "run", "energy", "--no-input", "--json").out)
    assert first["exit_code"] == 2
    (energy / "answers.json").write_text('{"scope": 1}')
    second = dr(energy, "resume", first["run_id"], "--answers", "answers.json")
    assert second.code == 0, second.err
    (exchange,) = json.loads((energy / first["run_dir"] / "clarify.json").read_text(encoding="utf-8"))["exchanges"]
    assert f"[1] {exchange['answer']} [2]" in first["error"]


def test_3_the_report_did_not_pass(tmp_path: Path) -> None:
    wrong = '[verify]\nuse = ["strict"]\n[verify.strict]\nplugin = "dr_core.testing:FakeVerifier"\nproblem = "too short"\n'
    ended = dr(prepare(tmp_path, more=wrong), "run", QUESTION, "--json")
    assert ended.code == 3, ended.err
    told = json.loads(ended.out)
    assert told["passed"] is False and told["exit_code"] == 3
    assert (tmp_path / told["report_path"]).is_file(), "it is written all the same"
    assert "did not pass" in ended.err
    run = told["run_id"]
    where = tmp_path / told["run_dir"] / "verification.md"
    again = dr(tmp_path, "resume", run, "--quiet")
    assert again.line == f"error: the report of run {run} did not pass (strict). See {where}", "also where only errors are told"


def test_4_nothing_was_found(tmp_path: Path) -> None:
    ended = dr(prepare(tmp_path, hits=[]), "run", QUESTION, "--json")
    assert ended.code == 4
    told = json.loads(ended.out)
    assert (told["status"], told["exit_code"], told["passed"]) == ("failed", 4, None)
    assert "no engine found anything" in told["error"]
    assert f"dr resume {told['run_id']}" in ended.err


def test_4_then_the_engine_is_back_and_the_run_goes_on(tmp_path: Path) -> None:
    first = dr(prepare(tmp_path, fail="out of order"), "run", QUESTION, "--json", "--no-cache")
    assert first.code == 4
    run = json.loads(first.out)
    # the settings of a run are its own, so the engine is mended where the run remembers it
    manifest = tmp_path / run["run_dir"] / "run.json"
    manifest.write_text(manifest.read_text().replace("out of order", ""))
    second = dr(tmp_path, "resume", run["run_id"], "--json")
    assert second.code == 0, second.err
    assert json.loads(second.out)["run_id"] == run["run_id"]


def test_5_the_budget_is_spent_before_any_report(place: Path) -> None:
    ended = dr(place, "run", QUESTION, "--max-searches", "0", "--quiet")
    assert ended.code == 5
    assert "--max-searches" in ended.line
    assert not (place / "logs").exists(), "nobody needs to be asked for that"


def test_6_not_a_research_task(place: Path) -> None:
    ended = dr(place, "run", "write me a poem about heat pumps", "--quiet")
    assert ended.code == 6
    assert ended.line.startswith("error: ")


def test_64_usage(place: Path) -> None:
    ended = dr(place, "run", QUESTION, "--depth", "abyss")
    assert ended.code == 64
    assert "abyss" in ended.line


PRESS = """
import os, signal, threading
from dr_core import hookimpl

class Press:
    @hookimpl
    def on_event(self, state, event):
        if (event.stage, event.status) == ("extract", "start"):
            threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT)).start()
"""


def test_130_at_once_also_while_many_pages_are_weighed(tmp_path: Path) -> None:
    place = prepare(tmp_path, more='[research]\nurls_per_query = 20\n[hooks]\nuse = ["press:Press"]\n')
    (place / "press.py").write_text(PRESS)
    (place / "docs").mkdir()
    for page in range(40):
        told = [f"Heat pumps in cold climates saved {page * 97 + line} euros a year at site {line}." for line in range(600)]
        paragraphs = [" ".join(told[at : at + 5]) for at in range(0, len(told), 5)]
        (place / "docs" / f"{page}.md").write_text(f"# Heat pumps in cold climates {page}\n\n" + "\n\n".join(paragraphs))
    process = subprocess.Popen(
        command("run", QUESTION, "--docs", "docs", "--events", "--quiet"), cwd=place, env=surroundings(place),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert '"stage": "extract"' in out
    assert err.startswith("interrupted; go on with: dr resume ")
    (folder,) = (place / "logs/research_data").iterdir()
    assert not (folder / "evidence.jsonl").exists(), "it went on weighing before it heard"


def test_130_interrupted_and_then_resumed(tmp_path: Path) -> None:
    place = prepare(tmp_path, delay=60.0)
    process = subprocess.Popen(
        command("run", QUESTION, "--json"), cwd=place, env=surroundings(place), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    name = process.stderr.readline().split()[1]
    while "intake" not in process.stderr.readline():
        pass  # it waits for the search now
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1] == f"interrupted; go on with: dr resume {name}"
    assert json.loads(out)["status"] == "interrupted"
    folder = place / "logs/research_data" / name
    assert load_state(folder).status == "running"
    last = json.loads((folder / "events.jsonl").read_text().splitlines()[-1])
    assert last["status"] == "interrupted"
    manifest = folder / "run.json"
    manifest.write_text(manifest.read_text().replace('"delay": 60.0', '"delay": 0.0'))
    ended = dr(place, "resume", name)
    assert ended.code == 0, ended.err
    assert ended.out.strip().endswith("report.md")


@pytest.mark.parametrize(
    "arguments", [["--version"], ["plugins"], ["config", "show"], ["--help"], ["run", "--help"], ["completion", "bash"]]
)
def test_a_reader_that_went_away_is_no_failure(arguments: list[str], place: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)  # as head does, which has read its line
    try:
        ended = dr(place, *arguments, stdout=writing)
    finally:
        os.close(writing)
    assert (ended.code, ended.err) == (0, "")
