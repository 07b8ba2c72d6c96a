"""Sentences that turn one thing of their source round, and fair retellings, by kind and language: how each is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from dr_core.text.support import judge

TABLE = Path(__file__).with_name("judged_pairs.tsv")
ROWS = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
WRONG = [row[1:] for row in ROWS if row[0] == "wrong"]
RIGHT = [row[1:] for row in ROWS if row[0] == "right"]


def test_the_table_has_every_language_in_both_halves() -> None:
    for half in (WRONG, RIGHT):
        assert {row[1] for row in half} == {"en", "zh", "ja", "ko"}


@pytest.mark.parametrize(("kind", "language", "source", "claim"), WRONG)
def test_what_turns_its_source_round_is_not_supported(kind: str, language: str, source: str, claim: str) -> None:
    word = judge(claim, [source])
    assert word.verdict != "supported", f"{kind}, {language}: {word}"
    assert word.score < 0.5
    assert word.reason


@pytest.mark.parametrize(("kind", "language", "source", "claim"), RIGHT)
def test_what_retells_its_source_is_not_contradicted(kind: str, language: str, source: str, claim: str) -> None:
    word = judge(claim, [source])
    assert word.verdict != "contradicted", f"{kind}, {language}: {word}"


def test_nearly_all_that_retells_its_source_is_supported() -> None:
    doubted = [row for row in RIGHT if judge(row[3], [row[2]]).verdict != "supported"]
    assert len(doubted) <= 0.05 * len(RIGHT), doubted


@pytest.mark.parametrize("row", WRONG, ids=lambda row: row[0])
def test_every_source_carries_itself(row: list[str]) -> None:
    assert judge(row[2], [row[2]]).verdict == "supported"
