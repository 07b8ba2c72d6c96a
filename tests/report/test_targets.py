"""The targets of S3-14 beside what was reached: shown, not enforced."""

from __future__ import annotations

import pytest

from dr_core.report.provenance import targets
from dr_core.state import RunState, Step
from dr_core.types import Usage


def reached(seconds: float = 1.0, failed: int = 0, tokens: int = 0, searches: int = 0) -> dict[str, bool]:
    state = RunState(
        original_query="q",
        steps=[Step(stage="draft", status="failed" if number < failed else "complete") for number in range(100)],
        usage=Usage(prompt_tokens=tokens),
        engines={"one": {"calls": searches}},
    )
    return {name: met for name, _, met in targets(state, seconds)}


@pytest.mark.parametrize(
    ("name", "met", "missed"),
    [
        ("run under 60 s", {"seconds": 59.9}, {"seconds": 60.0}),
        ("steps ok over 95 %", {"failed": 4}, {"failed": 5}),
        ("tokens under 10,000", {"tokens": 9_999}, {"tokens": 10_000}),
        ("searches under 20", {"searches": 19}, {"searches": 20}),
    ],
)
def test_each_target_is_met_under_its_figure_and_missed_at_it(name: str, met: dict[str, int], missed: dict[str, int]) -> None:
    assert len(reached()) == 4 and all(reached().values())
    assert all(reached(**met).values())
    assert [one for one, good in reached(**missed).items() if not good] == [name]
