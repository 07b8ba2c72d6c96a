"""Labels beside what they name: bars, points, the spokes of a polar plot. They stay inside the plot and clear of each other."""

from __future__ import annotations

import math
from typing import Any

MOST_MOVED = 4
"""Heights of a label that it may be moved by: farther off nobody knows what it belongs to."""
STEP = 0.25
MOST_WIDENED = 3
CLEAR = 0.1
"""A label of a polar plot stands beside the circle where the cosine of its angle is more than this, else above or below it."""


def extent(text: Any) -> Any:
    """Where a text stands. One that points at something puts itself in its place anew when it is asked, and is stale by that:
    what was drawn and not changed since is in its place."""
    from matplotlib.text import Text

    return text.get_window_extent() if text.get_figure(root=True).stale else Text.get_window_extent(text)


def place_labels(axes: Any) -> None:
    """Write the numbers at bars out, move labels that overlap apart, and widen the plot for those that stand out of it."""
    if axes.name == "polar":
        _beside_circle(axes)
    elif axes.name == "rectilinear" and axes.axison and not any(hasattr(patch, "theta1") for patch in axes.patches):
        _write_out(axes)
        _move_apart(axes)
        for _ in range(MOST_WIDENED):
            if not _widen(axes):
                break


def _write_out(axes: Any) -> None:
    """Numbers as matplotlib shortens them (1.23457e+06) say less than the data do."""
    values = [float(value) for container in axes.containers for value in getattr(container, "datavalues", ())]
    short = {f"{value:g}": f"{value:,.15g}" for value in values if 1e4 <= abs(value) < 1e15}
    for text in axes.texts:
        text.set_text(short.get(text.get_text(), text.get_text()))


def _beside_circle(axes: Any) -> None:
    for tick in axes.xaxis.get_major_ticks():
        right = math.cos(tick.get_loc() * axes.get_theta_direction() + axes.get_theta_offset())
        if tick.label1.get_horizontalalignment() == "center" and abs(right) > CLEAR:
            tick.label1.set_horizontalalignment("left" if right > 0 else "right")


def _move_apart(axes: Any) -> None:
    """Labels of points that lie over each other: the higher one goes up, by as little as it needs. Numbers at bars stay there."""
    beside = () if axes.containers else ("offset points",)
    movable = [text for text in _shown(axes) if _in_data(text, axes, *beside)]
    done: list[Any] = []
    for text in sorted(movable, key=lambda one: float(extent(one).y0)):
        box = extent(text)
        steps = (STEP * each for each in range(int(MOST_MOVED / STEP) + 1))
        moved = (box.translated(0, by * box.height) for by in steps)
        free = next((one for one in moved if not any(one.overlaps(other) for other in done)), box)
        if free.y0 != box.y0:
            _raise(text, axes, free.y0 - box.y0)
        done.append(free)


def _raise(text: Any, axes: Any, pixels: float) -> None:
    x, y = text.get_position()
    if _in_data(text, axes):
        place = axes.transData.transform((x, y))
        text.set_position(axes.transData.inverted().transform((place[0], place[1] + pixels)))
    else:  # so many points from what it names
        text.set_position((x, y + pixels * 72 / text.get_figure(root=True).dpi))


def _shown(axes: Any) -> list[Any]:
    return [text for text in axes.texts if text.get_visible() and text.get_text().strip()]


def _in_data(text: Any, axes: Any, *also: str) -> bool:
    """Whether the place of a label is given in the plot's own numbers."""
    return text.anncoords in ("data", *also) if hasattr(text, "anncoords") else bool(text.get_transform() == axes.transData)


def _widen(axes: Any) -> bool:
    """Move the ends of the axes, where the code left them to matplotlib, as far as the labels in the plot reach; whether they
    were moved by so much that labels, which keep their size, may stand out again."""
    moving = [
        text for text in _shown(axes) if getattr(text, "xycoords", "data") == "data" and _in_data(text, axes, "offset points")
    ]
    boxes = [box for text in moving if axes.bbox.overlaps(box := extent(text))]
    moved = False
    for side, axis, free in ((0, axes.xaxis, axes.get_autoscalex_on()), (1, axes.yaxis, axes.get_autoscaley_on())):
        if not boxes or not free or axis.get_scale() != "linear":
            continue
        over = max(0.0, max(float(box.max[side]) for box in boxes) - float(axes.bbox.max[side]))
        under = max(0.0, float(axes.bbox.min[side]) - min(float(box.min[side]) for box in boxes))
        size = float(axes.bbox.size[side])
        if 0 < over + under < size / 2:
            start, end = axis.get_view_interval() if not axis.get_inverted() else axis.get_view_interval()[::-1]
            unit = (end - start) / (size - over - under)
            axis._set_lim(start - under * unit, end + over * unit, auto=None)
            moved |= over + under >= 1
    return moved
