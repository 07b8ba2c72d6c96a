"""What the figures of a text measure: money, energy, a span of time, people. A question for a cost is answered by money."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from dr_core.pattern import regex
from dr_core.text.notation import SCALES
from dr_core.text.season import is_seasonal
from dr_core.text.unit import BEFORE, MONEY, spellings

UNITS = {
    "speed": (),
    "money": tuple(sorted(MONEY)),
    "energy": ("wh",),
    "volume": ("l",),
    "area": ("m2",),
    "power": ("w",),
    "people": (),
    "temperature": ("°c", "°f"),
    "percent": ("%", "pp"),
    "mass": ("g",),
    "duration": ("s", "month"),
    "times": ("x",),
    "length": ("m",),
}
"""The kinds of figure that a unit tells, by the base units of ``dr_core.text``; square metres are tried before metres."""
_MORE = {
    "speed": r"km/h|kph|mph|m/s|knots?|公里/小时|公里/小時|公里每小时|公里每小時|キロ毎時",
    "money": r"元|圓|[两兩](?![个個种種者次])|냥|块钱|塊錢"
    r"|cents?|¢|pounds?(?! of)|crowns?|kron[ae]r?|francs?|shekels?|pesos?|reais|roubles?|rubles?"
    r"|riyals?|dirhams?"
    r"|baht|rupiah|ringgit|dong|克朗|法郎|卢布|盧布|泰铢|泰銖|比索|クローネ|フラン|ルーブル|バーツ|크로네|프랑|루블|바트",
    "energy": r"[MGT]?Wh|[kMGT]?J|k?cal|キロカロリー|joules?",
    "volume": r"m[3³]|barrels?|桶",
    "power": r"瓩|[kM]VA|horsepower|hp|马力|馬力|마력",
    "people": r"(?:[a-z-]+ ){0,2}(?:people|persons|passengers|riders|visitors|inhabitants|residents|travell?ers|students"
    r"|workers"
    r"|users|patients|employees|customers|deaths|trips|journeys)|Menschen|Personen|Fahrgästen?|Reisenden?|Einwohnern?|Besuchern?"
    r"|Passagieren?|voyageurs|passagers|personnes|habitants|visiteurs|viajeros|pasajeros|personas|habitantes|visitantes|passeggeri|viaggiatori|persone|abitanti|visitatori|passageiros|pessoas|人次|人(?!民|工|类|類|间|間|均)|명"
    r"|名(?=[，。、,. 的旅学學乗員员])",
    "mass": r"tons?",
    "duration": r"[多余餘]?年(?=[以间間的内內左，。、,.;；）)]|$)|次循环|次循環|cycles|サイクル|사이클|日(?!本|元|圓|円)"
    r"|天|시간|분(?!기|의)",
}
"""What else tells a kind: units that the table does not convert, and the people who are counted."""

_LARGE = "|".join(re.escape(name.strip(".")) for name in sorted(SCALES, key=len, reverse=True))
_SCALE = rf"(?:hundred|thousand|millions?|billions?|trillions?|mn|bn|tn|{_LARGE})\b\.?(?: de\b| d['’])?"
_SCALE += "|[百千万萬亿億兆백천만억조](?![瓦克米卡字])"
_NUMBER = rf"\d[\d,.]*(?:[ \u00a0\u202f]\d{{3}}(?!\d)(?:,\d+)?)*(?:[\s-]?(?:{_SCALE})(?:\s?\d[\d,.]*)?)*"
_SIGN = regex(rf"(?:{BEFORE})\s?\d")
_SPELLED = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand"
_ABROAD = (
    "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig|hundert|tausend"
    "|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|cent|mille"
    "|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|cien|mil"
    "|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|quindici|venti|trenta|cento"
    "|dois|duas|três|quatro|sete|oito|dez|doze|quinze|vinte|trinta|cem"
)
"""Numbers as words of other languages: without a unit behind them some are words of English, too."""
_WORDS = regex(
    rf"\b(?:{_ABROAD})\s(?:(?P<zeit>Sekunden|Minuten|Stunden|Tagen?|Wochen|Monaten?|Jahren?|Jahrzehnten?|minutes|heures|jours|semaines"
    r"|mois|ans|minutos|horas|días|semanas|meses|años|minuti|ore|giorni|settimane|mesi|anni|dias|anos)|(?P<geld>Euro|euros?))\b"
    rf"|\b(?:{_SPELLED}|dozens?)\b(?:[ -](?:{_SCALE}))*(?:[ -](?:(?P<duration>second|minute|hour|day|week|month|year|decade)s?"
    r"|(?P<people>people|persons|passengers)|(?P<length>kilomet|met(?:re|er)s|miles?|feet)|(?P<percent>percent|per cent)))?"
    r"|[一二两兩三四五六七八九十百千万萬半]+(?:(?P<hours>个?小时|個?小時|时间|分钟|分鐘|个月|個月|[かヶカ]月|[周週]間)|(?P<heads>人)"
    r"|(?P<coins>元(?![素件月旦宵首帥帅桥橋朝代老配氣气论論曲])|块钱|塊錢|[欧歐日美]元))"
    r"|(?:한|두|세|석|네|넉|다섯|여섯|일곱|여덟|아홉|열)\s?(?P<dongan>시간|달|주)",
    re.I,
)
_SAME = {"hours": "duration", "heads": "people", "coins": "money", "zeit": "duration", "geld": "money", "dongan": "duration"}
_HALF_A_DOLLAR = regex(r"\b(?:half an?|one|two|three|four|five) (?:US )?(?:dollars?|euros?|cents?|pounds?|yen|yuan|won)\b", re.I)
_DEGREES = regex(r"\d\s?度(?![目过過假])")
"""Of heat, or in everyday Chinese of electricity: what else is said tells which."""
_PART = regex(
    r"分之|분의|分の\d|[一二三四五六七八九]成|\d割|一半|半数|半數|절반|\bhalf\b|\b(?:one|two|three|a|four)[ -](?:third"
    r"|quarter|fifth|tenth)s?\b",
    re.I,
)
_PACE = regex(r"(?:时速|時速|시속)\D{0,6}\d")
_YEAR = regex(r"(?<![\d.,$€£¥])(?:1[0-9]|20)\d\d(?![\d.,]*\d)(?!\s?[%$€£元円원])")
_DATE = regex(
    r"(?<![\d.,$€£¥])(?:1[0-9]|20)\d\d(?![\d.,]*\d)(?:\s?[年년]|s\b|(?=[-–—/,;.:)）]|$)|(?= (?!(?:[kKMGT]?Wh?|km|dollars"
    r"|euros|yen|yuan)\b)))"
    r"|\d{1,2}\s?[月월](?!份)(?:\s?\d{1,2}\s?[日일])?|(?<=[月월])\s?\d{1,2}\s?[日일]"
    r"|\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct"
    r"|Nov|Dec)[a-z]* \d{1,2}\b"
)
_DIGIT = regex(r"\d")
_NUMERAL = regex(r"\d+")


@cache
def _figure() -> re.Pattern[str]:
    """A number and the unit behind it, by kind; of a kind long names are tried before short ones."""
    kinds = []
    for kind, bases in UNITS.items():
        own = sorted(spellings(*bases), key=len, reverse=True)
        latin = [re.escape(name).replace(r"\ ", r"[\s-]") for name in own if name[0].isascii() and name[0].isalpha()]
        other = [re.escape(name) for name in own if not (name[0].isascii() and name[0].isalpha())]
        parts = [f"(?:{_MORE[kind]})(?![A-Za-z])"] if kind in _MORE else []
        parts += [f"(?:{'|'.join(latin)})(?![A-Za-z/²³])"] if latin else []
        kinds.append(f"(?P<{kind}>{'|'.join([*parts, *other])})")
    return re.compile(rf"{_NUMBER}[\s\u00a0-]?(?:US |个|個)?(?:{'|'.join(kinds)})", re.I)


@lru_cache(maxsize=4096)
def measures(text: str) -> frozenset[str]:
    """The kinds of figure that a text holds: those of ``UNITS``, ``date``, and ``count`` for any number that is no date."""
    found: set[str] = set()
    spelled = [match.lastgroup for match in _WORDS.finditer(text)]
    found.update(_SAME.get(kind, kind) for kind in spelled if kind)
    if _DIGIT.search(text):
        dates = [match.span() for match in _DATE.finditer(text)]
        for match in _figure().finditer(text):
            if not any(start <= match.start() < end for start, end in dates):
                found.add(match.lastgroup or "")
        if _SIGN.search(text):
            found.add("money")
        if _PACE.search(text):
            found.add("speed")
        if _YEAR.search(text):
            found.add("date")
        if any(not any(start <= match.start() < end for start, end in dates) for match in _NUMERAL.finditer(text)):
            found.add("count")
    if is_seasonal(text):
        found.add("date")
    if _DEGREES.search(text):
        found |= {"temperature", "energy"}
    if _HALF_A_DOLLAR.search(text):
        found.add("money")
    if _PART.search(text):
        found.add("percent")
    if spelled or found - {"date"}:
        found.add("count")
    return frozenset(found)


def kind_of(base: str) -> str:
    """The kind of figure that a base unit of ``dr_core.text`` tells; "" where it tells none."""
    return next((kind for kind, bases in UNITS.items() if base in bases), "")
