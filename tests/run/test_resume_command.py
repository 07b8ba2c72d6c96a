"""What a person meets who resumes, replays or misuses a run folder: one clear line each, nothing lost."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dr_core.report.compare import without_box
from dr_core.run.store import locked, save_state
from dr_core.state import RunState

pytestmark = pytest.mark.once

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
QUESTION = "How have battery pack prices changed from 2018 to 2025?"
SETTINGS = "[sandbox]\nuse = []\n[research]\nmax_iterations = 1\n"


class Command:
    """`dr` in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "dr.toml").write_text(SETTINGS)
        home = folder / "home"
        home.mkdir(exist_ok=True)
        self.environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "XDG_CONFIG_HOME": str(home)}

    def __call__(self, *arguments: str, before: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "dr_core", *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=120, preexec_fn=before
        )

    @property
    def run(self) -> Path:
        return next(path for path in (self.folder / "logs" / "research_data").iterdir())


def lines(ended: subprocess.CompletedProcess[str]) -> list[str]:
    """What was said on stderr as an error."""
    return [line for line in ended.stderr.splitlines() if line.startswith("error:")]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished")
    ended = Command(folder)("run", QUESTION, "--docs", str(CORPUS), "--quiet")
    assert ended.returncode == 0, ended.stderr
    return folder


@pytest.fixture
def dr(finished: Path, tmp_path: Path) -> Command:
    """A copy of the folder with the finished run."""
    shutil.copytree(finished / "logs", tmp_path / "logs")
    return Command(tmp_path)


def stopped(command: Command) -> None:
    """Make the finished run look as if it had been stopped before its first stage was saved; its journal is whole."""
    folder = command.run
    manifest = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    save_state(folder, RunState(run_id=folder.name, original_query=manifest["question"], max_iterations=1))


def test_a_finished_run_is_resumed_to_itself(dr: Command) -> None:
    ended = dr("resume", "last")
    assert (ended.returncode, ended.stdout.strip()) == (0, str(dr.run / "report.md"))


def test_a_report_that_was_deleted_comes_back_and_stops_no_replay(dr: Command, tmp_path: Path) -> None:
    report = dr.run / "report.md"
    before = report.read_bytes()
    report.unlink()
    ended = dr("replay", "last", "--into", str(tmp_path / "again"))
    assert (ended.returncode, ended.stderr) == (0, "the same report\n")
    assert not report.exists()
    assert dr("resume", "last").returncode == 0
    assert report.read_bytes() == before


def test_runs_says_which_run_is_being_worked_on(dr: Command) -> None:
    stopped(dr)
    assert "stopped at once" in dr("runs").stdout
    with locked(dr.run):
        told = dr("runs").stdout
        assert "running" in told and "stopped" not in told
        assert json.loads(dr("runs", "--json").stdout)[0]["active"] is True
        assert "go on with" not in dr("show", "last").stderr


def test_a_finished_run_goes_on_with_other_focuses(dr: Command) -> None:
    ended = dr("resume", "last", "--add-focus", "fire safety", "--json")
    assert ended.returncode == 0, ended.stderr
    assert "fire safety" in json.loads((dr.run / "state.json").read_text(encoding="utf-8"))["sections"]
    assert dr("replay", "last").returncode == 0


def test_a_plugin_that_is_gone_does_not_cost_a_finished_run_its_report(dr: Command) -> None:
    manifest = json.loads((dr.run / "run.json").read_text())
    manifest["settings"].setdefault("verify", {})["use"] = ["grounding", "elsewhere:Mine"]
    (dr.run / "run.json").write_text(json.dumps(manifest))
    before = (dr.run / "report.md").read_text()
    ended = dr("resume", dr.run.name, "--add-focus", "market", "--trust")
    assert ended.returncode != 0 and len(lines(ended)) == 1 and "there is no module 'elsewhere'" in lines(ended)[0]
    assert (dr.run / "report.md").read_text() == before and not (dr.run / "earlier").exists()
    assert dr("resume", dr.run.name, "--trust").returncode == 0, "what is finished needs no plugin"


def test_a_run_moved_to_another_folder_is_resumed_by_its_path(dr: Command) -> None:
    report = (dr.run / "report.md").read_text(encoding="utf-8")
    stopped(dr)
    moved = dr.folder / "elsewhere" / dr.run.name
    moved.parent.mkdir()
    shutil.move(dr.run, moved)
    (moved / "report.md").unlink()
    ended = dr("resume", str(moved), "--quiet")
    assert ended.returncode == 0, ended.stderr
    assert without_box((moved / "report.md").read_text(encoding="utf-8")) == without_box(report)


def test_a_replay_gives_the_same_report_with_the_sources_gone(dr: Command, tmp_path: Path) -> None:
    ended = dr("replay", "last", "--into", str(tmp_path / "again"))
    assert (ended.returncode, "the same report" in ended.stderr) == (0, True), ended.stderr


def test_a_damaged_journal_is_one_clear_line(dr: Command) -> None:
    stopped(dr)
    path = dr.run / "journal.jsonl"
    content = path.read_bytes()
    path.write_bytes(content[:30] + b"#" + content[31:])
    ended = dr("resume", "last")
    assert ended.returncode == 4
    assert len(lines(ended)) == 1 and "journal.jsonl is damaged at line 1" in ended.stderr


def test_a_lost_journal_is_said_before_anything_is_bought_again(dr: Command) -> None:
    path = dr.run / "state.json"
    path.write_text(
        json.dumps(json.loads(path.read_text(encoding="utf-8")) | {"status": "running", "done": []}), encoding="utf-8"
    )
    (dr.run / "journal.jsonl").unlink()
    ended = dr("resume", "last")
    assert ended.returncode == 4
    assert len(lines(ended)) == 1 and "has 0 entries, and the run stands on" in ended.stderr


def test_a_replay_without_a_journal_says_what_it_lacks(dr: Command) -> None:
    (dr.run / "journal.jsonl").write_bytes(b"")
    ended = dr("replay", "last")
    assert ended.returncode == 4
    assert len(lines(ended)) == 1 and "the journal holds no" in ended.stderr


def test_settings_that_another_version_wrote_are_no_damage(dr: Command) -> None:
    path = dr.run / "run.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["settings"].setdefault("research", {})["gone"] = 1
    path.write_text(json.dumps(manifest | {"dr": "0.0.9"}), encoding="utf-8")
    ended = dr("resume", "last")
    assert ended.returncode == 4 and len(lines(ended)) == 1
    assert "research.gone: " in ended.stderr and "pip install dr-framework==0.0.9" in ended.stderr


@pytest.mark.parametrize(
    ("name", "content"),
    [("state.json", "[]"), ("state.json", "[" * 100_000), ("run.json", '{"version": 1, "created": null, "question": 5}')],
)
def test_a_damaged_run_hides_none_of_the_others(dr: Command, name: str, content: str) -> None:
    other = dr.run.parent / "aaaa1111_20200101T000000Z"
    shutil.copytree(dr.run, other)
    (other / name).write_text(content)
    ended = dr("runs")
    assert ended.returncode == 0, ended.stderr
    assert QUESTION in ended.stdout


def test_a_torn_last_record_is_no_damage(dr: Command) -> None:
    stopped(dr)
    path = dr.run / "journal.jsonl"
    path.write_bytes(path.read_bytes()[:-7])
    assert dr("resume", "last", "--quiet").returncode == 0


def test_a_run_folder_of_a_newer_version_is_refused_with_the_remedy(dr: Command) -> None:
    path = dr.run / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {"version": 99}), encoding="utf-8")
    ended = dr("resume", "last")
    assert ended.returncode == 4
    assert len(lines(ended)) == 1 and "newer dr" in ended.stderr and "pip install -U" in ended.stderr


def test_a_second_process_on_a_run_is_told_so_and_leaves(dr: Command) -> None:
    stopped(dr)
    with locked(dr.run):
        ended = dr("resume", "last")
    assert ended.returncode == 4
    assert len(lines(ended)) == 1 and f"being worked on by process {os.getpid()}" in ended.stderr


def test_other_settings_at_a_recorded_position_are_reported_and_nothing_is_bought(dr: Command) -> None:
    stopped(dr)
    path = dr.run / "run.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["settings"].setdefault("search", {})["max_results"] = 3
    path.write_text(json.dumps(manifest), encoding="utf-8")
    ended = dr("resume", "last")
    assert ended.returncode == 4
    assert "asked something else" in ended.stderr


def test_a_disk_that_is_full_stops_the_run_in_one_line_and_it_goes_on_when_there_is_room(tmp_path: Path) -> None:
    command = Command(tmp_path)
    pages = [
        (name, (CORPUS / name).read_text(encoding="utf-8"))
        for name in ("battery-grid-storage-growth-en.md", "battery-sodium-vs-lfp-en.md")
    ]
    hits = ", ".join(
        f'{{title = "{name}", url = "https://example.org/{name}", content = {json.dumps(text)}}}' for name, text in pages
    )
    engine = f'[search]\nuse = ["fake"]\n[search.fake]\nplugin = "dr_core.testing.fake:FakeSearch"\nhits = [{hits}]\n'
    (tmp_path / "dr.toml").write_text(SETTINGS + engine, encoding="utf-8")

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))

    ended = command("run", QUESTION, "--quiet", "--no-cache", before=small_files)
    assert ended.returncode == 4, ended.stderr
    assert len(lines(ended)) == 1 and "cannot write" in ended.stderr
    assert command("resume", "last", "--quiet").returncode == 0


@pytest.mark.parametrize("root", ["/proc/dr", "file/inside"])
def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, root: str) -> None:
    (tmp_path / "file").write_text("")
    ended = Command(tmp_path)("run", QUESTION, "--docs", str(CORPUS), "--out", root)
    assert ended.returncode == 4
    assert len(lines(ended)) == 1 and "cannot make the run folder" in ended.stderr


@pytest.mark.parametrize(
    ("question", "word"),
    [("", "is empty"), ("  ?!  ", "has no words"), ("x" * 100_000, "100,000 characters"), ("\x01", "is empty")],
)
def test_a_question_that_is_none_is_a_usage_error(tmp_path: Path, question: str, word: str) -> None:
    ended = Command(tmp_path)("run", question, "--docs", str(CORPUS))
    assert ended.returncode == 64
    assert len(lines(ended)) == 1 and word in ended.stderr
    assert not (tmp_path / "logs").exists()


def test_binary_and_unreadable_files_are_passed_over(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    shutil.copytree(CORPUS, docs)
    (docs / "noise.md").write_bytes(os.urandom(5000))
    (docs / "broken.pdf").write_bytes(b"%PDF-1.7 nothing more")
    (docs / "broken.docx").write_bytes(b"PK\x03\x04 nothing more")
    (docs / "empty.txt").write_text("")
    (docs / "dangling.md").symlink_to(tmp_path / "nowhere.md")
    os.mkfifo(docs / "pipe.txt")
    ended = Command(tmp_path)("run", QUESTION, "--docs", str(docs), "--quiet")
    assert ended.returncode == 0, ended.stderr


def test_a_folder_with_nothing_that_fits_fails_and_invents_nothing(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "recipe.md").write_text(
        "# Pancakes\n\nMix flour, milk and two eggs, and fry the batter in butter until it is golden.\n"
    )
    command = Command(tmp_path)
    ended = command("run", "Which exoplanets orbit TRAPPIST-1 and how heavy are they?", "--docs", str(docs))
    assert ended.returncode == 4, ended.stdout
    assert len(lines(ended)) == 1
    assert not (command.run / "report.md").exists()


def test_ctrl_c_leaves_no_process_and_says_how_to_go_on(tmp_path: Path) -> None:
    command = Command(tmp_path)
    slow = '[search]\nuse = ["slow"]\n[search.slow]\nplugin = "dr_core.testing.fake:FakeSearch"\ndelay = 60\n'
    (tmp_path / "dr.toml").write_text(SETTINGS + slow)
    process = subprocess.Popen(
        [sys.executable, "-m", "dr_core", "run", QUESTION],
        cwd=tmp_path,
        env=command.environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    first = process.stderr.readline()
    while not list((tmp_path / "logs").glob("research_data/*/journal.jsonl")):
        time.sleep(0.05)
    process.send_signal(2)
    _, rest = process.communicate(timeout=110)
    assert process.returncode == 130
    assert first.startswith("run ") and f"dr resume {first.split()[1]}" in rest
