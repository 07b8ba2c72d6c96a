"""For how much of something a figure is given: 50 mg per litre is not 50 mg per kilogram, nor 每天300辆 300 a week."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.number import Quantity, quantities, states
from dr_core.text.reckoned import tells
from dr_core.text.unit import unit

_TIMES = {
    "s 60": "分 분",
    "s 3600": "hourly 时 時 小时",
    "s 86400": "daily 日 天 하루 일 매일 täglich",
    "s 604800": "weekly 週間 주간 周 週 星期 주 매주 wöchentlich",
    "month 1": "monthly 月 月間 월간 월 달 매월 매달 monatlich",
    "month 12": "annually yearly annum 年 年間 년 해 매년 연간 jährlich",
}
_TIME = {name: (line.split()[0], float(line.split()[1])) for line, names in _TIMES.items() for name in names.split()}
_NAME = r"[^\W\d_]+(?:-[^\W\d_]+)?[²³23]?"
_MANY = r"\d[\d,]*|百|千|万|萬|만|천|백"
_COUNTED = r"(?:\s[^\W\d]\w*){0,3}?"
_BEHIND = regex(
    rf"{_COUNTED}\s?(?:/\s?|\b(?:per|pro|je|par|por|each|every)\s)(?:(?P<many>{_MANY})\s?)?(?P<unit>{_NAME}(?:\s{_NAME})?)"
    rf"|{_COUNTED}\s(?:an?\s)?(?P<often>(?<=\sa\s)(?:second|minute|day|week|month|year)|(?<=an\s)hour"
    r"|(?:hour|dai|week|month|year|annual)ly)\b"
)
_STOP = r"\d，。、；：,;"
_BEFORE = regex(
    rf"(?:[每毎]\s?(?:(?P<many>{_MANY})\s?)?(?P<each>[^\s每毎{_STOP}]{{1,12}})"
    rf"|(?:(?P<some>{_MANY})\s?)?(?P<behind>[^\s{_STOP}]{{1,8}}?)\s?(?:当たり|当り|あたり|につき|당)"
    rf"|(?P<time>하루|매[일주월달년]|[연월주]간|[年月週]間))[^每毎{_STOP}]{{0,8}}\Z"
)
_COUNT = {"百": 100.0, "백": 100.0, "千": 1e3, "천": 1e3, "万": 1e4, "萬": 1e4, "만": 1e4}


EXACT = 0.005
"""How far a round figure may be from what a rate comes to; one of two digits is as exact as it is written."""


class _Base(NamedTuple):
    unit: str
    size: float
    text: str


def per_another(claim: str, numbers: Sequence[Quantity], spans: Sequence[str]) -> str:
    """Why ``claim`` gives one of its ``numbers`` for another measure than the spans do, wherever they have it; else ""."""
    for one in numbers:
        own = _base(claim, one)
        if own is None:
            continue
        told = [(span, other) for span in spans for other in quantities(span, loose=True) if other.unit == one.unit]
        found = [_base(span, other) for span, other in told if states([other], one)]
        others = [other for other in found if other is not None and other[:2] != own[:2]]
        if others and len(others) == len(found):
            return f"says “{own.text}” where the source says “{others[0].text}”"
    return ""


def converted(claim: str, one: Quantity, spans: Sequence[str]) -> bool:
    """Whether ``spans`` give a figure of ``claim`` for more or less of the same measure: 40 litres a minute are 2,400 an hour."""
    own = _base(claim, one)
    if own is None:
        return False
    for span in spans:
        for other in quantities(span, loose=True):
            base = _base(span, other) if other.unit == one.unit else None
            if base is None or base.unit != own.unit or base.size == own.size:
                continue
            value = other.value * own.size / base.size
            if math.isclose(value, one.value, rel_tol=EXACT) or (one.digits > 1 and tells(claim, one, value)):
                return True
    return False


def _base(text: str, one: Quantity) -> _Base | None:
    """What a figure of ``text`` is given for, where that is a known unit."""
    behind = _BEHIND.match(text, one.end)
    if behind:
        name, many = behind["unit"] or behind["often"], behind["many"]
        told = behind.group().strip()
    else:
        before = _BEFORE.search(text, max(0, one.start - 24), one.start)
        if not before:
            return None
        name, many = before["each"] or before["behind"] or before["time"], before["many"] or before["some"]
        told = before.group().strip()
    if whole := _unit(many + name) if many in _COUNT else None:
        return _Base(*whole, told)  # 千瓦时 is no thousand 瓦时 to be counted, but a unit
    found = _unit(name)
    if found is None:
        return None
    size = _COUNT.get(many) or float(many.replace(",", "")) if many else 1.0
    return _Base(found[0], found[1] * size, told)


def _unit(name: str) -> tuple[str, float] | None:
    """The unit that a name begins with, by as much of it as is one; of words only whole ones."""
    words = name.lower().split()
    if name.isascii() or " " in name:
        tried = [" ".join(words[:count]) for count in range(len(words), 0, -1)]
    else:
        tried = [name[:end] for end in range(len(name), 0, -1)]
    for one in tried:
        if one in _TIME:
            return _TIME[one]
        found = unit(one)
        if found[0]:
            return found
    return None
