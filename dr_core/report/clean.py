"""Words that were written by a model or a page, made plain: no links, no pictures, no markup, no marks that look like citations.

A citation is given by code, a URL of a report is one of its sources, an image is one that the run drew: whatever else looks like
them in a text was put there by somebody.
"""

from __future__ import annotations

import re
import unicodedata

from dr_core.pattern import regex
from dr_core.text.marker import notes_removed

_HIDDEN = regex(r"<(script|style|details|iframe|object|svg)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_TAG = regex(r"</?[a-zA-Z!][^<>]{0,2000}>")
_IMAGE = regex(r"!\[[^\]\n]{0,500}\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,200}\])?")
_LINK = regex(r"\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)")
_DEFINED = regex(r"^[ \t]*\[[^\]\n]{1,200}\]:[^\n]*$", re.MULTILINE)
_URL = regex(r"(?:\b(?:https?|ftp|file|data|javascript)\s?:\s?(?://)?|\bwww\.)[^\s<>()\[\]|，。；、」』”\"']+", re.IGNORECASE)
_HEADING = regex(r"^[ \t]*#{1,6}[ \t][^\n]*$", re.MULTILINE)
_MARK = regex(r"\s?(?:\\?\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\\?\]|【\d{1,3}[^】\n]{0,20}】|\[\^[\w-]{1,20}\])")
_EMPTY = regex(r"[(（]\s*(?:see|siehe|参见|參見)?\s*[)）]|\[\s*\]")
_IDS = r"[est]\d{1,4}(?:\s*(?:[,;、，；/&–—~-]|and|和|與|与|及|と)\s*[est]?\d{1,4})*"
_NAMED = (
    r"(?i:see|sources?|refs?|references?|evidence|ids?|cite|siehe|quellen?|voir|véase|fuentes?|si veda|font(?:e|es|i)"
    r"|来源|來源|出处|出處|参考|參考|出典|参照|见|見|证据|證據|资料|資料|출처)"
)
_ID_MARK = regex(
    rf"\s?\^?[\[(（【〔{{]+\s*\^?(?:{_NAMED}\s*[:：]?\s*)?({_IDS})\s*[\])）】〕}}]+\^?"
    rf"|\s?{_NAMED}\s?[:：]\s?({_IDS})(?![\w])[.。]?"
)
"""Ids of evidence and sources as models put them into texts: [e3], (e3, e4), 【e3】, [^e3], (source: e3)."""
_MARK_SIGNS = frozenset("[({:")
"""One of these ASCII characters stands in every mark that has none but ASCII characters."""
_BOLD = regex(r"(?<![A-Za-z0-9)*\\])(\*{2,3})(?=[^\s*])([^\n]{1,2000}?)(?<=[^\s*])\1(?![A-Za-z0-9(*])")
_ITALIC = regex(r"(?<![\w*\\])\*(?=[^\s*])([^*\n]{1,2000}?)(?<=[^\s*])\*(?![\w*])")
_CODE = regex(r"`([^`\n]{1,400})`")

_LOOSE_SIGN = regex(r" (?=[,;:!?]|\.(?!\w))")
"""A space before a sign that ends or parts sentences; a point before a word is part of a name: .NET, .backup."""

_UNSEEN = regex(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0001\U000e0020-\U000e007f]"
    "|(?<![^\\x00-\\x7f])[\u200c\u200d]"
)
"""Characters that show nothing and turn or hide what stands around them; joiners are kept behind the letters that need them."""
_ORDER = regex(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
"""Controls that are no white space: a terminal that shows a file obeys them."""


def unseen_removed(text: str) -> str:
    """``text`` without characters that a reader cannot see and that change what he sees: a turned address reads like another."""
    return text if text.isascii() else _UNSEEN.sub("", text)


def showable(text: str) -> str:
    """``text`` as ``unseen_removed`` leaves it, with the sign for what cannot be shown in the place of controls."""
    return text if text.isprintable() else _ORDER.sub("\ufffd", unseen_removed(text))


def _controls_removed(text: str) -> str:
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf", "Co", "Cs"))


def id_marks(text: str) -> list[str]:
    """The ids that stand in ``text`` like citations, as they were put there."""
    return [found[1] or found[2] for found in _ID_MARK.finditer(text)]


def plain(text: str, *, table: bool = False) -> str:
    """``text`` with its words only. The lines of a ``table`` stay lines."""
    kept = _controls_removed(text)
    # most words have none of the signs of markup, and no pattern looks for less than one of them
    if "<" in kept or "[" in kept:
        kept = _LINK.sub(r"\1", _DEFINED.sub("", _IMAGE.sub("", _HIDDEN.sub("", kept))))
    if ":" in kept or "www." in kept.lower():
        kept = _URL.sub("", kept)
    if "<" in kept:
        kept = _TAG.sub("", kept)
    if "#" in kept:
        kept = _HEADING.sub("", kept)
    if "`" in kept or "*" in kept:
        for emphasis in (_CODE, _BOLD, _ITALIC):
            kept = emphasis.sub(lambda found: found[found.re.groups], kept)
    if not kept.isascii() or not _MARK_SIGNS.isdisjoint(kept):
        kept = _EMPTY.sub("", notes_removed(_ID_MARK.sub("", _MARK.sub("", kept))))
    lines = [re.sub(r"[ \t]{2,}", " ", line).strip() if not table else line.rstrip() for line in kept.split("\n")]
    return "\n".join(line for line in lines if line) if table else _LOOSE_SIGN.sub("", " ".join(filter(None, lines))).strip()
