"""Ceilings that are raised by a person: with `dr resume`, and with `:resume` in the interactive mode."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from standin.corpus import CORPUS, put_index
from standin.llm_server import KEY, served_in_thread
from standin.llm_writer import Writer

from dr_core.cli import main
from dr_core.cli.drive import Manner
from dr_core.cli.interactive import interactive

pytestmark = pytest.mark.once

QUESTION = "How do sodium-ion and LFP batteries compare for grid storage?"
OVERRIDES: dict[str, Any] = {
    "search": {"use": ["files"], "files": {"paths": [str(CORPUS)]}},
    "research": {"depth": "quick", "length": "brief"},
    "budget": {"tokens": 2_000},
}


def settings(url: str) -> str:
    return f'[sandbox]\nuse = []\n[llm]\nuse = ["mine"]\n[llm.mine]\nplugin = "openai"\nbase_url = "{url}/v1"\nmodel = "m"\n'


def test_in_the_interactive_mode_a_ceiling_is_raised_with_the_line_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("DR_CACHE__FOLDER", str(tmp_path / "cache"))
    put_index(tmp_path / "cache")
    told: list[str] = []
    typed = iter(
        [
            lambda: QUESTION,
            lambda: ":resume last --max-tokens 100",
            lambda: ":resume last --max-tokens many",
            lambda: ":resume last --max-cents 3",
            lambda: ":resume 'last",
            lambda: re.findall(r":resume \w+ --max-tokens \d+", told[1])[-1],
            lambda: ":quit",
        ]
    )

    def line(prompt: str) -> str:
        told.append(capsys.readouterr().err)
        return next(typed)()

    monkeypatch.setattr("builtins.input", line)
    with served_in_thread(Writer("openai")) as server:
        (tmp_path / "dr.toml").write_text(settings(server.url), encoding="utf-8")
        assert interactive(OVERRIDES, Manner(quiet=True, assume=True), main) == 0
    _, first, low, word, unknown, quote, last = told
    assert "a ceiling of 2,000 tokens has no room" in first and "dr resume" not in first
    assert re.search(r"error: --max-tokens 100 is not above what run \w+ has: a ceiling of 2,000 tokens, 0 tokens spent", low)
    assert "'many' is not a valid" in word and "No such option" in unknown and "No closing quotation" in quote
    for refused in (low, word, unknown, quote):
        assert len(refused.strip().splitlines()) == 1 and refused.startswith("error: ")
    assert "complete in" in last and "no room" not in last
