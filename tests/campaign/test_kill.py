"""kill -9 at fault points of every stage, resume, and the same report comes out, with no finished call made twice.

``DR_KILLS`` says how many kills (all fault points in turn, spread evenly where there are more); ``nox -s kills`` runs it.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from dr_core.report.compare import without_box
from dr_core.run.journal import Journal

HERE = Path(__file__).parent
QUESTION = "Compare the storage plants of Oslo and Kyoto by cost and capacity"
KILLS = int(os.environ.get("DR_KILLS", "25"))

sys.path.insert(0, str(HERE.parent / "standin"))
from world import settings_for  # noqa: E402


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    log = tmp_path_factory.mktemp("world") / "requests.jsonl"
    pace = ("--latency", "0.02", "--token-seconds", "0.0005")  # what a plan names is found while the plan is being written
    command = [sys.executable, str(HERE.parent / "standin" / "world.py"), "--log", str(log), "--keep", *pace]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{int(server.stdout.readline())}", log
        server.kill()


class Bench:
    """A folder to run in, with the world as its settings."""

    def __init__(self, folder: Path, origin: str, more: str = "") -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        (folder / "dr.toml").write_text(settings_for(origin) + more.format(origin=origin), encoding="utf-8")
        home = folder / "home"
        home.mkdir()
        self._environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home), "XDG_CONFIG_HOME": str(home)}

    def dr(self, *arguments: str, kill_at: int = 0) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(HERE / "doomed.py"), str(self.folder / "points"), str(kill_at), *arguments]
        return subprocess.run(command, cwd=self.folder, env=self._environment, capture_output=True, text=True, timeout=120)

    def points(self) -> int:
        return int((self.folder / "points").read_text())

    @property
    def run(self) -> Path:
        return next((self.folder / "logs" / "research_data").iterdir())

    def report(self) -> str:
        return without_box((self.run / "report.md").read_text(encoding="utf-8"))


def completed(log: Path, first: int) -> Counter[str]:
    """How often each request was answered whole, among the log's lines from ``first`` on."""
    lines = [json.loads(line) for line in log.read_text().splitlines()[first:]]
    return Counter(entry["key"] for entry in lines if entry["event"] == "end")


def given_up(run: Path) -> int:
    """How many calls of a run were cut in flight twice."""
    records = [json.loads(line.partition(" ")[2]) for line in (run / "journal.jsonl").read_text(encoding="utf-8").splitlines()]
    return sum("is not asked again" in str(record.get("error")) for record in records)


QUICK = ("--depth", "quick", "--max-tokens", "200000", "--quiet")
TWO_ROUNDS = ("--max-iterations", "2", "--length", "brief", "-p", "dead,fake", "--quiet")
DEAD_MODEL = '[llm.dead]\nplugin = "anthropic"\nbase_url = "{origin}"\napi_key = "sk-world"\nmodel = "nobody"\n'
"""Asked first in every task, and never there: each task has a failure to carry on, always the same."""
FLAGS = "[context]\nappend_only = true\nrecitation = true\nkeep_errors = true\ntell_mask = true\n"


def campaign(
    world: tuple[str, Path], folder: Path, kills: int, arguments: tuple[str, ...], more: str = "", part: int = 0, parts: int = 1
) -> None:
    """Kill runs at points spread evenly over all there are, resume each, and hold it against one that was left alone.

    Of ``kills`` every ``parts``th is done, from number ``part`` on.
    """
    origin, log = world
    reference = Bench(folder / "reference", origin, more)
    ended = reference.dr("run", QUESTION, *arguments)
    assert ended.returncode == 0, ended.stderr
    points = reference.points()
    expected = reference.report()
    chance = random.Random(7 + part)
    chosen = [1 + at * points // kills for at in range(kills)] if points > kills else list(range(1, points + 1))
    chosen = chosen[part::parts]
    killed = twice = lost = ambiguous = before_any = 0
    for number, kill_at in enumerate(chosen):
        bench = Bench(folder / f"kill{number}", origin, more)
        first = len(log.read_text().splitlines())
        died = bench.dr("run", QUESTION, *arguments, kill_at=kill_at)
        if died.returncode != -signal.SIGKILL:
            assert died.returncode == 0, died.stderr  # timing made this run shorter than the reference
            continue
        killed += 1
        if not list((bench.folder / "logs" / "research_data").glob("*/state.json")):
            before_any += 1  # killed before there was a run to resume: nothing was asked yet
            assert not completed(log, first)
            continue
        if number % 5 == 0:
            again = bench.dr("resume", "last", "--quiet", kill_at=chance.randint(1, points))
            twice += again.returncode == -signal.SIGKILL
        resumed = bench.dr("resume", "last", "--quiet")
        assert resumed.returncode == 0, f"killed at {kill_at}: {resumed.stderr}"
        if given_up(bench.run):  # killed twice in the midst of one paid call, which is then not asked again, and it is said
            lost += 1
            assert "Calls cut in flight" in (bench.run / "report.md").read_text(encoding="utf-8")
        else:
            assert bench.report() == expected, f"killed at {kill_at}: another report"
        cut = Journal(bench.run / "journal.jsonl", replay=True).ambiguous
        repeated = sum(times - 1 for times in completed(log, first).values())
        assert repeated <= len(cut), (
            f"killed at {kill_at}: {repeated} finished requests made again, {len(cut)} of them cut in flight"
        )
        ambiguous += len(cut)
    print(f"\n{killed} kills at {points} fault points ({before_any} before any call), {twice} more while resuming: ", end="")
    print(f"0 lost, 0 corrupt, 0 finished requests repeated, {ambiguous} cut in flight and asked once more", end="")
    print(f", {lost} runs in which a paid call was cut twice and given up")
    assert lost <= twice
    assert killed >= len(chosen) * 0.8


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_a_run_killed_anywhere_resumes_to_the_same_report_and_repeats_no_finished_call(
    world: tuple[str, Path], tmp_path: Path, part: int
) -> None:
    campaign(world, tmp_path, KILLS, QUICK, part=part, parts=3)


@pytest.mark.slow
def test_so_does_one_whose_prompts_carry_what_was_learned_what_is_left_and_what_failed(
    world: tuple[str, Path], tmp_path: Path
) -> None:
    """What a prompt carries depends on all that went before: it must be the same after a resumption, to the letter."""
    campaign(world, tmp_path, max(4, KILLS // 4), TWO_ROUNDS, DEAD_MODEL + FLAGS)


@pytest.mark.slow
def test_what_failed_does_stand_in_those_prompts(world: tuple[str, Path], tmp_path: Path) -> None:
    """The control of the test above: with nothing to carry it would show nothing."""
    origin, log = world
    first = len(log.read_text().splitlines())
    assert Bench(tmp_path / "run", origin, DEAD_MODEL + FLAGS).dr("run", QUESTION, *TWO_ROUNDS).returncode == 0
    asked = [json.loads(line) for line in log.read_text().splitlines()[first:]]
    prompts = [entry["body"]["messages"][1]["content"] for entry in asked if len(entry.get("body", {}).get("messages", ())) > 1]
    drafts = [prompt for prompt in prompts if "Write one section" in prompt]
    assert drafts
    for prompt in drafts:
        assert "Learned so far:" in prompt and "Failed before:" in prompt and "Stages: [x] plan" in prompt
