"""Real reports of another system: none fails to parse, and the counts are those of a person who read them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from dr_core.report.citation import parse_report

DATA = Path(os.environ.get("DR_BENCH_DATA", Path(__file__).parents[3] / "shared" / "data")) / "reports"

# report id: (paragraphs, citations), counted by hand; the first five are English, the others Chinese
BY_HAND = {
    57: (28, 31),
    63: (26, 55),
    67: (26, 16),
    84: (31, 33),
    88: (20, 47),
    7: (22, 31),
    29: (34, 35),
    30: (17, 27),
    40: (28, 33),
    45: (20, 15),
}


def _reports() -> dict[int, str]:
    files = sorted(DATA.glob("*.jsonl"))
    if not files:
        pytest.skip("the reports for measuring are not here (DR_BENCH_DATA names their folder)")
    rows: list[dict[str, Any]] = [
        json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines() if line
    ]
    return {int(row["id"]): row["article"] for row in rows}


def test_every_foreign_report_is_parsed() -> None:
    reports = _reports()
    assert len(reports) == 50
    for number, text in reports.items():
        found = parse_report(text)
        assert found.paragraphs and found.references and found.citation_count, number
        assert max(found.cited, default=0) <= 200, number


@pytest.mark.parametrize("number", BY_HAND)
def test_the_counts_equal_those_of_a_reader(number: int) -> None:
    found = parse_report(_reports()[number])
    assert (len(found.paragraphs), found.citation_count) == BY_HAND[number]
