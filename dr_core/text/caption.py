"""Units that stand in the heads, captions and notes of tables: "Sales (thousand units)", "Capacity, GW", 单位：万吨."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from dr_core.pattern import regex
from dr_core.text.date import dates
from dr_core.text.number import quantities
from dr_core.text.unit import BEFORE

LONGEST, LONGEST_UNIT = 200, 40
"""Characters of a line of a caption, and of a unit in it."""
MOST_LINES = 4
"""Lines above a table that may be its caption and its notes."""

_MONEY = regex(rf"({BEFORE})\s?(thousand|million|billion|trillion|mn|bn|tn)s?\b.*", re.IGNORECASE)
_BRACKETS = regex(r"[（(]([^（）()]{1,40})[）)]\s*$")
_CALLED = regex(
    r"(?:(?:单位|單位|単位|단위|\bunits?|\bEinheit(?:en)?)\s?[:：]|[单單単]位[为為は])\s?([^()（）\[\]【】,，;；。|\n]+)"
    r"|\bAngaben (in [^()|;]+)"
    r"|\b(?:figures|values|amounts|prices|costs|numbers)(?: shown)?(?: are)? (in [^(),;.|\n]+)"
    r"|\b(?:prix|montants|chiffres|valeurs|coûts|precios|importes|cifras|valores|datos|costes)(?: (?:sont|están"
    r"|son))? (en [^(),;.|\n]+)",
    re.I,
)
_LAST = regex(r"(?:[,，:：]\s?|\s(?:in|en)\s)([^,，:：]{1,40})$")
_DASH = regex(r"\s[–—-]\s")
_IN = regex(r"^(?:in|en|单位|單位|単位|단위|units?)\s?[:：]?\s?(?=\S)", re.I)
_PLURAL = regex(r"\b(thousand|million|billion|trillion)s?(?:\sof)?\b", re.I)
_WORD = r"(?:[A-Za-zÄÖÜäöüßéèêç]{1,16}[²³]?|[\u3041-\u9fff\uac00-\ud7a3]{1,4})"
_PER = rf"\s?(?:/|\b(?:per|pro|je|par|por)\b)\s?(?:{_WORD}\s)?{_WORD}"
_COUNTED = regex(rf"\s?{_WORD}?")
_REST = regex(rf"{_COUNTED.pattern}(?:{_PER})?", re.I)
"""What is counted, and for each of what: units, people, 人次, yuan per km."""
_RATE = regex(rf"{_WORD}{_PER}", re.I)
"""What can be nothing but a unit, even if it is none that is known: pence per litre."""
_TIMES = frozenset({"s", "month", "x"})
_MONTHS = {"月": "个月", "월": "개월"}
"""In prose 34月 would be a month of the calendar."""


def named_unit(text: str) -> str:
    """The unit that a head or a caption names; "" where it names none that is known."""
    plain = text.strip()
    if max(map(len, plain.splitlines()), default=0) > LONGEST:
        return ""
    return next((name for name in _candidates(plain) if _is_unit(name, name != plain)), "")


def names_scale(text: str) -> bool:
    """Whether a head or a caption names the unit of figures, or their time."""
    return bool(named_unit(text) or dates(text))


def caption_unit(text: str) -> str:
    """The unit that one of the lines right above the table in ``text`` names, the nearest one first."""
    above = text.partition("|")[0].strip().splitlines() if "|" in text else []
    return next(filter(None, map(named_unit, above[: -1 - MOST_LINES : -1])), "")


def with_unit(number: str, unit: str) -> str:
    """A number as prose has it with a unit that stands in a head: US$18.2 billion, where that says "US$ billion"."""
    money = _MONEY.fullmatch(unit)
    if money:
        return f"{money[1]}{' ' * money[1].isalpha()}{number} {money[2]}"
    unit = _MONTHS.get(unit, unit)
    return f"{number} {unit}" if unit[0].isascii() else f"{number}{unit}"


def _candidates(text: str) -> Iterator[str]:
    for form in (_BRACKETS, _CALLED, _LAST):
        if found := form.search(text):
            yield _plain(next(filter(None, found.groups())))
    yield _plain(text)
    if len(parts := _DASH.split(text)) > 1:  # "Prices of water – euros per cubic metre, with tax"
        yield _plain(parts[-1].partition(",")[0])


def _plain(name: str) -> str:
    return _PLURAL.sub(r"\1", _IN.sub("", name.strip(" .")))


@lru_cache(maxsize=1024)
def _is_unit(name: str, apart: bool) -> bool:
    """Whether a name is that of a unit, or a large number, and at most of what is counted; a time may be a label, and so may a
    rate that does not stand ``apart`` from what it is of."""
    if not name or len(name) > LONGEST_UNIT or re.search(r"\d", name):
        return False
    if apart and _RATE.fullmatch(name):
        return True
    one = next(iter(quantities(told := with_unit("1", name), loose=True)), None)
    known = one is not None and one.start == 0 and (one.unit or one.bare != 1.0) and one.unit not in _TIMES
    return bool(known and one and (_REST if apart else _COUNTED).fullmatch(told, one.end))
