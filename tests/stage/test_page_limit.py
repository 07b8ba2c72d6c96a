"""How many pages a run reads (S3-11): so many for each query, over all its rounds."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from standin.library import Library, good, research, said

from dr_core import Context, Hit, RunState, SearchTask

WORDS = ["sodium-ion", "LFP", "batteries", "grid", "storage", "cost", "energy", "density", "cycle", "winter", "price", "market"]


class Endless(Library):
    """Finds as many pages as it may, other ones for each query."""

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        self.queries.append(task.query)
        name = sha256(task.query.encode()).hexdigest()[:8]
        return [self._hit(name, number) for number in range(limit)]

    def _hit(self, name: str, number: int) -> Hit:
        chance = Random(f"{name}{number}")
        sentences = [
            f"In {chance.randint(1990, 2025)} plant {chance.randint(1, 99_999)} for {' '.join(chance.sample(WORDS, 6))} "
            f"stored {chance.randint(10, 9_999)} MWh."
            for _ in range(30)
        ]
        return Hit(title=f"{name} {number}", url=f"https://endless.example/{name}/{number}", content=" ".join(sentences))


async def read(root: Path, **limits: int) -> tuple[RunState, Endless]:
    library = Endless(None, Context(instance="files"))
    settings = {"research": {"depth": "standard", "length": "brief", **limits}, "budget": {"tokens": 10**7}}
    state, _ = await research(root, said(one=good), library=library, settings=settings)
    return state, library


@pytest.mark.parametrize("most", [1, 3])
async def test_no_round_reads_more_pages_for_the_queries_of_the_rounds_before_it(tmp_path: Path, most: int) -> None:
    state, library = await read(tmp_path, urls_per_query=most)
    assert [entry.new_sources for entry in state.iterations] == [most * 4, most, most]  # 4 queries, then 1 in each round
    assert len(state.sources) == most * len(library.queries)
