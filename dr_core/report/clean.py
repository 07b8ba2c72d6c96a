"""Words that were written by a model or a page, made plain: no links, no pictures, no markup, no marks that look like citations.

A citation is given by code, a URL of a report is one of its sources, an image is one that the run drew: whatever else looks like
them in a text was put there by somebody.
"""

from __future__ import annotations

import re
import unicodedata

_HIDDEN = re.compile(r"<(script|style|details|iframe|object|svg)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z!][^<>]{0,2000}>")
_IMAGE = re.compile(r"!\[[^\]\n]{0,500}\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,200}\])?")
_LINK = re.compile(r"\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)")
_DEFINED = re.compile(r"^[ \t]*\[[^\]\n]{1,200}\]:[^\n]*$", re.MULTILINE)
_URL = re.compile(
    r"(?:\b(?:https?|ftp|file|data|javascript)\s?:\s?(?://)?|\bwww\.)[^\s<>()\[\]|，。；、」』”\"']+", re.IGNORECASE
)
_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t][^\n]*$", re.MULTILINE)
_MARK = re.compile(r"\s?(?:\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]|【\d{1,3}[^】\n]{0,20}】|\[\^[\w-]{1,20}\])")
_EMPTY = re.compile(r"\(\s*(?:see|siehe|参见|參見)?\s*\)|\[\s*\]")

_UNSEEN = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0001\U000e0020-\U000e007f]"
    "|(?<![^\\x00-\\x7f])[\u200c\u200d]"
)
"""Characters that show nothing and turn or hide what stands around them; joiners are kept behind the letters that need them."""


def unseen_removed(text: str) -> str:
    """``text`` without characters that a reader cannot see and that change what he sees: a turned address reads like another."""
    return _UNSEEN.sub("", text)


def plain(text: str, *, table: bool = False) -> str:
    """``text`` with its words only. The lines of a ``table`` stay lines."""
    kept = "".join(char for char in text if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf", "Co", "Cs"))
    kept = _DEFINED.sub("", _IMAGE.sub("", _HIDDEN.sub("", kept)))
    kept = _TAG.sub("", _URL.sub("", _LINK.sub(r"\1", kept)))
    kept = _EMPTY.sub("", _MARK.sub("", _HEADING.sub("", kept)))
    lines = [re.sub(r"[ \t]{2,}", " ", line).strip() if not table else line.rstrip() for line in kept.split("\n")]
    return (
        "\n".join(line for line in lines if line)
        if table
        else re.sub(r" ([.,;:!?])", r"\1", " ".join(filter(None, lines))).strip()
    )
