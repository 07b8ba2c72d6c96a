"""Shares and multiples in words: "half of the adults", "one in five", ein Drittel der, "doubled", 翻番."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text import numeral

HALF = regex(
    r"(?<![A-Za-z-])half\s(?=of\b|the\b|its\b|all\b|their\b)|\bhälfte\b|\bmoitié\b|\bmitad\b|一半|半数|半數|半分|절반|반수",
    re.IGNORECASE,
)
_PARTS = {
    "dritt": 3, "viert": 4, "fünft": 5, "sechst": 6, "acht": 8, "zehnt": 10, "tier": 3, "tercio": 3, "quart": 4, "cuarto": 4,
}  # fmt: skip
_PART_OF = regex(
    r"\b(?P<top>eine?[mnrs]?|zwei|drei|vier|fünf|un|une|deux|trois|quatre|dos|tres|cuatro)\s(?:"
    r"(?P<german>dritt|viert|fünft|sechst|acht|zehnt)el[ns]?(?=\s(?:de[rs]|aller|davon|vo[nm]|mehr|weniger|höher|niedriger|[sd]ein|ihr)"
    r"|[.,;)]|\Z)|(?P<latin>tier|tercio|quart|cuarto)s?(?=\s(?:de[ls]?(?! confiance)|du|des)\b|\sd['’](?!heure)))",
    re.IGNORECASE,
)
"""Shares of German, French and Spanish, in words: "ein Viertel im Norden" is part of a town."""
_PART_SIGNS = ("tel", "tiers ", "quart", "cuart", "tercio")
_SMALL = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
_OF = regex(rf" (?:in|out of)(?P<every> every)? (?P<bottom>{_SMALL}|{_TEENS}|\d{{1,2}}|100)(?![\w.,]\d|\w)")
_SOME_OF = regex(rf" of (?:the )?(?P<bottom>{_SMALL}|{_TEENS})(?= [a-z]{{3}})")
"""What may be a share where a source has it: two of five studies."""
_TOP = regex(rf"(?<![\w.,])(?:{_SMALL}|1?\d)\Z", re.IGNORECASE)
_ONE_THING = regex(r"(?<![\w.,])(?P<one>one) [a-z]{3,20}\Z", re.IGNORECASE)
_HAN_SMALL = "[一二两兩三四五六七八九十]|\\d{1,3}"
_CJK_OF = regex(
    rf"每\s?(?P<every>{_HAN_SMALL})\s?[^\d\s，。、]{{1,6}}?(?:中|裡|里)?(?:就|便)?有\s?(?P<part>{_HAN_SMALL})(?=\s?[^\d\s%％.])"
    rf"|(?P<bottom>{_HAN_SMALL})\s?(?:人に|人のうち|人中|명\s?중|명\s?가운데)\s?(?P<top>{_HAN_SMALL})\s?[人명]"
)
_TIMES = regex(
    r"\b(?:(?P<two>doubl(?:e|es|ed|ing)|twofold|twice)|(?P<three>tripl(?:e|es|ed|ing)|threefold)"
    r"|(?P<four>quadrupl(?:e|es|ed|ing)|fourfold)|(?P<five>fivefold)|(?P<ten>tenfold))\b"
    r"|(?P<both>翻番|翻一番|翻了一番|翻倍|倍增|倍増|加倍|두 배|갑절)",
    re.IGNORECASE,
)


class Fraction(NamedTuple):
    """A share, in per cent, or a multiple that a text tells in words, with what its quantity needs."""

    start: int
    end: int
    value: float
    unit: str = "%"
    approximate: bool = True
    digits: int = 2
    bare: float = 0.0


def fractions(text: str, loose: bool) -> Iterator[Fraction]:
    """ "Half of the adults" is 50 %, "one in five" and "one adult in five" 20 %, "doubled" 2 times."""
    if loose and (any(map(text.__contains__, ("alf ", "半", "반", "älfte", "oitié", "mitad")))):
        for found in HALF.finditer(text):
            yield Fraction(*found.span(), 50.0, digits=1)
    for found in _PART_OF.finditer(text) if any(map(text.__contains__, _PART_SIGNS)) else ():
        many = numeral.english(numeral.FOREIGN.get(found["top"].lower(), "one")) or 1.0
        part = 100 * many / _PARTS[(found["german"] or found["latin"]).lower()]
        yield Fraction(*found.span(), part)
    for found in _TIMES.finditer(text) if loose else ():
        times = numeral.english(str(found.lastgroup)) or 2.0
        yield Fraction(*found.span(), times, "x", approximate=False, digits=1, bare=times)
    for found in _OF.finditer(text) if " in " in text or " out of " in text else ():
        top = _TOP.search(text, max(0, found.start() - 6), found.start())
        thing = None if top else _ONE_THING.search(text, max(0, found.start() - 26), found.start())
        if thing:
            yield from _ratio(thing.start(), found.end(), thing["one"], found["bottom"], loose)
        elif top:
            yield from _ratio(top.start(), found.end(), top.group(), found["bottom"], loose or bool(found["every"]))
    for found in _SOME_OF.finditer(text) if loose else ():
        if top := _TOP.search(text, max(0, found.start() - 6), found.start()):
            yield from _ratio(top.start(), found.end(), top.group(), found["bottom"], sure=True)
    for found in () if text.isascii() else _CJK_OF.finditer(text):
        of = bool(found["every"])
        yield from _ratio(*found.span(), found["part" if of else "top"], found["every" if of else "bottom"], True)


def _ratio(start: int, end: int, top: str, bottom: str, sure: bool) -> Iterator[Fraction]:
    """ "5 in 12" may be five things in twelve years: only a one is always a share."""
    part, whole = _small(top), _small(bottom)
    if 0 < part < whole and (sure or part == 1):
        yield Fraction(start, end, 100 * part / whole)


def _small(word: str) -> float:
    return float(word) if word.isdigit() else numeral.english(word) or numeral.han(word) or 0.0
