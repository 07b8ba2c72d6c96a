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

    Only the width changes: ² stays ², because "10²" is not "102". Punctuation of a text with CJK characters keeps its own width.
    """
    text = unicodedata.normalize("NFC", "".join(_visible(char) for char in text))
    kept = _PUNCTUATION if any(map(_is_cjk, text)) else ""
    text = "".join(char if char in kept else plain(char) for char in text)
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


def _is_cjk(char: str) -> bool:
    return "\u3041" <= char <= "\u30fc" or "\u3400" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7a3"
