"""A comparison that its own figures belie: 增速为4.8%，快于农村居民的7.6%."""

from __future__ import annotations

import re
from itertools import pairwise

from dr_core.pattern import regex
from dr_core.text.dated import undated
from dr_core.text.number import Quantity

_UP = (
    r"(?:higher|faster|larger|greater|bigger|longer|more) than|ahead of|above|(?:mehr|höher|größer|schneller|länger) als"
    r"|[高快多大长長][于於]|超[过過]|领先|領先"
)
_DOWN = (
    r"(?:lower|slower|smaller|shorter|fewer|less) than|below|(?:weniger|niedriger|kleiner|langsamer|kürzer) als"
    r"|[低慢少小短][于於]|不及|不如"
)
_WITHIN = r"[^\d,;.，；。、]"
_BETWEEN = regex(
    rf"[^\d\s]{{0,4}}?\s?[)）,，]\s?{_WITHIN}{{0,24}}?(?:(?P<more>{_UP})|(?P<less>{_DOWN}))"
    # "more than 30%" is a bound, "more than the 30% of others" compares
    rf"(?!\s?(?:some|about|around|roughly|nearly|etwa|rund|约|約)\b)(?=\s?[^\W\d]){_WITHIN}{{1,40}}"
)
_EASTERN = regex(rf"{_WITHIN}{{0,6}}[、,)）]?\s?(?:{_WITHIN}|\d{{4}}年){{1,24}}")
_BEHIND = regex(
    r"[)）]?\s?[人件個名社台本戸円]?(?:を(?:大きく)?|보다\s(?:더\s)?|[를을]\s)(?:(?P<more>上回|높|많|크|큰|빠|웃[도돌돈]|상회)|(?P<less>下回|낮|적|작|느|밑[도돌돈]|하회))"
)
_NO = r"(?<!\bno\s)(?<!\bnot\s)(?<!\bany\s)(?<!\bnicht\s)(?<!\bnot\s\w{4}\s)"
_AHEAD = regex(
    rf"{_NO}\b(?:(?P<more>more|higher|larger|greater|faster|longer|bigger|höher|größer|länger|mehr)"
    r"|(?P<less>less|fewer|lower|smaller|slower|shorter|niedriger|kleiner|kürzer|weniger))\b(?! than)"
    rf"{_WITHIN}{{1,60}}?[(（]\Z",
    re.I,
)
"""more common with A (2.1%) than with B (1.9%)."""
_THAN = regex(rf"%?\s?[)）]{_WITHIN}{{0,12}}?\b(?:than|als)\b{_WITHIN}{{1,40}}[(（]")


def belied(claim: str) -> str:
    """Why a comparison of two figures in ``claim`` is wrong by these; "" where none is."""
    for one, other in pairwise(undated(claim)):
        said = _BETWEEN.fullmatch(claim, one.end, other.start)
        if not said and _EASTERN.fullmatch(claim, one.end, other.start):
            said = _BEHIND.match(claim, other.end)
        if not said and _THAN.fullmatch(claim, one.end, other.start):
            said = _AHEAD.search(claim, max(0, one.start - 80), one.start)
        if not said or one.unit != other.unit or _signed(one) == _signed(other):
            continue
        if bool(said["more"]) != (_signed(one) > _signed(other)):
            word = said["more"] or said["less"]
            return f"says “{word}”, which its own figures belie ({one.text.strip()}, {other.text.strip()})"
    return ""


def _signed(one: Quantity) -> float:
    return -one.value if one.negative else one.value
