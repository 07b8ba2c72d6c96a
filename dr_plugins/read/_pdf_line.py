"""The lines of a PDF page, with where they stand, and with the wide white in them that parts the cells of tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

from dr_core.pattern import regex
from dr_plugins.read._math import RAISED

TAB = "\t"
WIDER = 1.4
"""How much wider than most of a page white between two words is that may part two cells."""

MOST_WHITES = 100
BROADEST = 0.3
"""The most that a space takes in usual fonts, in heights of a line."""
LONGEST_NAME = 120
"""Bytes of the name of a font; of a longer one nothing is known."""

_BOLD = regex(rb"bold|black|heavy|demi|cm\w*bx|-medi\b", re.IGNORECASE)
_BREAK = regex(r"\r\n|\n|\r")
_SPACE = regex(r"(?<=[^ \u3000\xa0])[ \u3000\xa0]+(?=[^ \u3000\xa0])")
_FIGURES = regex(r"\d[\d−–-]{0,20}\d")
_EXPONENT = regex(r"[−–-]?\d{1,3}")
_HYPHEN = regex(r"\w\w[-\u00ad\u2010\ufffe\x02]$")
_BROKEN_FOOT = regex(r"(?<=\ufffe)\d{1,4}$")
_WIDE = regex(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")


class Line(NamedTuple):
    """A line of a page: its words, where it begins and ends in points (from below and from the left), and its height.

    The library itself joins lines that a hyphen breaks, with U+FFFE in the hyphen's place, so a line may end below its start.
    Wide white in it is a tab, and ``whites`` says for each where it begins and ends. ``bold`` is one that begins and ends so, and
    ``least`` is the smaller height of its first and last letters.
    """

    text: str
    left: float
    right: float
    bottom: float
    height: float
    last_bottom: float
    whites: tuple[tuple[float, float], ...] = ()
    bold: bool = False
    least: float = 0.0

    def with_beside(self, line: Line) -> Line:
        """This line and another one that stands to its right."""
        return self._replace(
            text=f"{self.text}{TAB}{line.text}",
            right=line.right,
            last_bottom=line.last_bottom,
            whites=(*self.whites, (self.right, line.left), *line.whites),
        )


class _Space(NamedTuple):
    """White between two words of a line: its place in the line, and where it begins and ends."""

    start: int
    end: int
    left: float
    right: float


def lines(textpage: Any) -> list[Line]:
    """The lines of a page in reading order; a few calls into the library for a line and two for a space, so a page is quick."""
    raw = textpage.get_text_range().replace(TAB, " ")
    letters = _Letters(textpage)
    found: list[tuple[Line, list[_Space]]] = []
    at = 0
    for part in [*_BREAK.split(raw)]:
        words = part.strip(" \x00")
        if words:
            first = at + len(part) - len(part.lstrip(" \x00"))
            found.append((_line(textpage, letters, words, first), [*_spaces(letters, words, first)]))
        at += len(part)
        at += 2 if raw[at : at + 2] == "\r\n" else 1
    usual = _usual_white(found)
    kept = [_parted(line, [space for space in spaces if space.right - space.left > WIDER * usual]) for line, spaces in found]
    if kept and _BROKEN_FOOT.search(kept[-1].text):  # a word broken over the page, with the page number in between
        kept[-1] = kept[-1]._replace(text=_BROKEN_FOOT.sub("", kept[-1].text))
    return _with_exponents(kept)


def _usual_white(found: Sequence[tuple[Line, list[_Space]]]) -> float:
    """The white between most words of a page, no more than fonts have: a page may hold little but a table."""
    widths = [space.right - space.left for _, spaces in found for space in spaces]
    return min(median(widths), BROADEST * median(line.height for line, _ in found)) if widths else 0.0


def _line(textpage: Any, letters: _Letters, words: str, first: int) -> Line:
    last = first + len(words) - 1
    left, bottom, _, top = letters.box(first)
    _, last_bottom, right, last_top = letters.box(last)
    bold, least = letters.is_bold(first) and letters.is_bold(last), min(top - bottom, last_top - last_bottom)
    return Line(_raised(textpage, words, first), left, right, bottom, top - bottom, last_bottom, bold=bold, least=least)


def _spaces(letters: _Letters, words: str, first: int) -> Iterator[_Space]:
    for space in _SPACE.finditer(words):
        start, end = space.span()
        yield _Space(start, end, letters.box(first + start - 1)[2], letters.box(first + end)[0])


def _parted(line: Line, spaces: Sequence[_Space]) -> Line:
    """A line with tabs for wide white, and where that is; one with too much of it is that of no table."""
    if len(spaces) > MOST_WHITES:
        return line
    edges = [0, *(edge for space in spaces for edge in (space.start, space.end)), len(line.text)]
    parts = [line.text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    return line._replace(text=TAB.join(parts), whites=tuple((space.left, space.right) for space in spaces))


class _Letters:
    """Where the letters of a page stand, and whether they are bold by their fonts' names: the weights in files mean little."""

    def __init__(self, textpage: Any) -> None:
        # imported here, as the library is, whose own way to ask for a box takes twice as long
        import ctypes

        from pypdfium2 import raw

        self._page, self._raw, self._box = textpage.raw, raw, raw.FS_RECTF()
        self._name, self._flags = ctypes.create_string_buffer(LONGEST_NAME), ctypes.c_int()

    def box(self, at: int) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of a letter, with the room that its font leaves around it."""
        self._raw.FPDFText_GetLooseCharBox(self._page, at, self._box)
        return self._box.left, self._box.bottom, self._box.right, self._box.top

    def is_bold(self, at: int) -> bool:
        """Whether a letter is bold."""
        self._raw.FPDFText_GetFontInfo(self._page, at, self._name, LONGEST_NAME, self._flags)
        return bool(_BOLD.search(self._name.value))


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
            kept[-1] = before.with_beside(line)
        else:
            kept.append(line)
        broken = False
    return kept


def _is_exponent(line: Line, before: Line) -> bool:
    raised = 0.15 * before.height < line.bottom - before.last_bottom < before.height and line.height < 0.85 * before.height
    beside = -1 < line.left - before.right < 0.5 * before.height
    return raised and beside and before.text[-1:].isalnum() and bool(_EXPONENT.fullmatch(line.text))


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


def joined(before: str, line: str) -> str:
    """``line`` behind the words before it; a hyphen at the break is marked, to be decided on when all words are known."""
    if _HYPHEN.search(before[-3:]) and line[:1].islower():
        return f"{before[:-1]}\ufffe{line}"
    if before and line and is_wide(before[-1]) and is_wide(line[0]):
        return before + line
    return f"{before} {line}"


def is_wide(letter: str) -> bool:
    """Whether a letter is one of those that no space parts from the next."""
    return bool(_WIDE.match(letter))
