"""A run that has ended: whoever cancels while plugins close gets the result, which is on the disk."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from dr_core import Event, Researcher, hookimpl
from dr_core.run.store import load_state
from dr_core.testing import FakeSearch

QUESTION = "How well do heat pumps work in cold climates?"
TEXT = "Heat pumps work well in cold climates, as the agency found. In Norway 60 percent of households had one in 2022. "
HITS = [{"title": "Heat pumps in Norway", "url": "https://shelf.example/norway", "content": TEXT * 9}]
closing = asyncio.Event()


class Lingering(FakeSearch):
    """An engine that takes its time to close."""

    async def aclose(self) -> None:
        closing.set()
        await asyncio.Event().wait()


class Last:
    """A hook plugin that cancels the run at its last event."""

    def __init__(self) -> None:
        self.task: asyncio.Task[Any] | None = None

    @hookimpl
    def on_event(self, event: Event) -> None:
        if "report_path" in event.data and self.task is not None:
            self.task.cancel()


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    global closing
    closing = asyncio.Event()
    monkeypatch.chdir(tmp_path)
    shelf = {"plugin": "test_api_finished:Lingering", "hits": HITS}
    return {"search": {"use": ["shelf"], "shelf": shelf}, "sandbox": {"use": []}, "cache": {"enabled": False}}


async def test_a_run_that_is_cancelled_while_plugins_close_gives_its_result(settings: dict[str, Any]) -> None:
    research = Researcher(settings=settings).start(QUESTION)
    await closing.wait()
    await research.cancel()
    result = await research
    assert result.passed and result.status == "complete"
    assert load_state(Path(result.run_dir)).status == "complete"


async def test_whoever_stops_waiting_then_has_it_too(settings: dict[str, Any]) -> None:
    waiting = asyncio.create_task(Researcher(settings=settings).run(QUESTION))
    await closing.wait()
    waiting.cancel()
    assert (await waiting).passed


async def test_a_run_that_is_cancelled_as_soon_as_it_has_ended_gives_its_result(settings: dict[str, Any]) -> None:
    settings["search"]["shelf"]["plugin"] = "dr_core.testing:FakeSearch"
    last = Last()
    research = Researcher(settings=settings, plugins=[last]).start(QUESTION)
    last.task = research._task
    assert (await research).passed
