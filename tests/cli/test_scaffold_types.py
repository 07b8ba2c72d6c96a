"""What `dr plugins new` writes passes a linter and a strict type checker, tests included."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dr_core.cli.scaffold import KINDS, write

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
CALLS = """
from dr_core import Kernel, Message, Plan, SearchProvider, Section, Settings, research

research("q", max_iterations=3)
research("q", max_iterashuns=3)
Settings(search={"use": ["x"]}, prompts="p")
found: SearchProvider = Kernel().provider("search", "x")
"""


def _checked(folder: Path) -> list[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", "."]
    outcome = subprocess.run(
        command, cwd=folder, env=os.environ | {"MYPYPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    return [line for line in f"{outcome.stdout}{outcome.stderr}".splitlines() if "note:" not in line]


@pytest.fixture
def flat(tmp_path: Path) -> Path:
    """A folder with the modules of a new package of each kind."""
    for kind in KINDS:
        write(f"my-{kind}", kind, tmp_path)
    flat = tmp_path / "all"
    flat.mkdir()
    for path in [*tmp_path.glob("dr-my*/*.py"), *tmp_path.glob("dr-my*/tests/*.py")]:
        path.rename(flat / path.name)
    return flat


def test_every_new_package_and_its_tests_pass_a_linter(flat: Path) -> None:
    rules = ["--isolated", "--select", "E,F,W,B,UP", "--line-length", "130"]
    linted = subprocess.run([sys.executable, "-m", "ruff", "check", *rules, flat], capture_output=True, text=True, check=False)
    assert linted.returncode == 0, linted.stdout


def test_every_new_package_and_its_tests_pass_a_strict_checker(flat: Path) -> None:
    pytest.importorskip("mypy")
    (flat / "calls.py").write_text(CALLS)
    assert len(list(flat.iterdir())) == 2 * len(KINDS) + 1
    (only,) = _checked(flat)
    assert only.startswith("calls.py:5: error: Unexpected keyword argument")
