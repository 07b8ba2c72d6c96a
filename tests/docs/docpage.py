"""Runs a page of documentation as a reader would: top to bottom, in one folder.

    ```python              executed; the blocks of a page share one namespace
    ```python file=a.py    written to the file a.py (any language can be written)
    ```console runnable    each `$ ` line is run; the lines below it must be in its output, in that order

In expected output ``...`` stands for anything. ``# exit 2`` after a command says that it ends with that code. Blocks of other
kinds are only read.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
EXIT = re.compile(r"#\s*exit (\d+)\s*$")
PROGRAMS = {
    "dr": ["-m", "dr_core"],
    "pip": ["-m", "pip"],
    "pytest": ["-m", "pytest", "-p", "no:cacheprovider"],
    "python": [],
}
PRIVATE = ("DR_", "DEEP_RESEARCH_", "SANDBOX_", "PIP_", "PYTEST_")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the words after it, its text, and the line it starts on."""

    language: str
    words: tuple[str, ...]
    text: str
    line: int

    @property
    def file(self) -> str:
        """The file this block is to be written to, if any."""
        return next((word.partition("=")[2] for word in self.words if word.startswith("file=")), "")


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    for found in FENCE.finditer(page):
        language, *words = found["info"].split() or [""]
        yield Block(language, tuple(words), found["body"], page.count("\n", 0, found.start("body")) + 1)


def run_page(page: str, name: str, folder: Path) -> int:
    """Run a page in ``folder`` (the working folder); returns how many blocks did something."""
    namespace: dict[str, Any] = {"__name__": "__page__"}
    done = 0
    for block in blocks(page):
        if block.file:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            # empty lines before it, so that a traceback names the line of the page
            exec(compile("\n" * (block.line - 1) + block.text, name, "exec"), namespace)
        elif block.language == "console" and "runnable" in block.words:
            for command, expected in commands(block.text):
                run_command(command, expected, folder, f"{name}:{block.line}")
        else:
            continue
        done += 1
    return done


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each ``$ `` line of a console block with the output that is shown below it."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert not parts[0].strip(), "a runnable block begins with a command"
    for part in parts[1:]:
        command, _, shown = part.replace("\\\n", " ").partition("\n")
        yield command, [line for line in shown.splitlines() if line.strip()]


def run_command(command: str, expected: list[str], folder: Path, where: str) -> None:
    """Run one command in ``folder``; its exit code and its output must be as shown."""
    wanted = int(found[1]) if (found := EXIT.search(command)) else 0
    program, *arguments = shlex.split(command, comments=True)
    line = [sys.executable, *PROGRAMS[program], *arguments] if program in PROGRAMS else [program, *arguments]
    # both streams in one, as a terminal shows them
    ended = subprocess.run(
        line, cwd=folder, env=surroundings(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300
    )
    output = ended.stdout
    assert ended.returncode == wanted, f"{where}: `{command}` ended with {ended.returncode}, not {wanted}:\n{output}"
    rest = [" ".join(line.split()) for line in output.splitlines()]
    for shown in expected:
        if shown.strip() == "...":
            continue
        pattern = re.compile(r".*?".join(re.escape(" ".join(piece.split())) for piece in shown.split("...")))
        at = next((number for number, line in enumerate(rest) if pattern.search(line)), None)
        assert at is not None, f"{where}: `{command}` does not print {shown!r}; it prints:\n{output}"
        rest = rest[at + 1 :]


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of a fresh user: no settings, no keys, a home of their own; pip installs into it, without a network."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(PRIVATE) and not name.endswith("_API_KEY")}
    home, site = folder / ".home", folder / ".home" / "site"
    return kept | {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "COLUMNS": "120",
        "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)]),
        "PIP_TARGET": str(site),
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads this one the other way round: 0 is without isolation
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_QUIET": "1",
    }
