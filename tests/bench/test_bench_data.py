"""Benchmarks that measure with data say in one line that the data are missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.mark.parametrize("name", ["answers", "claims", "clarify", "coverage", "files", "unmentioned"])
def test_a_benchmark_without_its_data_says_how_to_give_them(name: str, tmp_path: Path) -> None:
    command = [sys.executable, str(BENCH / f"{name}.py"), "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (64, "")
    assert done.stderr.startswith(f"there is no {tmp_path}")
    assert done.stderr.endswith("--data or DR_BENCH_DATA\n") and done.stderr.count("\n") == 1
