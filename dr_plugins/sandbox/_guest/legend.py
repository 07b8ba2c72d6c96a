"""Legends that lie over what they explain: they go to a free place in their plot, or below it where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dr_plugins.sandbox._guest.label import extent
from dr_plugins.sandbox._guest.words import lines, weight

PLACES = ("upper right", "upper left", "lower right", "lower left", "center right", "center left", "upper center", "lower center")
APART = 6.0
"""Points between a plot's labels and the legend below them."""
BREATH = 1.0
"""Pixels from a legend to the nearest thing drawn."""


def move_legends(figure: Any, most_pixels: int) -> bool:
    """Move the legends that cover something; whether the figure has to be laid out anew, as one went out of its plot."""
    moved = False
    for group in _groups(figure):
        whole = group if group[0].figure is not figure or len(_groups(figure)) > 1 else [*group, figure]
        legends = [one for owner in whole for one in _legends(owner) if one.get_visible()]
        homeless = [legend for legend in legends if _covers(legend, figure) and not _settled(legend, figure)]
        if homeless:
            _put_below(figure, group, homeless, most_pixels)
            moved = True
    return moved


def _groups(figure: Any) -> list[list[Any]]:
    """The plots of a figure, those together that share one place: two axes of one plot."""
    found: dict[tuple[float, ...], list[Any]] = {}
    for axes in figure.axes:
        if axes.get_visible() and axes.name != "3d":  # what stands where in space is known only once it is drawn
            found.setdefault(tuple(round(side, 3) for side in axes.get_position(original=True).bounds), []).append(axes)
    return list(found.values())


def _legends(owner: Any) -> list[Any]:
    return list(owner.legends) if hasattr(owner, "legends") else [one for one in [owner.get_legend()] if one is not None]


def _settled(legend: Any, figure: Any) -> bool:
    """Find a free place for a legend inside its plot."""
    if legend.axes is None:
        return False
    anchor, before = legend.get_bbox_to_anchor(), legend._loc
    legend.set_bbox_to_anchor(None)
    for place in PLACES:
        legend.set_loc(place)
        if not _covers(legend, figure):
            return True
    legend.set_bbox_to_anchor(anchor)
    legend.set_loc(before)
    return False


def _covers(legend: Any, figure: Any) -> bool:
    box = legend.get_window_extent().padded(BREATH)
    others = [one for owner in (figure, *figure.axes) for one in _legends(owner) if one is not legend and one.get_visible()]
    if any(box.overlaps(one.get_window_extent()) for one in others):
        return True
    plots = [axes for axes in figure.axes if axes.get_visible()]
    corners = [(box.x0, box.y0), (box.x1, box.y1)]
    inside = any(axes.bbox.count_contains(corners) == 2 for axes in plots)  # then no plot's words around it are near
    return any(_lies_on(box, axes) or (not inside and _lies_on_words(box, axes)) for axes in plots)


def _lies_on_words(box: Any, axes: Any) -> bool:
    """Whether a box lies on the words around a plot."""
    around = [each.get_tightbbox() for each in (axes.xaxis, axes.yaxis) if axes.axison and each.get_visible()]
    return any(each is not None and each.width and box.overlaps(each) for each in (*around, axes.title.get_window_extent()))


def _lies_on(box: Any, axes: Any) -> bool:
    """Whether a box lies on something that is drawn in a plot."""
    inside = type(box).intersection(box, axes.bbox)  # what is drawn beyond the edge of a plot is not seen
    pictures = [each.get_window_extent() for each in axes.images if each.get_visible()]
    words = [*pictures, *(extent(each) for each in axes.texts if each.get_visible())]
    if any(each.width and box.overlaps(each) for each in words):
        return True
    drawn = (artist for artist in (*axes.lines, *axes.patches, *axes.collections) if artist.get_visible())
    return any(_hits(artist, inside if artist.get_clip_on() else box) for artist in drawn)


def _hits(artist: Any, box: Any) -> bool:
    from matplotlib.collections import Collection
    from matplotlib.lines import Line2D

    if box is None or box.width <= 0 or box.height <= 0:
        return False
    if isinstance(artist, Line2D):
        path = artist.get_path().transformed(artist.get_transform())
        dots = artist.get_marker() not in ("None", "none", None, "", " ")
        wide = box.padded(_pixels(artist, artist.get_markersize() / 2 if dots else artist.get_linewidth()))
        line = artist.get_linestyle() not in ("None", "none", "", " ")
        return bool((dots and wide.count_contains(path.vertices)) or (line and path.intersects_bbox(wide, filled=False)))
    if isinstance(artist, Collection):
        return any(_in_collection(artist, box))
    path = artist.get_path().transformed(artist.get_transform())
    return bool(path.intersects_bbox(box, filled=artist.get_fill()))


def _in_collection(artist: Any, box: Any) -> Iterator[bool]:
    """For each part of a collection whether a box lies on it: points stand at places of their own, areas where they are."""
    if hasattr(artist, "get_sizes") and len(artist.get_sizes()):
        wide = box.padded(_pixels(artist, max(artist.get_sizes()) ** 0.5 / 2))
        yield bool(wide.count_contains(artist.get_offset_transform().transform(artist.get_offsets())))
    else:
        filled = len(artist.get_facecolor()) > 0
        for path in artist.get_paths():
            yield bool(path.transformed(artist.get_transform()).intersects_bbox(box, filled=filled))


def _pixels(artist: Any, points: float) -> float:
    return float(points * artist.get_figure(root=True).dpi / 72)


def _put_below(figure: Any, group: list[Any], legends: list[Any], most_pixels: int) -> None:
    """One legend below a plot in place of these, in as many columns as there is room for, and the figure higher by it."""
    from matplotlib.transforms import ScaledTranslation

    axes = group[-1]  # what is drawn last
    titles = [title for title in (legend.get_title().get_text() for legend in legends) if title]
    told = [text.get_text() for legend in legends for text in legend.get_texts()]
    widest = max(legend.get_window_extent().width for legend in legends)
    room = axes.get_position(original=True).width * figure.bbox.width  # a round plot is narrower than its place
    if widest > room:
        told = ["\n".join(lines(text, max(map(weight, told)) * room / widest)) for text in told]
    beneath = min([axes.bbox.y0, *(box.y0 for each in group if (box := each.xaxis.get_tightbbox()) is not None)])
    drop = (axes.bbox.y0 - beneath) / figure.dpi + APART / 72
    handles = [handle for legend in legends for handle in legend.legend_handles]
    size = legends[0].get_texts()[0].get_fontsize()
    for legend in legends:
        legend.remove()
    below = axes.legend(
        handles,
        told,
        title=titles[0] if len(titles) == 1 else None,
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        bbox_transform=axes.transAxes + ScaledTranslation(0, -drop, figure.dpi_scale_trans),
        ncols=max(1, min(len(told), int(room // widest))),
        borderaxespad=0.0,
        frameon=False,
        fontsize=size,
    )
    width, height = figure.get_size_inches()
    higher = height + below.get_window_extent().height / figure.dpi + APART / 72
    if width * higher * figure.dpi**2 <= most_pixels:
        figure.set_size_inches(width, higher)
