"""Words of four Chinese characters that are drawn together into two: 高速铁路 is 高铁, 科学技术 is 科技."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from dr_core.pattern import regex
from dr_core.text.han import simplified

LONGEST_TEXT = 60_000
"""Characters of a text in which words are looked for."""
MORE_THAN_CHANCE = 2
"""How often four characters must be found for which two may stand; once, they may stand together by chance."""

_WORD = regex(r"[\u4e00-\u9fff]{2}(?:[\u4e00-\u9fff]{2})?")


def short_form(word: str) -> str:
    """The two characters, simplified, of a word of two, or of one of four drawn together; empty where it is neither."""
    plain = simplified(word)
    if not _WORD.fullmatch(plain):
        return ""
    return plain if len(plain) == 2 else plain[0] + plain[2]


def other_form(word: str, texts: Iterable[str]) -> str:
    """The other form, simplified, of a word of two or four Chinese characters: one that texts with its short form have; empty
    where there is none."""
    short, plain = short_form(word), simplified(word)
    found: Counter[str] = Counter()
    for text in texts if short else ():
        found.update(_long_forms(short, plain if len(plain) == 4 else "", text))
    likely = [one for one, times in found.most_common(1) if times >= MORE_THAN_CHANCE]
    if not likely:
        return ""
    return likely[0] if plain == short else short


@lru_cache(maxsize=256)  # each page is asked several times in a round
def _long_forms(short: str, long: str, text: str) -> tuple[str, ...]:
    """The words of a text that ``short`` may stand for, as often as it has them; only ``long`` where that is given."""
    plain = simplified(text[:LONGEST_TEXT])
    if short not in plain:
        return ()
    words = re.findall(long or "".join(f"{char}[\u4e00-\u9fff]" for char in short), plain)
    return tuple(word for word in words if short not in word)
