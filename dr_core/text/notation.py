"""Whether a text writes 1.234,5 or 1,234.5: its language tells, by its little words, and else its other numbers.

Only texts in which it makes a difference (36.300, 1,234, 1 234, 3 Mio.) are looked at.
"""

from __future__ import annotations

import re
from functools import lru_cache

from dr_core.pattern import regex
from dr_core.text.language import ENGLISH

DIGITS = r"\d{1,3}(?:[ .\u00a0\u2009\u202f]\d{3})+(?:,\d+)?(?!\d)|\d+(?:[.,]\d+)?"
"""A number of such a text: 1.234,5 or 1 234,5."""
EITHER = regex(r"[1-9]\d{0,2}\.\d{3}")
"""What may be meant either way; 1,234 is hardly ever one and a bit."""
SCALES = {
    "mio": 1e6, "mio.": 1e6, "millionen": 1e6, "mrd": 1e9, "mrd.": 1e9, "milliarden": 1e9, "milliarde": 1e9, "billionen": 1e12,
    "tausend": 1e3, "milliers": 1e3, "milliard": 1e9, "milliards": 1e9, "md": 1e9, "mds": 1e9, "mil millones": 1e9,
    "millones": 1e6, "millón": 1e6, "billones": 1e12, "mil": 1e3, "mila": 1e3, "milioni": 1e6, "milione": 1e6, "miliardi": 1e9,
    "miliardo": 1e9, "mil milhões": 1e9, "milhões": 1e6, "milhão": 1e6, "bilhões": 1e9,
    "bilhão": 1e9, "trilhões": 1e12, "trilhão": 1e12, "miljoen": 1e6, "miljard": 1e9,
}  # fmt: skip
"""Words for large numbers in the languages that write a decimal comma, but those that English has, too."""

_WORDS = """
der das dem des ein eine einer eines einem einen und oder auf bei durch im ist sind mit wird werden wurde wurden haben hatte
für nach nicht noch nur je sich sie seit über von vom vor zu zum zur als auch bis rund etwa knapp prozent mehr weniger kostet
le la les du de et une est sont pour dans sur avec aux ont été était moins que qui en environ près chaque
el los las del una unos es por para más menos cada sobre fue un y cuesta
il lo gli della dello dei degli delle di nel nella sono è più circa quasi costa costano
dos uma umas são foi em não mais cerca quase custa custam
het een voor zijn wordt werd naar niet ook
"""
_CONTINENTAL = frozenset(_WORDS.split()).union(*(name.strip(".").split() for name in SCALES)) - {"md", "mds"}
_WORD = regex(r"[^\W\d_]+")
_NAME = regex(r"[A-ZÀ-Þ]\w+ (?:de|del|di|du|der|la|le|el|los|las|von|dos)(?: (?:la|las|los|der))?(?= [A-ZÀ-Þ])")
"""A little word within a name: Rio de Janeiro, Ursula von der Leyen."""
_CJK = regex(r"[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]")
_TELLS = regex(r"\d[ .,\u00a0\u2009\u202f]\d{3}(?!\d)|\d[\s\u00a0]?(?:m|tausend|billion|bilh|trilh)", re.IGNORECASE)
_COMMA = regex(r"(?<![\d.,])(?:\d+,(?:\d{1,2}|\d{4,})|\d{1,3}(?:\.\d{3})+,\d+)(?![\d]|[.,]\d)")
_POINT = regex(r"(?<![\d.,])(?:\d+\.(?:\d{1,2}|\d{4,})|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})(?![\d]|[.,]\d)")


def notation(text: str) -> bool | None:
    """``decimal_comma`` of a text in which it makes a difference; False for any other."""
    return decimal_comma(text) if _TELLS.search(text) else False


@lru_cache(maxsize=4096)
def decimal_comma(text: str) -> bool | None:
    """Whether the comma of a number is a decimal one in ``text``; None where neither its words nor its numbers tell."""
    if _CJK.search(text):
        return False
    words = _WORD.findall(text)
    english = sum(word.lower() in ENGLISH for word in words)
    own = sum(word in _CONTINENTAL or word.lower() in SCALES for word in words) - len(_NAME.findall(text))
    if own != english and (own > 0 or english):
        return own > english
    comma, point = bool(_COMMA.search(text)), bool(_POINT.search(text))
    return comma if comma != point else None
