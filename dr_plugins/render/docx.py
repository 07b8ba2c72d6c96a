"""The report as a Word document: real headings, lists, tables and captions, with citations that lead to their reference."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dr_core import Renderer, Report, option
from dr_plugins.hooks.cjk_fonts import own_face
from dr_plugins.render import _word
from dr_plugins.render._outline import (
    Block,
    Box,
    Entry,
    Grid,
    Heading,
    Lines,
    ListItem,
    Note,
    Picture,
    Prose,
    Runs,
    Saved,
    Title,
    is_spaced,
    outline,
    shown,
)
from dr_plugins.render._room import is_upright, shares

MOST_COLUMNS = 63
"""Word's own limit; a wider table becomes lines of text."""
LONGEST_ADDRESS = 2_000
"""Word calls a file damaged in which the address of a link is longer than 2,083 letters."""
SMALL = 8.0
ROOM = 15.9
"""Centimetres between the margins."""
TOGETHER = 11
"""Rows of a table that stay on one page."""
BESIDE = 10.8
"""Points that Word leaves free beside each column."""


class Docx(Renderer):
    """Writes report.docx: a Word document to edit, with headings, tables and figures in place and linked citations."""

    suffix = ".docx"

    class Options(Renderer.Options):
        """Options of the document."""

        font: str = option("Calibri", min_length=1, help="The font family of Latin letters")
        east_asian_font: str = option("", help="The font family of Chinese, Japanese and Korean; empty: the report's own")

    async def render(self, report: Report, folder: Path) -> bytes:
        """The whole report, made off the event loop."""
        return await asyncio.to_thread(self._made, report, folder)

    def _made(self, report: Report, folder: Path) -> bytes:
        import docx  # imported here: lxml costs a tenth of a second

        document = docx.Document()
        face = self.options.east_asian_font or own_face(report.language) or next(iter(report.fonts), "Noto Sans CJK JP")
        _word.styled(document, self.options.font, face, report.language)
        _properties(document, report)
        writer = _Writer(document, report)
        for block in outline(report, folder):
            writer.write(block)
        made = io.BytesIO()
        document.save(made)
        return _timeless(made.getvalue())


class _Writer:
    """Puts blocks into a document, one after the other."""

    def __init__(self, document: Any, report: Report) -> None:
        self._document = document
        self._targets = {one.number for one in report.references if one.number} if report.show_references else set()
        self._glue = "\u00a0" if is_spaced(report.language) else "\u2060"
        self._named = 0

    def write(self, block: Block) -> None:
        match block:
            case Title(text):
                self._document.add_paragraph(text, style="Title")
            case Heading(level, text):
                self._document.add_heading(text, level)
            case Note(label, text):
                paragraph = self._document.add_paragraph()
                _word.shaded(paragraph)
                paragraph.add_run(f"{label}  ").bold = True
                paragraph.add_run(text)
            case Prose(runs):
                self._flow(self._document.add_paragraph(), runs)
            case ListItem():
                self._item(block)
            case Grid():
                self._grid(block)
            case Picture():
                self._picture(block)
            case Entry():
                self._entry(block)
            case Lines(head, lines):
                self._document.add_paragraph(head).paragraph_format.keep_with_next = True
                for line in lines:
                    self._document.add_paragraph(line, style="List Bullet")
            case Saved():
                self._saved(block)
            case Box(rows):
                self._box(rows)

    def _flow(self, paragraph: Any, runs: Runs) -> None:
        for run in runs:
            if run.number:
                paragraph.add_run(self._glue)
                self._cite(paragraph, run.number, run.href)
            else:
                paragraph.add_run(run.text)

    def _cite(self, paragraph: Any, number: int, href: str) -> None:
        anchor = f"ref_{number}" if number in self._targets else ""
        _word.linked(paragraph, f"[{number}]", anchor=anchor, href=_short(href))

    def _item(self, item: ListItem) -> None:
        from docx.shared import Cm

        if not item.sign:
            style = "List Bullet" if item.depth == 0 else f"List Bullet {min(item.depth, 2) + 1}"
            return self._flow(self._document.add_paragraph(style=style), item.runs)
        paragraph = self._document.add_paragraph(f"{item.sign}\t")  # the number is the report's, not Word's
        paragraph.paragraph_format.left_indent = Cm(0.75 * (min(item.depth, 8) + 1))
        paragraph.paragraph_format.first_line_indent = Cm(-0.75)
        return self._flow(paragraph, item.runs)

    def _grid(self, grid: Grid) -> None:
        from docx.shared import Pt

        columns = len(grid.head)
        if columns > MOST_COLUMNS:
            for row in (grid.head, *grid.rows):
                paragraph = self._document.add_paragraph()
                for cell in row:
                    self._flow(paragraph, cell)
                    paragraph.add_run(" | ")
            return
        size = next((size for most, size in ((4, 9.5), (8, 8.0), (12, 7.0)) if columns <= most), 5.5)
        is_wide = not is_upright(grid, ROOM / 2.54 * 72 / size, BESIDE / size)
        if is_wide:
            self._turned()
        self._table(grid, size)
        source = self._document.add_paragraph()  # also keeps two tables apart, which Word would join
        self._flow(source, grid.source)
        self._small(source, after=10)
        source.paragraph_format.space_before = Pt(3)
        if is_wide:
            self._turned()

    def _table(self, grid: Grid, size: float) -> None:
        from docx.shared import Length, Pt

        rows = (grid.head, *grid.rows)
        table = self._document.add_table(rows=len(rows), cols=len(grid.head))
        room = sum(column.width for column in table.columns)
        wanted = shares(grid, Length(room).pt / size, BESIDE / size)
        widths = [Length(round(room * share / sum(wanted))) for share in wanted]
        for column, width in zip(table.columns, widths, strict=True):
            column.width = width
        for number, (row, told) in enumerate(zip(table.rows, rows, strict=True)):
            for cell, runs, width in zip(row.cells, told, widths, strict=True):
                cell.width = width
                paragraph = cell.paragraphs[0]
                paragraph.paragraph_format.space_before = paragraph.paragraph_format.space_after = Pt(2)
                paragraph.paragraph_format.line_spacing = 1.0
                # a short table stays on one page, with the line that says where it is from
                paragraph.paragraph_format.keep_with_next = len(rows) <= TOGETHER or number == 0
                self._flow(paragraph, runs)
                _word.sized(paragraph, size, bold=number == 0)
        _word.ruled(table, head=True)

    def _turned(self) -> None:
        """The pages from here on, upright or on their side: the other way than those before."""
        from docx.enum.section import WD_ORIENT

        before = self._document.sections[-1]
        section = self._document.add_section()
        section.page_width, section.page_height = before.page_height, before.page_width
        upright = before.orientation == WD_ORIENT.LANDSCAPE
        section.orientation = WD_ORIENT.PORTRAIT if upright else WD_ORIENT.LANDSCAPE

    def _picture(self, picture: Picture) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.image.exceptions import InvalidImageStreamError, UnexpectedEndOfFileError, UnrecognizedImageError
        from docx.shared import Cm

        paragraph = self._document.add_paragraph()
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        paragraph.paragraph_format.keep_with_next = True
        try:
            if picture.file is None:
                paragraph.add_run(picture.alt)
            else:
                shape = paragraph.add_run().add_picture(str(picture.file))
                scale = min(1.0, Cm(ROOM) / shape.width, Cm(11) / shape.height)
                shape.width, shape.height = int(shape.width * scale), int(shape.height * scale)
                shape._inline.docPr.set("descr", picture.alt)
                shape._inline.docPr.set("name", picture.label)
        except (InvalidImageStreamError, UnexpectedEndOfFileError, UnrecognizedImageError):
            paragraph.add_run(picture.alt)  # a picture that is cut must not cost the whole report
        caption = self._document.add_paragraph(style="Caption")
        caption.alignment = WD_ALIGN_PARAGRAPH.CENTER
        caption.add_run(f"{picture.label} ")
        self._flow(caption, picture.caption)

    def _entry(self, entry: Entry) -> None:
        from docx.shared import Cm

        paragraph = self._document.add_paragraph()
        paragraph.paragraph_format.left_indent = Cm(0.75)
        paragraph.paragraph_format.first_line_indent = Cm(-0.75)
        if entry.number:
            self._named += 1
            _word.bookmark(paragraph, f"ref_{entry.number}", self._named)
        paragraph.add_run(f"[{entry.number}] " if entry.number else "• ")
        paragraph.add_run(f"{entry.title} - ")
        _word.linked(paragraph, entry.url, href=_short(entry.href))
        for at, image in enumerate(entry.images):
            paragraph.add_run(", " if at else " (")
            _word.linked(paragraph, "image", href=_short(image))
        if entry.images:
            paragraph.add_run(")")

    def _saved(self, saved: Saved) -> None:
        for source in saved.sources:
            for text in source.texts:
                paragraph = self._document.add_paragraph()
                self._cite(paragraph, source.number, source.href)
                paragraph.add_run(f" {text}")
                self._small(paragraph)

    def _box(self, rows: Sequence[tuple[str, str]]) -> None:
        from docx.shared import Cm

        table = self._document.add_table(rows=len(rows), cols=2)
        widths = (Cm(4.2), Cm(ROOM - 4.2))
        for column, width in zip(table.columns, widths, strict=True):
            column.width = width
        for row, (name, value) in zip(table.rows, rows, strict=True):
            row.cells[0].paragraphs[0].add_run(name).bold = True
            row.cells[1].paragraphs[0].add_run(value)
            for cell, width in zip(row.cells, widths, strict=True):
                cell.width = width
                _word.filled(cell)
                self._small(cell.paragraphs[0])
        _word.ruled(table, head=False)

    def _small(self, paragraph: Any, after: float = 3) -> None:
        from docx.shared import Pt

        paragraph.paragraph_format.space_after = Pt(after)
        paragraph.paragraph_format.line_spacing = 1.0
        _word.sized(paragraph, SMALL)


def _short(href: str) -> str:
    return href if len(href) <= LONGEST_ADDRESS else ""


def _properties(document: Any, report: Report) -> None:
    """A4, page numbers, and the file's properties; a time would make each file of the same report another one."""
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Cm

    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm((21 - ROOM) / 2)
    section.top_margin = section.bottom_margin = Cm(2.3)
    foot = section.footer.paragraphs[0]
    foot.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    _word.fielded(foot, "PAGE")
    foot.add_run(" / ")
    _word.fielded(foot, "NUMPAGES")
    about = document.core_properties
    about.title = shown(report.title)[:250]
    about.author = about.comments = about.last_modified_by = ""
    about.language = report.language
    about.created = about.modified = datetime(2000, 1, 1, tzinfo=UTC)


def _timeless(data: bytes) -> bytes:
    """The same archive with a fixed time at each of its files."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), old.read(name), zipfile.ZIP_DEFLATED)
    return made.getvalue()
