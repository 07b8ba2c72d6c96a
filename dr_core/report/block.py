"""A report's markdown as blocks: one pass over the lines, so that no text, however hostile, costs more than its length.

This is no renderer: it tells prose from headings, lists, tables, code and quotes as CommonMark does, where they matter for
citations, and never looks inside a line further than it must.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dr_core.pattern import regex

Kind = Literal["heading", "paragraph", "item", "table", "code", "rule", "image", "html", "note"]

_QUOTE = regex(r"[ ]{0,3}>[> \t]*")
_FENCE = regex(r"[ \t]*(`{3,}|~{3,})")
_HEADING = regex(r"[ ]{0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*#*[ \t]*$")
_RULE = regex(r"[ ]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_UNDERLINE = regex(r"[ ]{0,3}(?:=+|-{2,})[ \t]*$")
_ITEM = regex(r"([ \t]*)([-*+•]|\d{1,9}[.)])(?:[ \t]+(.*))?$")
_NOTE = regex(r"[ ]{0,3}\[\^([^\]\s]{1,60})\]:[ \t]*(.*)")
_DELIMITER = regex(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_IMAGE = regex(r"\[?!\[[^\]\n]{0,1000}\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:[ \t]\"[^\"\n]*\")?\)(?:\]\([^()\s]*\))?[ \t]*$")
_TAG_ONLY = regex(r"[ \t]*(?:</?[A-Za-z][^<>]{0,500}>[ \t]*|<!--[^>]{0,1000}-->[ \t]*)+$")
_HIDDEN = regex("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")

SETEXT = 120
"""A longer line above --- is a paragraph with a rule, whatever CommonMark says: prose must not pass as a heading."""


@dataclass
class Block:
    """A block: its words without markup of lines, where it begins (counted from 1), and what is known of it."""

    kind: Kind
    text: str
    line: int
    level: int = 0
    """Of a heading; of an item, the columns it is indented by."""
    marker: str = ""
    """Of an item, its bullet or number; of a note, its label."""
    quoted: bool = False


def reveal(text: str) -> str:
    """``text`` without characters that show nothing: they hide marks from a reader of bytes and change nothing for a person."""
    return _HIDDEN.sub("", text)


def blocks(markdown: str) -> list[Block]:
    """The blocks of ``markdown`` in order."""
    return _Parser(reveal(markdown).replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").split("\n")).run()


class _Parser:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.found: list[Block] = []
        self.parts: list[str] = []  # the lines of the open block
        self.open: Block | None = None
        self.at = 0
        self.in_list = False

    def run(self) -> list[Block]:
        while self.at < len(self.lines):
            self._line()
            self.at += 1
        self._close()
        return self.found

    def _line(self) -> None:
        line = self.lines[self.at]
        quote = _QUOTE.match(line)
        quoted = bool(quote)
        content = line[quote.end() :] if quote else line
        if self.open and self.open.quoted != quoted and content.strip():
            self._close()
        if not content.strip():
            self._close()
        elif _FENCE.match(content):
            self._fence(content, quoted)
        elif heading := _HEADING.match(content):
            self._add(Block("heading", (heading[2] or "").strip(), self.at + 1, len(heading[1]), quoted=quoted))
            self.in_list = False
        elif self._is_underline(content):
            assert self.open is not None
            self.open.kind, self.open.level = "heading", 1 if "=" in content else 2
            self._close()
        elif _RULE.match(content):
            self._add(Block("rule", "", self.at + 1, quoted=quoted))
            self.in_list = False
        elif self._is_table(content, quoted):
            self._table(quoted)
        else:
            self._words(content, quoted)

    def _words(self, content: str, quoted: bool) -> None:
        number = self.at + 1
        if note := _NOTE.match(content):
            self._begin(Block("note", note[2], number, marker=note[1], quoted=quoted))
        elif (item := _ITEM.match(content)) and (item[3] or not self.open):
            self._begin(Block("item", (item[3] or "").strip(), number, len(item[1].expandtabs(4)), item[2], quoted))
            self.in_list = True
        elif _IMAGE.match(content.strip()):
            self._add(Block("image", content.strip(), number, quoted=quoted))
        elif _TAG_ONLY.match(content[:4000]) and len(content) < 4000:
            self._add(Block("html", content.strip(), number, quoted=quoted))
        elif self.open:
            self.parts.append(content.strip())
        elif content.startswith(("    ", "\t")) and not self.in_list and not quoted:
            self._add(Block("code", content, number))
        else:
            if not content.startswith((" ", "\t")):
                self.in_list = False
            self._begin(Block("paragraph", content.strip(), number, len(content) - len(content.lstrip()), quoted=quoted))

    def _fence(self, content: str, quoted: bool) -> None:
        self._close()
        fence = content.strip()
        mark = fence[0] * (len(fence) - len(fence.lstrip(fence[0])))
        first = self.at
        body: list[str] = []
        while self.at + 1 < len(self.lines):
            self.at += 1
            inner = self.lines[self.at].lstrip("> \t") if quoted else self.lines[self.at].strip()
            if inner.startswith(mark) and not inner.strip(mark[0]).strip():
                break
            body.append(self.lines[self.at])
        self.found.append(Block("code", "\n".join(body), first + 1, quoted=quoted))

    def _is_underline(self, content: str) -> bool:
        opened = self.open is not None and self.open.kind == "paragraph" and len(self.parts) == 1 and len(self.parts[0]) <= SETEXT
        return opened and bool(_UNDERLINE.match(content))

    def _is_table(self, content: str, quoted: bool) -> bool:
        if "|" not in content:
            return False
        following = self.lines[self.at + 1] if self.at + 1 < len(self.lines) else ""
        if quoted:
            following = following.lstrip("> ")
        if "-" in following and _DELIMITER.match(following[:2000]):
            return True
        bare = content.strip()
        return bare.startswith("|") and bare.endswith("|") and len(bare) > 2

    def _table(self, quoted: bool) -> None:
        self._close()
        first = self.at
        rows = []
        while self.at < len(self.lines) and "|" in self.lines[self.at] and self.lines[self.at].strip():
            rows.append(self.lines[self.at].lstrip("> ") if quoted else self.lines[self.at].strip())
            self.at += 1
        self.at -= 1
        self.found.append(Block("table", "\n".join(rows), first + 1, quoted=quoted))

    def _begin(self, block: Block) -> None:
        self._close()
        self.open, self.parts = block, [block.text]

    def _add(self, block: Block) -> None:
        self._close()
        self.found.append(block)

    def _close(self) -> None:
        if self.open is not None:
            self.open.text = "\n".join(self.parts).strip()
            if self.open.text or self.open.kind == "note":
                self.found.append(self.open)
        self.open, self.parts = None, []
