"""Markdown without its inline marks: what is quoted from it must read as prose. Headings, lists, tables and code keep theirs."""

from __future__ import annotations

import re

from dr_core.pattern import regex

# All repetitions are bounded, so that hostile text cannot make them slow.
_IMAGE = regex(r"!\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)")
_LINK = regex(r"\[([^\[\]\n]{1,500})\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,1000}\)")
_REFERENCE_LINK = regex(r"\[([^\[\]\n]{1,300})\]\[[^\[\]\n]{0,100}\]")
_REFERENCE = regex(r"^ {0,3}\[[^\]\n]{1,100}\]:[ \t]*\S{1,1000}.{0,300}$", re.M)
_FOOTNOTE = regex(r"\[\^[^\]\n]{1,50}\](?!:)")
_STRONG = regex(r"(\*\*|__)(?=\S)([^\n]{1,1000}?)(?<=\S)\1")
_EMPHASIS = regex(r"(?<![\w*])([*_])(?=[^\s*_])([^*_\n]{1,500}?)(?<=[^\s*_])\1(?![\w*])")
_TAG = regex(r"</?(?:b|i|em|strong|sup|sub|span|u|small|mark|br|p|div|center|a|font)(?:\s[^<>\n]{0,500})?/?>", re.I)
_CODE = regex(r"(?<!`)`([^`\n]{1,300})`(?!`)")
_ESCAPED = regex(r"\\([*_~`<\[\]])|(?m:^( {0,3}\d{1,9})\\([.)]))")
"""Signs of the text's own that would be marks: 5~7 is written 5\\~7, and a line that begins with a year 2024\\."""
_BLANK = regex(r"\n[ \t]*\n(?:[ \t]*\n)+")
_INLINE = (
    ("[", ((_IMAGE, ""), (_REFERENCE, ""), (_LINK, r"\1"), (_REFERENCE_LINK, r"\1"), (_FOOTNOTE, ""))),
    ("<", ((_TAG, ""),)),
    ("*_", ((_STRONG, r"\2"), (_EMPHASIS, r"\2"))),
    ("`", ((_CODE, r"\1"),)),
)
_TITLE = regex(r"^ {0,3}#{1,2}[ \t]+(.{1,300}?)[ \t#]*$|^(.{1,200})\n(?:={3,}|-{3,})[ \t]*$", re.M)
_FENCED = regex(r"^(?:```|~~~).*?^(?:```|~~~)[ \t]*$", re.M | re.S)


def plain(text: str) -> str:
    """``text`` with links as their words, images and comments gone, and no marks of emphasis; code blocks as they are."""
    parts: list[str] = []
    at = 0
    for fenced in _FENCED.finditer(text) if "```" in text or "~~~" in text else ():
        parts += [_plain(text[at : fenced.start()]), fenced.group()]
        at = fenced.end()
    return _BLANK.sub("\n\n", "".join([*parts, _plain(text[at:])])).strip()


def _plain(text: str) -> str:
    text = _without_comments(text)
    for mark, patterns in _INLINE:
        if any(char in text for char in mark):  # most texts have few of them
            for pattern, by in patterns:
                text = pattern.sub(by, text)
    return _ESCAPED.sub(r"\1\2\3", text) if "\\" in text else text


def _without_comments(text: str) -> str:
    """Not by a pattern: one that looks for an end that never comes is slow."""
    parts: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        parts.append(text[at:start])
        at = end + 3
    return "".join([*parts, text[at:]])


def title(text: str) -> str:
    """The first heading of the first two levels."""
    found = _TITLE.search(_FENCED.sub("", text[:20_000]))
    return (found.group(1) or found.group(2)).strip() if found else ""
