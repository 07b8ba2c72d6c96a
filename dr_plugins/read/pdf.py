"""PDF files."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from dr_core import Document, DRError, Reader
from dr_core.text import detect
from dr_core.text.cut import with_note
from dr_plugins.read import _pdf_layout, _pdf_line
from dr_plugins.read._date import iso_date

LONGEST = 100_000_000
PAGES = 300
"""Pages that are read; a longer file gives its first ones and says so at its end."""

CHARACTERS = 3_000_000


class Pdf(Reader):
    """Reads PDF files: tables, headings, paragraphs joined over lines and hyphens; running heads and page numbers left out."""

    media_types = ("application/pdf", "application/x-pdf")
    suffixes = (".pdf",)

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        """The text of the first pages, with title, author and date from the file's own properties where they are of use."""
        if len(data) > LONGEST:
            raise DRError(f"{url} is longer than {LONGEST // 10**6} MB")
        if b"%PDF-" not in data[:1024]:
            raise DRError(f"{url} is not a PDF file")
        # Imported here: a compiled library of some megabytes.
        import pypdfium2

        try:
            document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as exc:
            if "assword" in str(exc):
                raise DRError(f"{url} is encrypted", remedy="Save it without a password") from exc
            raise DRError(f"{url} is damaged: no readable PDF") from exc
        try:
            return _read(document, url)
        except pypdfium2.PdfiumError as exc:
            raise DRError(f"{url} is damaged: {' '.join(str(exc).split())}") from exc
        finally:
            document.close()


def _read(document: Any, url: str) -> Document:
    count = len(document)
    pages: list[list[_pdf_line.Line]] = []
    size = 0
    for index in range(min(count, PAGES)):
        page = document[index]
        textpage = page.get_textpage()
        try:
            lines = _pdf_line.lines(textpage)
        finally:
            textpage.close()
            page.close()
        pages.append(lines)
        size += sum(len(line.text) for line in lines)
        if size > CHARACTERS:
            break
    text = _pdf_layout.text(pages)
    if not text.strip():
        raise DRError(f"{url} has no text in it: {count} page(s) of pictures", remedy="Run it through OCR first")
    about = document.get_metadata_dict()
    return Document(
        text=with_note(text, len(pages), count, "pages"),
        title=_title(about.get("Title", ""), pages) or PurePosixPath(unquote(urlsplit(url).path)).stem,
        author=" ".join(about.get("Author", "").split())[:300],
        published=iso_date(about.get("CreationDate", "").removeprefix("D:")),
        language=detect(text),
        kind="file" if url.startswith("file:") else "document",
    )


def _title(declared: str, pages: list[list[_pdf_line.Line]]) -> str:
    """The declared title, unless a program put it there; else the biggest line at the top of the first page."""
    declared = " ".join(declared.replace("\x00", "").split())
    small = declared.lower()
    mechanical = small.endswith((".doc", ".docx", ".dvi", ".tex", ".indd", ".pdf"))
    mechanical |= small.startswith(("untitled", "microsoft word", "powerpoint", "slide 1"))
    if len(declared) > 3 and not mechanical:
        return declared[:300]
    return _pdf_layout.headline(pages[0]) if pages else ""
