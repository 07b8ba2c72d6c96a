"""Small things that people read: stops, singulars, remedies that fit, columns that matter, exit codes that are right."""

from __future__ import annotations

import os
import pty
import shutil
import struct
import subprocess
import time
from pathlib import Path

import pytest
from cli_kit import HITS, QUESTION, Inside, command, dr, prepare, surroundings

from dr_core.cli import output

pytestmark = pytest.mark.once

FULL = Path("/dev/full")


def test_a_suggestion_ends_in_one_mark(shared: Path, inside: Inside) -> None:
    assert inside(shared, "ru").line == "error: there is no command 'ru'. Did you mean 'run'? Try: dr --help"


def test_an_empty_query_has_the_remedy_of_its_own_command(shared: Path, inside: Inside) -> None:
    assert inside(shared, "search", "").line == 'error: the query is empty. Give one: dr search "..."'
    assert inside(shared, "run", "").line == 'error: the question is empty. Ask one: dr run "..."'


def test_a_wrong_path_in_the_settings_is_told_in_words(tmp_path: Path, inside: Inside) -> None:
    place = prepare(tmp_path, more="[output]\nroot = 5\n")
    assert inside(place, "config", "show").line == 'error: output.root (dr.toml): 5 is not a path. Write a text, such as "logs"'


@pytest.mark.parametrize("kind", ["foo", "machine"])
def test_a_kind_without_a_template_is_not_offered(kind: str, shared: Path, inside: Inside) -> None:
    ended = inside(shared, "plugins", "new", "x", "--kind", kind)
    assert ended.code == 64
    assert "Kinds: search, llm, sandbox, clarify, verify, render, read, fetch, hooks. Try:" in ended.line


def test_one_of_a_thing_is_singular(tmp_path: Path, inside: Inside) -> None:
    place = prepare(tmp_path, hits=HITS[:1])
    assert inside(place, "plugins", "try", "search", "shelf", "heat").err == "1 hit\n"
    ended = inside(place, "run", QUESTION, "--max-iterations", "1")
    assert ended.code == 0, ended.err
    assert "1 of 1 source cited" in ended.err
    assert "- Total: 1 source\n" in (place / ended.out.strip()).read_text()
    spent = inside(place, "run", QUESTION, "--max-searches", "0", "--quiet")
    assert "1 search would pass the budget" in spent.err


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
def test_a_run_whose_words_cannot_be_written_goes_on(place: Path) -> None:
    with FULL.open("wb") as full:
        for arguments, code in ((["run", QUESTION], 0), (["nonsense"], 64), (["run", "cancer treatment", "--no-input"], 2)):
            ended = subprocess.run(
                command(*arguments), cwd=place, env=surroundings(place), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=full, timeout=120,
            )  # fmt: skip
            assert ended.returncode == code, arguments
            assert ended.stdout.endswith(b"report.md\n") is (code == 0)


def seen(place: Path, columns: int, *arguments: str) -> list[str]:
    """The lines of a command on a terminal that is so wide."""
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with os.fdopen(ours, "rb") as screen:
        process = subprocess.Popen(
            command(*arguments), cwd=place, env=surroundings(place), stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL
        )
        os.close(theirs)
        shown = b""
        try:
            while part := screen.read1():
                shown += part
        except OSError:
            pass  # Linux says so when the other side is closed
        assert process.wait(60) == 0
    return shown.decode().splitlines()


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run that stopped at a question."""
    place = prepare(tmp_path_factory.mktemp("history") / "place")
    assert dr(place, "run", "cancer treatment, and whatever else it is that one could ask about it", "--no-input").code == 2
    return place


@pytest.mark.skipif(shutil.which("tty") is None, reason="there are no terminals here")
@pytest.mark.parametrize(
    ("columns", "heads"), [(40, "RUN QUESTION"), (80, "RUN STATUS QUESTION"), (120, "RUN STATUS CREATED QUESTION")]
)
def test_the_list_of_runs_gives_the_question_its_room(columns: int, heads: str, history: Path, inside: Inside) -> None:
    head, line = seen(history, columns, "runs")
    assert " ".join(head.split()) == heads
    at = head.index("QUESTION")
    assert line[at:].startswith("cancer treatment, and whatev") and len(line) <= columns
    assert inside(history, "show", line.split()[0]).code == 0, "what stands there names the run"


def test_a_list_that_is_not_all_of_the_runs_says_so(tmp_path: Path, inside: Inside) -> None:
    place = prepare(tmp_path / "place")
    for _ in range(2):
        assert inside(place, "run", "cancer treatment", "--no-input", "--quiet").code == 2
    assert inside(place, "runs", "--limit", "1").err == "the newest 1 of 2 runs; more with --limit\n"
    assert inside(place, "runs", "--limit", "2").err == ""


def test_a_run_that_stopped_at_a_question_cannot_be_replayed_and_that_is_said(history: Path, inside: Inside) -> None:
    ended = inside(history, "replay", "last")
    (name,) = (path.name for path in (history / "logs/research_data").iterdir())
    assert ended.code == 64
    assert ended.line == f"error: run {name} did not finish: it stopped at a question. Go on with it: dr resume {name}"


def test_a_run_that_failed_cannot_be_replayed_either(tmp_path: Path, inside: Inside, no_waiting: None) -> None:
    place = prepare(tmp_path, fail="no service today")
    assert inside(place, "run", QUESTION, "--quiet").code == 4
    assert "did not finish: it failed in the stage " in inside(place, "replay", "last").line


@pytest.mark.parametrize("asked", ["台湾高铁的票价如何？", "Why?", "why not"])
def test_a_question_in_place_of_a_command_is_told_how_to_be_asked(asked: str, shared: Path, inside: Inside) -> None:
    assert inside(shared, asked).line == f"error: there is no command '{asked}'. To research it: dr run \"...\". Try: dr --help"


def test_a_table_with_a_very_long_cell_is_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "columns", lambda: 20)
    began = time.monotonic()
    lines = output.table([["a", "熱" * 300_000], ["b", "x" * 300_000], ["c", "z"]], ["NAME", "VALUE"]).splitlines()
    assert time.monotonic() - began < 10
    assert lines[1:] == ["a     " + "熱" * 6 + "…", "b     " + "x" * 13 + "…", "c     z"]
