"""Tables as text: CSV and TSV files."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from dr_core import Document, DRError, Reader
from dr_core.pattern import regex
from dr_core.text import detect
from dr_plugins.read._blocks import CHARACTERS, within
from dr_plugins.read._charset import decode

LONGEST = 50_000_000
_SIGNS = ",;\t|"
_SAMPLE = 100
"""Rows that tell which sign parts the cells."""
_CHARSET = regex(r"charset=[\"']?([\w.:-]{1,40})", re.I)
_TOLD = regex(r"\Asep=(.)\n", re.I)


class Delimited(Reader):
    """Reads CSV and TSV files in any common encoding, whatever sign parts their cells."""

    media_types = ("text/csv", "text/tab-separated-values")
    suffixes = (".csv", ".tsv")

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        """The rows as a pipe table under what stands over it; the title is the file's name."""
        if len(data) > LONGEST:
            raise DRError(f"{url} is longer than {LONGEST // 10**6} MB", remedy="Split it")
        text, _ = within(_rows(decode(data, url, _CHARSET.findall(media_type)).replace("\x00", ""), url), CHARACTERS)
        if not text:
            raise DRError(f"{url} is empty")
        return Document(
            text=text,
            title=PurePosixPath(unquote(urlsplit(url).path)).stem.replace("_", " "),
            language=detect(text),
            kind="file" if url.startswith("file:") else "document",
        )


def _rows(text: str, url: str) -> Iterator[list[str]]:
    """The rows of a text, by the sign that parts most of its first lines into equally many cells."""
    told = _TOLD.match(text)
    lines = text[told.end() :] if told else text

    def by(sign: str) -> Iterator[list[str]]:
        return csv.reader(io.StringIO(lines, newline=""), delimiter=sign, skipinitialspace=True)

    def parts(sign: str) -> tuple[int, int]:
        widths = Counter(len(row) for row, _ in zip(by(sign), range(_SAMPLE), strict=False) if len(row) > 1)
        return max(((times, width) for width, times in widths.items()), default=(0, 0))

    try:
        for row in by(told[1] if told else max(_SIGNS, key=parts)):
            yield [" ".join(cell.split()) for cell in row]
    except csv.Error as exc:
        raise DRError(f"{url} is no readable table ({exc})") from exc
