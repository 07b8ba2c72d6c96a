"""Takes ``<think>`` blocks out of a text that comes in pieces.

A block is opened at the beginning of a line only. Models that think aloud do so there; elsewhere the tag is something the
answer talks about, and within a JSON string no line begins.
"""

from __future__ import annotations

import json
import re
from typing import Literal, NamedTuple

from dr_core.pattern import regex

NAMES = ("think", "thinking", "thought", "reasoning")
OPENERS = tuple(f"<{name}>" for name in NAMES)
BLANKS = " \t\r\n"
_STRAY = regex(rf"(?:^|\n)[ \t]*</(?:{'|'.join(NAMES)})>", re.IGNORECASE)
_CLOSER = regex(rf"</(?:{'|'.join(NAMES)})>", re.IGNORECASE)
_CLOSERS = {f"</{name}>": regex(f"</{name}>", re.IGNORECASE) for name in NAMES}
_ANSWER = regex(r"\s*(?:[{\[]|```)")
_BLANK = regex(f"[{BLANKS}]*")
_LONGEST_TAG = max(map(len, OPENERS))


class Piece(NamedTuple):
    """A stretch of an answer."""

    kind: Literal["text", "reasoning"]
    text: str


class ThinkSplitter:
    """Feed it the pieces as they come; it gives them back sorted, and holds back only what may still become a tag."""

    def __init__(self) -> None:
        self._held = ""
        self._at = 0  # how much of what is held has been given: cutting it off at every tag would copy the rest each time
        self._closer = ""  # the tag that ends the block we are in, if any
        self._line_start = True
        self._after_block = False

    def feed(self, text: str) -> list[Piece]:
        """What can be told apart by now."""
        self._held += text
        pieces: list[Piece] = []
        while self._at < len(self._held):
            before = (self._at, self._line_start)
            if self._closer:
                self._in_block(pieces)
            elif self._line_start:
                self._at_line_start(pieces)
            else:
                self._in_line(pieces)
            if (self._at, self._line_start) == before:
                break  # what is left may become a tag: wait for more
        self._held, self._at = self._held[self._at :], 0
        return pieces

    def finish(self) -> list[Piece]:
        """What was held back; a block that was never closed is reasoning to its end."""
        held, self._held = self._held, ""
        return [Piece("reasoning" if self._closer else "text", held)] if held else []

    def _in_block(self, pieces: list[Piece]) -> None:
        found = _CLOSERS[self._closer].search(self._held, self._at)  # lower() would move the places of some letters
        if found:
            self._give(pieces, "reasoning", found.start())
            self._at = found.end()
            self._closer, self._line_start, self._after_block = "", True, True
        else:
            self._give(pieces, "reasoning", len(self._held) - _beginning_of(self._closer, self._held[self._at :]))

    def _at_line_start(self, pieces: list[Piece]) -> None:
        blanks = _BLANK.match(self._held, self._at)
        first = blanks.end() if blanks else self._at
        if self._after_block:  # the blanks between a block and what follows belong to neither
            self._at = first
        rest = self._held[first : first + _LONGEST_TAG].lower()
        opener = next((tag for tag in OPENERS if rest.startswith(tag)), "")
        if opener:
            self._give(pieces, "text", first)
            self._at = first + len(opener)
            self._closer = f"</{opener[1:]}"
        elif rest and not any(tag.startswith(rest) for tag in OPENERS):
            self._give(pieces, "text", first)
            self._line_start = self._after_block = False
            self._in_line(pieces)

    def _in_line(self, pieces: list[Piece]) -> None:
        newline = self._held.find("\n", self._at)
        self._give(pieces, "text", len(self._held) if newline < 0 else newline)
        self._line_start = newline >= 0

    def _give(self, pieces: list[Piece], kind: Literal["text", "reasoning"], end: int) -> None:
        if end > self._at:
            pieces.append(Piece(kind, self._held[self._at : end]))
            self._at = end


def split_stray(text: str, shaped: bool = False) -> tuple[str, str]:
    """(reasoning, text) of an answer whose block was opened by the chat template, so that only its end can be seen.

    In an answer of a given shape (``shaped``) that end may also stand in the middle of a line, where JSON follows.
    """
    found = _STRAY.search(text)
    if shaped and not _is_json(text):
        found = next((closer for closer in reversed([*_CLOSER.finditer(text)]) if _ANSWER.match(text, closer.end())), found)
    return (text[: found.start()], text[found.end() :].lstrip(BLANKS)) if found else ("", text)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _beginning_of(tag: str, text: str) -> int:
    """How many characters at the end of ``text`` may be the beginning of ``tag``."""
    return next((size for size in range(min(len(tag) - 1, len(text)), 0, -1) if tag.startswith(text[-size:].lower())), 0)
