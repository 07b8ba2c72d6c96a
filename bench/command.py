"""What one `dr run` over the example corpus costs without a model, and what it costs where nothing compiled of patterns is kept.

    python bench/command.py [--rounds N]

Each round runs the command with and without `__pycache__/compiled.*.json`, one after the other, so that whatever else the
machine does falls on both alike; medians are compared. Exit code 1 if keeping them does not pay. Not for Windows.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
QUESTION = "How do sodium-ion batteries compare with LFP for grid storage?"
COMMAND = [sys.executable, "-m", "dr_core", "run", QUESTION, "--docs", str(ROOT / "examples" / "corpus"), "--no-input", "--quiet"]


def cost(bytecode: Path, home: str, *, writes: bool) -> tuple[float, float]:
    """CPU and wall time of one run whose bytecode is in a folder of its own, in seconds."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DR_", "DEEP_RESEARCH_", "PYTHON"))}
    told = {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(bytecode)} | ({} if writes else {"PYTHONDONTWRITEBYTECODE": "1"})
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(COMMAND, check=True, stdout=subprocess.DEVNULL, env={**kept, "HOME": home, **told}, cwd=home)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def main() -> int:
    """Run the rounds and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--data", help="not used: this benchmark needs no data")
    arguments = parser.parse_args()
    found: dict[str, list[tuple[float, float]]] = {"patterns kept": [], "patterns compiled": []}
    with tempfile.TemporaryDirectory() as home:
        bytecode = Path(home) / "bytecode"
        cost(bytecode, home, writes=True)
        (file,) = bytecode.rglob("compiled.*.json")
        for _ in range(arguments.rounds):
            found["patterns kept"].append(cost(bytecode, home, writes=False))
            away = file.rename(file.with_suffix(".away"))
            found["patterns compiled"].append(cost(bytecode, home, writes=False))
            away.rename(file)
    for name, costs in found.items():
        cpu, wall = (statistics.median(column) for column in zip(*costs, strict=True))
        print(f"{name:20} CPU {cpu:5.2f} s   wall {wall:5.2f} s   (medians of {arguments.rounds})")
    kept, compiled = (statistics.median(cpu for cpu, _ in costs) for costs in found.values())
    print(f"kept / compiled: {kept / compiled:.2f} of the CPU")
    return 0 if kept < compiled else 1


if __name__ == "__main__":
    sys.exit(main())
