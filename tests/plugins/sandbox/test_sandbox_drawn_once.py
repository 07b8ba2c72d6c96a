"""A figure is drawn once where that shows that it is legible, and saved as matplotlib itself would save it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
import numpy
import pytest
from figure_kit import figure, mend
from matplotlib.figure import Figure
from PIL import Image

from dr_plugins.sandbox._guest.draw import save


def lines(made: Figure, axes: Any) -> None:
    for name, slope in (("a", 1), ("b", 2)):
        axes.plot(range(2015, 2025), [slope * year for year in range(10)], marker="o", label=name)
    axes.set(title="A title", xlabel="Year", ylabel="Percent")
    axes.legend(title="Which")


def bars(made: Figure, axes: Any) -> None:
    axes.bar_label(axes.bar(["a", "b", "c"], [3, 1, 2]))
    axes.set_ylim(0, 5)
    made.suptitle("Bars")


def two_axes(made: Figure, axes: Any) -> None:
    axes.bar(["a", "b"], [3, 4])
    axes.set_ylabel("TWh")
    axes.twinx().plot(["a", "b"], [30, 10], color="red")


def colours(made: Figure, axes: Any) -> None:
    made.colorbar(axes.imshow([[1, 2], [3, 4]]))


def logarithms(made: Figure, axes: Any) -> None:
    axes.loglog([1, 10, 1000], [3, 70, 9])
    axes.grid(which="both")


LEGIBLE = [lines, bars, two_axes, colours, logarithms]


@pytest.mark.parametrize("drawn", LEGIBLE)
def test_a_figure_that_needs_nothing_is_not_drawn_again(drawn: Callable[[Figure, Any], None]) -> None:
    made, axes = figure()
    drawn(made, axes)
    assert not mend(made)


def test_one_that_is_mended_is() -> None:
    made, axes = figure()
    axes.bar([f"a rather long name {number}" for number in range(9)], range(9))
    assert mend(made)


@pytest.mark.parametrize("drawn", LEGIBLE)
@pytest.mark.parametrize("settings", [{}, {"savefig.transparent": True}, {"savefig.facecolor": "red", "savefig.bbox": "tight"}])
def test_it_is_saved_as_matplotlib_saves_it(
    drawn: Callable[[Figure, Any], None], settings: dict[str, Any], tmp_path: Path
) -> None:
    made, axes = figure(facecolor="#eeeeff")
    drawn(made, axes)
    with matplotlib.rc_context(settings):
        made.canvas.draw()
        save(made, str(tmp_path / "ours.png"))
        made.savefig(tmp_path / "theirs.png", dpi="figure")
    ours, theirs = (Image.open(tmp_path / name) for name in ("ours.png", "theirs.png"))
    assert ours.info["dpi"] == pytest.approx(theirs.info["dpi"], abs=0.1)
    assert numpy.array_equal(numpy.asarray(ours), numpy.asarray(theirs))
