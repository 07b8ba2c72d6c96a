"""Ways to use it wrongly: one line that says what is wrong, and the right exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_kit import QUESTION, Ended, Inside, command, dr, prepare, surroundings

pytestmark = pytest.mark.once

RUN = ["run", QUESTION]

# arguments, exit code, words of the line
WRONG = {
    "an unknown flag": ([*RUN, "--dpeth", "deep"], 64, "--depth"),
    "an unknown command": (["rnu", QUESTION], 64, "Did you mean 'run'?"),
    "a question as the command": (["how do heat pumps work"], 64, 'dr run "..."'),
    "nothing at all, off a terminal": ([], 64, "say what to do"),
    "a group without its command": (["sandbox"], 64, "dr sandbox wants a command: build, check, run. Try: dr sandbox --help"),
    "an option without its value": (["run", "--docs"], 64, "Option '--docs' requires an argument. Try: dr run --help"),
    "a question without its words": (["-q"], 64, "Option '-q' requires an argument. Try: dr --help"),
    "a flag of run before another command": (["-v", "runs"], 64, "belong to 'dr run'"),
    "no question": (["run"], 64, "the question is empty"),
    "a question of spaces": (["run", " \t\n"], 64, "the question is empty"),
    "a question of emoji": (["run", "👩‍🔬🔬"], 64, "the question has no words"),
    "a question that is a book": (["run", "heat " * 10_000], 64, "20,000 is the most"),
    "the question twice": ([*RUN, "-q", "another"], 64, "given twice"),
    "a folder that is not there": ([*RUN, "--docs", "nowhere"], 64, "nowhere"),
    "a folder that is a device": ([*RUN, "--docs", "/dev/null"], 64, "there is no folder or file /dev/null"),
    "no rounds": ([*RUN, "--max-iterations", "0"], 64, "1<=x<=10"),
    "rounds in words": ([*RUN, "--max-iterations", "three"], 64, "'three' is not a valid whole number"),
    "a depth that is none": ([*RUN, "--depth", "abyss"], 64, "abyss"),
    "a ceiling that is no number": ([*RUN, "--max-usd", "nan"], 64, "nan"),
    "a ceiling without end": ([*RUN, "--max-seconds", "inf"], 64, "inf"),
    "no seconds": ([*RUN, "--max-seconds", "0"], 64, "0"),
    "tokens below nothing": ([*RUN, "--max-tokens", "-1"], 64, "-1"),
    "yes and no": ([*RUN, "--yes", "--no-input"], 64, "--yes and --no-input contradict"),
    "two kinds of output": ([*RUN, "--json", "--events"], 64, "--json and --events contradict"),
    "quiet and verbose": ([*RUN, "--quiet", "-v"], 64, "--quiet and -v contradict"),
    "an engine that is none": ([*RUN, "--search", "tavly"], 64, "Did you mean 'tavily'?"),
    "a model that is none": ([*RUN, "-p", "opnai"], 64, "Did you mean 'openai'?"),
    "a language that is none": ([*RUN, "--lang", "as you like"], 64, "as you like"),
    "a day that there is not": ([*RUN, "--since", "2026-02-31"], 64, "there is no day, month or year 2026-02-31"),
    "a date that is none": ([*RUN, "--since", "yesterday"], 64, "'yesterday' is no date"),
    "a search since a day that there is not": (["search", "x", "--since", "2025-02-29"], 64, "2025-02-29"),
    "a file as the folder for output": ([*RUN, "--out", "dr.toml"], 64, "is a file"),
    "output where nothing can be written": ([*RUN, "--out", "/dev/null/x", "--quiet"], 4, "cannot make the run folder"),
    "an answers file that is not there": ([*RUN, "--answers", "nowhere.json"], 64, "No such file or directory. Check the path"),
    "answers that are not JSON": ([*RUN, "--answers", "dr.toml"], 64, "cannot be read"),
    "answers in a list": ([*RUN, "--answers", "list.json"], 64, "is not an object"),
    "answers in answers": ([*RUN, "--answers", "nested.json"], 64, "the answer for 'scope' is not a text"),
    "answers with a mark before them, under a wrong key": (
        ["run", "cancer treatment", "--answers", "marked.json", "--quiet"],
        2,
        "are for 'scop'",
    ),
    "answers under a wrong key": (["run", "cancer treatment", "--answers", "wrong.json", "--quiet"], 2, "are for 'scop'"),
    "six focuses": ([*RUN, *["--focus", "cost"] * 6], 64, "at most 5"),
    "an empty focus": ([*RUN, "--focus", " "], 64, "--focus is empty"),
    "a focus without words": ([*RUN, "--focus", "?!"], 64, "has no words"),
    "a focus that is an essay": ([*RUN, "--focus", "word " * 200], 64, "120 is the most"),
    "another ceiling": (
        ["resume", "last", "--max-usd", "3"],
        64,
        "has no ceiling of usd. Leave --max-usd out",
    ),
    "another focus that is empty": (["resume", "last", "--add-focus", ""], 64, "--add-focus is empty"),
    "a question without quotes": (["run", "How", "well", "do", "heat", "pumps", "work?"], 64, "into quotes"),
    "a sandbox that is none": (["sandbox", "check", "--sandbox", "bubblwrap"], 64, "Did you mean 'bubblewrap'?"),
    "code for a sandbox that is none": (["sandbox", "run", "dr.toml", "--sandbox", "podman"], 64, "named 'podman'"),
    "code without time": (["sandbox", "run", "dr.toml", "--timeout", "-1"], 64, "-1.0 is not in the range x>0"),
    "a setting to show that is none": (["config", "show", "nonsense"], 64, "no setting 'nonsense'. See: dr config show"),
    "nothing to try": (["plugins", "try", "search", "duckduckgo", " "], 64, "INPUT is empty"),
    "an address as a server's name": (["serve", "--allow-host", "https://lab.example"], 64, "Leave out https://"),
    "no engine at all": ([*RUN, "--search", ","], 64, "--search is empty"),
    "an empty folder name": ([*RUN, "--docs", ""], 64, "--docs is empty"),
    "output nowhere": ([*RUN, "--out", ""], 64, "--out is empty"),
    "answers without end": ([*RUN, "--answers", "/dev/zero"], 64, "is larger than"),
    "a command's option before the command": (["--docs", "x", *RUN], 64, "No such option"),
    "two arguments": ([*RUN, "and more"], 64, "into quotes"),
    "a settings file that is not there": (["--config", "nowhere.toml", *RUN], 64, "nowhere.toml"),
    "a settings file that is no TOML": (["--config", "list.json", *RUN], 64, "list.json cannot be read"),
    "a setting that is none": (["--config", "odd.toml", *RUN], 64, "Did you mean 'depth'?"),
    "a run that is none": (["resume", "nosuchrun"], 64, "there is no run 'nosuchrun'"),
    "a run without a name": (["show"], 64, "RUN"),
    "a folder whose name is too long": ([*RUN, "--docs", "x" * 5000], 64, "there is no folder or file"),
    "a run whose name is too long": (["show", "x" * 5000], 64, "there is no run"),
    "a report that is none": (["verify", "nosuch.md"], 64, "there is no file 'nosuch.md', and no run"),
    "a report without a name": (["verify", ""], 64, "there is no file ''"),
    "a folder without a report": (["verify", "."], 64, "there is no report.md in ."),
    "a page without an address": (["read", ""], 64, "the address is empty"),
    "a shell that is none": (["completion", "tcsh"], 64, "tcsh"),
}


@pytest.fixture(scope="module")
def desk(shared: Path) -> Path:
    """A folder with files that are wrong in their own ways."""
    for name, text in {
        "list.json": "[1, 2]",
        "nested.json": '{"scope": {"deep": true}}',
        "wrong.json": '{"scop": "trials"}',
        "marked.json": '\ufeff{"scop": "trials"}',
        "odd.toml": '[research]\ndpth = "deep"\n',
    }.items():
        (shared / name).write_text(text)
    dr(shared, *RUN, "--yes")  # the run that "last" is, whichever of these tests comes first
    return shared


@pytest.mark.parametrize("way", WRONG)
def test_one_line_and_the_right_exit_code(way: str, desk: Path, inside: Inside) -> None:
    arguments, code, words = WRONG[way]
    ended = inside(desk, *arguments)
    assert words in ended.line
    assert ended.line.startswith("error: ")
    assert ended.code == code
    assert ended.out == ""


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DR_RESEARCH__DEPTH", "abyss", "research.depth (DR_RESEARCH__DEPTH): "),
        ("DEEP_RESEARCH_MAX_ITERATIONS", "99", "less than or equal to 10"),
        ("DR_RESERCH__DEPTH", "deep", "Did you mean 'research'?"),
        ("DR_CONFIG", "nowhere.toml", "nowhere.toml"),
    ],
)
def test_a_wrong_variable_is_named(name: str, value: str, words: str, desk: Path, inside: Inside) -> None:
    ended = inside(desk, *RUN, env={name: value})
    assert words in ended.line
    assert ended.code == 64


# --- streams that are closed or full ---------------------------------------------------------------------------------------


def in_shell(folder: Path, redirection: str, *arguments: str) -> Ended:
    """The real command behind a shell's redirection."""
    line = ["sh", "-c", f'exec "$@" {redirection}', "sh", *map(str, command(*arguments))]
    ended = subprocess.run(line, cwd=folder, env=surroundings(folder), capture_output=True, timeout=120)
    return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
class TestStreams:
    """What a shell can do to the three standard streams."""

    def test_with_stdin_closed_nobody_can_be_asked(self, desk: Path) -> None:
        ended = in_shell(desk, "<&-", "run", "cancer treatment", "--quiet")
        assert (ended.code, "a question is open" in ended.line) == (2, True)

    def test_json_into_a_closed_stdout_is_refused_at_once(self, desk: Path) -> None:
        ended = in_shell(desk, ">&-", *RUN, "--json")
        assert (ended.code, "which is closed" in ended.line) == (64, True)

    def test_with_stdout_closed_the_report_is_named_on_stderr(self, desk: Path) -> None:
        ended = in_shell(desk, ">&-", *RUN, "--quiet")
        assert ended.code == 0
        assert (desk / ended.line).name == "report.md"

    def test_with_stderr_closed_nothing_strays_to_stdout_or_into_a_file(self, desk: Path) -> None:
        ended = in_shell(desk, "2>&-", "--debug", *RUN)  # the debug log is what would stray
        assert ended.code == 0
        report = desk / ended.out.strip()
        assert report.is_file()
        assert dr(desk, "replay", report.parent.name).code == 0, "its journal is whole"

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
    def test_a_full_disk_behind_stdout_is_said(self, desk: Path) -> None:
        ended = in_shell(desk, ">/dev/full", *RUN, "--quiet")
        assert (ended.code, "No space left" in ended.line) == (4, True)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
    @pytest.mark.parametrize("arguments", [["runs"], ["config", "show"], ["--version"], ["run", "--help"]])
    def test_a_full_disk_behind_any_command_is_no_defect(self, arguments: list[str], desk: Path) -> None:
        if arguments == ["runs"]:
            assert dr(desk, *RUN, "--quiet").code == 0  # a list that is not empty
        ended = in_shell(desk, ">/dev/full", *arguments)
        assert (ended.code, ended.line) == (
            4,
            "error: cannot write to standard output: No space left on device. Redirect it elsewhere",
        )

    def test_a_reader_that_went_away_is_no_error(self, desk: Path) -> None:
        line = f"{sys.executable} -m dr_core run '{QUESTION}' --events --quiet; echo $?>code"
        ended = subprocess.run(
            ["sh", "-c", f"({line}) | head -n 1"], cwd=desk, env=surroundings(desk), capture_output=True, timeout=120
        )
        assert (desk / "code").read_text().strip() == "0"
        assert ended.stdout.startswith(b"id: 1")
        assert b"Traceback" not in ended.stderr

    def test_a_working_folder_that_is_gone(self, desk: Path, tmp_path: Path) -> None:
        gone = tmp_path / "gone"
        gone.mkdir()
        line = ["sh", "-c", f'cd {gone} && rmdir {gone} && exec "$@"', "sh", *map(str, command(*RUN))]
        ended = subprocess.run(line, env=surroundings(desk), capture_output=True, text=True, timeout=120)
        assert ended.stderr == "error: the working folder is gone. cd to another one\n"
        assert ended.returncode == 64


# --- odd, and yet right ----------------------------------------------------------------------------------------------------

OLD = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
ODD: dict[str, tuple[dict[str, str], str | bytes]] = {
    "no home folder": ({"HOME": "/dev/null", "XDG_CACHE_HOME": ""}, QUESTION),
    "no home variable": ({"HOME": "", "XDG_CACHE_HOME": ""}, QUESTION),
    "a locale of 1985": (OLD, "寒冷气候下热泵 heat pump 的效率如何？"),
    "streams that speak ASCII": ({"PYTHONIOENCODING": "ascii"}, "Do heat pumps work at -30 °C in cold climates? 🥶 寒冷"),
    "a locale that is not installed": ({"LC_ALL": "tlh_QO.KOI8-R"}, QUESTION),
    "right to left": ({}, "כמה יעילה משאבת חום heat pump באקלים קר cold climates?"),
    "bytes that are no text": ({}, b"How well do heat pumps \xff\xfe work in cold climates?"),
}


@pytest.mark.parametrize("case", ODD)
def test_odd_surroundings_and_questions_are_no_obstacle(case: str, shared: Path) -> None:
    env, question = ODD[case]
    ended = dr(shared, "run", question, "--json", "--quiet", "--yes", env=env)
    assert ended.code == 0, ended.err
    assert ended.err == ""
    told = json.loads(ended.out)  # UTF-8, whatever the locale says
    assert told["passed"] is True


@pytest.mark.parametrize("query", ["寒冷地區的熱泵", "寒冷地のヒートポンプ", "추운 지역의 열펌프", "Wärmepumpen"])
def test_words_are_what_was_typed_in_a_locale_of_1985_too(query: str, shared: Path) -> None:
    assert json.loads(dr(shared, "search", query, "--json", env=OLD).out)["query"] == query


def test_a_focus_is_what_was_typed_in_a_locale_of_1985_too(tmp_path: Path) -> None:
    desk = prepare(tmp_path)
    assert dr(desk, *RUN, "--focus", "噪音", env=OLD).code == 0
    assert "噪音" in json.loads(dr(desk, "show", "last", "--json").out)["sections"]


def test_lists_of_runs_are_utf_8_whatever_the_streams_speak(tmp_path: Path) -> None:
    desk = prepare(tmp_path)
    assert dr(desk, "run", "寒冷气候下热泵 heat pump 的效率如何？", "--quiet").code == 0
    for line in (("runs",), ("show", "last")):
        listed = dr(desk, *line, env={"PYTHONIOENCODING": "latin-1"})
        assert (listed.code, listed.err) == (0, "")
        assert "寒冷气候下热泵" in listed.out
