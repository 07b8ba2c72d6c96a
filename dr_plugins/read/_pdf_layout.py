"""Lines of PDF pages back into paragraphs, by where they stand on the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from statistics import median
from typing import NamedTuple
from unicodedata import normalize

from dr_core.pattern import regex
from dr_plugins.read._pdf_line import Line, is_wide, joined
from dr_plugins.read._pdf_running import without_running
from dr_plugins.read._pdf_table import Table, tables

MOST_LINES, LONGEST = 3, 120
"""Lines and characters of a heading."""
HIGHER, MOST_HEADED = 1.12, 0.4
"""How much higher than the others a line of a heading is, and the share of the lines of a page that may be headings."""

_SOFT = regex(r"(\w*)[\u00ad\ufffe\x02](\w*)")
_TERMINAL = regex(r"[.!?。！？:：”」』)）\]]$")
_CAPTION = regex(r"(?:table|tab\.|tableau|tabelle|tabla)\s?\d+(?:\.\d+)?\s?[:.–—-]|[表표]\s?\d+(?:[-.]\d+)?[\s:：.]", re.I)
_NAME = regex(r"[^\W\d_]{2}")
_SENTENCE = regex(r"[.。,，;；:：]$|[^\W\d_]{2}[.;] |[。；]")
_SECTION = regex(r"\d+(?:\.\d+)*\b")
_ACCENTS = dict(zip("´`¨ˆ˜ˇ¸˚", "\u0301\u0300\u0308\u0302\u0303\u030c\u0327\u030a", strict=True))
_ACCENT = regex(r"(?<!/)([´¨ˆ˜ˇ¸˚]|(?<=[^\W\d_])`)([A-Za-zı])")
_BULLET = regex(r"^[•‣◦▪●○–]\s")
_ITEM = regex(r"(?:[•‣◦▪●○–-]\s|\(?\d{1,2}[.)]\s|\[\d{1,3}\]\s)")


def text(pages: list[list[Line]]) -> str:
    """The paragraphs and tables of all pages; running heads, feet and page numbers are left out."""
    kept = without_running(pages)
    known = Counter(re.findall(r"\b[a-z]+-[a-z]+\b", " ".join(line.text for page in kept for line in page).lower()))
    read = _Parts()
    for page in kept:
        read.add(page)
    return "\n\n".join(_ACCENT.sub(_accented, _SOFT.sub(lambda found: _whole(found, known), part)) for part in read.texts())


def _accented(found: re.Match[str]) -> str:
    """A letter with the accent before it, which old fonts set as a letter of its own: unité of unit´e."""
    accent, letter = found.groups()
    made = normalize("NFC", letter.replace("ı", "i") + _ACCENTS[accent])
    return made if len(made) == 1 else found[0]


class Paragraph(NamedTuple):
    """Lines of one paragraph or item, and whether all of them are set as those of a heading are."""

    text: str
    lines: int
    stands_out: bool

    def written(self) -> str:
        """As a line of its own, a heading with its marks: as many more as its number has parts."""
        words = _BULLET.sub("- ", " ".join(self.text.split()))
        short = self.lines <= MOST_LINES and len(words) <= LONGEST
        if not (self.stands_out and short and _NAME.search(words)) or _SENTENCE.search(words):
            return words
        number = _SECTION.match(words)
        return f"##{'#' * number[0].count('.') if number else ''} {words}"


class _Parts:
    """The paragraphs and tables of the pages so far."""

    def __init__(self) -> None:
        self._parts: list[Paragraph | Table] = []
        self._before: Line | None = None

    def add(self, page: list[Line]) -> None:
        """The next page, on which a paragraph or a table may go on."""
        last = self._parts[-1] if self._parts else None
        if page and isinstance(last, Table):
            self._parts[-1], taken = last.with_rest(page)
            page = page[taken:]
        begun = {table.first: table for table in tables(page)}
        inside = {place for table in begun.values() for place in range(table.first, table.end)}
        usual = _Usual.of([line for place, line in enumerate(page) if place not in inside])
        for place, line in enumerate(page):
            if table := begun.get(place):
                self._parts.append(table)
                self._before = None
            elif place not in inside:
                self._add_line(line, usual)

    def _add_line(self, line: Line, usual: _Usual) -> None:
        last = self._parts[-1] if self._parts else None
        out = usual.stands_out(line)
        if isinstance(last, Paragraph) and self._before and not _begins(self._before, line, usual):
            self._parts[-1] = Paragraph(joined(last.text, line.text), last.lines + 1, last.stands_out and out)
        else:
            self._parts.append(Paragraph(line.text, 1, out))
        self._before = line

    def texts(self) -> Iterator[str]:
        """Each of them; what a table is called stands above it, also where the page has it below."""
        parts = self._parts
        for at, (part, after) in enumerate(pairwise([*parts])):
            if isinstance(part, Table) and _is_caption(after) and not (at and _is_caption(parts[at - 1])):
                parts[at : at + 2] = after, part
        return (part.written() for part in parts)


def _is_caption(part: Paragraph | Table) -> bool:
    return isinstance(part, Paragraph) and bool(_CAPTION.match(part.text))


def _whole(broken: re.Match[str], known: Counter[str]) -> str:
    """The two halves of a broken word: with a hyphen only where the word is written with one elsewhere."""
    first, second = broken.groups()
    return f"{first}-{second}" if known[f"{first}-{second}".lower()] else first + second


def headline(page: list[Line]) -> str:
    """The biggest of the first lines, where one is bigger than the rest of the page."""
    if len(page) < 2:
        return ""
    usual = median(line.height for line in page)
    top = page[:15]
    big = max(line.height for line in top)
    if big < usual * 1.15:
        return ""
    first = next(i for i, line in enumerate(top) if line.height == big)
    title = top[first].text
    for line in top[first + 1 : first + 3]:
        if abs(line.height - big) > big * 0.05:
            break
        title = joined(title, line.text)
    return _SOFT.sub(r"\1\2", " ".join(title.split()))[:300]


class _Usual(NamedTuple):
    """The usual distance of two lines of a page, height of a line, and right edge of the text."""

    gap: float
    height: float
    right: float
    headed: bool
    """Whether what is bold or higher is a heading: not where much of the page is."""

    @classmethod
    def of(cls, page: list[Line]) -> _Usual:
        """What is usual on a page."""
        steps = [one.last_bottom - other.bottom for one, other in pairwise(page)]
        gaps = [step for step in steps if 0 < step < 60]
        heights = [line.height for line in page if line.height > 0]
        rights = sorted(line.right for line in page)
        height = median(heights) if heights else 11.0
        return cls(
            median(gaps) if gaps else 14.0,
            height,
            rights[int(len(rights) * 0.8)] if rights else 500.0,
            sum(line.bold or line.least > HIGHER * height for line in page) <= MOST_HEADED * len(page),
        )

    def stands_out(self, line: Line) -> bool:
        """Whether a line is set as that of a heading."""
        return self.headed and (line.bold or (line.least > HIGHER * self.height and not _ITEM.match(line.text)))


def _begins(before: Line, line: Line, usual: _Usual) -> bool:
    """Whether a paragraph begins with ``line``."""
    ended = bool(_TERMINAL.search(before.text))
    if _ITEM.match(line.text) or (ended and _CAPTION.match(line.text)):
        return True
    full = before.right > usual.right - 3 * usual.height
    # letters of one sentence may come from several fonts, where no font has them all
    goes_on = full and not ended and is_wide(before.text[-1]) and is_wide(line.text[0])
    if abs(line.height - before.height) > usual.height * (0.25 if goes_on else 0.12):
        return True  # a heading, a note
    if line.bold != before.bold and not full:
        return True
    step = before.last_bottom - line.bottom
    if step <= 0 or step > 200:  # a new column or page: the sentence goes on unless it had ended
        return ended
    if step > usual.gap * 1.45:
        return True
    short = before.right < usual.right - 6 * usual.height
    indented = line.left > before.left + 0.8 * usual.height
    return ended and (short or (indented and line.left - before.left < 6 * usual.height))
