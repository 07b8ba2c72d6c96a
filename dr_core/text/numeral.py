"""The value of a numeral: digits with or without grouping, English number words, Han numerals, and mixes such as 3億5000万."""

from __future__ import annotations

import re

from dr_core.pattern import regex

_ONES_WORDS = """
    zero one two three four five six seven eight nine ten
    eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ONES = {word: value for value, word in enumerate(_ONES_WORDS.split())}
_TENS = {word: 10 * (at + 2) for at, word in enumerate(_TENS_WORDS.split())}
_POWERS = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_ORDINAL = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17,
    "eighteenth": 18, "nineteenth": 19, "twentieth": 20,
}  # fmt: skip
_HAN_DIGIT = {
    char: value
    for value, pair in enumerate(("零〇", "一壹", "二贰貳两兩", "三叁參", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖"))
    for char in pair
}
_HAN_SMALL = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1_000, "仟": 1_000, "천": 1_000, "백": 100, "십": 10}
_HAN_LARGE = {"万": 10**4, "萬": 10**4, "만": 10**4, "亿": 10**8, "億": 10**8, "억": 10**8, "兆": 10**12, "조": 10**12}

HAN = "".join(_HAN_DIGIT) + "".join(_HAN_SMALL) + "".join(_HAN_LARGE)
"""Every character of a Han (or Sino-Korean) numeral, as the inside of a ``[...]``."""
SCALES = "".join(_HAN_SMALL) + "".join(_HAN_LARGE)
ODD = "여余餘多"
"""What says that a number is somewhat more: 80여억."""
WORDS = "|".join(sorted([*_ONES, *_TENS, *_POWERS], key=len, reverse=True))
ORDINALS = "|".join(sorted(_ORDINAL, key=len, reverse=True))
SUFFIX = {
    "hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "millions": 1e6, "mn": 1e6, "mln": 1e6, "m": 1e6, "billion": 1e9,
    "billions": 1e9, "bn": 1e9, "b": 1e9, "trillion": 1e12, "trillions": 1e12, "tn": 1e12, "t": 1e12, "dozen": 12,
}  # fmt: skip
FOREIGN = {
    "zwei": "two", "drei": "three", "vier": "four", "fünf": "five", "sechs": "six", "sieben": "seven", "acht": "eight",
    "neun": "nine", "zehn": "ten", "elf": "eleven", "zwölf": "twelve", "dreizehn": "thirteen", "vierzehn": "fourteen",
    "fünfzehn": "fifteen", "sechzehn": "sixteen", "siebzehn": "seventeen", "achtzehn": "eighteen", "zwanzig": "twenty",
    "deux": "two", "trois": "three", "quatre": "four", "cinq": "five", "six": "six", "sept": "seven", "huit": "eight",
    "neuf": "nine", "dix": "ten", "onze": "eleven", "douze": "twelve", "treize": "thirteen",
    "quatorze": "fourteen", "quinze": "fifteen", "seize": "sixteen", "vingt": "twenty",
    "dos": "two", "tres": "three", "cuatro": "four", "cinco": "five", "seis": "six", "siete": "seven", "ocho": "eight",
    "nueve": "nine", "diez": "ten", "doce": "twelve", "trece": "thirteen", "catorce": "fourteen",
    "quince": "fifteen", "veinte": "twenty",
}  # fmt: skip
"""Small numbers of German, French and Spanish, in English."""
_PART = regex(rf"(\d[\d,]*(?:\.\d+)?)?[{ODD}]?\s?([{SCALES}]*)")


def digits(text: str, *, comma: bool = False) -> float:
    """ "15,000" is 15000, "1,5" and "1.5" are 1.5, "1.500.000" and "1 500 000" are 1500000.

    ``comma``: the comma is a decimal one, so that "15.000" is 15000 and "1,500" is 1.5.
    """
    plain = re.sub(r"[\s\u00a0\u2009\u202f]", "", text)
    if comma and "," in plain:
        plain = plain.replace(".", "").replace(",", ".", 1)
    elif comma and re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3})+", plain):
        plain = plain.replace(".", "")
    elif re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        plain = plain.replace(",", "")
    elif re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}(?:\.\d{3})+,\d+", plain):
        plain = plain.replace(".", "").replace(",", ".")
    else:
        plain = plain.replace(",", ".", 1) if "." not in plain else plain.replace(",", "")
    return float(plain.replace(",", ""))


def english(text: str) -> float | None:
    """ "two hundred and five thousand" is 205000; None where the words make no number."""
    total = current = 0.0
    seen = False
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in _ONES:
            current += _ONES[word]
        elif word in _TENS:
            current += _TENS[word]
        elif word == "hundred":
            current = (current or 1) * 100
        elif word in _POWERS:
            total, current = total + (current or 1) * _POWERS[word], 0.0
        elif word == "and":
            continue
        else:
            return None
        seen = True
    return total + current if seen else None


def ordinal(word: str) -> int:
    """ "third" is 3."""
    return _ORDINAL[word.lower()]


def han(text: str) -> float | None:
    """一萬五千 is 15000, 二〇二四 is 2024, 一點五萬 is 15000; None where the characters make no number."""
    scale = 1.0
    whole, point, fraction = text.partition("點") if "點" in text else text.partition("点")
    if point:
        while fraction and fraction[-1] in _HAN_LARGE | _HAN_SMALL:
            scale *= (_HAN_LARGE | _HAN_SMALL)[fraction[-1]]
            fraction = fraction[:-1]
        left = han(whole)
        if left is None or not fraction or any(char not in _HAN_DIGIT for char in fraction):
            return None
        return (left + float("0." + "".join(str(_HAN_DIGIT[char]) for char in fraction))) * scale
    if all(char in _HAN_DIGIT for char in text):
        return float("".join(str(_HAN_DIGIT[char]) for char in text)) if text else None
    total = section = digit = 0.0
    last = 1.0
    for char in text:
        if char in _HAN_DIGIT:
            digit = _HAN_DIGIT[char]
            last = 0.0 if char in "零〇" else last  # 三百零五 is 305, 三百五 is 350
        elif char in _HAN_SMALL:
            section += (digit or 1) * _HAN_SMALL[char]
            digit, last = 0.0, _HAN_SMALL[char]
        elif char in _HAN_LARGE:
            value = section + digit
            total = (
                (total + (value or (0.0 if total else 1.0))) * _HAN_LARGE[char]
                if _HAN_LARGE[char] > total
                else total + value * _HAN_LARGE[char]
            )
            section, digit, last = 0.0, 0.0, _HAN_LARGE[char]
        else:
            return None
    return total + section + (digit * last / 10 if digit and last > 1 else digit)


def mixed(text: str) -> float | None:
    """Digits with scale characters: 1.5万 is 15000, 3億5000万 is 350000000, 1만 5천 is 15000, 2천6백만 is 26000000."""
    total = section = 0.0
    for number, scales in _PART.findall(text):
        if not number and not scales:
            continue
        small = large = 1.0
        for char in scales:
            small, large = (small * _HAN_SMALL[char], large) if char in _HAN_SMALL else (small, large * _HAN_LARGE[char])
        section += (digits(number) if number else 1.0) * small
        if large > 1:
            total, section = total + section * large, 0.0
    return total + section or None
