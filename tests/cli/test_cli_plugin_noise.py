"""What plugins print never gets among the data of a run, `--debug` works wherever it stands, and no hit fills the disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_kit import QUESTION, dr, prepare
from standin.server import Reply, Standin

from dr_core.cli import main
from dr_core.cli.drive import Manner
from dr_core.cli.interactive import interactive

pytestmark = pytest.mark.once

NOISY = """
from dr_core import Execution, PageFetcher, RawPage, Sandbox, Verification, Verifier
from dr_core.testing import FakeSearch

print("noise of the import")


class Noisy(FakeSearch):
    \"\"\"Prints while it searches.\"\"\"

    async def search(self, task, limit):
        print("noise of a search")
        return await super().search(task, limit)


class Huge(FakeSearch):
    \"\"\"Gives endless text.\"\"\"

    async def search(self, task, limit):
        hits = await super().search(task, limit)
        return [hit.model_copy(update={"content": hit.content + "x" * 5_000_000, "title": "t" * 9000}) for hit in hits]


class Bringer(PageFetcher):
    \"\"\"Prints while it brings a page.\"\"\"

    def is_local(self):
        return True

    async def fetch_page(self, url):
        print("noise of a page")
        return RawPage(content="Heat pumps work well in cold climates, as the agency found in 2022. " * 20)


class Checker(Verifier):
    \"\"\"Prints while it checks.\"\"\"

    async def verify_report(self, path):
        print("noise of a check")
        return Verification(verifier=self.name, passed=True)


class Box(Sandbox):
    \"\"\"Prints while it is built and while it runs code.\"\"\"

    def __init__(self, options, context):
        super().__init__(options, context)
        print("noise of the box")

    async def execute_python(self, code, timeout=60):
        print("noise of code")
        return Execution(stdout="42\\n")


class Wrong(FakeSearch):
    \"\"\"Cannot be built.\"\"\"

    def __init__(self, options, context):
        raise KeyError("never built")
"""


def _noisy(tmp_path: Path, name: str = "Noisy") -> Path:
    folder = prepare(tmp_path / "here")
    (folder / "noisy.py").write_text(NOISY)
    text = (folder / "dr.toml").read_text(encoding="utf-8")
    (folder / "dr.toml").write_text(text.replace("dr_core.testing:FakeSearch", f"noisy:{name}"), encoding="utf-8")
    return folder


def test_what_a_plugin_prints_goes_to_stderr_and_json_stays_json(tmp_path: Path) -> None:
    folder = _noisy(tmp_path)
    ended = dr(folder, "run", QUESTION, "--json", "--quiet")
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["status"] == "complete"
    assert "noise of a search" in ended.err


@pytest.mark.parametrize("how", ["sys.stdout.close()", 'io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")'])
def test_a_plugin_that_closes_what_it_prints_to_closes_nothing_of_ours(tmp_path: Path, how: str) -> None:
    folder = _noisy(tmp_path)
    noisy = NOISY.replace('print("noise of a search")', f"import io, sys; {how}")
    (folder / "noisy.py").write_text(noisy.replace('print("noise of the import")', f"import io, sys; {how}"))
    ended = dr(folder, "run", QUESTION, "--json")
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["status"] == "complete"
    assert "complete in " in ended.err and "lost sys.stderr" not in ended.err


@pytest.mark.parametrize(
    ("what", "named"),
    [
        ("threading.Thread(target=time.sleep, args=(9999,), name='mine', daemon=False).start()", "mine"),
        ("atexit.register(time.sleep, 9999)", "something that is called at the end"),
    ],
)
def test_what_a_plugin_leaves_running_keeps_no_command_from_ending(tmp_path: Path, what: str, named: str) -> None:
    folder = _noisy(tmp_path)
    line = 'print("noise of the import")'
    (folder / "noisy.py").write_text(NOISY.replace(line, f"import atexit, threading, time; {what}"))
    ended = dr(folder, "search", "heat pumps", "--json")
    assert ended.code == 0 and json.loads(ended.out)["hits"]
    assert f"a plugin has not ended after 5 s, and is left behind: {named}" in ended.err


def test_so_it_does_with_events_with_the_path_alone_and_when_a_run_is_resumed(tmp_path: Path) -> None:
    folder = _noisy(tmp_path)
    ended = dr(folder, "run", QUESTION, "--events", "--quiet")
    assert ended.code == 0, ended.err
    assert ended.out.startswith("id: 1\n") and "noise" not in ended.out
    alone = dr(folder, "run", QUESTION, "--quiet", "--no-cache")
    (line,) = alone.out.splitlines()
    assert (folder / line).is_file()
    assert "noise of a search" in alone.err
    again = dr(folder, "resume", "last", "--add-focus", "prices", "--json", "--quiet")
    assert json.loads(again.out)["run_id"], again.err


def test_where_nothing_but_errors_is_wanted_no_warning_is_logged(tmp_path: Path) -> None:
    (tmp_path / "water.md").write_text("# Pumps\n\nHeat pumps work well in cold climates, as the agency found in 2022.\n")
    nowhere = {"XDG_CACHE_HOME": "/dev/null/cache"}
    for flags, warned in ((["--quiet"], False), ([], True), (["--quiet", "--debug"], True)):
        ended = dr(tmp_path, "run", QUESTION, "--docs", "water.md", "--yes", *flags, env=nowhere)
        assert ended.code == 0 and ("kept in memory" in ended.err) is warned, ended.err
        assert warned or not ended.err


def test_json_stays_json_where_one_tool_of_a_run_is_used_by_itself(tmp_path: Path) -> None:
    folder = _noisy(tmp_path)
    found = dr(folder, "search", "heat pumps", "--json", "--no-cache")
    assert json.loads(found.out)["hits"] and "noise of a search" in found.err
    tried = dr(folder, "plugins", "try", "search", "shelf", "heat pumps", "--json")
    assert json.loads(tried.out) and "noise of a search" in tried.err


def test_it_does_where_pages_are_read_reports_verified_and_code_is_run(tmp_path: Path) -> None:
    folder = _noisy(tmp_path)
    use = '[fetch]\nuse = ["noisy:Bringer"]\n[verify]\nuse = ["noisy:Checker"]\n[sandbox]\nuse = ["noisy:Box"]\n'
    (folder / "dr.toml").write_text(use)
    (folder / "report.md").write_text("# Title\n\nText.\n")
    (folder / "code.py").write_text("print(1)\n")
    near = {"DR_WEB__ALLOW_HOSTS": "127.0.0.1", "DR_WEB__ROBOTS": "false"}
    with Standin(lambda request: Reply(b"no", 403)) as server:
        read = dr(folder, "read", f"{server.url}/page", "--json", env=near)
    assert json.loads(read.out)["via"] == "noisy:Bringer" and "noise of a page" in read.err
    verified = dr(folder, "verify", "report.md", "--json")
    assert json.loads(verified.out)["passed"] is True and "noise of a check" in verified.err
    checked = dr(folder, "sandbox", "check", "--json")
    assert json.loads(checked.out)[0]["ok"] is True and "noise of the box" in checked.err
    assert dr(folder, "sandbox", "run", "code.py").out == "42\n"


def test_it_does_in_the_interactive_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(_noisy(tmp_path))
    lines = iter([QUESTION, ":quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    assert interactive({}, Manner(quiet=True, assume=True), main) == 0
    seen = capsys.readouterr()
    assert (seen.out, "noise of a search" in seen.err) == ("", True)


def test_commands_of_the_interactive_mode_say_what_they_want(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = iter([":show", ":resume ", ":runs few", ":quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    assert interactive({}, Manner(), main) == 0
    seen = capsys.readouterr().err
    assert "error: :show wants a run. ':show last', or one that :runs lists" in seen
    assert "error: :resume wants a run. " in seen
    assert "'few' is not a valid whole number" in seen


def test_debug_may_stand_before_or_behind_the_command(tmp_path: Path) -> None:
    folder = _noisy(tmp_path, "Wrong")
    for arguments in (["--debug", "run", QUESTION], ["run", QUESTION, "--debug"], ["run", "--debug", QUESTION]):
        ended = dr(folder, *arguments)
        assert "Traceback" in ended.err and "never built" in ended.err, arguments
        assert "no such option" not in ended.err.lower()


def test_a_hit_without_end_is_cut_and_that_is_said(tmp_path: Path) -> None:
    folder = _noisy(tmp_path, "Huge")
    ended = dr(folder, "run", QUESTION, "--json", "--depth", "quick", env={"DR_WEB__MAX_PAGE_BYTES": "20000"})
    told = json.loads(ended.out)
    assert "https://shelf.example/norway" in json.dumps(told["left_out"])
    assert "only the first 20,000 are taken" in ended.err
    size = sum(path.stat().st_size for path in Path(folder, told["run_dir"]).rglob("*") if path.is_file())
    assert size < 2_000_000
