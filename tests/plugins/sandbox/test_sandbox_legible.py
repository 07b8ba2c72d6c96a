"""Figures whose code did not look at what it drew: labels that overlap, titles longer than the picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from figure_kit import MOST_PIXELS, figure, mend
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from dr_plugins.sandbox._guest.words import lines, weight

STATES = ["Mecklenburg-Vorpommern", "Nordrhein-Westfalen", "Baden-Württemberg", "Schleswig-Holstein", "Brandenburg"]
LONG = "Heat pumps sold in European countries in 2023, in thousands of units, as told by the association of their makers"
UNITED = "United Kingdom of Great Britain and Northern Ireland"


def overlapping(labels: Sequence[Any]) -> int:
    """How many of the labels lie over the next one: at right angles where they stand upright."""
    boxes = [label.get_window_extent() for label in labels if label.get_text()]
    return sum(one.overlaps(other) for one, other in pairwise(boxes))


def cut(made: Figure, *texts: Any) -> list[str]:
    """The texts that stand out over the edge of the picture."""
    width, height = made.bbox.size
    boxes = [(text, text.get_window_extent()) for text in texts]
    return [text.get_text() for text, box in boxes if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height]


def test_labels_that_run_into_each_other_are_turned() -> None:
    made, axes = figure()
    axes.bar(STATES, range(5))
    made.draw_without_rendering()
    assert overlapping(axes.get_xticklabels()), "as the code left them"
    mend(made)
    assert {label.get_rotation() for label in axes.get_xticklabels()} == {45}
    assert [label.get_text() for label in axes.get_xticklabels()] == STATES
    assert not cut(made, *axes.get_xticklabels())


@pytest.mark.parametrize("code_lays_out", [False, True])
def test_sixty_bars_have_a_label_each_that_can_be_read(code_lays_out: bool) -> None:
    made, axes = figure()
    axes.bar([f"country {number}" for number in range(60)], range(60))
    if code_lays_out:
        made.tight_layout()
    mend(made)
    assert not overlapping(axes.get_xticklabels()) and not cut(made, *axes.get_xticklabels())


def test_many_rows_make_a_figure_higher_and_never_larger_than_it_may_be() -> None:
    for most, higher in ((MOST_PIXELS, True), (640 * 480, False)):
        made, axes = figure()
        axes.barh([f"country {number}" for number in range(45)], range(45))
        mend(made, most)
        assert bool(made.bbox.height > 481) is higher
        assert bool(overlapping(axes.get_yticklabels())) is not higher


@pytest.mark.parametrize("options", [{}, {"layout": "constrained"}])
@pytest.mark.parametrize(
    "title", [LONG, "日本の高齢化率と介護保険の利用者数、および都道府県別の人口増減率の推移（単位：パーセント、2024年度）"]
)
def test_a_title_longer_than_the_picture_is_broken_and_not_cut(title: str, options: dict[str, Any]) -> None:
    made, axes = figure(**options)
    axes.plot([1, 2])
    axes.set_title(title)
    axes.set_ylabel(title)
    mend(made)
    assert not cut(made, axes.title, axes.yaxis.label)
    assert axes.get_title().replace("\n", "").replace(" ", "") == title.replace(" ", ""), "no letter is lost"


def test_the_name_of_one_long_row_does_not_take_the_picture() -> None:
    made, axes = figure()
    axes.barh(["France", "Italy", UNITED], [1, 2, 3])
    mend(made)
    assert axes.get_yticklabels()[-1].get_text().split() == UNITED.split()
    assert axes.bbox.width > 0.6 * made.bbox.width


def test_a_figure_that_is_legible_stays_as_its_code_left_it() -> None:
    made, axes = figure()
    axes.bar(["a", "b"], [1, 2])
    axes.set_title("Short")
    before = axes.get_position().bounds
    mend(made)
    assert (axes.get_position().bounds, tuple(made.get_size_inches())) == (before, (6.4, 4.8))
    assert {label.get_rotation() for label in axes.get_xticklabels()} == {0}


def test_twin_axes_pies_and_other_plots_are_left_alone_or_mended_without_an_error() -> None:
    made = Figure(figsize=(6, 6), dpi=100)
    FigureCanvasAgg(made)
    first, pie, polar = made.add_subplot(221), made.add_subplot(222), made.add_subplot(223, projection="polar")
    first.bar([1, 2], [3, 4])
    first.twinx().plot([1, 2], [5, 6])
    pie.pie([1, 2], labels=["a", "b"])
    polar.plot([0, 1, 2], [1, 2, 3])
    solid: Any = made.add_subplot(224, projection="3d")
    solid.plot([0, 1], [0, 1], [0, 1])
    mend(made)


@pytest.mark.parametrize(
    ("text", "room", "broken"),
    [
        (UNITED, 28, ["United Kingdom of Great", "Britain and Northern Ireland"]),
        ("新能源汽车（含出口）的渗透率", 12, ["新能源汽车", "（含出口）的", "渗透率"]),
        ("한국 반도체 수출액", 10, ["한국", "반도체", "수출액"]),
        ("Donaudampfschifffahrt", 5, ["Donaudampfschifffahrt"]),  # a word stays whole
    ],
)
def test_lines_end_between_words_and_never_before_a_mark(text: str, room: float, broken: list[str]) -> None:
    assert lines(text, room) == broken
    assert weight("a漢") == 3
