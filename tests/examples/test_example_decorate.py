"""One hook measures the calls of every provider that a run uses."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dr_core import Researcher

QUESTION = "How well do heat pumps work in cold climates?"
NORWAY = "In Norway about 60 percent of households had a heat pump in 2022. Heat pumps work well in cold climates. " * 6
HIT = {"title": "Heat pumps in Norway", "url": "https://shelf.example/norway", "content": NORWAY}


async def test_every_provider_of_a_run_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(Path(__file__).resolve().parents[2] / "examples/stages")
    from decorate import Timed

    timed = Timed()
    shelf = {"plugin": "dr_core.testing:FakeSearch", "hits": [HIT]}
    settings = {"search": {"use": ["shelf"], "shelf": shelf}, "hooks": {"use": []}}
    result = await Researcher(settings=settings, plugins=[timed]).run(QUESTION)
    sys.modules.pop("decorate")
    assert result.passed
    measured = {(kind, name) for kind, name, _ in timed.calls}
    assert {("search", "shelf"), ("clarify", "adaptive"), ("verify", "citations"), ("verify", "grounding")} <= measured
    assert all(seconds >= 0 for _, _, seconds in timed.calls)
