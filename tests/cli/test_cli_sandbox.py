"""`dr sandbox`: build, check, run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from dr_core.cli import main

USE = '[sandbox]\nuse = ["{name}"]\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _use(folder: Path, plugin: str, code: str) -> None:
    (folder / f"{plugin.partition(':')[0]}.py").write_text(code)
    (folder / "dr.toml").write_text(f'[sandbox]\nuse = ["mine"]\n[sandbox.mine]\nplugin = "{plugin}"\n')


LOUD = """
from dr_core import Execution, Sandbox

class Loud(Sandbox):
    \"\"\"Prints the code back.\"\"\"

    async def execute_python(self, code, timeout=60):
        if "42" in code or "6 * 7" in code:
            return Execution(stdout="42\\n")
        return Execution(stdout=code, figures=("aGk=",), error='File "<chart>", line 5, in x' if "fail" in code else "")
"""


def test_what_the_file_prints_goes_to_stdout_and_figures_into_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _use(folder, "mine:Loud", LOUD)
    (folder / "chart.py").write_text("print('x')\n")
    assert main(["sandbox", "run", "chart.py", "--output", "out", "--language", "ko"]) == 0
    seen = capsys.readouterr()
    assert seen.out.splitlines()[-1] == "print('x')" and "Noto Sans CJK KR" in seen.out
    assert (folder / "out/chart-1.png").read_bytes() == b"hi" and "chart-1.png" in seen.err


def test_figures_that_cannot_be_written_are_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _use(folder, "mine:Loud", LOUD)
    (folder / "chart.py").write_text("print('x')\n")
    assert main(["sandbox", "run", "chart.py", "--output", "chart.py/out"]) == 4
    assert "error: cannot write chart.py/out: Not a directory. Check the disk, then try again" in capsys.readouterr().err


def test_a_failing_file_is_status_4_and_lines_are_those_of_the_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _use(folder, "mine:Loud", LOUD)
    (folder / "chart.py").write_text("fail\n")
    assert main(["sandbox", "run", "chart.py"]) == 4
    assert "line 3, in x" in capsys.readouterr().err  # two lines are put before the code


def test_a_sandbox_without_checks_of_its_own_is_run_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _use(folder, "mine:Loud", LOUD)
    assert main(["sandbox", "check", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["ok"] is True


BROKEN = """
from dr_core import Execution, Sandbox

class Crashes(Sandbox):
    \"\"\"Has a mistake in its code.\"\"\"

    async def execute_python(self, code, timeout=60):
        raise KeyError("a mistake")

class Wrong(Crashes):
    \"\"\"Answers with something else.\"\"\"

    async def execute_python(self, code, timeout=60):
        return "42"

    async def check(self):
        return 42

class Leaves(Crashes):
    \"\"\"Means to end the program.\"\"\"

    async def execute_python(self, code, timeout=60):
        raise SystemExit(0)

    async def build_image(self, from_debian, log):
        raise SystemExit(0)
"""


@pytest.mark.parametrize(
    ("name", "said"), [("Crashes", "raised KeyError"), ("Wrong", "not an Execution"), ("Leaves", "raised SystemExit")]
)
def test_a_broken_sandbox_is_named_in_one_line(name: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _use(folder, f"broken_box:{name}", BROKEN)
    (folder / "chart.py").write_text("print(1)\n")
    assert main(["sandbox", "run", "chart.py"]) == 4
    told = capsys.readouterr().err
    assert "sandbox plugin 'mine'" in told and said in told and told.count("\n") == 1
    assert main(["sandbox", "check", "--json"]) == 4
    (row,) = json.loads(capsys.readouterr().out)
    assert row["ok"] is False and "sandbox plugin 'mine'" in row["detail"]


def test_an_image_that_a_broken_sandbox_makes_is_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _use(folder, "broken_box:Leaves", BROKEN)
    assert main(["sandbox", "build"]) == 64
    assert "its build_image raised SystemExit" in capsys.readouterr().err


def test_without_an_engine_check_fails_and_run_says_what_was_tried(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "dr.toml").write_text(
        f'[sandbox]\nuse = ["docker-persistent"]\n[sandbox.docker-persistent]\nhost = "unix://{folder}/no"\n'
    )
    (folder / "chart.py").write_text("print(1)\n")
    assert main(["sandbox", "check"]) == 4
    assert "no Docker engine answers" in capsys.readouterr().out
    assert main(["sandbox", "run", "chart.py"]) == 4
    assert "no sandbox works here" in capsys.readouterr().err


def test_building_needs_a_sandbox_with_an_image(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _use(folder, "mine:Loud", LOUD)
    assert main(["sandbox", "build"]) == 64
    assert "no selected sandbox is made from an image" in capsys.readouterr().err


def test_a_missing_file_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sandbox", "run", "nothing.py"]) == 64
    assert "nothing.py" in capsys.readouterr().err


@pytest.mark.bubblewrap
@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_a_real_figure_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "dr.toml").write_text(USE.format(name="bubblewrap"))
    (folder / "chart.py").write_text("import matplotlib.pyplot as plt\nplt.plot([-1, 2])\nprint('drawn')\n")
    assert main(["sandbox", "run", "chart.py"]) == 0
    assert capsys.readouterr().out == "drawn\n"
    assert (folder / "chart-1.png").read_bytes().startswith(b"\x89PNG")
