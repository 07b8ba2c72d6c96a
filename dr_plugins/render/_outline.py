"""A report as a flat row of blocks, for renderers that lay out pages (PDF, Word): which, in which order, with which words.

What stands in a block is text to be shown as it is; addresses in ``href`` may be followed, all others are text.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from dr_core import Figure, Paragraph, Report
from dr_core.pattern import regex
from dr_core.report import words
from dr_core.report.clean import unseen_removed
from dr_core.report.parts import Piece, cited_numbers, items, pieces, table
from dr_core.report.statistic import statistics
from dr_core.report.table import is_rule
from dr_plugins.hooks.cjk_fonts import own_face

LINKED = ("http", "https", "mailto")
REGIONS = {"ja": "JP", "ko": "KR"}
FACES = {"Noto Sans CJK TC": "TW", "Noto Sans CJK SC": "CN"}
_UNFIT = regex("[\x00-\x1f\x7f-\x9f\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff\U000f0000-\U0010ffff]")
"""Controls, private characters and those that are none: no font shows what is meant by them."""
MOST_PIXELS = 60_000_000
"""What a figure may unfold to: a small file can claim to be a picture of any size."""
_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Run:
    """Words; or, where ``number`` is given, a citation, linked to its reference or, without a list of these, to ``href``."""

    text: str
    number: int = 0
    href: str = ""


Runs = tuple[Run, ...]


@dataclass(frozen=True)
class Title:
    """The title of the report."""

    text: str


@dataclass(frozen=True)
class Note:
    """A notice above the abstract."""

    label: str
    text: str


@dataclass(frozen=True)
class Heading:
    """A heading; ``level`` is 1 or 2."""

    level: int
    text: str


@dataclass(frozen=True)
class Prose:
    """A paragraph."""

    runs: Runs


@dataclass(frozen=True)
class ListItem:
    """A line of a list; ``sign`` is its number ("3.") or empty."""

    depth: int
    sign: str
    runs: Runs


@dataclass(frozen=True)
class Grid:
    """A table, and the line below it that says where it is from (empty where each cell says so)."""

    head: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]
    source: Runs


@dataclass(frozen=True)
class Picture:
    """A figure; ``file`` is None where it is gone: then ``alt`` stands in its place."""

    file: Path | None
    alt: str
    label: str
    caption: Runs


@dataclass(frozen=True)
class Entry:
    """An entry of the reference list; ``number`` is 0 where the source is not cited. ``images`` are links."""

    number: int
    title: str
    url: str
    href: str
    images: tuple[str, ...]


@dataclass(frozen=True)
class Lines:
    """The statistics: a first line and those below it."""

    head: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Cited:
    """A source by its number, with its sentences that the report cites, as they were saved."""

    number: int
    texts: tuple[str, ...]
    href: str = ""


@dataclass(frozen=True)
class Saved:
    """The sentences behind the citations, for the small print."""

    sources: tuple[Cited, ...]


@dataclass(frozen=True)
class Box:
    """How the report was made: labels and values."""

    rows: tuple[tuple[str, str], ...]


Block = Title | Note | Heading | Prose | ListItem | Grid | Picture | Entry | Lines | Saved | Box


def outline(report: Report, folder: Path) -> Iterator[Block]:
    """Everything that a report shows, in order."""
    label = words(report.language)
    yield Title(shown(report.title))
    for notice in report.notices:
        yield Note(label.note, shown(notice))
    if report.assumptions:
        yield Note(label.assumptions, "; ".join(map(shown, report.assumptions)))
    for section in report.sections:
        yield Heading(1, shown(section.title))
        for paragraph in section.paragraphs:
            yield from _paragraph(paragraph, report)
            for figure in report.figures:
                if figure.section == paragraph.id:
                    yield _picture(figure, report, folder)
    if report.show_references:
        yield from _references(report)
    if report.provenance:
        yield Heading(1, label.provenance)
        yield Box(tuple((shown(name), shown(value)) for name, value in report.provenance))
    yield from _saved(report)


def shown(text: str) -> str:
    """A text as it may be shown: one line, nothing unseen in it, halves of characters and private ones replaced by U+FFFD."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _UNFIT.sub("\ufffd", " ".join(unseen_removed(whole).split()))


def followable(url: str) -> str:
    """An address that may be followed; empty for any other kind."""
    url = url.strip()
    try:
        scheme = urlsplit(url).scheme.lower()
    except ValueError:
        return ""
    return url if scheme in LINKED and shown(url) == url and not re.search(r"[\s<>\"]", url) else ""


def is_spaced(language: str) -> bool:
    """Whether a language puts spaces between its words."""
    return language.split("-")[0] not in ("zh", "ja")


def place(language: str) -> tuple[str, str | None]:
    """Language and country, which decide on hyphens, quotes and the shapes of CJK characters; English where it is none."""
    parts = re.split("[-_]", language)
    lang = parts[0].lower() if re.fullmatch("[A-Za-z]{2,3}", parts[0]) else "en"
    region = next((part.upper() for part in parts[1:] if re.fullmatch("[A-Za-z]{2}", part)), None)
    return lang, region or REGIONS.get(lang) or FACES.get(own_face(language))


def _paragraph(paragraph: Paragraph, report: Report) -> Iterator[Block]:
    text = report.marked.get(paragraph.id, paragraph.text)
    if paragraph.kind == "list":
        for item in items(text):
            yield ListItem(item.depth, item.number, _runs(item.pieces, report))
    elif paragraph.kind == "table":
        grid = table(text)
        colon = ": " if is_spaced(report.language) else "："
        source = (Run(words(report.language).source + colon.rstrip()), *_cited(grid.cites, report)) if grid.cites else ()
        head = tuple(_runs(cell, report) for cell in grid.head)
        if head:
            yield Grid(head, tuple(tuple(_runs(cell, report) for cell in row) for row in grid.rows), source)
    else:
        yield Prose(_runs(pieces(text), report))


def _runs(parts: Sequence[Piece], report: Report) -> Runs:
    found: list[Run] = []
    for piece in parts:
        text = shown(piece.text)
        if text:
            # what is cited stands between two sentences: the second needs its space back
            apart = found and text[0].isalnum() and (is_spaced(report.language) or text[0].isascii())
            found.append(Run(f" {text}" if apart else text))
        found += _cited(piece.cites, report)
    return tuple(found)


def _cited(cites: Sequence[str], report: Report) -> list[Run]:
    addresses = {} if report.show_references else _addresses(report)
    return [Run(f"[{number}]", number, addresses.get(number, "")) for number in cited_numbers(tuple(cites), report)]


def _addresses(report: Report) -> dict[int, str]:
    """The sources that can be followed, by number."""
    return {one.number: followable(one.url) for one in report.references if one.number is not None}


def _picture(figure: Figure, report: Report, folder: Path) -> Picture:
    caption = (Run(shown(figure.caption)), *_cited(figure.cite_ids, report))
    return Picture(picture_file(figure, folder), shown(figure.alt), f"{words(report.language).figure} {figure.number}.", caption)


def picture_file(figure: Figure, folder: Path) -> Path | None:
    """The file of a figure, where it is a whole PNG of a sane size in the run's own folder."""
    if "\x00" in figure.path:
        return None
    file = (folder / figure.path).resolve()
    if not file.is_relative_to(folder.resolve()) or not file.is_file():
        return None
    with file.open("rb") as opened:
        head = opened.read(24)
        opened.seek(max(0, file.stat().st_size - 12))
        whole = b"IEND" in opened.read(12)
    if len(head) < 24 or not head.startswith(_PNG) or not whole:
        return None
    width, height = struct.unpack(">II", head[16:])
    return file if 0 < width * height <= MOST_PIXELS else None


def _references(report: Report) -> Iterator[Block]:
    yield Heading(1, "References")
    for title, cited in (("Cited Sources (Used in Report)", True), ("Additional Sources (Not Cited)", False)):
        yield Heading(2, title)
        entries = [reference for reference in report.references if (reference.number is not None) == cited]
        for one in entries:
            images = tuple(filter(None, map(followable, one.images))) if report.show_images and cited else ()
            yield Entry(one.number or 0, shown(one.title), shown(one.url), followable(one.url), images)
        if not entries and not cited:
            yield Prose((Run("(none)"),))
    head, *lines = statistics(report)
    yield Lines(head, tuple(lines))


def _saved(report: Report) -> Iterator[Block]:
    texts: dict[int, list[str]] = {}
    for paragraph in (paragraph for section in report.sections for paragraph in section.paragraphs):
        for number, ids in cited_numbers(paragraph.cite_ids, report).items():
            texts.setdefault(number, []).extend(_quoted(report.quotes[one]) for one in ids if report.quotes.get(one))
    addresses = _addresses(report)
    sources = [
        Cited(number, tuple(dict.fromkeys(found)), "" if report.show_references else addresses.get(number, ""))
        for number, found in sorted(texts.items())
        if found
    ]
    if sources:
        yield Heading(1, words(report.language).quoted)
        yield Saved(tuple(sources))


def _quoted(text: str) -> str:
    """The words of a source in one line; the rows of a table between semicolons."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not is_rule(line)]
    if len(lines) < 2 or not all(line.startswith("|") for line in lines):
        return shown(text)
    return shown("; ".join(line.strip("| ") for line in lines))
