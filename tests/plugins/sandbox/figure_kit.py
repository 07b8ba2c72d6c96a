"""Figures for tests of how they are made legible, and that done as a sandbox does it."""

from __future__ import annotations

import warnings
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from dr_plugins.sandbox._guest.legible import make_legible

MOST_PIXELS = 16_000_000


def figure(**options: Any) -> tuple[Figure, Any]:
    """A figure with one plot."""
    made = Figure(figsize=(6.4, 4.8), dpi=100, **options)
    FigureCanvasAgg(made)
    return made, made.subplots()


def mend(made: Figure, most_pixels: int = MOST_PIXELS) -> bool:
    """Draw a figure, make it legible and draw it as it is then; whether it was changed."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # boxes are as wide as letters
        made.canvas.draw()
    make_legible(made, most_pixels)
    changed = made.stale
    made.draw_without_rendering()
    return changed
