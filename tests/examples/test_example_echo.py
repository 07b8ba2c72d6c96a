"""examples/dr-echo: installed as a package and named by one line, or named by its import path with no packaging at all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ECHO = Path(__file__).resolve().parents[2] / "examples/dr-echo"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with dr-echo installed by pip."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(folder), str(ECHO)], check=True, timeout=300)
    return folder


def _dr(*arguments: str, path: Path | None, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **({"PYTHONPATH": str(path)} if path else {})}
    command = [sys.executable, "-P", "-m", "dr_core", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, timeout=120)


def _urls(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert done.returncode == 0, done.stderr
    return [hit["url"] for hit in json.loads(done.stdout)]


def test_installed_it_is_selected_by_one_line(site: Path, tmp_path: Path) -> None:
    (tmp_path / "dr.toml").write_text('[search]\nuse = ["echo"]\n')
    rows = json.loads(_dr("plugins", "--json", path=site, folder=tmp_path).stdout)
    (row,) = [row for row in rows if row["name"] == "echo"]
    assert row["selected"]
    assert (row["package"], row["version"], row["summary"]) == ("dr-echo", "0.1.0", "Answers every query with one page about it.")
    done = _dr("plugins", "try", "search", "echo", "heat pumps", "--json", path=site, folder=tmp_path)
    assert _urls(done) == ["https://example.org/heat%20pumps"]


def test_by_import_path_it_needs_no_packaging(tmp_path: Path) -> None:
    (tmp_path / "dr_echo.py").write_bytes((ECHO / "dr_echo.py").read_bytes())
    (tmp_path / "dr.toml").write_text(
        '[search]\nuse = ["mine"]\n[search.mine]\nplugin = "dr_echo:Echo"\nsite = "https://mine.example"\n'
    )
    done = _dr("plugins", "try", "search", "mine", "heat pumps", "--json", path=None, folder=tmp_path)
    assert _urls(done) == ["https://mine.example/heat%20pumps"]


def test_it_passes_its_own_tests(site: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ECHO, env=environment, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
