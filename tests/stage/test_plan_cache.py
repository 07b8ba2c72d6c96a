"""What another run may use again (S3-9): a plan for 1800 s, search results for 3600 s, a model's answers never."""

from __future__ import annotations

from pathlib import Path

import pytest
from standin.library import Library, good, research, said

from dr_core import Context
from dr_core.run import cache
from dr_core.run.task import Declined


class Clock:
    """A clock that is set by hand."""

    now = 1_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(cache, "time", made)
    return made


async def asked(root: Path, *, enabled: bool = True) -> tuple[list[str], int]:
    """The tasks a model was asked to do, and the searches an engine was asked to do."""
    models, library = said(one=good), Library(None, Context(instance="files"))
    await research(root, models, library=library, settings={"cache": {"enabled": enabled, "folder": str(root / "cache")}})
    return [request.task for request in models["one"].requests], len(library.queries)


@pytest.mark.parametrize(("later", "plans"), [(1799, 0), (1801, 1)])
async def test_a_plan_is_used_again_for_half_an_hour_and_no_other_answer_is(
    tmp_path: Path, clock: Clock, later: float, plans: int
) -> None:
    first, _ = await asked(tmp_path)
    clock.now += later
    again, _ = await asked(tmp_path)
    assert (first.count("plan"), again.count("plan")) == (1, plans)
    assert [task for task in again if task != "plan"] == [task for task in first if task != "plan"]


@pytest.mark.parametrize(("later", "again"), [(3599, False), (3601, True)])
async def test_what_engines_found_is_used_again_for_an_hour(tmp_path: Path, clock: Clock, later: float, again: bool) -> None:
    _, first = await asked(tmp_path)
    clock.now += later
    _, second = await asked(tmp_path)
    assert first and second == (first if again else 0)


async def test_without_the_cache_everything_is_asked_anew(tmp_path: Path, clock: Clock) -> None:
    first = await asked(tmp_path)
    assert await asked(tmp_path, enabled=False) == first


async def test_a_plan_that_was_made_because_the_model_failed_is_no_models_plan(tmp_path: Path, clock: Clock) -> None:
    settings = {"cache": {"enabled": True, "folder": str(tmp_path / "cache")}}
    first, _ = await research(tmp_path, said(one=lambda request: Declined("no")), settings=settings)
    assert first.status == "partial"
    assert (await asked(tmp_path))[0].count("plan") == 1
