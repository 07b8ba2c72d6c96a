"""The citation statistics."""

from __future__ import annotations

import pytest

from dr_core import Reference, Report
from dr_core.report.statistic import statistics
from dr_core.report.unverified import UNVERIFIED


def report(*numbers: int | None, memory: int = 0) -> Report:
    sources = [
        Reference(number=number, source=f"s{place}", title="T", url="https://s.example") for place, number in enumerate(numbers)
    ]
    remembered = Reference(number=9, source="m", title="T", url="", kind=UNVERIFIED)
    return Report(title="T", question="Q", language="en", sections=(), references=(*sources, *[remembered] * memory))


@pytest.mark.parametrize(
    ("made", "lines"),
    [
        (report(), ("Cited: 0%", "Total: 0 sources")),
        (report(1), ("Cited: 100%", "Total: 1 source")),
        (report(1, 2, None), ("Cited: 67%", "Total: 3 sources")),
        (report(1, None, memory=2), ("Cited: 50%", "Total: 2 sources")),
    ],
)
def test_sources_are_counted_and_a_models_memory_is_none(made: Report, lines: tuple[str, str]) -> None:
    assert statistics(made) == ("Citation Statistics:", *lines)
