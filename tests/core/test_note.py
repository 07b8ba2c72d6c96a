"""What a run notes in no type of its own has a shape all the same: whoever reads it back need not ask what it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dr_core import Researcher, past_runs
from dr_core.cli import dr
from dr_core.errors import RunDamaged
from dr_core.note import SHAPES
from dr_core.run.store import load_state, save_state
from dr_core.state import RunState

ESTIMATE = {"calls": 3, "tokens": 20_000, "most_tokens": 60_000, "usd": 0.02, "seconds": 40, "costly": False}
FALLBACKS = [{"task": "plan", "reason": "it failed", "at": "plan/outline", "budget": True, "prompt": 900, "spared": False}]
TEXT = "In Norway about 60 percent of households had a heat pump in 2022. Heat pumps work well in cold climates. " * 5


def _saved(folder: Path, **changed: Any) -> Path:
    """The folder of a run whose saved state is ``changed``."""
    state = RunState(run_id=folder.name, original_query="q", notes={"estimate": ESTIMATE, "fallbacks": FALLBACKS})
    save_state(folder, state)
    kept = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    for name, value in changed.items():
        kept[name] = {**kept[name], **value}
    (folder / "state.json").write_text(json.dumps(kept), encoding="utf-8")
    (folder / "run.json").write_text(json.dumps({"version": 1, "question": "q"}), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("notes", "named"),
    [
        ({"estimate": 7}, "notes.estimate: "),
        ({"estimate": {**ESTIMATE, "usd": "much"}}, "notes.estimate.usd: "),
        ({"estimate": {**ESTIMATE, "most_tokens": None}}, "notes.estimate.most_tokens: "),
        ({"estimate": {**ESTIMATE, "usd": 10**400}}, "notes.estimate.usd: "),
        ({"fallbacks": [{"task": "plan"}]}, "notes.fallbacks.0.reason: "),
        ({"fallbacks": "plan"}, "notes.fallbacks: "),
        ({"higher": {"tokens": "more"}}, "notes.higher.tokens: "),
        ({"answered": ["big"]}, "notes.answered: "),
        ({"written": [1]}, "notes.written.0: "),
    ],
)
def test_a_note_of_another_shape_is_a_damaged_run_and_named(tmp_path: Path, notes: dict[str, Any], named: str) -> None:
    folder = _saved(tmp_path, notes=notes)
    with pytest.raises(RunDamaged, match=named):
        load_state(folder)
    shown = CliRunner().invoke(dr, ["show", str(folder)])
    assert isinstance(shown.exception, RunDamaged)


@pytest.mark.parametrize(
    "changed", [{"engines": {"web": {"calls": "x"}}}, {"models": {"m": {"calls": 1}}}, {"engines": {"web": {"left_out": {}}}}]
)
def test_how_engines_and_models_fared_has_a_shape_too(tmp_path: Path, changed: dict[str, Any]) -> None:
    with pytest.raises(RunDamaged, match=f"{next(iter(changed))}\\."):
        load_state(_saved(tmp_path, **changed))


def test_notes_of_others_and_those_of_ours_are_read_back_as_they_were(tmp_path: Path) -> None:
    state = load_state(_saved(tmp_path, notes={"mine": {"anything": [1, None, "x"]}}))
    assert state.notes == {"estimate": ESTIMATE, "fallbacks": FALLBACKS, "mine": {"anything": [1, None, "x"]}}


async def test_every_note_that_a_run_leaves_has_a_shape(tmp_path: Path) -> None:
    shelf = {"plugin": "dr_core.testing:FakeSearch", "hits": [{"title": "Norway", "url": "https://a.example/1", "content": TEXT}]}
    settings = {"search": {"use": ["shelf"], "shelf": shelf}, "output": {"root": str(tmp_path)}, "sandbox": {"use": []}}
    await Researcher(settings=settings).run("How well do heat pumps work in cold climates?")
    (run,) = past_runs(tmp_path)
    assert load_state(run.folder).notes.keys() <= SHAPES.keys()
