"""Cancel a run at points spread over all of it: it stops at once, leaves nothing behind, and resumes to the same report.

``DR_CANCELS`` says how often; ``nox -s campaigns`` runs it.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from standin import world

from dr_core import Researcher
from dr_core.report.compare import without_box
from dr_core.run.store import is_locked

QUESTION = "Compare the storage plants of Oslo and Kyoto by cost and capacity"
CANCELS = int(os.environ.get("DR_CANCELS", "30"))
AT_ONCE = 2.0
"""Seconds within which a cancelled run has stopped."""


def researcher(origin: str, folder: Path) -> Researcher:
    settings: dict[str, Any] = tomllib.loads(world.settings_for(origin))
    settings["cache"]["folder"] = str(folder / "cache")
    more = {"output": {"root": str(folder)}, "research": {"depth": "quick"}, "budget": {"tokens": 200_000}}
    return Researcher(settings={**settings, **more})


@pytest.fixture
def origin() -> Iterator[str]:
    """Where engines, pages and a model are."""
    command = [sys.executable, world.__file__, "--latency", "0.02", "--token-seconds", "0.0005"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        server.kill()


@pytest.mark.slow
async def test_a_run_cancelled_anywhere_leaves_nothing_and_resumes_to_the_same_report(origin: str, tmp_path: Path) -> None:
    chance = random.Random(7)
    whole = await researcher(origin, tmp_path / "whole").run(QUESTION)
    events = len((Path(whole.run_dir) / "events.jsonl").read_text(encoding="utf-8").splitlines())
    longest = 0.0
    for number in range(CANCELS):
        folder, last = tmp_path / str(number), 1 + number * events // CANCELS
        run = researcher(origin, folder).start(QUESTION)
        async for event in run:
            if event.seq >= last:
                break
        await asyncio.sleep(chance.choice([0, 0, 0.001, 0.005, 0.02]))
        began = time.perf_counter()
        await run.cancel()
        longest = max(longest, time.perf_counter() - began)
        assert run.run_dir is not None and not is_locked(run.run_dir)
        assert not list(folder.rglob("*.tmp")), f"half a file is left after event {last}"
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert not left, f"tasks are left after event {last}: {left}"
        resumed = await researcher(origin, folder).resume(run.run_dir)
        assert without_box(resumed.final_report) == without_box(whole.final_report), f"another report, cancelled at {last}"
    print(f"\n{CANCELS} cancellations over {events} events: the longest took {longest:.2f} s; no file, task or lock was left")
    assert longest < AT_ONCE
