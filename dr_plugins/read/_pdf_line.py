"""The lines of a PDF page, with where they stand, and with the wide white in them that parts the cells of tables."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from dr_core.pattern import regex
from dr_plugins.read._math import RAISED

TAB = "\t"
WIDE, WIDE_BEHIND_STOP = 0.8, 1.6
"""White between two words, in heights of the line, that prose does not have: more of it behind a stop, where a stretched line has
most."""

LONGEST_NAME = 120
"""Bytes of the name of a font; of a longer one nothing is known."""

_BOLD = regex(rb"bold|black|heavy|demi|cm\w*bx|-medi\b", re.IGNORECASE)
_BREAK = regex(r"\r\n|\n|\r")
_SPACE = regex(r"(?<=[^ \u3000\xa0])[ \u3000\xa0]+(?=[^ \u3000\xa0])")
_STOPS = ".,;:!?"
_FIGURES = regex(r"\d[\d−–-]{0,20}\d")
_EXPONENT = regex(r"[−–-]?\d{1,3}")
_HYPHEN = regex(r"(\w{2,})[-\u00ad\u2010\ufffe\x02]$")
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
        wide = line.left - self.right >= WIDE * self.height
        between = ((self.right, line.left),) if wide else ()
        return self._replace(
            text=f"{self.text}{TAB if wide else ' '}{line.text}",
            right=line.right,
            last_bottom=line.last_bottom,
            whites=(*self.whites, *between, *line.whites),
        )


def lines(textpage: Any) -> list[Line]:
    """The lines of a page in reading order; a few calls into the library for a line and two for a space, so a page is quick."""
    raw = textpage.get_text_range().replace(TAB, " ")
    letters = _Letters(textpage)
    found: list[Line] = []
    at = 0
    for part in [*_BREAK.split(raw)]:
        words = part.strip(" \x00")
        if words:
            first = at + len(part) - len(part.lstrip(" \x00"))
            last = first + len(words) - 1
            left, bottom, _, top = letters.box(first)
            _, last_bottom, right, last_top = letters.box(last)
            words, whites = _parted(letters, _raised(textpage, words, first), first, top - bottom)
            bold, least = letters.is_bold(first) and letters.is_bold(last), min(top - bottom, last_top - last_bottom)
            found.append(Line(words, left, right, bottom, top - bottom, last_bottom, whites, bold, least))
        at += len(part)
        at += 2 if raw[at : at + 2] == "\r\n" else 1
    if found and _BROKEN_FOOT.search(found[-1].text):  # a word broken over the page, with the page number in between
        found[-1] = found[-1]._replace(text=_BROKEN_FOOT.sub("", found[-1].text))
    return _with_exponents(found)


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


def _parted(letters: _Letters, words: str, first: int, height: float) -> tuple[str, tuple[tuple[float, float], ...]]:
    """A line with tabs for wide white, and where that is."""
    whites: list[tuple[float, float]] = []

    def part(space: re.Match[str]) -> str:
        left, right = letters.box(first + space.start() - 1)[2], letters.box(first + space.end())[0]
        behind_stop = words[space.start() - 1] in _STOPS
        if right - left < (WIDE_BEHIND_STOP if behind_stop else WIDE) * height:
            return space.group()
        whites.append((left, right))
        return TAB

    return _SPACE.sub(part, words), tuple(whites)


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
    broken = _HYPHEN.search(before)
    if broken and line[:1].islower():
        return f"{before[:-1]}\ufffe{line}"
    if before and line and _WIDE.match(before[-1]) and _WIDE.match(line[0]):
        return before + line
    return f"{before} {line}"
