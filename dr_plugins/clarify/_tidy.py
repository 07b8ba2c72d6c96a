"""A question as it was meant: without the quotes and the full stop around it, and in letters of one width."""

from __future__ import annotations

import re
import unicodedata

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_PUNCTUATION = "，：；（）！？"
_QUOTES = {
    '"': '"',
    "'": "'",
    "“": "”",
    "”": "”",
    "‘": "’",
    "’": "’",
    "「": "」",
    "『": "』",
    "《": "》",
    "〈": "〉",
    "【": "】",
    "«": "»",
    "‹": "›",
    "„": "“",
    "`": "`",
}
_STOPS = ".。．｡…·"


def plain(text: str) -> str:
    """``text`` with full-width forms as ASCII, one character for one."""
    return text.translate(_WIDE)


def tidy(text: str) -> str:
    """``text`` with even spaces, letters of normal width, and no quotes or full stop around the whole.

    Only the width changes: ² stays ², because "10²" is not "102". Punctuation between CJK characters keeps its own width.
    """
    text = unicodedata.normalize("NFC", "".join(_visible(char) for char in text))
    wide = [_keeps_width(text, at) for at in range(len(text))]
    text = "".join(char if kept else plain(char) for char, kept in zip(text, wide, strict=True))
    text = re.sub(r"\s+", " ", text).strip()
    before = None
    while text != before:
        before = text
        text = text.rstrip(_STOPS + " ")
        if len(text) > 1 and _QUOTES.get(text[0]) == text[-1] and not {text[0], text[-1]} & set(text[1:-1]):
            text = text[1:-1].strip()
    return text


def _visible(char: str) -> str:
    if char.isprintable():
        return char
    return "" if unicodedata.category(char) == "Cf" else " "  # a zero-width mark parts no word, a line break does


def _keeps_width(text: str, at: int) -> bool:
    if text[at] not in _PUNCTUATION:
        return False
    return any(_is_cjk(char) for char in text[max(0, at - 1) : at] + text[at + 1 : at + 2])


def _is_cjk(char: str) -> bool:
    return "\u3041" <= char <= "\u30fc" or "\u3400" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7a3"
