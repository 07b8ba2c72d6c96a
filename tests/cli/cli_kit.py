"""What the tests of the command line share: a folder in which runs work without a network, and the real command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
QUESTION = "How well do heat pumps work in cold climates?"
NORWAY = (
    "In Norway about 60 percent of households had a heat pump in 2022. Heat pumps work well in cold climates, as the Norwegian "
    "agency found. A heat pump in Tromsø delivers 2.3 units of heat for each unit of electricity at -15 °C. "
)
FINLAND = (
    "Finland had sold more than one million heat pumps by the end of 2020. In cold climates a heat pump needs a defrost cycle, "
    "which costs about 10 percent of its heat. Ground-source heat pumps in Finland keep working at -30 °C. "
)
HITS = [
    {"title": "Heat pumps in Norway", "url": "https://shelf.example/norway", "content": NORWAY * 3},
    {"title": "Heat pumps in Finland", "url": "https://shelf.example/finland", "content": FINLAND * 3},
]


def toml(value: Any) -> str:
    """A value as TOML; JSON's texts, numbers and lists are TOML already."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + "}"
    return "[" + ", ".join(map(toml, value)) + "]" if isinstance(value, list) else json.dumps(value, ensure_ascii=False)


def prepare(
    folder: Path, *, hits: list[dict[str, str]] = HITS, plugin: str = "dr_core.testing:FakeSearch", more: str = "", **engine: Any
) -> Path:
    """A folder whose dr.toml searches a shelf of two pages; ``engine`` are further options of it."""
    folder.mkdir(parents=True, exist_ok=True)
    options = "".join(f"{key} = {toml(value)}\n" for key, value in {"hits": hits, **engine}.items())
    head = f'[search]\nuse = ["shelf"]\n[search.shelf]\nplugin = "{plugin}"\n'
    text = f"{head}{options}[sandbox]\nuse = []\n{more}"
    (folder / "dr.toml").write_text(text, encoding="utf-8")
    (folder / "gated.py").write_text(GATED)
    return folder


GATED = """
import asyncio
from pathlib import Path
from dr_core import Verification, Verifier
from dr_core.testing import FakeSearch


async def opened():
    while not Path("go").exists():
        await asyncio.sleep(0.02)


class Search(FakeSearch):
    patience = 600.0
    asked = 0

    async def search(self, task, limit):
        self.asked += 1
        if self.asked > 1:  # the plan stands on the first
            await opened()
        return await super().search(task, limit)


class Audit(Verifier):
    async def verify_report(self, path):
        await opened()
        return Verification(verifier=self.name, passed=True)
"""
"""Plugins that wait until there is a file ``go``: an engine (``gated:Search``), and who looks at the report (``gated:Audit``)."""


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """Its one line on stderr."""
        lines = self.err.splitlines()
        assert len(lines) == 1, f"not one line on stderr, but: {self.err!r}"
        return lines[0]


Inside = Callable[..., Ended]
"""The type of the fixture ``inside``, which is called as ``dr`` is."""


def surroundings(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a fresh user whose home is below ``folder``; what is set to "" is left out."""
    kept = {name: os.environ[name] for name in ("PATH", "MPLCONFIGDIR", "COVERAGE_PROCESS_START") if name in os.environ}
    home = folder / ".home"
    found = kept | {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "PYTHONPATH": str(ROOT), "TERM": "dumb"} | more
    return {name: value for name, value in found.items() if value}


def command(*arguments: str | bytes) -> list[str | bytes]:
    """The real command."""
    return [sys.executable, "-W", "error", "-m", "dr_core", *arguments]


def dr(folder: Path, *arguments: str | bytes, env: dict[str, str] | None = None, **options: Any) -> Ended:
    """Run ``dr`` in ``folder`` to its end."""
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **options}
    ended = subprocess.run(
        command(*arguments), cwd=folder, env=surroundings(folder, **(env or {})), stderr=subprocess.PIPE, timeout=120, **options
    )
    return Ended(ended.returncode, (ended.stdout or b"").decode(), ended.stderr.decode())
