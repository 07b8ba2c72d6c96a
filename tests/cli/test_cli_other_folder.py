"""A plugin that goes to another folder takes nobody along: where things are was settled when the run began."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli_kit import NORWAY, QUESTION, dr, prepare

pytestmark = pytest.mark.once

GOING = """
import os
import tempfile
from dr_core.testing import FakeSearch


class Search(FakeSearch):
    class Options(FakeSearch.Options):
        gone: bool = False

    async def search(self, task, limit):
        there = tempfile.mkdtemp()
        os.chdir(there)
        if self.options.gone:
            os.rmdir(there)
        return await super().search(task, limit)
"""
MORE = """
[search.files]
paths = ["notes"]
[cache]
folder = "kept"
[output]
root = "out"
"""


@pytest.mark.parametrize("gone", [False, True])
def test_a_plugin_that_goes_to_another_folder_moves_nothing_of_a_run(tmp_path: Path, gone: bool) -> None:
    place = prepare(tmp_path / "here", plugin="going:Search", more=MORE, gone="yes" if gone else "no")
    (place / "going.py").write_text(GOING)
    settings = (place / "dr.toml").read_text(encoding="utf-8")
    chosen = settings.replace('use = ["shelf"]', 'use = ["shelf", "files"]\nparallel_strategy = "batch"')
    prices = 'prompts = "words"\nprices = "prices.toml"\n'
    (place / "dr.toml").write_text(prices + chosen, encoding="utf-8")
    (place / "notes").mkdir()
    (place / "notes" / "norway.md").write_text(f"# Heat pumps in Norway\n\n{NORWAY * 3}", encoding="utf-8")
    (place / "words").mkdir()
    shutil.copy(Path(__file__).parents[2] / "dr_core" / "prompts" / "plan.j2", place / "words")
    (place / "prices.toml").write_text("")
    ended = dr(place, "run", QUESTION, "--depth", "quick", "--yes", "--quiet", "--render", "html")
    assert ended.code == 0, ended.err
    report = place / ended.out.strip()
    assert report.is_file() and report.with_suffix(".html").is_file()
    assert "norway.md" in report.read_text(encoding="utf-8"), "the folder that was named is searched"
    assert (place / "kept" / "answers.sqlite").is_file()
    assert dr(place, "replay", str(report.parent)).code == 0
