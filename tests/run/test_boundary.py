"""The retry boundary around a whole run (S0-16): what is tried again, how often, after how long, and what is kept of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, Said, good, research, said

from dr_core import BudgetSpent, Context, DRError, ModelFailed, NoEvidence, ProviderError, hookimpl
from dr_core.run.store import load_state
from dr_core.session import Session
from dr_core.state import RunState


class Trouble:
    """Fails before a stage as often as it is told, and counts how often each stage began."""

    def __init__(self, stage: str, error: Exception, times: int = 99) -> None:
        self.stage, self.error, self.times = stage, error, times
        self.began: list[str] = []

    @hookimpl
    def wrap_stage(self, stage: str, settings: Any) -> Any:
        async def around(state: RunState, call_next: Any) -> None:
            self.began.append(stage)
            if stage == self.stage and self.began.count(stage) <= self.times:
                raise self.error
            await call_next(state)

        return around


class Tried:
    """One run with a trouble: how it ended, how long it waited, what its engine was asked."""

    def __init__(self, root: Path, trouble: Trouble, **models: Said) -> None:
        self.root, self.trouble, self.models = root, trouble, models
        self.waits: list[float] = []
        self.library = Library(None, Context(instance="files"))
        self.folder = root

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def go(self) -> RunState:
        session = Session(assume=True, sleep=self._sleep, on_start=lambda folder: setattr(self, "folder", folder))
        state, _ = await research(self.root, self.models, library=self.library, session=session, plugins=[self.trouble])
        return state


@pytest.mark.parametrize(
    ("error", "category"), [(ProviderError("the line is down"), "NETWORK"), (ModelFailed("no words"), "LLM")]
)
async def test_network_and_model_errors_are_tried_again_after_2_and_4_seconds_from_what_is_saved(
    tmp_path: Path, error: Exception, category: str
) -> None:
    tried = Tried(tmp_path, Trouble("draft", error, times=2))
    state = await tried.go()
    assert tried.waits == [2.0, 4.0]
    assert state.status == "complete" and state.passed
    assert tried.trouble.began.count("draft") == 3
    assert [tried.trouble.began.count(stage) for stage in ("intake", "plan", "harvest", "extract")] == [1, 1, 1, 1]
    kept = [(one.error, one.category, one.retry_count) for one in state.errors]
    assert kept == [(str(error), category, number) for number in (0, 1)]
    assert all(one.step for one in state.errors)


async def test_after_two_retries_the_run_fails_with_the_error_itself(tmp_path: Path) -> None:
    tried = Tried(tmp_path, Trouble("plan", ProviderError("the line is down")))
    with pytest.raises(ProviderError, match="the line is down"):
        await tried.go()
    assert tried.waits == [2.0, 4.0]
    state = load_state(tried.folder)
    assert state.status == "failed"
    assert [one.retry_count for one in state.errors] == [0, 1, 2]
    assert {one.step for one in state.errors} == {"plan"}


@pytest.mark.parametrize(
    ("error", "category"),
    [
        (NoEvidence("nothing"), "BUSINESS"),
        (BudgetSpent("spent"), "RESOURCE_LIMIT"),
        (ValueError("a mistake in a plugin"), "BUSINESS"),
    ],
)
async def test_what_waiting_cannot_help_ends_the_run_at_once(tmp_path: Path, error: Exception, category: str) -> None:
    tried = Tried(tmp_path, Trouble("draft", error))
    with pytest.raises(DRError):
        await tried.go()
    assert not tried.waits and tried.trouble.began.count("draft") == 1
    state = load_state(tried.folder)
    assert [(one.category, one.retry_count) for one in state.errors] == [(category, 0)]


async def test_what_is_tried_again_is_no_other_edition_of_the_run_and_buys_nothing_again(tmp_path: Path) -> None:
    models = said(one=good)
    state = await Tried(tmp_path, Trouble("verify", ProviderError("the line is down"), times=1), **models).go()
    asked = [request.messages for request in models["one"].requests]
    assert state.status == "complete" and state.edition == 0
    assert asked and all(asked.count(messages) == 1 for messages in asked)
