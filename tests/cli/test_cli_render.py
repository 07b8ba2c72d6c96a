"""`dr run --render` and `dr render`: the report in other forms, and what is said where that cannot be."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from cli_kit import QUESTION, command, dr, prepare, surroundings

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a run has ended, with a page beside its report."""
    made = prepare(tmp_path_factory.mktemp("render"))
    ended = dr(made, "run", QUESTION, "--yes", "--render", "html", "--json")
    assert ended.code == 0, ended.err
    (made / "result.json").write_text(ended.out)
    assert "also written: " in ended.err
    return made


def run_dir(folder: Path) -> Path:
    return Path(json.loads((folder / "result.json").read_text())["run_dir"])


def test_a_run_writes_the_forms_it_was_told_and_names_them(folder: Path) -> None:
    told = json.loads((folder / "result.json").read_text())
    assert [Path(file).name for file in told["files"]] == ["report.md", "report.html"]
    assert told["files"][0] == told["report_path"]
    assert all((folder / file).read_bytes() for file in told["files"])
    assert "<blockquote" in (folder / told["files"][1]).read_text()


def test_a_report_is_written_again_in_another_form(folder: Path) -> None:
    page = folder / run_dir(folder) / "report.html"
    before = page.read_bytes()
    page.unlink()
    ended = dr(folder, "render", str(run_dir(folder)), "html")
    assert (ended.code, ended.err) == (0, "")
    assert (folder / ended.out.strip()).samefile(page)
    assert page.read_bytes() == before
    ended = dr(folder, "render", str(run_dir(folder)), "html", "-o", "mine.html")
    assert ended.out == "mine.html\n"
    assert (folder / "mine.html").read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
def test_a_pipe_is_written_into_and_stays_what_it_is(folder: Path) -> None:
    os.mkfifo(folder / "pipe.html")
    reader = subprocess.Popen(["cat", folder / "pipe.html"], stdout=subprocess.PIPE)
    try:
        ended = dr(folder, "render", str(run_dir(folder)), "html", "-o", "pipe.html")
        assert (folder / "pipe.html").is_fifo()
        assert (ended.code, ended.out, ended.err) == (0, "", "")
        assert reader.communicate(timeout=60)[0] == (folder / run_dir(folder) / "report.html").read_bytes()
    finally:
        reader.kill()
        reader.communicate()


def test_standard_output_is_gone_on_with(folder: Path) -> None:
    page = (folder / run_dir(folder) / "report.html").read_bytes()
    line = command("render", str(run_dir(folder)), "html", "-o", "out.html")
    with (folder / "out.html").open("wb") as out:
        for _ in range(2):
            subprocess.run(line, cwd=folder, env=surroundings(folder), stdout=out, check=True, timeout=120)
    assert (folder / "out.html").read_bytes() == page * 2


def test_a_link_is_written_through(folder: Path) -> None:
    (folder / "page.html").write_text("old")
    (folder / "link.html").symlink_to("page.html")
    assert dr(folder, "render", str(run_dir(folder)), "html", "-o", "link.html").code == 0
    assert (folder / "link.html").is_symlink()
    assert (folder / "page.html").read_bytes() == (folder / run_dir(folder) / "report.html").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("{run}", "htlm"), "error: no render plugin named 'htlm'. Did you mean 'html'? Installed: "),
        (("no-such-run", "html"), "error: there is no run 'no-such-run'."),
        (("{run}", "html", "-o", "no/such/folder/x.html"), "error: there is no folder "),
        (("{run}",), "error: Missing argument 'FORM'."),
        (("{empty}", "html"), "error: run empty has no report yet. Go on with it: dr resume empty"),
        (("{damaged}", "html"), "error: "),
    ],
)
def test_what_cannot_be_is_one_line_with_a_remedy(folder: Path, arguments: tuple[str, ...], told: str) -> None:
    for name in ("empty", "damaged"):
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "run.json").write_text((folder / run_dir(folder) / "run.json").read_text())
    (folder / "damaged" / "report.json").write_text("{")
    places = {"run": run_dir(folder), "empty": folder / "empty", "damaged": folder / "damaged"}
    ended = dr(folder, "render", *(argument.format(**places) for argument in arguments))
    assert ended.code in (4, 64)
    assert ended.out == ""
    assert ended.line.startswith(told)


def test_an_unknown_or_empty_form_is_told_before_anything_is_searched(folder: Path) -> None:
    assert "Did you mean 'html'?" in dr(folder, "run", QUESTION, "--render", "htlm").line
    assert dr(folder, "run", QUESTION, "--render", ",").line == "error: --render is empty. Name forms: html, say"


NEEDY = '''
from dr_core import Renderer


class Needy(Renderer):
    """Writes nothing."""

    def lacks(self) -> str:
        return "Install it: pip install needy"

    async def render(self, report, folder):
        return b"never"


class Broken(Needy):
    """Cannot even say what it lacks."""

    def lacks(self) -> str:
        raise RuntimeError("oh")
'''


def test_what_a_form_lacks_is_told_before_anything_is_searched(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "here")
    (folder / "needy.py").write_text(NEEDY)
    ended = dr(folder, "run", QUESTION, "--render", "needy:Needy")
    assert ended.line == "error: the report cannot be written as needy:Needy. Install it: pip install needy"
    assert not (folder / "logs").exists()
    assert dr(folder, "run", QUESTION, "--render", "needy:Broken", "--yes").code == 0, "a broken one costs no more than its file"
