"""A run that is stopped while it reads, and gone on with."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from standin.world import World

from dr_core import Kernel, Researcher, Settings
from dr_core.session import replay


async def stopped_while_reading(world: World, values: dict[str, Any], question: str) -> None:
    """Begin a run in ``world`` and stop it when the first page is asked for; from then on pages come at once."""
    stuck = asyncio.Event()

    def latency(kind: str, answer: Any) -> float:
        if kind != "page" or stuck.is_set():
            return 0.0
        stuck.set()
        return 600.0

    world._latency = latency
    running, waiting = asyncio.ensure_future(Researcher(settings=values).run(question)), asyncio.create_task(stuck.wait())
    await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
    assert stuck.is_set(), "no page of another engine was asked for"
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def resumed_and_replayed(root: Path, values: dict[str, Any]) -> str:
    """Go on with the one run below ``root``, make it again offline, which gives the same bytes, and say how it ended."""
    (folder,) = (root / "runs" / "research_data").iterdir()
    result = await Researcher(settings=values).resume(folder)
    await replay(folder, Kernel(Settings(**values)), root / "again")
    assert (root / "again" / "paragraphs.jsonl").read_bytes() == (folder / "paragraphs.jsonl").read_bytes()
    return str(result.status)
