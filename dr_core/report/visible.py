"""What a reader sees of a markdown text, piece by piece: two texts with the same pieces look the same when they are shown.

How a text is written does not count: where lines are wrapped, blanks at their ends, which sign marks an item or stress, how wide
the columns of a table are, which characters are escaped. Everything that is shown counts, and where links and
pictures lead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dr_core.pattern import regex

if TYPE_CHECKING:
    from markdown_it.token import Token

CJK = "\u2e80-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uff65\U00020000-\U0003ffff"
"""Characters of writing without blanks between words; Korean has them."""
_BESIDE_CJK = regex(rf" (?=[{CJK}])|(?<=[{CJK}]) ")
_STRESS = {"em_open": "\ue010", "em_close": "\ue011", "strong_open": "\ue012", "strong_close": "\ue013"}
_OURS = regex("[\ue010-\ue017]")
"""The signs by which stress, links and pictures are compared; in the words of a text they stand for nothing."""


class Piece(NamedTuple):
    """A heading, a paragraph, a row of a table, a block of code: what it is and says, and the line it begins in."""

    kind: str
    text: str
    line: int


def folded(text: str) -> str:
    """``text`` with single blanks, and none where a wrapped line of Chinese or Japanese would leave one."""
    return _BESIDE_CJK.sub("", re.sub(r"\s+", " ", text)).strip()


def _uncommented(html: str) -> str:
    """``html`` without its comments; one that does not end hides what follows, and stays. In one pass, whatever it holds."""
    kept: list[str] = []
    at = 0
    while (begin := html.find("<!--", at)) >= 0 and (end := html.find("-->", begin + 4)) >= 0:
        kept.append(html[at:begin])
        at = end + 3
    return "".join([*kept, html[at:]])


def pieces(markdown: str, target: Callable[[str], str] = str) -> list[Piece]:
    """The pieces of ``markdown`` in order; ``target`` gives the name by which the target of a picture is compared."""
    from markdown_it import MarkdownIt  # takes a while to load, and is needed only where a report was changed

    tokens = MarkdownIt("commonmark").enable("table").parse(markdown.replace("\r\n", "\n").replace("\r", "\n"))
    return [piece for piece in _Walk(tokens, target).run() if piece.text or piece.kind.endswith("hr")]


class _Walk:
    def __init__(self, tokens: Sequence[Token], target: Callable[[str], str]) -> None:
        self.tokens = tokens
        self.target = target
        self.inside: list[str] = []  # quotes, lists and items around what is read
        self.counts: list[int] = []  # the number of the last item of each list
        self.row: list[str] | None = None
        self.line = 1
        self.kind = ""
        self.found: list[Piece] = []

    def run(self) -> list[Piece]:
        for token in self.tokens:
            if token.map:
                self.line = token.map[0] + 1
            self._token(token)
        return self.found

    def _token(self, token: Token) -> None:
        if token.type in ("blockquote_open", "bullet_list_open", "ordered_list_open"):
            self.inside.append(token.tag)
            self.counts.append(int(token.attrs.get("start", 1)) - 1)
        elif token.type in ("blockquote_close", "bullet_list_close", "ordered_list_close"):
            self.inside.pop()
            self.counts.pop()
        elif token.type == "list_item_open":
            self.counts[-1] += 1
            self.inside.append(str(self.counts[-1]) if self.inside[-1] == "ol" else "li")
        elif token.type == "list_item_close":
            self.inside.pop()
        elif token.type in ("heading_open", "paragraph_open"):
            self.kind = token.tag
        elif token.type == "tr_open":
            self.row = []
        elif token.type == "tr_close" and self.row is not None:
            self._add("row", " | ".join(self.row))
            self.row = None
        elif token.type == "inline":
            said = folded(self._inline(token.children or []))
            if self.row is not None:
                self.row.append(said)
            else:
                self._add(self.kind, said)
        elif token.type in ("fence", "code_block"):
            self._add("code", "\n".join(line.rstrip() for line in token.content.rstrip().split("\n")))
        elif token.type == "html_block":
            self._add("html", folded(_uncommented(token.content)))
        elif token.type == "hr":
            self._add("hr", "")

    def _add(self, kind: str, text: str) -> None:
        self.found.append(Piece("/".join([*self.inside, kind]), text, self.line))

    def _inline(self, tokens: Sequence[Token]) -> str:
        return "".join(self._shown(token) for token in tokens)

    def _shown(self, token: Token) -> str:
        if token.type in _STRESS:
            return _STRESS[token.type]
        if token.type in ("softbreak", "hardbreak"):
            return " "
        if token.type == "code_inline":
            return f"\ue015{token.content}\ue015"
        if token.type == "link_open":
            return f"\ue016{token.attrs.get('href', '')} {token.attrs.get('title', '')}\ue016"
        if token.type == "image":
            shown = f"{self._inline(token.children or [])} {token.attrs.get('title', '')}"
            return f"\ue017{shown}\ue017{self.target(str(token.attrs.get('src', '')))}\ue017"
        return _OURS.sub("\ufffd", _uncommented(token.content) if token.type == "html_inline" else token.content)
