"""Make a figure legible whose code did not: labels that overlap are turned, long ones broken, and nothing is cut at the edge.

A figure is looked at as it was drawn: where each word stands is known then, and most figures need nothing. What is changed here
makes it ``stale``, as matplotlib calls it. Who only looks must not do so, as ``get_position`` and an axis' ``get_tightbbox`` do.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

from dr_plugins.sandbox._guest.label import extent, place_labels
from dr_plugins.sandbox._guest.legend import move_legends
from dr_plugins.sandbox._guest.pie import untangle
from dr_plugins.sandbox._guest.words import lines, weight

YEARS = (1800, 2101)
GAP = 2.0
"""Pixels between two labels that do not run into each other."""
STEEP, UPRIGHT = 45, 90
LINE = 1.5
"""Heights of letters from a label that stands at a slant, or from a line, to the next one."""
LONGEST = 28.0
"""Letters in a line of a label at an axis; wide ones count for two."""
MOST_GROWN, MOST_LABELS = 3.0, 0.4
"""How many times as large a figure may get for its labels, and the share of it that they may have before it does."""
SMALLEST = 0.2
"""The share of a title's length that a line of it must have room for, or it stays whole."""
FILLED = 0.96
"""Of the room there is, how much a line of a title takes."""


def make_legible(figure: Any, most_pixels: int) -> None:
    """Break, turn, make room in a figure that was drawn; one that needs none of it stays as it is, and is not ``stale``."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what lies too far out stays there
        # twins share one place
        plots = [*{axes.bbox.bounds: _reach(axes) for axes in figure.axes if axes.get_visible()}.values()]
        edge = figure.bbox
        words = [extent(text) for text in figure.texts if text.get_text()]
        inside = all(edge.x0 <= one.x0 and one.x1 <= edge.x1 and edge.y0 <= one.y0 and one.y1 <= edge.y1 for one in plots + words)
        changed = any(one.overlaps(other) for one, other in combinations(plots, 2))
        for axes in figure.axes:
            place_labels(axes)
            if axes.get_visible() and axes.axison:
                _whole_years(axes.xaxis)
                changed |= _shorten(axes.xaxis) | _shorten(axes.yaxis) | _turn(axes) | _grow(figure, axes, most_pixels)
            changed |= untangle(axes)
        if changed or not inside or figure.get_layout_engine() is not None:
            _lay_out(figure, changed=changed)
        if sum(_break_up(figure, text) for text in _titles(figure)):
            _lay_out(figure, changed=True)
        if move_legends(figure, most_pixels):
            for _ in range(2):  # a round plot gets another size by it, and what hangs below it another place
                _lay_out(figure, changed=True)


def _lay_out(figure: Any, *, changed: bool) -> None:
    """Make room for what stands out over the edge and would be cut; code that lays its figure out itself knows better, unless
    it did so before something was changed here."""
    from matplotlib.layout_engine import PlaceHolderLayoutEngine

    engine = figure.get_layout_engine()
    if engine is None or (changed and isinstance(engine, PlaceHolderLayoutEngine)):
        figure.tight_layout()
    else:
        engine.execute(figure)
    for axes in figure.axes:  # a round plot in its new place
        axes.apply_aspect()


def _reach(axes: Any) -> Any:
    """How far a plot reaches with all its words."""
    from matplotlib.transforms import Bbox

    if axes.name != "rectilinear":
        return axes.get_tightbbox()
    shown = [text for text in (*_words_around(axes), *axes.texts) if text.get_visible() and text.get_text().strip()]
    known = {axes.patch, *axes.texts, *axes.spines.values()}
    others = [each for each in axes.get_default_bbox_extra_artists() if each not in known]
    boxes = [*map(extent, shown), *(each.get_tightbbox() for each in others)]
    return Bbox.union([axes.bbox, *(box for box in boxes if box is not None and all(map(math.isfinite, box.extents)))])


def _words_around(axes: Any) -> Iterator[Any]:
    """The labels of the axes of a plot that are in view, those of the axes themselves, and the titles."""
    for axis in (axes.xaxis, axes.yaxis):
        if axes.axison and axis.get_visible():
            low, high = sorted(axis.get_view_interval())
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if low <= tick.get_loc() <= high:
                    yield from (tick.label1, tick.label2)
            yield from (axis.label, axis.offsetText)
    yield from (axes.title, axes._left_title, axes._right_title)


def _whole_years(axis: Any) -> None:
    """An axis of years that matplotlib divides by itself has no half ones."""
    from matplotlib.ticker import AutoLocator, ScalarFormatter

    locator, (low, high) = axis.get_major_locator(), sorted(axis.get_view_interval())
    if (
        type(locator) is AutoLocator
        and type(axis.get_major_formatter()) is ScalarFormatter
        and YEARS[0] <= low < high <= YEARS[1]
    ):
        locator.set_params(integer=True)


def _places(axis: Any) -> list[tuple[float, Any]]:
    """The labels of an axis that are drawn, and where."""
    low, high = sorted(axis.get_view_interval())
    ticks = [(tick.get_loc(), tick.label1) for tick in axis.get_major_ticks()] if axis.get_visible() else []
    return [(at, label) for at, label in ticks if low <= at <= high and label.get_visible() and label.get_text().strip()]


def _labels(axis: Any) -> list[Any]:
    return [label for _, label in _places(axis)]


def _shorten(axis: Any) -> bool:
    """Break the long labels of an axis into lines."""
    places = _places(axis)
    told = [str(label.get_text()) for _, label in places]
    if not any(weight(line) > LONGEST for text in told for line in text.split("\n")):
        return False
    broken = ["\n".join(lines(text, LONGEST)) if weight(text) > LONGEST and "\n" not in text else text for text in told]
    axis.set_ticks([at for at, _ in places], broken)
    return broken != told


def _crowding(labels: list[Any], side: int, size: float | None = None) -> float:
    """By how much labels beside each other (side 0) or below each other (1) are too large for their places."""
    boxes = sorted(((box.min[side] + box.max[side]) / 2, box.size[side]) for box in (each.get_window_extent() for each in labels))
    needed = [((size or (one[1] + other[1]) / 2) + GAP) / max(other[0] - one[0], 1.0) for one, other in pairwise(boxes)]
    return max(needed, default=0.0)


def _thickness(labels: list[Any]) -> float:
    """The height of labels in pixels, as they are read."""
    most = max((label.get_text().count("\n") for label in labels), default=0)
    return max((float(label.get_fontsize() * label.get_figure(root=True).dpi / 72) for label in labels), default=0.0) * (1 + most)


def _turn(axes: Any) -> bool:
    """Turn the labels below a plot that run into each other."""
    labels = _labels(axes.xaxis)
    if axes.name == "polar" or len(labels) < 2 or any(label.get_rotation() for label in labels) or _crowding(labels, 0) <= 1:
        return False
    slanting = axes.bbox.width / len(labels) > LINE * _thickness(labels)
    for label in labels:
        label.set(**({"rotation": STEEP, "ha": "right", "rotation_mode": "anchor"} if slanting else {"rotation": UPRIGHT}))
    return True


def _grow(figure: Any, axes: Any, most_pixels: int) -> bool:
    """Make a figure larger that has no room for its labels, or for much beside them."""
    below, beside = _labels(axes.xaxis), _labels(axes.yaxis)
    width, height = (float(side) for side in figure.get_size_inches() * figure.dpi)
    upright = [label for label in below if label.get_rotation() == UPRIGHT]
    highest = max((label.get_window_extent().height for label in below), default=0.0)
    widest = max((label.get_window_extent().width for label in beside), default=0.0)
    wide = width * max(1.0, _crowding(upright, 0, _thickness(upright))) + max(0.0, widest - MOST_LABELS * width)
    high = height * max(1.0, _crowding(beside, 1)) + max(0.0, highest - MOST_LABELS * height)
    wide, high = min(wide, MOST_GROWN * width), min(high, MOST_GROWN * height)
    if (wide, high) == (width, height) or wide * high > most_pixels:
        return False
    figure.set_size_inches(wide / figure.dpi, high / figure.dpi)
    return True


def _titles(figure: Any) -> list[Any]:
    """The texts of a figure that may be longer than it is."""
    every = [each for axes in figure.axes for each in (axes.title, axes.xaxis.label, axes.yaxis.label)]
    return [text for text in (figure._suptitle, *every) if text is not None and text.get_visible() and text.get_text()]


def _break_up(figure: Any, text: Any) -> bool:
    """Break a title into lines that the figure has room for, where its code has not."""
    box, side = text.get_window_extent(), 1 if text.get_rotation() % 180 else 0
    middle, length, whole = (box.min[side] + box.max[side]) / 2, box.size[side], figure.bbox.size[side]
    start, end = _between_neighbours(figure, text.axes, side) if text.axes is not None else (0.0, whole)
    room = 2 * min(middle - start, end - middle)
    told = str(text.get_text())
    if length <= room or room < SMALLEST * length or text.get_wrap() or "\n" in told or "$" in told:
        return False
    text.set_text("\n".join(lines(told, FILLED * weight(told) * room / length)))
    return bool(text.get_text() != told)


def _between_neighbours(figure: Any, axes: Any, side: int) -> tuple[float, float]:
    """The pixels, across (side 0) or upwards (1), that are nearer to a plot than to those beside it or above and below it."""
    own, start, end = axes.bbox, 0.0, float(figure.bbox.size[side])
    for box in (each.bbox for each in figure.axes if each.get_visible()):
        if box.min[1 - side] < own.max[1 - side] and own.min[1 - side] < box.max[1 - side]:
            if box.max[side] <= own.min[side]:
                start = max(start, (box.max[side] + own.min[side]) / 2)
            elif box.min[side] >= own.max[side]:
                end = min(end, (own.max[side] + box.min[side]) / 2)
    return start, end
