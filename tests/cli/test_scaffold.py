"""`dr plugins new` writes packages that install and pass their own tests at once, one of each kind."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from dr_core.cli import main
from dr_core.cli.scaffold import KINDS, class_name


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of each kind, written by the command and installed by pip into ``site``."""
    folder = tmp_path_factory.mktemp("made")
    for kind in KINDS:
        assert main(["plugins", "new", f"my-{kind}", "--kind", kind, "--into", str(folder)]) == 0
    packages = [str(folder / f"dr-my-{kind}") for kind in KINDS]
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(folder / "site"), *packages], check=True, timeout=600)
    return folder


def _run(made: Path, command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(made / "site")}
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=folder, env=environment, timeout=300)


@pytest.mark.once
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_package_passes_its_own_tests(kind: str, made: Path) -> None:
    done = _run(made, ["-m", "pytest", "-q"], made / f"dr-my-{kind}")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert " passed" in done.stdout


def test_a_new_package_is_listed_with_its_kind(made: Path) -> None:
    listed = _run(made, ["-m", "dr_core", "plugins"], made).stdout
    for kind in KINDS:
        assert f"{kind:<7}  my-{kind}" in listed


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "hooks"])
def test_a_new_plugin_shows_how_an_option_is_declared(kind: str, made: Path) -> None:
    shown = _run(made, ["-m", "dr_core", "plugins", "show", kind, f"my-{kind}"], made).stdout
    assert f"[{kind}.my-{kind}]" in shown, shown


def test_what_is_there_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dr-mine").mkdir()
    assert main(["plugins", "new", "mine", "--kind", "search", "--into", str(tmp_path)]) == 64
    assert "is already there" in capsys.readouterr().err
    assert list((tmp_path / "dr-mine").iterdir()) == []


@pytest.mark.parametrize("name", ["core", "dr-core", "plugins", "framework"])
def test_a_package_never_stands_in_the_place_of_dr_itself(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A module dr_core.py on the path is what every import of dr_core would get."""
    assert main(["plugins", "new", name, "--kind", "search", "--into", str(tmp_path)]) == 64
    assert "is installed already" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_no_folder_can_have_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugins", "new", "a" * 300, "--kind", "search", "--into", str(tmp_path)]) == 64
    assert "cannot be written" in capsys.readouterr().err


def test_a_disk_that_is_full_on_the_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Path.write_text

    def full(path: Path, content: str, encoding: str) -> int:
        if path.name == "README.md":
            raise OSError(28, "No space left on device")
        return written(path, content, encoding=encoding)

    monkeypatch.setattr(Path, "write_text", full)
    assert main(["plugins", "new", "attic", "--kind", "search", "--into", str(tmp_path)]) == 64
    assert list(tmp_path.iterdir()) == []


def test_the_next_step_can_be_pasted_whatever_the_folder_is_called(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    into = tmp_path / "my plugins"
    assert main(["plugins", "new", "mine", "--kind", "search", "--into", str(into)]) == 0
    assert f"cd '{into / 'dr-mine'}' && " in capsys.readouterr().err


def test_the_paths_go_to_stdout_and_the_next_step_to_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugins", "new", "dr-mine", "--kind", "read", "--into", str(tmp_path)]) == 0
    captured = capsys.readouterr()
    written = [Path(line).relative_to(tmp_path / "dr-mine").as_posix() for line in captured.out.splitlines()]
    assert written == ["README.md", "dr_mine.py", "pyproject.toml", "tests/test_dr_mine.py"]
    assert "pip install -e" in captured.err


@pytest.mark.parametrize(
    ("name", "expected"),
    [("mine", "Mine"), ("my-own", "MyOwn"), ("sandbox", "SandboxPlugin"), ("none", "NonePlugin"), ("a1", "A1")],
)
def test_class_names_stay_clear_of_others(name: str, expected: str) -> None:
    assert class_name(name) == expected


@pytest.mark.parametrize(
    ("kind", "use"),
    [
        ("read", ["mine", "html", "pdf", "docx", "csv", "xlsx", "pptx", "text"]),
        ("verify", ["citations", "grounding", "judge", "mine"]),
        ("render", ["markdown", "mine"]),
        ("hooks", ["cjk-fonts", "mine"]),
        ("search", ["mine"]),
    ],
)
def test_the_readme_selects_a_plugin_without_deselecting_those_that_work_beside_it(
    kind: str, use: list[str], tmp_path: Path
) -> None:
    assert main(["plugins", "new", "mine", "--kind", kind, "--into", str(tmp_path)]) == 0
    readme = (tmp_path / "dr-mine" / "README.md").read_text(encoding="utf-8")
    selected = tomllib.loads(readme.split("```toml\n")[1].split("```")[0])
    assert selected == {kind: {"use": use}}
