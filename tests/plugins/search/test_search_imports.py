"""A provider that is selected and not yet used costs next to nothing."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("httpx", "httpcore", "ddgs", "primp", "lxml", "feedparser", "mcp", "anyio")


def test_importing_and_building_every_provider_brings_no_heavy_library() -> None:
    program = (
        "import sys\n"
        "from importlib.metadata import entry_points\n"
        "for entry in entry_points(group='dr.search'):\n"
        "    if entry.value.startswith('dr_plugins.') and entry.name != 'files': entry.load()()\n"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr
