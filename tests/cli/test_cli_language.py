"""`--lang`: a language that there is; and where nothing can be written in it without a model, that is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_kit import QUESTION, dr, prepare

pytestmark = pytest.mark.once

NOTE = "  ! the report is in the sources' own language (en), not in it: no model is configured to write it (-p)"


@pytest.mark.parametrize("tag", ["xx-YY", "xx", "klingon"])
def test_an_unknown_language_is_a_usage_error(tag: str, shared: Path) -> None:
    ended = dr(shared, "run", QUESTION, "--lang", tag)
    assert (ended.code, ended.out) == (64, "")
    assert ended.line == f"error: --lang '{tag}' is not the code of a language. Write en, fr, zh-Hant, ..."


def test_one_in_the_settings_too(tmp_path: Path) -> None:
    place = prepare(tmp_path, more='[research]\nlanguage = "xx"\n')
    ended = dr(place, "run", QUESTION)
    assert ended.code == 64
    assert ended.line.startswith("error: research.language (dr.toml): 'xx' is not the code of a language.")


def test_a_language_that_no_source_is_in_is_said_on_stderr_and_in_the_box(place: Path) -> None:
    ended = dr(place, "run", QUESTION, "--lang", "it")
    assert ended.code == 0
    assert ended.err.splitlines().count(NOTE) == 1
    report = Path(place, ended.out.strip()).read_text()
    assert "| Lingua | quella delle fonti (en), non it: nessun modello è configurato per scriverla |" in report
    told = json.loads((Path(place, ended.out.strip()).parent / "events.jsonl").read_text().splitlines()[-1])
    assert told["status"] == "complete"


def test_the_sources_own_language_needs_no_word(place: Path) -> None:
    ended = dr(place, "run", QUESTION, "--lang", "EN")
    assert ended.code == 0
    assert "own language" not in ended.err
    assert "| Language |" not in Path(place, ended.out.strip()).read_text()
