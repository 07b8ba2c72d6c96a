"""Names in German, where every noun has a capital: a capital alone shows none.

What is written as no noun is (EPA, GmbH, A320), what stands in several capitals side by side without an article (James Wright,
but not der Aufenthaltstitel Pflege), and a word that stands in another's place behind a preposition without an article: "in Osaka
steht" of what the source says of Tokyo.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.pattern import regex
from dr_core.text.name import Name
from dr_core.text.token import function_words, terms

CAPITALS = frozenset({"de", "lb"})
"""The languages that write nouns so."""

_NOUN = regex(r"[A-ZÄÖÜ][a-zäöüßé]+(?:-(?:[A-ZÄÖÜ]?[a-zäöüßé]+))*|[A-ZÄÖÜ]")
_COUNTED = regex(
    r"(?:(?:Prozent(?:punkte\w?)?|Tausend|Million(?:en)?|Milliarden?|Billion(?:en)?|Euro|Dollar|Yen|Franken|Cent|Tonnen?|Meter\w?"
    r"|Kilometer\w?|Stunden?|Minuten?|Tagen?|Wochen?|Monaten?|Jahren?|Ende|Anfang|Mitte|Januar|Februar|März|April|Mai|Juni|Juli"
    r"|August|September|Oktober|November|Dezember)\s)+"
)
"""What is counted, or when: the noun behind it is no part of it."""
_BEFORE = regex(r"\b(?:in|aus|nach|von|bei|bis|für|mit|durch|gegen|um)\s\Z", re.I)
_FIRST, _INFLECTED = regex(r"(?:^|[.!?:]\s)\W*([A-ZÄÖÜ][a-zäöüß]+)\s\Z"), regex(r"e[mnrs]?\Z")
"""The word that begins the sentence, right before a noun: part of a name, unless it is declined as its adjective is."""
_BEHIND = regex(r"[\s,]+(\w+)")
_ARTICLE = regex(
    r"\b(?:d(?:er|ie|as|em|en|es)|(?:k|m|s)?ein(?:e[mnrs]?)?|ihre?[mnrs]?|(?:dies|jed)e[mnrs]?|zum|zur|vom|beim|im|am)\s\Z", re.I
)
"""What stands before a noun, and not before somebody's name."""


def shows_a_name(name: Name, text: str) -> bool:
    """Whether a name in ``text`` is one, though every noun has a capital."""
    words = _COUNTED.sub("", f"{name.text} ").split()
    nouns = [word for word in words if _NOUN.fullmatch(word)]
    marked = any(not word.islower() for word in words if word not in nouns)
    first = _FIRST.search(text, 0, name.start)
    called = len(nouns) > 1 and not (_ARTICLE.search(text, 0, name.start) and not _INFLECTED.search(nouns[0]))
    several = called or bool(first and not _INFLECTED.search(first[1]) and not function_words().issuperset(terms(first[1])))
    return name.kind != "name" or marked or (nouns == words and several)


def in_another_s_place(claim: str, name: Name, spans: Sequence[str]) -> bool:
    """Whether a noun stands where a span has another one, with the same words around both."""
    before, behind = _BEFORE.search(claim, 0, name.start), _BEHIND.match(claim, name.end)
    if not before or not behind:
        return False
    place = re.compile(rf"\b{re.escape(before[0].strip())}\s+([A-ZÄÖÜ][\w-]+)[\s,]+{re.escape(behind[1])}\b", re.I)
    return any(found[1] not in claim for span in spans for found in place.finditer(span))
