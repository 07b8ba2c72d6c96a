"""Lines of PDF pages back into paragraphs, by where they stand on the page."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from dr_core.pattern import regex
from dr_plugins.read._math import RAISED

_BREAK = regex(r"\r\n|\n|\r")
_NUMBER = regex(r"^[\W_]*(?:page|第|p\.?)?\s*\d{1,4}\s*(?:頁|页|ページ|/\s*\d{1,4}|of\s+\d{1,4})?[\W_]*$", re.I)
_FIGURES = regex(r"\d[\d−–-]{0,20}\d")
_EXPONENT = regex(r"[−–-]?\d{1,3}")
_DIGITS = regex(r"\d+")
_HYPHEN = regex(r"(\w{2,})[-\u00ad\u2010\ufffe\x02]$")
_SOFT = regex(r"(\w*)[\u00ad\ufffe\x02](\w*)")
_BROKEN_FOOT = regex(r"(?<=\ufffe)\d{1,4}$")
_WIDE = regex(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_TERMINAL = regex(r"[.!?。！？:：”」』)）\]]$")
_ITEM = regex(r"(?:[•‣◦▪●○–-]\s|\(?\d{1,2}[.)]\s|\[\d{1,3}\]\s)")


class Line(NamedTuple):
    """A line of a page: its words, where it begins and ends in points (from below and from the left), and its height.

    The library itself joins lines that a hyphen breaks, with U+FFFE in the hyphen's place, so a line may end below its start.
    """

    text: str
    left: float
    right: float
    bottom: float
    height: float
    last_bottom: float


def lines(textpage: Any) -> list[Line]:
    """The lines of a page in reading order; two calls into the library a line, so a page is quick."""
    raw = textpage.get_text_range()
    found: list[Line] = []
    at = 0
    for part in [*_BREAK.split(raw)]:
        words = part.strip(" \t\x00")
        if words:
            first = at + len(part) - len(part.lstrip(" \t\x00"))
            left, bottom, _, top = textpage.get_charbox(first, loose=True)
            _, last_bottom, right, _ = textpage.get_charbox(first + len(words) - 1, loose=True)
            found.append(Line(_raised(textpage, words, first), left, right, bottom, top - bottom, last_bottom))
        at += len(part)
        at += 2 if raw[at : at + 2] == "\r\n" else 1
    if found and _BROKEN_FOOT.search(found[-1].text):  # a word broken over the page, with the page number in between
        found[-1] = found[-1]._replace(text=_BROKEN_FOOT.sub("", found[-1].text))
    return _with_exponents(found)


def _with_exponents(found: list[Line]) -> list[Line]:
    """The lines, with those made whole that an exponent broke into three: the library takes it for a line of its own."""
    kept: list[Line] = []
    broken = False
    for line in found:
        before = kept[-1] if kept else None
        if before and _is_exponent(line, before):
            kept[-1] = before._replace(text=before.text + line.text.translate(RAISED), right=line.right)
            broken = True
            continue
        if before and broken and abs(line.bottom - before.last_bottom) < 0.1 * before.height and line.left > before.right - 1:
            kept[-1] = before._replace(text=f"{before.text} {line.text}", right=line.right, last_bottom=line.last_bottom)
        else:
            kept.append(line)
        broken = False
    return kept


def _is_exponent(line: Line, before: Line) -> bool:
    raised = 0.15 * before.height < line.bottom - before.last_bottom < before.height and line.height < 0.85 * before.height
    beside = -1 < line.left - before.right < 0.5 * before.height
    return raised and beside and before.text[-1:].isdigit() and bool(_EXPONENT.fullmatch(line.text))


def _raised(textpage: Any, words: str, first: int) -> str:
    """``words`` with raised figures behind a figure as such: without their place, 10⁶ is 106 and the year 2023¹ is 20231.

    Two calls into the library for a number, more only for one that does not end on its own line.
    """

    def above(at: int, base: tuple[float, float, float, float]) -> bool:
        """Small, well above where the first figure stands, and no lower at its top: not so a figure without a descender."""
        _, bottom, _, top = textpage.get_charbox(first + at)
        height = base[3] - base[1]
        return bool(bottom - base[1] > 0.4 * height and top - bottom < 0.8 * height and top > base[3] - 0.1 * height)

    for number in reversed([*_FIGURES.finditer(words)]):
        base = textpage.get_charbox(first + number.start())
        if above(number.end() - 1, base):
            at = next(at for at in range(number.start() + 1, number.end()) if words[at].isdigit() and above(at, base))
            at -= not words[at - 1].isdigit()  # its sign
            words = words[:at] + words[at : number.end()].translate(RAISED) + words[number.end() :]
    return words


def text(pages: list[list[Line]]) -> str:
    """The paragraphs of all pages; running heads, feet and page numbers are left out."""
    running = _running(pages)
    kept = [[line for place, line in enumerate(page) if not _is_running(line, place, page, running)] for page in pages]
    known = Counter(re.findall(r"\b[a-z]+-[a-z]+\b", " ".join(line.text for page in kept for line in page).lower()))
    paragraphs: list[str] = []
    before: Line | None = None
    for page in kept:
        gap, height, width = _usual(page)
        for line in page:
            if before is None or not paragraphs or _begins(before, line, gap, height, width):
                paragraphs.append(line.text)
            else:
                paragraphs[-1] = _join(paragraphs[-1], line.text)
            before = line
    return "\n\n".join(_SOFT.sub(lambda found: _whole(found, known), " ".join(paragraph.split())) for paragraph in paragraphs)


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
        title = _join(title, line.text)
    return _SOFT.sub(r"\1\2", " ".join(title.split()))[:300]


def _usual(page: list[Line]) -> tuple[float, float, float]:
    """The usual distance of two lines, height of a line, and right edge of the text."""
    steps = [one.last_bottom - other.bottom for one, other in pairwise(page)]
    gaps = [step for step in steps if 0 < step < 60]
    heights = [line.height for line in page if line.height > 0]
    rights = sorted(line.right for line in page)
    return (
        median(gaps) if gaps else 14.0,
        median(heights) if heights else 11.0,
        rights[int(len(rights) * 0.8)] if rights else 500.0,
    )


def _begins(before: Line, line: Line, gap: float, height: float, right: float) -> bool:
    """Whether a paragraph begins with ``line``."""
    if abs(line.height - before.height) > height * 0.12 or _ITEM.match(line.text):
        return True  # a heading, a note, a list item
    step = before.last_bottom - line.bottom
    ended = bool(_TERMINAL.search(before.text))
    if step <= 0 or step > 200:  # a new column or page: the sentence goes on unless it had ended
        return ended
    if step > gap * 1.45:
        return True
    short = before.right < right - 6 * height
    indented = line.left > before.left + 0.8 * height
    return ended and (short or (indented and line.left - before.left < 6 * height))


def _join(paragraph: str, line: str) -> str:
    """``line`` behind ``paragraph``; a hyphen at the break is marked, to be decided on when all words are known."""
    broken = _HYPHEN.search(paragraph)
    if broken and line[:1].islower():
        return f"{paragraph[:-1]}\ufffe{line}"
    if paragraph and line and _WIDE.match(paragraph[-1]) and _WIDE.match(line[0]):
        return paragraph + line
    return f"{paragraph} {line}"


def _running(pages: list[list[Line]]) -> set[str]:
    """First and last lines that come back on many pages, digits aside."""
    seen: Counter[str] = Counter()
    for page in pages:
        seen.update({_DIGITS.sub("#", line.text) for line in [*page[:2], *page[-2:]]})
    return {words for words, times in seen.items() if times >= max(3, len(pages) * 0.4)}


def _is_running(line: Line, place: int, page: list[Line], running: set[str]) -> bool:
    edge = place < 2 or place >= len(page) - 2
    return edge and (bool(_NUMBER.match(line.text)) or _DIGITS.sub("#", line.text) in running)
