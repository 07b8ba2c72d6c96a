"""PowerPoint presentations (.pptx)."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from dr_core import Document, DRError, Reader
from dr_core.text import detect
from dr_plugins.read._archive import DAMAGED, INSTALL, check
from dr_plugins.read._blocks import text_of
from dr_plugins.read._table import pipe_table

STOPS = (".", "!", "?", "。", "！", "？", "…", ":", "：")


class Pptx(Reader):
    """Reads PowerPoint slides: titles, text, tables, data of charts and the speaker's notes; needs the extra ``office``."""

    media_types = ("application/vnd.openxmlformats-officedocument.presentationml.presentation",)
    suffixes = (".pptx",)

    def lacks(self) -> str:
        return "" if find_spec("pptx") else INSTALL

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        """The text with a ``##`` heading for each slide and pipe tables; the properties' title, author and date."""
        check(data, url, ".pptx", "an old .ppt file")
        # Imported here: only for those who have such files.
        from pptx import Presentation
        from pptx.exc import PythonPptxError

        try:
            slides = Presentation(io.BytesIO(data))
            text = "\n\n".join(part for slide in slides.slides if _is_shown(slide) for part in _slide(slide))
            about = slides.core_properties
        except (*DAMAGED, PythonPptxError) as exc:
            raise DRError(f"{url} is not a readable .pptx ({type(exc).__name__})", remedy="Open and save it again") from exc
        if not text:
            raise DRError(f"{url} has no text in it")
        changed = about.modified or about.created
        return Document(
            text=text,
            title=_own(about.title or "") or _title(text) or PurePosixPath(unquote(urlsplit(url).path)).stem,
            author=(about.author or "").strip(),
            published=changed.date().isoformat() if changed and changed.year > 2013 else "",
            language=detect(text),
            kind="file" if url.startswith("file:") else "document",
        )


def _is_shown(slide: Any) -> bool:
    return bool(slide._element.get("show") != "0")


def _slide(slide: Any) -> Iterator[str]:
    """The parts of a slide as they are read: from the top, and from the left."""
    title = slide.shapes.title
    if title is not None and title.has_text_frame and title.text_frame.text.strip():
        yield f"## {' '.join(title.text_frame.text.split())}"
    for shape in sorted(_shapes(slide.shapes), key=lambda one: (one.top or 0, one.left or 0)):
        if title is None or shape.shape_id != title.shape_id:
            yield from _shape(shape)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        yield from _paragraphs(slide.notes_slide.notes_text_frame)


def _shapes(shapes: Iterable[Any]) -> Iterator[Any]:
    """All shapes, those of groups too; what stands on each slide alike (its number, the date, a foot) is none of its text."""
    from pptx.enum.shapes import MSO_SHAPE_TYPE, PP_PLACEHOLDER

    running = (PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.HEADER)
    for shape in shapes:
        if shape.shape_type == MSO_SHAPE_TYPE.GROUP:
            yield from _shapes(shape.shapes)
        elif not (shape.is_placeholder and shape.placeholder_format.type in running):
            yield shape


def _shape(shape: Any) -> Iterator[str]:
    if shape.has_text_frame:
        yield from _paragraphs(shape.text_frame)
    elif getattr(shape, "has_table", False):
        yield text_of([[" ".join(cell.text.split()) for cell in row.cells] for row in shape.table.rows])
    elif getattr(shape, "has_chart", False):
        yield from _chart(shape.chart)


def _paragraphs(frame: Any) -> Iterator[str]:
    """Sentences as paragraphs, and the points between them as lists."""
    points: list[str] = []
    for paragraph in frame.paragraphs:
        words = " ".join(paragraph.text.split())
        if words and not words.endswith(STOPS):
            points.append(f"- {words}")
            continue
        yield from ["\n".join(points)] * bool(points) + [words] * bool(words)
        points = []
    yield from ["\n".join(points)] * bool(points)


def _chart(chart: Any) -> Iterator[str]:
    """What a chart is drawn from: a row for each category, a column for each series."""
    if chart.has_title and chart.chart_title.has_text_frame:
        yield " ".join(chart.chart_title.text_frame.text.split())
    plot = next(iter(chart.plots), None)
    if plot is not None and len(plot.categories):
        columns = [[str(one) for one in plot.categories], *([_shown(value) for value in series.values] for series in plot.series)]
        yield pipe_table([["", *(series.name for series in plot.series)], *map(list, zip(*columns, strict=False))])


def _shown(value: float | None) -> str:
    return "" if value is None else f"{value:,.15g}"


def _own(title: str) -> str:
    """The declared title, unless the program put it there."""
    return "" if title.startswith("PowerPoint") else title.strip()


def _title(text: str) -> str:
    first = text.split("\n", 1)[0]
    return first.lstrip("# ").strip() if first.startswith("#") else ""
