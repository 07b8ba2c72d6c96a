"""How long the command takes to start, side by side with hatch and llm, each in a virtual environment of its own.

    python bench/startup.py [--venvs FOLDER] [--rounds N]

The runs are interleaved (one of each, then again), so that whatever else the machine does falls on all of them alike; medians
are compared. Exit code 1 if ours is not the fastest each time. The environments are made once and kept where --venvs says.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOLS = {"dr": str(ROOT), "hatch": "hatch", "llm": "llm"}
RACES = {
    "version": {"dr": ["dr", "--version"], "hatch": ["hatch", "--version"], "llm": ["llm", "--version"]},
    "plugins": {"dr": ["dr", "plugins", "--json"], "llm": ["llm", "plugins"]},
}


def environment(folder: Path, package: str) -> Path:
    """The folder with the commands of a virtual environment that has ``package``; made unless it is there."""
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    done = folder / "installed"
    if not done.exists():
        print(f"installing {package} into {folder} ...", file=sys.stderr)
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([commands / "python", "-m", "pip", "install", "-qq", package], check=True)
        done.touch()
    elif package == str(ROOT):  # our own code changes from run to run; its dependencies do not
        anew = ["-m", "pip", "install", "-qq", "--no-deps", "--force-reinstall", package]
        subprocess.run([commands / "python", *anew], check=True)
    return commands


def seconds(command: list[str | Path], home: str) -> float:
    """The wall time of one run of a command."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DR_", "DEEP_RESEARCH_", "SANDBOX_"))}
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**kept, "HOME": home}, cwd=home)
    return time.perf_counter() - started


def race(commands: dict[str, list[str | Path]], rounds: int, home: str) -> dict[str, list[float]]:
    """The times of each command, interleaved; a first round warms the caches and does not count."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            took = seconds(command, home)
            if number:
                times[name].append(took)
    return times


def main() -> int:
    """Run the races and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--venvs", type=Path, help="where the environments are kept (default: made anew in a temporary folder)")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--data", help="not used: this benchmark needs no data")
    arguments = parser.parse_args()
    lost = []
    with tempfile.TemporaryDirectory() as temporary:
        venvs = (arguments.venvs or Path(temporary) / "venvs").resolve()
        home = str(Path(temporary) / "home")
        Path(home).mkdir()
        paths = {tool: environment(venvs / tool, package) for tool, package in TOOLS.items()}
        print(f"{'command':24}{'median':>10}{'fastest':>10}{'slowest':>10}   ({arguments.rounds} rounds, interleaved)")
        for name, lines in RACES.items():
            commands: dict[str, list[str | Path]] = {tool: [paths[tool] / line[0], *line[1:]] for tool, line in lines.items()}
            times = race(commands, arguments.rounds, home)
            for tool, found in times.items():
                median, low, high = statistics.median(found), min(found), max(found)
                print(f"{' '.join(lines[tool]):24}{median:9.3f}s{low:9.3f}s{high:9.3f}s")
            medians = {tool: statistics.median(found) for tool, found in times.items()}
            if min(medians, key=medians.__getitem__) != "dr":
                lost.append(name)
    print(f"ours is not the fastest: {', '.join(lost)}" if lost else "ours is the fastest each time")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
