"""Excel sheets (.xlsx)."""

from __future__ import annotations

import io
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal
from importlib.util import find_spec
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from dr_core import Document, DRError, Reader
from dr_core.pattern import regex
from dr_core.text import detect
from dr_plugins.read._archive import DAMAGED, INSTALL, check
from dr_plugins.read._blocks import CHARACTERS, within

WHOLE = 1e15
_SIGNED = regex(r"\[\$([^\]\-]*)[^\]]*\]|\"([^\"]*)\"|\\(.)|[_*].|\[[^\]]*\]")
"""What is in a format beside digits: currencies, words, single letters, room, colours and conditions."""
_DIGITS = regex(r"[#0?][#0?,.]*(?:E[+-]?0+)?")


class Xlsx(Reader):
    """Reads Excel sheets: tables, with figures, dates and percentages as the sheet shows them; needs the extra ``office``."""

    media_types = ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",)
    suffixes = (".xlsx",)

    def lacks(self) -> str:
        return "" if find_spec("openpyxl") else INSTALL

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        """The sheets as pipe tables, each under its name and what stands over it; the properties' title, author and date."""
        check(data, url, ".xlsx", "an old .xls file")
        # Imported here: only for those who have such files.
        from openpyxl import load_workbook

        try:
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            text = _sheets(book)
        except DAMAGED as exc:
            raise DRError(f"{url} is not a readable .xlsx ({type(exc).__name__})", remedy="Open and save it again") from exc
        if not text:
            raise DRError(f"{url} has no text in it")
        about = book.properties
        own = about.creator != "openpyxl"  # else a program's, and the time at which that ran
        changed = about.modified or about.created
        return Document(
            text=text,
            title=(about.title or "").strip() or PurePosixPath(unquote(urlsplit(url).path)).stem.replace("_", " "),
            author=(about.creator or "").strip() if own else "",
            published=changed.date().isoformat() if changed and own else "",
            language=detect(text),
            kind="file" if url.startswith("file:") else "document",
        )


def _sheets(book: Any) -> str:
    """The sheets that are shown, each under its name where there are several."""
    told, room = [], CHARACTERS
    shown = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    for sheet in shown:
        sheet.reset_dimensions()  # what a program wrote there may be wrong
        text, whole = within(([_cell(cell) for cell in row] for row in sheet.iter_rows()), room)
        room -= len(text)
        if text:
            told += [f"## {sheet.title}"] if len(shown) > 1 else []
            told.append(text)
        if not whole:
            break
    return "\n\n".join(told)


def _cell(cell: Any) -> str:
    """What a cell shows."""
    value, form = cell.value, cell.number_format or "General"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return _figure(value, form)
    if isinstance(value, datetime) and value.time() != time():
        return value.isoformat(" ", "minutes")
    if isinstance(value, date):
        day = f"{value:%Y-%m-%d}"
        return day if "d" in form.lower() else day[:7] if "m" in form.lower() else day[:4]
    return "" if value is None else " ".join(str(value).split())


def _figure(value: float, form: str) -> str:
    """A number as its format shows it: decimals, thousands, per cent, and the words before and behind it."""
    form = _SIGNED.sub(lambda found: found[1] or found[2] or found[3] or "", form.partition(";")[0])
    digits = _DIGITS.search(form)
    if digits is None or "E" in digits[0] or not abs(value) < WHOLE:  # General, a form that is no number's, or beyond all forms
        return f"{value:.0f}" if abs(value) < WHOLE and value == int(value) else f"{value:.11g}"
    core = digits[0].rstrip(",")
    scaled = abs(Decimal(repr(value))) * (100 if "%" in form else 1) / 1000 ** (len(digits[0]) - len(core))
    rounded = scaled.quantize(Decimal(1).scaleb(-len(core.partition(".")[2])), ROUND_HALF_UP)
    shown = f"{rounded:,f}" if "," in core else f"{rounded:f}"
    return f"{'-' if value < 0 else ''}{form[: digits.start()]}{shown}{form[digits.end() :]}".strip()
