"""The result of a run: which sources the report cites is known from writing it, and is not worked out again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dr_core import Result, aresearch
from dr_core.report import compose
from dr_core.run.store import load_state

pytestmark = pytest.mark.usefixtures("indexed")

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"


async def written(folder: Path) -> Path:
    settings = {"output": {"root": str(folder)}, "sandbox": {"use": []}, "research": {"depth": "quick"}}
    return Path((await aresearch("How do sodium-ion and LFP batteries compare?", docs=CORPUS, settings=settings)).run_dir)


async def test_the_cited_sources_of_a_result_are_those_that_the_report_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = await written(tmp_path)
    numbered = {
        reference["source"]
        for reference in json.loads((folder / "report.json").read_bytes())["references"]
        if reference["number"] is not None
    }
    state = load_state(folder)
    older = Result.of(state.model_copy(update={"cited": None}), folder)
    monkeypatch.delattr(compose, "marked")  # nothing is marked again for a count
    result = Result.of(state, folder)
    assert {source.id for source in result.sources if source.cited} == numbered
    assert result.citations["cited"] == len(numbered) > 0
    assert older == result
