"""The citation statistics of a report, in the words that every form of it ends its reference list with."""

from __future__ import annotations

from dr_core.report.unverified import UNVERIFIED
from dr_core.types import Report


def statistics(report: Report) -> tuple[str, str, str]:
    """The lines: what they are, how many of the sources are cited, how many sources there are."""
    real = [reference for reference in report.references if reference.kind != UNVERIFIED]  # a model's memory is no source
    cited = sum(reference.number is not None for reference in real)
    share = round(100 * cited / len(real)) if real else 0
    return "Citation Statistics:", f"Cited: {share}%", f"Total: {len(real)} source{'' if len(real) == 1 else 's'}"
