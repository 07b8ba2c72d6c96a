"""Word documents (.docx)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from dr_core import Document, DRError, Reader
from dr_core.pattern import regex
from dr_core.text import detect
from dr_plugins.read._archive import DAMAGED, check
from dr_plugins.read._blocks import whole_head
from dr_plugins.read._table import WIDEST, pipe_table
from dr_plugins.read._tree import raise_figure

_HEADING = regex(r"(?:heading|überschrift|titre|标题|標題|見出し|제목)\s*(\d)", re.I)
_CONTENTS = regex(r"toc\s*(?:\d|heading)", re.I)
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_WRAPPERS = frozenset(
    _W + name for name in ("hyperlink", "ins", "moveTo", "smartTag", "sdt", "sdtContent", "customXml", "fldSimple", "dir", "bdo")
)
"""What may stand around text and blocks that a reader of the document sees: links, content controls, tracked insertions. What was
deleted or moved away stands in others, which are passed over."""


class Docx(Reader):
    """Reads Word documents: headings, paragraphs, lists and tables, in their order."""

    media_types = ("application/vnd.openxmlformats-officedocument.wordprocessingml.document",)
    suffixes = (".docx",)

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        """The text with ``#`` headings, ``-`` items and pipe tables; the properties' title, author and date."""
        check(data, url, ".docx", "an old .doc file")
        # Imported here: lxml and the templates are only for those who have such files.
        from docx import Document as open_docx
        from docx.opc.exceptions import PackageNotFoundError

        try:
            document = open_docx(io.BytesIO(data))
            text = "\n\n".join(_joined(document))
        except (*DAMAGED, PackageNotFoundError) as exc:
            raise DRError(f"{url} is not a readable .docx ({type(exc).__name__})", remedy="Open and save it again") from exc
        if not text.strip():
            raise DRError(f"{url} has no text in it")
        about = document.core_properties
        created = about.created or about.modified
        return Document(
            text=text,
            title=(about.title or "").strip() or _title(text) or PurePosixPath(unquote(urlsplit(url).path)).stem,
            author=(about.author or "").strip() if about.author != "python-docx" else "",
            published=created.date().isoformat() if created and created.year > 2013 else "",
            language=detect(text),
            kind="file" if url.startswith("file:") else "document",
        )


def _joined(document: Any) -> Iterator[str]:
    """Blocks of the body in order; the items of one list stay together."""
    items: list[str] = []
    from docx.table import Table
    from docx.text.paragraph import Paragraph

    for block in _shown(document.element.body, "p", "tbl"):
        table = block.tag == _W + "tbl"
        text = _table(Table(block, document._body)) if table else _paragraph(Paragraph(block, document._body))
        if text.startswith("- "):
            items.append(text)
            continue
        if items:
            yield "\n".join(items)
            items = []
        if text:
            yield text
    if items:
        yield "\n".join(items)


def _shown(element: Any, *names: str) -> Iterator[Any]:
    """The elements of these names in ``element``, also behind wrappers; the library's own lists end at every wrapper."""
    for child in element:
        if child.tag in _WRAPPERS:
            yield from _shown(child, *names)
        elif any(child.tag == _W + name for name in names):
            yield child


def _words(paragraph: Any) -> str:
    """The text of a paragraph as the document stands, with all changes to it accepted."""
    text = ""
    for run in _shown(paragraph, "r"):
        raised = run.rPr is not None and run.rPr.superscript
        text += raise_figure(text, run.text) if raised else run.text
    return " ".join(text.split())


def _paragraph(block: Any) -> str:
    text = _words(block._p)
    if not text:
        return ""
    style = (block.style.name or "") if block.style is not None else ""
    if _CONTENTS.match(style):
        return ""
    heading = _HEADING.match(style)
    if heading:
        return "#" * min(6, int(heading.group(1)) + 1) + " " + text
    if style == "Title":
        return "# " + text
    numbered = block._p.pPr is not None and block._p.pPr.numPr is not None
    return "- " + text if numbered or style.startswith("List") else text


def _table(block: Any) -> str:
    rows = []
    for cell in block._tbl.iter_tcs():
        cell.grid_span = min(cell.grid_span, WIDEST)
    for row in block.rows:
        cells: list[str] = []
        last = None
        for cell in row.cells:
            # a merged cell is listed once for every column it spans: its words stand in the first, and the others in their places
            cells.append("" if cell._tc is last else _cell(cell._tc))
            last = cell._tc
        rows.append(cells)
    width = max(map(len, rows), default=0)
    return pipe_table(whole_head([[*row, *[""] * (width - len(row))] for row in rows]))


def _cell(element: Any) -> str:
    """All that stands in a cell, a table within it included."""
    return " ".join(_words(block) if block.tag == _W + "p" else _cell(block) for block in _shown(element, "p", "tbl", "tr", "tc"))


def _title(text: str) -> str:
    first = text.split("\n", 1)[0]
    return first.lstrip("# ").strip() if first.startswith("#") else ""
