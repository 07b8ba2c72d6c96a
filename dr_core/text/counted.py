"""Small counts in words: "three firefighters" where the source has two and an employee, "six cities" of a list of four.

Such a count is not held to the figures of the source, which may name the things one by one. But it is doubted where the source
counts the same things otherwise, or neither has the number nor lists so many. So is a half that nothing in the source comes to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text import numeral
from dr_core.text.date import dates
from dr_core.text.fraction import HALF
from dr_core.text.number import quantities, states
from dr_core.text.overlap import split
from dr_core.text.stated import stated_by
from dr_core.text.token import content_terms

LEAST = 3
"""Of two things every source speaks."""
ITEM, ITEM_CJK = 6, 14
"""The most words, or characters, of an item of a list."""
NEAR_HALF = 5.0
"""Points by which a share may differ from half of something that is told."""
SUMMED = 5
"""Counts of a sentence that are added up."""

_WORDS = {word: int(numeral.english(told) or 0) for word, told in numeral.FOREIGN.items()}
_WORDS |= {told: _WORDS[word] for word, told in numeral.FOREIGN.items()}
_HAN = {"两": 2, "兩": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_HANGUL = {"두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10}
_ONES = {"one": 1, "a": 1, "an": 1, "一": 1, "한": 1, "ein": 1, "eine": 1, "einen": 1, "un": 1, "une": 1}
_VALUES = {**_WORDS, **_HAN, **_HANGUL, **_ONES}
_MEASURE = (
    r"(?:个月|個月|小时|小時|時間|[か箇ヶカ]国|[个個名位座家条條种種项項艘辆輛架台臺場场國国省市县縣州]"
    r"|[所款类類部届屆层層次年天周人つ社校件本棟])"
)
_COUNTER = r"(?:명|개국|개|곳|가지|마리|대|차례|건|편|달|해|시간)"
_ANY_HAN = "一二两兩三四五六七八九十百千万萬亿億"
_THINGS = r"(?=(?P<what>[^\W\d_][\w-]*(?:\s[^\W\d_][\w-]*)?))"
_NO_THINGS = (
    r"(?:and|of|or|to|in|per|times|hundred|thousand|[mb]illion|dozen|quarters?|thirds?|fifths|sixths|eighths|tenths|decades"
    r"|per ?cent|Viertel|Drittel|Fünftel|Prozent|mal|quarts|tiers|fois|pour cent|veces|tercios|cuartos|por ciento)\b"
)
_COUNT = regex(
    rf"\b(?P<word>{'|'.join(_WORDS)})\s(?!{_NO_THINGS}){_THINGS}"
    rf"|(?<![第{_ANY_HAN}点點分\d])(?P<han>[{''.join(_HAN)}])(?![{_ANY_HAN}])\s?{_MEASURE}(?![半多余餘])の?(?P<thing>[^\s\d，。、,]{{0,3}})"
    rf"|(?P<before>[가-힣]+\s)?(?<![가-힣\d])(?P<hangul>{'|'.join(_HANGUL)})\s?{_COUNTER}(?![가-힣]{{2}})"
    rf"|(?<![가-힣\d])(?P<native>{'|'.join(_HANGUL)})\s(?P<noun>[가-힣]{{2,}})",
    re.IGNORECASE,
)
_TOLD = regex(
    rf"\b(?P<word>\d{{1,2}}|{'|'.join([*_WORDS, 'one', 'an?', 'eine?n?', 'une?'])})\s{_THINGS}"
    rf"|(?<![第{_ANY_HAN}\d])(?P<han>[一{''.join(_HAN)}]|\d{{1,2}})\s?{_MEASURE}の?(?P<thing>[^\s\d，。、,]{{0,3}})"
    rf"|(?P<before>[가-힣]+\s)?(?<![가-힣\d])(?P<hangul>한|{'|'.join(_HANGUL)}|\d{{1,2}})\s?{_COUNTER}"
    rf"|(?<![가-힣\d])(?P<native>{'|'.join(_HANGUL)})\s(?P<noun>[가-힣]{{2,}})",
    re.IGNORECASE,
)
"""Counts in a source, in words and in digits."""
_OTHER_WORDS = regex(
    r"\b(?:tri(?:o|ple[sdt]?|logy)|quartet|half a dozen|dozen|decade|dritte\w*|vierte\w*|fünfte\w*"
    r"|troisième|quatrième|cinquième)\b",
    re.I,
)
_FOREIGN = regex(rf"\b(?:{'|'.join(numeral.FOREIGN)})(?=\s[^\W\d_])", re.IGNORECASE)
_BULLETS = regex(r"^\s*(?:[-*•·|]|\d+[.)、])", re.MULTILINE)
_APART = regex(
    r"\s?(?:,(?!\d)|[;，；、]|(?:\b(?:and|or|und|oder|sowie|et|ou|y|e|as well as)\b)|[和及与與]"
    r"|以及|および|または|그리고|(?<=[가-힣])[와과](?=\s))"
    r"(?:\s?(?:and|or|und|et|y|及|和|그리고)\b)?",
    re.IGNORECASE,
)
_COLON = regex(r"[:：]\s?(?!\d)")
_BY_HALF = regex(r"\bby half\b", re.IGNORECASE)
_ANY_HALF = regex(
    r"\bhal[fv]|halb|hälft|demi|moiti|mitad|medi[oa]\b|半|절반|반(?=[은을이의으])|\btwice|doubl|verdoppel|倍|두 배", re.IGNORECASE
)
_CJK = regex(r"[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]")


class Count(NamedTuple):
    """So many of something."""

    value: int
    things: frozenset[str]
    text: str


def miscounted(claim: str, spans: Sequence[str]) -> str:
    """The count of ``claim`` that ``spans`` belie or do not give; "" where there is none."""
    counts = list(_counts(_COUNT, claim))
    told = [list(_counts(_TOLD, sentence)) for span in spans for sentence in split(span)] if counts else []
    for one in counts:
        same = [[other for other in sentence if one.things & other.things] for sentence in told]
        alike = any(other.value > 1 for sentence in same for other in sentence)
        if _is_sum(one.value, same if alike else told):
            continue
        if alike or (one.value >= LEAST and not _is_given(one, spans) and one.value not in _own_list(claim)):
            return one.text
    return ""


def unhalved(claim: str, spans: Sequence[str]) -> str:
    """The half of ``claim`` where ``spans`` have neither a word for it, nor a share near it, nor two figures of which one is half
    of the other, or half as much again; "" where there is none."""
    said = HALF.search(claim) or _BY_HALF.search(claim)
    if not said or any(HALF.search(span) or _ANY_HALF.search(span) for span in spans):
        return ""
    for sentence in (one for span in spans for one in split(span)):
        figures = quantities(sentence, loose=True)
        if any(one.unit == "%" and abs(one.value - 50) <= NEAR_HALF for one in figures):
            return ""
        for one, other in combinations([one.value for one in figures if one.value], 2):
            if any(abs(min(one, other) / max(one, other) - ratio) <= NEAR_HALF / 100 for ratio in (1 / 2, 2 / 3)):
                return ""
    return said.group().strip()


def _counts(pattern: re.Pattern[str], text: str) -> Iterator[Count]:
    for found in pattern.finditer(text):
        word = (found["word"] or found["han"] or found["hangul"] or found["native"]).lower()
        value = int(word) if word.isdigit() else _VALUES[word]
        things = found["what"] or found["thing"] or found["before"] or found["noun"] or ""
        own = frozenset(content_terms(things)[: 1 if found["thing"] else 2]) if things.strip() else frozenset()
        yield Count(value, own, (found.group() + (found["what"] or "")).strip())


def add_up(value: int, spans: Sequence[str]) -> bool:
    """Whether the counts of a sentence of ``spans`` add up to a value."""
    return _is_sum(value, [list(_counts(_TOLD, sentence)) for span in spans for sentence in split(span)])


def _is_sum(value: int, told: Sequence[Sequence[Count]]) -> bool:
    """Whether counts of one sentence are, or add up to, a value: two firefighters and an employee are three people."""
    few = [[one.value for one in sentence][:SUMMED] for sentence in told]
    return any(
        sum(some) == value for sentence in few for size in range(1, len(sentence) + 1) for some in combinations(sentence, size)
    )


def _is_given(one: Count, spans: Sequence[str]) -> bool:
    """Whether spans have a number, list so many things, or name years so far apart."""
    source = stated_by(tuple(map(_in_english, spans)))
    meant = next(iter(quantities(_in_english(one.text), loose=True)), None)
    if meant and (states(source.numbers, meant) or any(states([it], meant._replace(unit="")) for it in source.numbers)):
        return True
    if any(_OTHER_WORDS.search(span) or len(_BULLETS.findall(span)) >= LEAST for span in spans):
        return True
    years = {day.year for span in spans for day in dates(span) if day.year}
    if any(later - sooner in (one.value, one.value - 1) for later in years for sooner in years):
        return True
    counts = {it.value for span in spans for it in _counts(_TOLD, span)}
    return one.value in counts or any(one.value in (size, size - 1) for span in spans for size in _lists(span))


@lru_cache(maxsize=1024)
def _lists(span: str) -> frozenset[int]:
    """How many things the lists in a text have, what stands before the first comma among them."""
    sizes: set[int] = set()
    for sentence in split(span):
        run = 0
        for item in (*_APART.split(sentence)[1:-1], None):
            if item is not None and _is_short(item):
                run += 1
            else:
                sizes.add(run + 2)
                run = 0
    return frozenset(sizes)


def _own_list(claim: str) -> frozenset[int]:
    """How many things a claim itself lists behind a colon."""
    listed = _COLON.split(claim, maxsplit=1)[1:]
    return frozenset(size - 1 for size in _lists(f"0, {listed[0]}")) if listed else frozenset()


def _is_short(item: str) -> bool:
    return len(_CJK.findall(item)) <= ITEM_CJK and len(item.split()) <= ITEM


def _in_english(text: str) -> str:
    """A text with the small numbers of German, French and Spanish in English, whose words are read."""
    return _FOREIGN.sub(lambda found: numeral.FOREIGN[found[0].lower()], text)
