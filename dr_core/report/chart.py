"""Charts as code: what is put before a chart's own code so that every character is drawn."""

from __future__ import annotations

from collections.abc import Sequence


def font_preamble(fonts: Sequence[str]) -> str:
    """Python that sets matplotlib's font chain, best first, and draws minus signs as hyphens, which every CJK face has."""
    settings = {"font.family": ["sans-serif"], "font.sans-serif": list(fonts) or ["DejaVu Sans"], "axes.unicode_minus": False}
    return f"import matplotlib\nmatplotlib.rcParams.update({settings!r})\n"
