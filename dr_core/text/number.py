"""The quantities a text states: 15,000 = 1.5 万 = 一萬五千 = 15 thousand, with their units, in Western and CJK writing.

Two readings of a text are needed to check a claim. What a *claim* states is read strictly: a lone 一 or "one" is hardly ever a
statement of number. What a *source* states is read loosely, so that nothing it says is overlooked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text import notation, numeral
from dr_core.text.exponent import is_exponent
from dr_core.text.fraction import fractions
from dr_core.text.metres import are_metres
from dr_core.text.minute import are_minutes
from dr_core.text.pound import pounds
from dr_core.text.rate import is_rate
from dr_core.text.sign import is_negative
from dr_core.text.spaced import bound, has_spaced
from dr_core.text.unit import AFTER, BEFORE, MONEY, compatible, unit

LONGEST = 80
"""Characters of a number; a longer run of digits or numerals states nothing."""

_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_WIDE = str.maketrans("０１２３４５６７８９％．，", "0123456789%.,")
_RAISED_POINT = regex(r"(?<=\d)(?<![·‧∙]\d)(?<![·‧∙]\d\d)[·‧∙](?=\d+(?![·‧∙\d]))(?!10[\^⁻⁰¹²³⁴-⁹])")
"""The decimal point of medical journals and older British print: 1·9%. In CJK texts a dot stands between dates and things that
are listed (9·11, 1·2호선)."""
_CJK = regex(r"[\u3041-\u9fff\uac00-\ud7a3]")
_DIGITS = r"\d{1,3}(?:[,\u00a0\u2009\u202f]\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}|\d+(?:[.,]\d+)?"
_NOT_SCALE = r"(?!千[克米瓦卡伏赫字]|兆[瓦字赫位欧]|百分)"
_NOT_IN_ORDER = (
    r"(?!a (?:third|fifth) (?:stud|source|report|survey|paper|article|count|estimate|figure|reason|factor|group|part[yi]|one\b)"
    r"|(?<=\b[oi]n )a (?:third|fifth)\b(?! of\b))"
)
_SUFFIX = r"(?:hundred|thousand|millions?|billions?|trillions?|dozen|mln|mn|bn|tn)(?![A-Za-z\d])"
_OF = rf"(?:\s(?:de|d['’])(?={AFTER}))?"
"""Between a large number and its unit in French, which an English reading has to know too: 42 millions d'euros."""

_LETTER = r"(?(money)[kmbt]|(?-i:[kKMBTb]|m(?![²³]|\s?[\u3001-\u9fff\uac00-\ud7a3\uff01-\uff1f])))"
"""Of large numbers: $5t are trillions, and 5t tonnes; 300mの橋 is one of metres."""


def _number(power: str, digits: str = _DIGITS, suffix: str = _SUFFIX) -> re.Pattern[str]:
    return regex(
        rf"(?P<money>{BEFORE})?\s?(?<![A-Za-z\d_.])(?<![A-Za-z]-)(?<!\d,)(?:"
        rf"{power}"
        rf"|(?P<percent>百分之\s?(?P<of>{_DIGITS}|[{numeral.HAN}点點]+))"
        rf"|(?P<parts>(?P<bottom>[{numeral.HAN}]+|\d+)\s?(?:分之|分の|분의)\s?(?P<top>[{numeral.HAN}]+|\d+)(?!\d|\s?분의))"
        rf"|(?P<slash>(?<!/)\d{{1,2}}/\d{{1,2}}(?![/\d]))"
        rf"|(?P<mixed>(?:(?:{_DIGITS})[{numeral.ODD}]?\s?(?:{_NOT_SCALE}[{numeral.SCALES}])+(?:\s(?=\d))?)+(?:\d{{1,3}}(?:,\d{{3}})+(?![\d.])|\d+)?)"
        rf"|(?P<clock>\d{{1,3}}\s?h\s?[0-5]\d(?:min)?(?![\w%]|[.,]\d|\s?min))"
        rf"|(?P<digits>{digits})(?:(?P<ordinal>st|nd|rd|th)\b|[\s\u00a0-]?(?P<scale>{suffix}{_OF})|(?P<letter>{_LETTER})(?![A-Za-zÀ-ÿ\d]))?"
        rf"|(?P<han>{_NOT_SCALE}[{numeral.HAN}]+(?:[点點][{numeral.HAN}]+)?)"
        rf"|\b(?P<fraction>{_NOT_IN_ORDER}(?:one|two|three|a)[\s-](?:thirds?|quarters?|fifths?|half)(?![\s-](?:of a )?century))\b"
        rf"|\b(?P<words>(?:{numeral.WORDS})(?:[\s-]+(?:and\s+)?(?:{numeral.WORDS}))*)(?:-(?P<compound>{numeral.ORDINALS}))?\b"
        rf"|\b(?P<nth>{numeral.ORDINALS})\b)(?P<tenths>成(?=[^功立为為员員果就长長分本]|$)|割(?!合)|할(?=[이가은는을를의\s,.]|$))?(?P<unit>{AFTER})?",
        re.IGNORECASE,
    )


_TO = r"(?:\^(?P<to>[-−]?\d{1,2})(?!\d)|(?P<raised>⁻?[⁰¹²³⁴-⁹]{1,2}))"
_NUMBER = _number(r"(?P<power>(?!)(?P<times>)(?P<to>)(?P<raised>))")
_POWERS = regex(r"10[\^⁻⁰¹²³⁴-⁹]")
_AND_A_HALF = regex(
    r"\s?(?:半(?![\w])|半(?=[のでにをとがは的内內左至到，。、])|반(?![가-힣\w])|반(?=[이을의에만])|[個个]半(?P<of>小[时時]))"
)
HALVED = frozenset("半반個个")
_RUN = regex(r"\d+")
_WORD = regex(r"[a-z]+")
_MONEY = regex(rf"(?:{BEFORE})\s?\Z", re.IGNORECASE)
_MONEY_ENDS = frozenset("$BDRPYbdrpy")
"""The last characters of what stands before a sum, in ASCII."""
LONGEST_MONEY = 8
_SPELLED = frozenset(
    re.findall("[a-z]+", f"{numeral.WORDS} {numeral.ORDINALS} half third thirds quarter quarters fifth fifths".lower())
)
_ABOUT = """
about|around|roughly|nearly|almost|approximately|approx|approx.|some|over|under|more than|less than|fewer than|at least|up to
|close to|exceed|exceeds|exceeded|exceeding|below|above|estimated|~|≈|>|<|≥|≤
|rund|etwa|circa|ungefähr|knapp|über|mehr als|weniger als|mindestens|höchstens|bis zu|environ|près de|plus de|moins de|au moins
|jusqu’à|jusqu'à|quelque|alrededor de|cerca de|casi|unos|unas|más de|menos de|al menos|hasta
|quasi|più di|meno di|almeno|oltre|fino a|al massimo|quase|mais de|pelo menos|até|no máximo
|约|約|约为|約為|约是|約是|约有|約有|近|超过|超過|逾|大约|大約|大概|将近|將近|不到|至少|达|達|高达|高達|およそ|ほぼ|약|거의|이상
"""
_APPROXIMATE = tuple(word.strip() for word in _ABOUT.split("|"))
_CURRENCIES = ("us$", "$", "€", "£", "¥")
_MORE = regex(r"^\s*(?:多|余|餘|左右|以上|以下|余り|ほど|程度|정도|이상|or so|or more|plus|\+)")
_RANGE = regex(r"^\s*(?:-|–|—|~|～|〜|至|到|から|to|and|or|bis|auf|à|a|und|et|y|e|/)\s*$")
_ITEM = regex(r"\d{1,3}(?:[.)、]\s|[.)、]?$)")
_POINTER = regex(
    r"(?:\b(?:Figures?|Figs?\.|Tables?|Charts?|Sections?|Chapters?|Equations?|Eq\.|Passages?|ID|Abbildung|Abb\.|Tabelle|Figura"
    r"|Tabla|Tableau|Tabella|Tabela)|(?:(?<![\u3041-\u9fff\uac00-\ud7a3])|(?<=[见見如附下上由从從]))(?:[圖图図表]|그림|표))\s*$",
    re.I,
)
_POINTER_ENDS = frozenset("aegstnrdu.AEGSTNRDUſ圖图図表림표")
_OF_UNIT = regex(r" (?:de|di|d['’])$")
_SPOKEN = "一一 万一 萬一 千万 千萬 百万 百萬 万千 萬千 三三 五六 七八 两三 兩三 三四 千百"
_FIGURES_OF_SPEECH = frozenset(_SPOKEN.split())
"""Numbers as seldom as not; and 十分 is "very"."""
_SEVERAL = ("数", "數", "几", "幾", "수")
"""What makes 十亿 some tens of 亿."""
_FRACTION = {"third": 3, "quarter": 4, "fifth": 5, "half": 2}


class Quantity(NamedTuple):
    """A stated quantity. ``readings`` are its possible values in the base unit (1 in "1-2 million" may mean a million)."""

    start: int
    end: int
    text: str
    readings: tuple[float, ...]
    unit: str = ""
    approximate: bool = False
    digits: int = 0
    negative: bool = False
    """Whether a minus stands before it; ``readings`` have no sign, because "fell by 3" and "-3" tell the same in other words."""
    bare: float = 0.0
    """Its value without the factor of its unit, which is all that can be compared with a number whose unit is not known."""

    @property
    def value(self) -> float:
        return self.readings[0]


def quantities(text: str, *, loose: bool = False, comma: bool | None = None) -> list[Quantity]:
    """The quantities of ``text``; ``loose`` also gives small number words and lone Han numerals. ``comma``: whether the text has
    decimal commas, where that is known of what it is part of."""
    wide = text if text.isascii() else _with_points(text.translate(_WIDE))
    comma = notation.notation(wide) if comma is None else comma
    if comma or not has_spaced(wide):
        found = list(_ranges(list(_read(wide, loose, comma)), text, comma=bool(comma)))
    else:  # 18 000 can be but one number; 12 500 may be two, too, as far as a source goes
        ways = {bound(wide, sure=loose), bound(wide)}
        both = [one for way in ways for one in _ranges(list(_read(way, loose, comma)), way, comma=False)]
        found = sorted({one._replace(text=wide[one.start : one.end]) for one in both})
    if not loose:
        found = [one for one in found if one.bare != 1.0 or not is_rate(wide, one.start)]
    shares = [
        Quantity(
            one.start, one.end, wide[one.start : one.end], (one.value,), one.unit, one.approximate, one.digits, bare=one.bare
        )
        for one in fractions(wide, loose)
    ]
    if not shares:
        return found
    # What a source writes may be read either way; in a claim "one in five" is a share and no one and no five.
    return sorted(shares + [one for one in found if loose or not any(one.start < it.end and it.start < one.end for it in shares)])


def _with_points(text: str) -> str:
    """``text`` with a point where a decimal has a raised one."""
    dotted = not {"·", "‧", "∙"}.isdisjoint(text)
    return _RAISED_POINT.sub(".", text) if dotted and not _CJK.search(text) else text


@lru_cache(maxsize=4096)
def read(text: str) -> tuple[Quantity, ...]:
    """``quantities`` of a sentence, remembered: a claim and the sentences around it are asked for them more than once."""
    return tuple(quantities(text))


def states(sources: Iterable[Quantity], claim: Quantity) -> bool:
    """Whether one of ``sources`` states ``claim``: the same value and no other unit, or the value that it rounds."""
    return any(
        source.negative == claim.negative
        and compatible(source.unit, claim.unit)
        and any(_equal(one, other, claim) for one in claim.readings for other in _comparable(source, claim))
        for source in sources
    )


def _comparable(source: Quantity, claim: Quantity) -> tuple[float, ...]:
    """The values of ``source``; for a claim whose unit is not known also its bare number: "3 pounds" are 3 of something."""
    return (*source.readings, source.bare) if source.bare and source.unit and not claim.unit else source.readings


def _equal(claimed: float, stated: float, claim: Quantity) -> bool:
    if math.isclose(claimed, stated, rel_tol=1e-9, abs_tol=1e-12):
        return True
    if not stated or not claimed or abs(claimed - stated) / abs(stated) > 0.051:
        return False
    # A rounded number is the source's number: 14.87 million may be told as 14.9 million, or as "about 15 million".
    needed = claim.digits if claim.approximate or claim.digits >= 3 or (claim.digits == 2 and claim.unit == "%") else 0
    if not needed and claim.unit != "m" and claim.unit != "g":
        return False
    return math.isclose(claimed, _rounded(stated, max(needed, 2)), rel_tol=1e-6) or (
        claim.approximate and abs(claimed - stated) / abs(stated) < 0.03
    )


def _rounded(value: float, figures: int) -> float:
    return round(value, figures - 1 - math.floor(math.log10(abs(value))))


def _read(text: str, loose: bool, comma: bool | None) -> Iterator[Quantity]:
    number = _with_comma() if comma else _with_powers() if _POWERS.search(text) else _NUMBER
    for found in _found(text, number):
        value = _value(found, text, loose, comma=bool(comma)) if found.end() - found.start() <= LONGEST else None
        if value is None or not math.isfinite(value):
            continue
        name = found["unit"] or ""
        if name == "G" or is_exponent(text, found.end()):
            continue  # 5G is a name, 5 g a weight; the square of something is no 2
        base, factor = unit(name) if name else ("", 1.0)
        if found["letter"] == "m" and not name and not found["money"] and (comma or are_metres(text, *found.span())):
            base, value = "m", value / numeral.SUFFIX["m"]
        if base == "pound":
            base, factor = pounds(text, *found.span())
        if found["money"]:
            base, factor = unit(found["money"])
        parts = found["fraction"] or found["parts"] or found["tenths"]
        if parts or found["percent"] or found["slash"]:
            base, factor = "%", 1.0
        elif found["clock"]:
            base, factor = "s", 60.0
        start, end = found.start(), found.end()
        if not base and are_minutes(text, start, end):
            base, factor, end = "s", 60.0, end + 1
        whole, half = (
            value,
            _AND_A_HALF.match(text, end) if base in ("", "s") and text[end : end + 2].strip()[:1] in HALVED else None,
        )
        if half and bool(base) != bool(half["of"]):  # 6時間半, 6個半小時
            base, factor = (base, factor) if base else unit(half["of"])
            value, end = value + 0.5, half.end()
        start += len(found.group()) - len(found.group().lstrip())
        before = text[max(0, start - 20) : start]
        near = bool(parts or is_about(before) or _MORE.match(text[end : end + 8]))
        figures = len(re.sub(r"\D", "", found["digits"] or found["mixed"] or found["times"] or "").strip("0")) or 2
        others = (whole,) if half and loose else _other_readings(found["digits"] or "", value) if comma is None else ()
        readings = tuple(one * factor for one in (value, *others))
        yield Quantity(start, end, text[start:end], readings, base, near, figures, is_negative(before), value)


def _other_readings(digits: str, value: float) -> Iterator[float]:
    """What 36.300 means with a decimal comma, where nothing tells which notation a text has."""
    if notation.EITHER.fullmatch(digits):
        plain, other = numeral.digits(digits), numeral.digits(digits, comma=True)
        if plain and other != plain:
            yield value * other / plain


def _found(text: str, number: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Where numbers stand. Where none is spelled out, only digits are looked at: trying every letter takes four times as long."""
    if not text.isascii() or not _SPELLED.isdisjoint(_WORD.findall(text.lower())):
        yield from number.finditer(text)
        return
    end = 0
    for run in _RUN.finditer(text):
        if run.start() >= end:
            money = None
            if text[max(0, run.start() - 2) : run.start()].rstrip()[-1:] in _MONEY_ENDS:
                money = _MONEY.search(text, max(end, run.start() - LONGEST_MONEY), run.start())
            found = number.match(text, money.start() if money else run.start())
            if found:
                yield found
                end = found.end()


@cache
def _with_powers() -> re.Pattern[str]:
    """Numbers, and 3×10⁶ and 10^6: only for texts that have one, since looking for them takes a quarter longer."""
    return _number(rf"(?P<power>(?:(?P<times>{_DIGITS})\s?[×xX⋅·*]\s?)?10{_TO})")


@cache
def _with_comma() -> re.Pattern[str]:
    """Numbers of a text with a decimal comma, and its words for large ones: 1,9 Mio., 1.200 millones de euros."""
    names = "|".join(re.escape(name).replace(r"\ ", r"\s") for name in sorted(notation.SCALES, key=len, reverse=True))
    suffix = rf"(?:(?:{names}|m(?=€))(?![A-Za-z\d])|{_SUFFIX})(?:\s(?:de|di|d['’])(?={AFTER}))?"
    return _number(rf"(?P<power>(?:(?P<times>{notation.DIGITS})\s?[×xX⋅·*]\s?)?10{_TO})", notation.DIGITS, suffix)


def is_about(before: str) -> bool:
    """Whether the words before a number say that it is not exact."""
    said = before.lower()
    currency = next(one for one in _CURRENCIES if said.endswith(one)) if said.endswith(_CURRENCIES) else ""
    return said.removesuffix(currency).rstrip().endswith(_APPROXIMATE)


def _value(found: re.Match[str], text: str, loose: bool, *, comma: bool) -> float | None:
    if found["power"]:
        exponent = int((found["to"] or found["raised"].translate(_RAISED)).replace("−", "-"))
        return (numeral.digits(found["times"], comma=comma) if found["times"] else 1.0) * 10.0**exponent
    if found["percent"]:
        return numeral.han(found["of"]) if found["of"][0] in numeral.HAN else numeral.digits(found["of"])
    if found["parts"]:
        bottom, top = (numeral.han(part) if part[0] in numeral.HAN else float(part) for part in (found["bottom"], found["top"]))
        return 100 * top / bottom if bottom and top is not None else None
    if found["slash"]:
        top, bottom = (float(part) for part in found["slash"].split("/"))
        return 100 * top / bottom if bottom > top > 0 else None
    if found["clock"]:  # 1 h 30
        hours, minutes = re.split(r"\s?h\s?", found["clock"].lower().removesuffix("min"))
        return 60 * float(hours) + float(minutes)
    tenths = 10.0 if found["tenths"] else 1.0
    if found["mixed"]:
        value = numeral.mixed(found["mixed"])
        return value * tenths if value is not None else None
    if found["digits"]:
        return _digits(found, text, tenths, comma=comma)
    if found["han"]:
        return _han(found, text, loose, tenths)
    if found["fraction"]:
        count, part = re.split(r"[\s-]", found["fraction"].lower())
        return 100 * (numeral.english(count) or 1) / _FRACTION[part.rstrip("s")] if part != "half" or loose else None
    if found["nth"]:
        return float(numeral.ordinal(found["nth"])) if loose else None
    value = numeral.english(found["words"])
    if found["compound"]:  # "twenty-first"
        return value + numeral.ordinal(found["compound"]) if value is not None and loose else None
    # "Two authors" may count what the source names one by one: only a number too big for that is held against a claim.
    return value if value is not None and (loose or value > 12) else None


def _digits(found: re.Match[str], text: str, tenths: float, *, comma: bool) -> float | None:
    following = text[found.end() : found.end() + 2]
    first = found.start("digits")
    if not text[max(0, first - 6) : first].rpartition("\n")[2].strip() and _ITEM.match(text, first, found.end() + 2):
        return None  # the number of a list item
    before = text[max(0, first - 10) : first]
    if found["digits"].isdigit() and before.rstrip()[-1:] in _POINTER_ENDS and _POINTER.search(before):
        return None  # "Figure 2" points into the report, not into a source
    if found["letter"] is None and not found["unit"] and re.match(r"[A-Za-z_]|\.\d|/\d", following):
        return None  # part of a name (5G, 3D), of a version (1.2.3) or of a date
    value = numeral.digits(found["digits"], comma=comma) * tenths
    if found["scale"]:
        name = _OF_UNIT.sub("", " ".join(found["scale"].lower().split()))
        return value * (numeral.SUFFIX.get(name) or notation.SCALES[name])
    return value * numeral.SUFFIX[found["letter"].lower()] if found["letter"] else value


def _han(found: re.Match[str], text: str, loose: bool, tenths: float) -> float | None:
    word = found["han"]
    value = None if text[: found.start("han")].endswith(_SEVERAL) else numeral.han(word)
    if value is None or loose:
        return value * tenths if value is not None else None
    if len(word) == 1 and not found["tenths"]:
        return None
    if word in _FIGURES_OF_SPEECH:
        return None
    return None if re.match("分|方|面|足", text[found.end() : found.end() + 1]) and not found["unit"] else value * tenths


def _ranges(found: list[Quantity], text: str, *, comma: bool) -> Iterator[Quantity]:
    """In "10-15 %" both ends are percentages; in "1-2 million" and "$1-2 million" the first may be a million too."""
    for at, one in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        money = after is not None and one.unit in MONEY and after.unit in ("", one.unit)
        if after and (not one.unit or money) and _RANGE.match(text[one.end : after.start]) and one.end - one.start <= 12:
            factor = _scale(after, comma=comma)
            readings = (one.value, one.value * factor) if factor != 1 else one.readings
            # The end's unit is in base units already; the beginning takes the same factor.
            yield one._replace(readings=readings, unit=after.unit or one.unit)
        else:
            yield one


def _scale(one: Quantity, *, comma: bool) -> float:
    plain = re.match(r"\D*(\d[\d,.]*(?:[ \u00a0\u2009\u202f]\d{3}(?!\d))*(?:,\d+)?)", one.text)
    if not plain:
        return 1.0
    value = numeral.digits(plain[1].rstrip(".,"), comma=comma)
    return one.value / value if value else 1.0
