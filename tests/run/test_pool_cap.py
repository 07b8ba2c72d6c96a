"""The cap on results (S3-4) holds also for an engine that does not keep to it."""

from __future__ import annotations

import pytest
from pool_kit import Engine, Make, tasks

from dr_core import Hit, SearchTask


class Generous(Engine):
    """Gives all it has, whatever it was asked for."""

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        return await super().search(task, 10**6)


@pytest.mark.parametrize("most", [1, 4, 100])
@pytest.mark.parametrize("kind", [Engine, Generous])
async def test_no_more_hits_are_taken_from_an_engine_than_the_setting_says(make: Make, kind: type[Engine], most: int) -> None:
    pool, _ = make(kind("one", 50), max_results=most, parallel_strategy="batch")
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert len(hits) == min(50, most)
