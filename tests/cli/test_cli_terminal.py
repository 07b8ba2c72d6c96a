"""A person at a real terminal: asked, answering, editing, watching, interrupting, going on."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli_kit import QUESTION, command, dr, prepare, surroundings
from tmux_kit import Terminal

from dr_core.run.store import load_state, read_json

pytestmark = pytest.mark.once

tmux = pytest.mark.skipif(not shutil.which("tmux"), reason="there is no tmux here")
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-7]|4[0-7]|9[0-7]|38|48)[;m]")
Open = Callable[..., Terminal]


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Open]:
    opened: list[Terminal] = []

    def make(folder: Path, *, columns: int = 80, **env: str) -> Terminal:
        (folder / "bin").mkdir(exist_ok=True)
        script = folder / "bin" / "dr"
        script.write_text(f'#!/bin/sh\nexec {sys.executable} -W error -m dr_core "$@"\n')
        script.chmod(0o755)
        found = surroundings(folder, TERM="", LC_ALL="C.UTF-8", **env)
        found["PATH"] = f"{folder / 'bin'}:{found['PATH']}"
        opened.append(Terminal(folder, found, columns=columns))
        return opened[-1]

    yield make
    for terminal in opened:
        terminal.close()


def only_run(folder: Path) -> Path:
    (run,) = (folder / "logs/research_data").iterdir()
    return run


@tmux
def test_a_person_is_asked_answers_edits_watches_interrupts_and_resumes(tmp_path: Path, open_terminal: Open) -> None:
    place = prepare(tmp_path / "place", plugin="gated:Search")
    terminal = open_terminal(place)
    terminal.type('dr run "cancer treatment" --confirm always', "Enter")
    screen = terminal.until("or Enter to go on>")
    assert screen.count("?") == 1, "one question"
    assert "  1. " in screen and "  2. " in screen and "(if you just press Enter)" in screen
    terminal.type("2", "Enter")
    screen = terminal.until("Enter starts;")
    assert "Plan: " in screen
    first = re.findall(r"^  1\. (.+)$", screen, re.MULTILINE)[-1]
    terminal.type("2 side effects in old age", "Enter")
    terminal.until("2. side effects in old age")
    terminal.type("Enter")
    terminal.until("searching: ")
    assert "▸ harvest" in terminal.until("▸ harvest")
    terminal.type("C-c")
    screen = terminal.until("interrupted; go on with: dr resume ")
    assert terminal.cursor_is_shown()
    below = terminal.now().partition("interrupted;")[2]
    assert "▸" not in below and "searching" not in terminal.now().partition("Plan: ")[2].partition("side effects")[2]
    run = only_run(place)
    assert load_state(run).status == "running"
    told = read_json(run / "clarify.json")
    option = re.search(r"^  2\. (.+)$", screen, re.MULTILINE)
    assert option and told["exchanges"][0]["answer"] == option[1].strip()
    assert told["plan"]["outcome"] == "edited"
    assert told["plan"]["after"][:2] == [first.strip(), "side effects in old age"]
    (place / "go").touch()
    terminal.type("clear", "Enter")
    terminal.type(f"dr resume {run.name}", "Enter")
    # the two pages of the shelf are about something else, so how it ends is not the point: it goes on, and asks nothing again
    screen = terminal.until("dr resume ")
    screen = terminal.until("error: ") if "complete in" not in screen else screen
    assert "Plan: " not in screen and "Enter to go on" not in screen
    assert [section.title for section in load_state(run).plan.sections][:2] == [first.strip(), "side effects in old age"]  # type: ignore[union-attr]


@tmux
@pytest.mark.parametrize("columns", [80, 140])
def test_the_picture_fits_and_is_wiped_away(columns: int, tmp_path: Path, open_terminal: Open) -> None:
    place = prepare(tmp_path / "place", plugin="gated:Search")
    terminal = open_terminal(place, columns=columns)
    terminal.type(f'dr run "{QUESTION}"', "Enter")
    terminal.until("▸ harvest")
    lines = terminal.now().splitlines()
    picture = lines[next(at for at, line in enumerate(lines) if "▸ harvest" in line) - 1 :]
    assert all(len(line) <= columns for line in picture)
    assert ("✓ intake" in terminal.now()) is (columns == 140), "names where there is room, marks where there is not"
    (place / "go").touch()
    screen = terminal.until("report.md")
    assert "▸" not in screen and "✓" not in screen
    assert "complete in" in screen and "verification passed" in screen
    told = " ".join(screen.partition("searches under")[2].split())
    assert re.search(r"Heat pumps work well in cold climates, as the Norwegian .*\. \[1\].* \[1\] .+ - https?://", told)
    assert terminal.cursor_is_shown()


@tmux
def test_the_interactive_mode_asks_researches_shows_and_asks_again(tmp_path: Path, open_terminal: Open) -> None:
    place = prepare(tmp_path / "place")
    terminal = open_terminal(place)
    terminal.type("dr --max-iterations 1", "Enter")
    assert "shelf · no model · at most 1 round" in terminal.until("question>")
    terminal.type(QUESTION, "Enter")
    screen = terminal.until("report: ")
    assert "Heat pumps work well in cold climates, as the Norwegian" in " ".join(screen.split()), "the abstract"
    terminal.type(":runs", "Enter")
    assert only_run(place).name in terminal.until("STATUS")
    terminal.type(":focus", "Enter")
    terminal.until("Enter starts;")
    terminal.type("+Finland", "Enter")
    terminal.until(". Finland")
    terminal.type("Enter")
    terminal.until("focuses: ")
    terminal.until("targets: ", times=2)
    assert "Finland" in load_state(only_run(place)).sections
    terminal.type(":focus -99", "Enter")
    terminal.until("'-99' is not understood")
    terminal.type(":nonsense", "Enter")
    terminal.until("':nonsense' is not understood")
    terminal.type("write me a poem", "Enter")
    terminal.until("not for something to be found out")
    terminal.type(*["Up"] * 6)
    terminal.until("question> " + QUESTION[:40])
    terminal.type("C-c")
    terminal.until("(:quit or Ctrl-D leaves)")
    terminal.type(":quit", "Enter")
    terminal.type("echo left with $?", "Enter")
    terminal.until("left with 0")


@tmux
def test_the_interactive_mode_begins_where_the_locale_has_no_signs_for_what_was_asked_before(
    tmp_path: Path, open_terminal: Open
) -> None:
    place = prepare(tmp_path / "place")
    assert dr(place, "run", "热泵在寒冷气候下的效果如何？", "--quiet").code in (0, 4)
    terminal = open_terminal(place)
    terminal.type("LC_ALL=C dr", "Enter")
    terminal.until("question>")
    terminal.type(":runs", "Enter")
    terminal.until("STATUS")


# --- what is written to a terminal, byte by byte ---------------------------------------------------------------------------


def on_a_pty(folder: Path, *arguments: str, **env: str) -> tuple[int, str]:
    """Everything that a run writes to the terminal it sits at."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command(*arguments), cwd=folder, env=surroundings(folder, LC_ALL="C.UTF-8", **env),
        stdin=theirs, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    written = b""
    while True:
        ready, _, _ = select.select([ours], [], [], 60)
        assert ready, "silent for a minute"
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end is closed: it has ended
            break
        if not piece:
            break
        written += piece
    os.close(ours)
    return process.wait(60), written.decode()


def test_a_terminal_gets_colours_and_no_colour_turns_them_off(place: Path) -> None:
    code, written = on_a_pty(place, "run", QUESTION, "--confirm", "never", TERM="xterm-256color")
    assert code == 0 and COLOUR.search(written)
    code, written = on_a_pty(place, "run", QUESTION, "--confirm", "never", TERM="xterm-256color", NO_COLOR="1")
    assert code == 0 and not COLOUR.search(written)


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_dumb_terminal_gets_plain_lines(term: str, place: Path) -> None:
    code, written = on_a_pty(place, "run", QUESTION, "--confirm", "never", TERM=term)
    assert code == 0
    assert "\x1b" not in written and "  audit: passed\r\n" in written


def test_a_pipe_gets_plain_lines_and_quiet_gets_none(place: Path) -> None:

    loud, quiet = dr(place, "run", QUESTION, env={"TERM": "xterm-256color"}), dr(place, "run", QUESTION, "--quiet")
    assert "\x1b" not in loud.err + loud.out and "  audit: passed" in loud.err
    assert quiet.err == "" and quiet.out.endswith("report.md\n")


def test_what_a_page_says_cannot_reach_the_terminal_as_a_command(tmp_path: Path) -> None:
    evil = prepare(tmp_path, fail="\x1b]0;owned\x07\x1b[2Jgone\nfake: complete")
    code, written = on_a_pty(evil, "run", QUESTION, "--confirm", "never", "-v", "--max-seconds", "1", TERM="xterm-256color")
    assert code in (4, 5)
    assert "\x1b]0;" not in written and "\x1b[2J" not in written
    assert "\nfake: complete" not in written
