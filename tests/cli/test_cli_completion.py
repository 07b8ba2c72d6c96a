"""`dr completion`: scripts that the shells accept, and completions that are right."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from cli_kit import dr, surroundings

CHECK = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}


@pytest.mark.parametrize("shell", CHECK)
def test_a_script_is_printed_and_its_shell_can_read_it(shell: str, shared: Path) -> None:
    ended = dr(shared, "completion", shell)
    assert ended.code == 0 and "_DR_COMPLETE" in ended.out
    if shutil.which(shell):
        checked = subprocess.run(CHECK[shell], input=ended.out, text=True, capture_output=True, check=False)
        assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("dr ru", {"run", "runs"}),
        ("dr run --max-", {"--max-iterations", "--max-tokens", "--max-usd", "--max-seconds", "--max-searches"}),
        ("dr run --depth ", {"quick", "standard", "deep"}),
        ("dr run --search tav", {"tavily"}),
        ("dr run --search tavily,duck", {"tavily,duckduckgo"}),
        ("dr run -p anth", {"anthropic"}),
        ("dr completion ", {"bash", "fish", "zsh"}),
    ],
)
def test_the_shell_is_told_what_fits(words: str, found: set[str], shared: Path) -> None:
    at = len(words.split()) - (0 if words.endswith(" ") else 1)
    ended = dr(shared, env={"_DR_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(at)})
    assert {line.partition(",")[2] for line in ended.out.splitlines()} == found


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
def test_bash_completes_with_it(shared: Path) -> None:
    script = dr(shared, "completion", "bash").out
    line = f'{script}\nCOMP_WORDS=(dr comp); COMP_CWORD=1; _dr_completion dr; echo "${{COMPREPLY[@]}}"'
    here = surroundings(shared)
    fake = shared / "bin" / "dr"
    fake.parent.mkdir(exist_ok=True)
    import sys

    fake.write_text(f'#!/bin/sh\nexec {sys.executable} -m dr_core "$@"\n')
    fake.chmod(0o755)
    ended = subprocess.run(
        ["bash", "-c", line], cwd=shared, env=here | {"PATH": f"{fake.parent}:{here['PATH']}"}, capture_output=True, text=True
    )
    assert ended.stdout.strip() == "completion", ended.stderr
