"""Pies whose labels run into each other: the names and shares go into a legend, and only the shares that have room stay; and
those with more parts than matplotlib has colours, which begins again with the first."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

from dr_plugins.sandbox._guest.label import extent

NEAR, FAR = 0.1, 1.5
"""How far from the middle the labels of a pie stand, in its radius."""


def untangle(axes: Any) -> bool:
    """Give a pie a legend where its labels do not stand clear of each other; whether it was given one."""
    from matplotlib.patches import Wedge

    wedges = [patch for patch in axes.patches if isinstance(patch, Wedge) and patch.get_visible()]
    texts = [text for text in axes.texts if text.get_visible() and text.get_text().strip()]
    _tell_apart(wedges)
    if len({(wedge.r, wedge.width) for wedge in wedges}) != 1:  # of several rings nobody knows whose label is which
        return False
    if not any(one.overlaps(other) for one, other in combinations(map(extent, texts), 2)):
        return False
    shares: dict[Any, str] = {}
    names = dict(zip(wedges, _names(axes, wedges), strict=True))
    for text in texts:
        wedge, far = _owner(text, wedges)
        if wedge is None or not NEAR < far < FAR:
            continue
        if far > 1:
            names[wedge] = str(text.get_text())
            text.set_visible(False)
        else:
            shares[wedge] = str(text.get_text())
    told = ["  ".join(filter(None, (" ".join(names[wedge].split()), shares.get(wedge, "")))) for wedge in wedges]
    axes.legend(wedges, told)
    left = [text for text in texts if text.get_visible()]
    boxes = {text: extent(text) for text in left}
    for text in left:
        text.set_visible(not any(boxes[text].overlaps(boxes[other]) for other in left if other is not text))
    return True


def _tell_apart(wedges: list[Any]) -> None:
    """Give parts that have the colour of another one a lighter one of their own."""
    from matplotlib import colormaps

    seen: set[Any] = set()
    lighter = iter([colormaps["tab20"](number) for number in range(1, 20, 2)])
    for wedge in wedges:
        colour = wedge.get_facecolor()
        if colour in seen and (other := next(lighter, None)):
            wedge.set_facecolor(other)
        seen.add(colour)


def _names(axes: Any, wedges: list[Any]) -> list[str]:
    """What a legend, or the code, calls the parts of a pie."""
    legend = axes.get_legend()
    told = [text.get_text() for text in legend.get_texts()] if legend is not None else []
    if len(told) == len(wedges):
        return told
    return ["" if str(wedge.get_label()).startswith("_") else str(wedge.get_label()) for wedge in wedges]


def _owner(text: Any, wedges: list[Any]) -> tuple[Any, float]:
    """The part of a pie that a label stands at, and how far from the middle, in the radius."""
    x, y = text.get_position()
    for wedge in wedges:
        right, up = x - wedge.center[0], y - wedge.center[1]
        if (math.degrees(math.atan2(up, right)) - wedge.theta1) % 360 <= wedge.theta2 - wedge.theta1:
            return wedge, math.hypot(right, up) / wedge.r
    return None, 0.0
