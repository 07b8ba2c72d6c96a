"""Legends that lay over data, pies whose labels ran together, numbers that stood out of their plot: looked at pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy
import pytest
from figure_kit import figure, mend
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

YEARS = list(range(2014, 2025))
NAMES = ["China", "United States", "Germany", "Japan", "India", "Spain", "Brazil", "France", "United Kingdom", "Italy", "Others"]
SHARES = [40, 20, 8, 6, 5, 4, 3, 2.5, 2, 1.8, 7.7]


def legends(made: Figure) -> list[Any]:
    return [*made.legends, *(legend for axes in made.axes if (legend := axes.get_legend()) is not None)]


def covered(made: Figure) -> int:
    """How many pixels that are drawn lie below the legends."""
    made.draw_without_rendering()
    boxes = [legend.get_window_extent() for legend in legends(made)]
    for legend in legends(made):
        legend.set_visible(False)
    made.canvas.draw()
    pixels = numpy.asarray(made.canvas.buffer_rgba())[::-1, :, :3]  # type: ignore[attr-defined]
    for legend in legends(made):
        legend.set_visible(True)
    return int(sum((pixels[int(box.y0) : int(box.y1), int(box.x0) : int(box.x1)] < 250).any(axis=2).sum() for box in boxes))


def cut(made: Figure) -> list[str]:
    """The words of the legends and the title that stand out over the edge of the picture."""
    texts = [text for legend in legends(made) for text in legend.get_texts()] + [axes.title for axes in made.axes]
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text()]
    return [told for told, box in boxes if box.x0 < 0 or box.y0 < 0 or box.x1 > made.bbox.x1 or box.y1 > made.bbox.y1]


def two_axes(made: Figure, axes: Any) -> None:
    axes.bar(YEARS, [5, 7, 9, 12, 20, 33, 41, 55, 70, 88, 95], label="Capacity")
    other = axes.twinx()
    other.plot(YEARS, [95, 80, 72, 60, 50, 44, 40, 33, 30, 28, 26], "ro-", label="Cost")
    axes.legend(loc="upper left")
    other.legend(loc="upper right")


def two_full_axes(made: Figure, axes: Any) -> None:
    axes.bar([0, 1, 2, 3], [50, 90, 70, 90], 0.4, label="Sales")
    other = axes.twinx()
    other.bar([0.4, 1.4, 2.4, 3.4], [9, 8, 9, 9.5], 0.4, label="Price")
    axes.legend(loc="center right")
    other.legend(loc="center left")


def many_series(made: Figure, axes: Any) -> None:
    for each in range(8):
        axes.plot(range(40), [10 * ((number + 5 * each) % 13) for number in range(40)], label=f"The series called {each}")
    axes.legend(title="Series")


def areas(made: Figure, axes: Any) -> None:
    axes.stackplot([1, 2, 3], [1, 2, 3], [3, 2, 1], labels=["one", "two"])
    axes.legend(loc="upper left")


def a_picture(made: Figure, axes: Any) -> None:
    axes.imshow([[1, 2], [3, 4]], aspect="auto")
    axes.plot([0, 1], [0, 1], label="line")
    axes.legend()


def points(made: Figure, axes: Any) -> None:
    axes.scatter([1, 2, 3], [1, 2, 3], s=400, label="points")
    axes.legend(loc="upper right")


def numbers_at_bars(made: Figure, axes: Any) -> None:
    axes.bar_label(axes.bar(["a", "b", "c", "d"], [95, 96, 99, 100], label="share"))
    axes.legend(loc="upper right")


def of_the_figure(made: Figure, axes: Any) -> None:
    axes.plot([1, 2, 3], [3, 2, 1], label="a line that goes on below the legend")
    made.legend(loc="center")


def a_pie(made: Figure, axes: Any) -> None:
    axes.pie(SHARES, autopct="%1.1f%%")
    axes.legend(NAMES, loc="center")
    axes.set_title("Shares")


CASES = [two_axes, two_full_axes, many_series, areas, a_picture, points, numbers_at_bars, of_the_figure, a_pie]


@pytest.mark.parametrize("drawn", CASES)
def test_a_legend_lies_on_nothing_that_is_drawn(drawn: Callable[[Figure, Any], None]) -> None:
    made, axes = figure()
    drawn(made, axes)
    told = sorted(text.get_text().split("  ")[0] for legend in legends(made) for text in legend.get_texts())
    assert covered(made), "as the code left it"
    mend(made)
    assert not covered(made)
    assert not cut(made)
    assert sorted(text.get_text().split("  ")[0] for legend in legends(made) for text in legend.get_texts()) == told


def test_a_legend_in_a_free_place_stays_there() -> None:
    made, axes = figure()
    axes.plot([1, 2, 3], [1, 2, 3], label="up")
    axes.legend(loc="lower right")
    made.draw_without_rendering()
    before = axes.get_legend().get_window_extent().bounds
    mend(made)
    assert axes.get_legend().get_window_extent().bounds == before


def test_the_parts_of_a_pie_that_have_no_room_for_a_label_are_told_in_a_legend() -> None:
    made, axes = figure()
    axes.pie(SHARES, labels=NAMES, autopct="%1.1f%%")
    mend(made)
    told = [text.get_text() for text in axes.get_legend().get_texts()]
    assert told == [f"{name}  {share:.1f}%" for name, share in zip(NAMES, SHARES, strict=True)]
    left = [text.get_window_extent() for text in axes.texts if text.get_visible()]
    assert left and not any(one.overlaps(other) for one, other in combinations(left, 2))


def test_a_pie_with_room_for_its_labels_stays_as_it_is() -> None:
    made, axes = figure()
    axes.pie([3, 2, 1], labels=["a", "b", "c"], autopct="%1.0f%%")
    mend(made)
    assert axes.get_legend() is None and all(text.get_visible() for text in axes.texts)


def test_an_axis_of_years_has_no_half_years() -> None:
    made, axes = figure()
    axes.plot([2019, 2020, 2021], [1, 2, 3])
    mend(made)
    told = {text.get_text() for text in axes.get_xticklabels()}
    assert {"2019", "2020", "2021"} <= told <= {str(year) for year in range(2017, 2024)}
    assert "1.25" in [text.get_text() for text in axes.get_yticklabels()], "which is no axis of years"


def test_the_titles_of_neighbouring_plots_do_not_meet() -> None:
    made = Figure(figsize=(9, 5), dpi=100)
    FigureCanvasAgg(made)
    parts = [each for row in made.subplots(2, 3) for each in row]
    for each in parts:
        each.plot([1, 2])
        each.set(title="A rather long title of one of the plots", xlabel="Day of the week")
    mend(made)
    boxes = [each.get_tightbbox() for each in parts]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_numbers_at_bars_are_whole_and_stay_inside_the_plot() -> None:
    made, axes = figure()
    axes.bar_label(axes.barh(["a", "b"], [1_234_567, 98_765]))
    mend(made)
    assert [text.get_text() for text in axes.texts] == ["1,234,567", "98,765"]
    assert all(text.get_window_extent().x1 <= axes.bbox.x1 for text in axes.texts)


def test_no_two_parts_of_a_pie_have_one_colour() -> None:
    made, axes = figure()
    wedges, _ = axes.pie(SHARES)
    assert wedges[0].get_facecolor() == wedges[-1].get_facecolor(), "as matplotlib colours them"
    mend(made)
    assert len({wedge.get_facecolor() for wedge in wedges}) == len(SHARES)


def test_numbers_at_bars_stay_at_their_bars() -> None:
    made, axes = figure()
    numbers = axes.bar_label(axes.bar(range(3), [1, 1.01, 1]), labels=["a long one", "another long one", "a third long one"])
    before = [text.get_position() for text in numbers]
    mend(made)
    assert [text.get_position() for text in numbers] == before


@pytest.mark.parametrize("place", [{}, {"xytext": (4, 4), "textcoords": "offset points"}])
def test_the_names_of_points_that_lie_close_are_moved_apart(place: dict[str, Any]) -> None:
    made, axes = figure()
    axes.scatter([1, 1.01, 5], [1, 1.01, 3])
    for name, x, y in (("France", 1, 1), ("Italy", 1.01, 1.01), ("Austria", 5, 3)):
        axes.annotate(name, (x, y), **place)
    mend(made)
    boxes = [text.get_window_extent() for text in axes.texts]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert max(box.x1 for box in boxes) <= axes.bbox.x1 + 1


def test_the_labels_of_a_polar_plot_stand_beside_its_circle() -> None:
    made = Figure(figsize=(6, 6), dpi=100)
    FigureCanvasAgg(made)
    axes = made.add_subplot(projection="polar")
    axes.set_xticks([0, 2, 4], ["a label to the right", "a label to the left", "below, to the left"])
    mend(made)
    middle = (axes.bbox.x0 + axes.bbox.x1) / 2
    boxes = [label.get_window_extent() for label in axes.get_xticklabels()]
    assert boxes[0].x0 >= axes.bbox.x1 and boxes[1].x1 < middle and boxes[2].x1 < middle
