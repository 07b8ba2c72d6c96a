"""What the tests of a run share as fixtures; the engines of the search pool are in ``pool_kit``."""

from __future__ import annotations

import resource
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from pool_kit import Make, Patient, RunOf, patient_run

from dr_core.run import engine as engine_module
from dr_core.run.cache import Cache
from dr_core.run.events import Events
from dr_core.run.journal import Journal
from dr_core.run.pool import Pool
from dr_core.run.run import Run
from dr_core.settings import Settings
from dr_core.state import RunState


@pytest.fixture
async def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Make]:
    """``make(engine, ..., parallel_strategy="race")``: a pool and its run. What services told other tests is forgotten."""
    monkeypatch.setattr(engine_module, "_doors", {})
    runs: list[Patient] = []

    def made(
        *engines: Any, special: tuple[Any, ...] = (), budget: dict[str, Any] | None = None, **search: Any
    ) -> tuple[Pool, Patient]:
        folder = tmp_path / str(len(runs))
        folder.mkdir()
        run = patient_run(folder, Settings(search=search, budget=budget or {}))
        runs.append(run)
        return Pool(run, engines, special), run

    yield made
    for run in runs:
        await run.journal.aclose()


@pytest.fixture
async def run_of(tmp_path: Path) -> AsyncIterator[RunOf]:
    """``run_of(settings, providers)``: a run that asks these, by kind and name; each works on the same journal."""
    runs: list[Run] = []

    def made(settings: Settings, providers: dict[tuple[str, str], Any], *, replay: bool = False) -> Run:
        runs.append(Run(
            settings, lambda kind, name: providers[kind, name], tmp_path, RunState(original_query="q"),
            journal=Journal(tmp_path / "journal.jsonl", replay=replay), cache=Cache(None, {}), events=Events(),
        ))  # fmt: skip
        return runs[-1]

    yield made
    for run in runs:
        await run.reading.aclose()
        await run.journal.aclose()


@pytest.fixture
def no_room() -> Iterator[None]:
    """No file can be made longer, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
