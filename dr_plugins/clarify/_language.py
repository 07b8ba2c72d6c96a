"""The language a question is read and answered in."""

from __future__ import annotations

from dr_core.pattern import regex
from dr_core.text.language import detect
from dr_plugins.clarify import _european
from dr_plugins.clarify._vocabulary import knows

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ja", "ko", *_european.LANGUAGES)

_LATIN = ("en", *_european.LANGUAGES)
_SHORT = 6
"""Words up to which the tables of words are asked, too: of so few letters the model that tells languages apart is often wrong."""
_WORD = regex(r"[^\W\d_]+")


def language_of(text: str) -> str:
    """The language to answer in: one of ``LANGUAGES``, English where the question is in none of them."""
    found = detect(text)
    words = _WORD.findall(text.lower())
    if (found in LANGUAGES and found not in _LATIN) or not 0 < len(words) <= _SHORT:
        return found if found in LANGUAGES else "en"
    known = {language: sum(knows(word, language) for word in words) for language in _LATIN}
    most = max(known.values())
    best = [language for language in _LATIN if known[language] == most]
    if found in best:
        return found
    if not found and "en" in best:
        return "en"
    others = [language for language in best if language != "en"]
    if found in _LATIN:
        return found if not most else (others or best)[0]
    # "la ... de ..." may be Spanish as well as French: only words that are all known tell then
    sure = round(most) == len(words) or (len(others) == 1 and most * 2 >= len(words))
    return others[0] if others and sure else "en"
