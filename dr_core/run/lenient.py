"""A forgiving reader of JSON, for the mistakes that models make.

It takes single and typographic quotes, the full-width signs of Chinese and Japanese, bare keys, Python's ``True``/``None`` and
tuples, comments, missing and trailing commas, raw line breaks and unescaped quotes in texts, and ends that are missing; for the
last it says so. What is not JSON at all is ``Broken``.
"""

from __future__ import annotations

import json
import re
from typing import Any

from dr_core.pattern import regex

_SPACE = regex(r"(?:[\s\u00a0]|//[^\n]*|/\*.*?\*/|#[^\n]*)*", re.DOTALL)
_BLANKS = regex(r"[\s\u00a0]*")
_KEY = regex(r"""(["'])[^"'\\\n]{1,80}\1\s*[:：]""")
_NUMBER = regex(r"[-+]?(?:\d+(?:_\d+)*)?(?:\.\d+)?(?:[eE][-+]?\d+)?")
_HALF_NUMBER = regex(r"\.?(?:[eE][-+]?)?")
_BARE = regex(r"[^\W\d][\w$-]*")
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "`": "`", "„": "“", "«": "»", "＂": "＂"}
_WORDS = {"true": True, "false": False, "null": None, "none": None, "nan": None, "undefined": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": "\n"}
_COMMAS, _COLONS, _ENDS = ",，、", ":：", "}｝]］)）"
_LISTS = {"[": "]］", "［": "]］", "(": ")）", "（": ")）"}
_DEEPEST = 200


class Broken(Exception):
    """This is no JSON, however kindly one reads it; ``at`` is where it stops being any."""

    def __init__(self, why: str, at: int = 0) -> None:
        super().__init__(why)
        self.at = at


def parse(text: str, start: int = 0) -> tuple[Any, int, bool]:
    """(the value that begins at ``start``, where it ends, whether its end is missing)."""
    reader = _Reader(text, start)
    try:
        value = reader.value(0)
    except Broken as exc:
        raise Broken(str(exc), max(reader.at, start + 1)) from None
    return value, reader.at, reader.cut


class _Reader:
    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.cut = False

    def skip(self) -> str:
        """The next character that means something, or nothing at the end."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise Broken("too deep")
        char = self.skip()
        if char and char in "{｛":
            return self.object(depth)
        if char in _LISTS:
            return self.array(depth, _LISTS[char])
        if char in _QUOTES and char:
            return self.string(char)
        return self.scalar(char)

    def object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        while True:
            char = self.skip()
            if not char:
                self.cut = True
                return found
            if char in _COMMAS and found:
                self.at += 1
                continue
            if char in "}｝":
                self.at += 1
                return found
            if char in "]］" and found:
                return found  # a brace was forgotten; the bracket belongs to the list around
            key = self.key(char)
            if self.skip() not in tuple(_COLONS):
                if self.cut or not self.skip():
                    self.cut = True
                    return found  # half a key, or a key without its value
                raise Broken(f"no colon after the key at {self.at}")
            self.at += 1
            if not self.skip():
                self.cut = True
                return found
            found[key] = self.value(depth + 1)

    def key(self, char: str) -> str:
        if char in _QUOTES:
            return self.string(char, is_key=True)
        bare = _BARE.match(self.text, self.at)
        if not bare:
            raise Broken(f"no key at {self.at}")
        self.at = bare.end()
        return bare[0]

    def array(self, depth: int, closers: str) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        while True:
            char = self.skip()
            if not char:
                self.cut = True
                return found
            if char in _COMMAS and found:
                self.at += 1
                continue
            if char in closers:
                self.at += 1
                return found
            if char in "}｝:：":
                raise Broken(f"a list runs into {char!r} at {self.at}")
            found.append(self.value(depth + 1))

    def string(self, quote: str, is_key: bool = False) -> str:
        closer = _QUOTES[quote]
        self.at += 1
        pieces: list[str] = []
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "\\":
                pieces.append(self.escape())
            elif char in (closer, quote) and self.ends_string(is_key):
                self.at += 1
                return "".join(pieces)
            else:
                pieces.append(char)
                self.at += 1
        self.cut = True
        return "".join(pieces)

    def ends_string(self, is_key: bool) -> bool:
        """Whether the quote here ends the text: what follows is what may follow a text, or nothing does. Otherwise it was one
        that should have been escaped."""
        after = self.past_blanks(self.at + 1)
        following = self.text[after : after + 1]
        if not following or following in (_COLONS if is_key else _ENDS if self.closes(after) else "}]"):
            return True
        if is_key:
            return False
        if following in _COMMAS:  # a comma also stands in prose: look whether a value or a key comes behind it
            after = self.past_blanks(after + 1)
            behind = self.text[after : after + 1]
            if following != ",":  # and a full-width one mostly does: figures follow it in any sentence
                return not behind or behind in "{｛[［}｝]］" or behind in _QUOTES or self.begins_word(after)
            return not behind or behind in "{[}])-/" or behind in _QUOTES or behind.isdigit() or self.begins_word(after)
        # The comma was forgotten, if a key comes, or a text on a line of its own.
        return following in _QUOTES and ("\n" in self.text[self.at : after] or bool(_KEY.match(self.text, after)))

    def closes(self, at: int) -> bool:
        """Whether the bracket here, which may also stand in prose, is followed by what can follow an end."""
        after = self.past_blanks(at + 1)
        return self.text[after : after + 1] in ("", *_COMMAS, *_ENDS)

    def past_blanks(self, at: int) -> int:
        found = _BLANKS.match(self.text, at)
        return found.end() if found else at

    def begins_word(self, at: int) -> bool:
        word = _BARE.match(self.text, at)
        if not word:
            return False
        return word[0].lower() in _WORDS or self.text.startswith((":", "："), self.past_blanks(word.end()))

    def escape(self) -> str:
        code = self.text[self.at + 1 : self.at + 2]
        if code == "u":
            try:  # json knows surrogate pairs
                size = 12 if re.match(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..", self.text[self.at : self.at + 12]) else 6
                value: str = json.loads(f'"{self.text[self.at : self.at + size]}"')
            except ValueError:
                size, value = 2, "u"
            self.at += size
            return value
        self.at += 2
        return _ESCAPES.get(code, code)

    def scalar(self, char: str) -> Any:
        word = _BARE.match(self.text, self.at)
        if word:
            if word[0].lower() in _WORDS:
                self.at = word.end()
                return _WORDS[word[0].lower()]
            if word.end() == len(self.text) and any(known.startswith(word[0].lower()) for known in _WORDS):
                self.at, self.cut = word.end(), True
                return None
            raise Broken(f"a bare word at {self.at}")
        number = _NUMBER.match(self.text, self.at)
        if not number or not any(digit.isdigit() for digit in number[0]):
            raise Broken(f"no value at {self.at} ({char!r})")
        self.at = number.end()
        if _HALF_NUMBER.fullmatch(self.text, self.at):  # "2." or "1e-", and there the text ends
            self.at, self.cut = len(self.text), True
        digits = number[0].replace("_", "").lstrip("+")
        try:
            return json.loads(digits)
        except ValueError:
            return float(digits)
