"""A row of years in a sentence, each with its figure ("19 percent in 2009, 28 percent in 2011, ..."), as a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text import sentences

FEWEST, MOST = 3, 16
LONGEST_NAME, LONGEST_UNIT, LONGEST_LINK = 40, 24, 24
_YEAR = regex(
    r"(?:1[89]|20)\d\d(?<![\d$€£¥]\d{4})(?<!\d[.,]\d{4})(?![\d.,]\d|\d|\s?[%万萬亿億만억])\s?(?:年度|年(?:底|末)?|년도?)?"
)
_NUMBER = regex(r"(?<!\d)(?<!\d[.,])[$€£¥]?\s?[-−]?\d[\d,.]*(?<![,.])")
_APART = r"[\s,，、;；:：()（）]"
_LINKS = regex(
    rf"{_APART}*(?:(?:\b(?:and|to|by|at|in|was|were|it|then|about|only|(?:rose|fell|grew) to"
    r"|the year|und|auf|bei|im Jahre?|et|à|en|y|a|nel|e|em)\b"
    r"|[则則为為是有约約至到仅僅和及]|达到?|達到?|(?:增[长長]?|[升降减減]|上升|下降|增加|[减減]少)[至到为為]"
    r"|では?|には?|[がはにと]|だった|となり|에는|에서|[에은는이가과와]|으로|그리고)"
    rf"{_APART}*)*",
    re.IGNORECASE,
)
"""What may stand between a year and its figure, and before the next of them: all else may name another thing."""
_UNIT_ENDS = regex(r"[,，、;；:：。.!！?？()（）\d]|\s(?:of|in|and|to|im|en|em|nel|de|bei)\b")
_INSIDE, _LAST_WORD = regex(r"[A-Za-zÀ-ÿ]{2}"), regex(r"[A-Za-zÀ-ÿ]+$")
_LEAD = regex(r"[,，、;；:：]|(?:よる|よれば|따르면|显示|顯示|指出|[称稱]|表示)\s*")
_NAME_ENDS = regex(
    rf"{_APART}+|^[的のに]|^には?|(?:[为為是约約有在]|达到?|達到?|では|には|[はがのを]|[은는이가을를])+{_APART}*$",
)
_END = regex(r"[。！？!?]|\.\s")
_CJK = regex(r"[\u3041-\u9fff\uac00-\ud7a3]")
_YEARS = {"zh": "年份", "ja": "年", "ko": "연도", "de": "Jahr", "fr": "Année", "es": "Año", "it": "Anno", "pt": "Ano"}


class _Pair(NamedTuple):
    """A year and its number, and where both of them stand."""

    year: re.Match[str]
    number: re.Match[str]

    @property
    def span(self) -> tuple[int, int]:
        return min(self.year.start(), self.number.start()), max(self.year.end(), self.number.end())


class Told(NamedTuple):
    """The pipe table of the years, and what its figures are of, where the sentence says so before the first of them."""

    table: str
    name: str


def told_by_year(sentence: str, language: str) -> Told | None:
    """What a sentence tells of several years; None unless it gives each its figure, all of one thing and in one unit."""
    pairs = _pairs(sentence)
    if not pairs:
        return None
    unit = _unit(sentence, [pair.number.end() for pair in pairs])
    if not (unit or all(pair.number[0][0] in "$€£¥" for pair in pairs)):
        return None
    name = _name(sentence, pairs[0])
    if not all(_joins(sentence[slice(*span)].removeprefix(unit), name) for span in _between(pairs)):
        return None
    rows = [f"| {pair.year[0].strip()} | {pair.number[0].strip()}{unit} |" for pair in pairs]
    head = name or unit.strip() or pairs[0].number[0][0]
    return Told("\n".join([f"| {_YEARS.get(language.split('-')[0], 'Year')} | {head} |", "| --- | --- |", *rows]), name)


def tells_course(text: str) -> bool:
    """Whether a sentence of a text gives several years their figures: how something grew is told so, without a word for it."""
    years = list(_YEAR.finditer(text))
    rows = zip(years, years[FEWEST - 1 :], strict=False)
    if all(_END.search(text, first.end(), last.start()) for first, last in rows):  # most passages need not be cut into sentences
        return False
    return any(told_by_year(text[start:end], "") for start, end in sentences(text))


def _pairs(sentence: str) -> list[_Pair]:
    """Years and numbers in turn, whichever of the two comes first; none where they do not take turns or the years do not rise."""
    years = list(_YEAR.finditer(sentence))
    if not FEWEST <= len(years) <= MOST or not all(int(one[0][:4]) < int(other[0][:4]) for one, other in pairwise(years)):
        return []
    taken = [year.span() for year in years]
    numbers = [one for one in _NUMBER.finditer(sentence) if all(one.end() <= start or end <= one.start() for start, end in taken)]
    if len(numbers) < len(years):
        return []
    pairs = [_Pair(*pair) for pair in zip(years, numbers, strict=False)]  # numbers behind the row are no part of it
    in_turn = all(one.span[1] <= other.span[0] for one, other in pairwise(pairs))
    return pairs if in_turn and len({pair.year.start() < pair.number.start() for pair in pairs}) == 1 else []


def _unit(sentence: str, ends: Sequence[int]) -> str:
    """What stands behind every number, to the end of a word."""
    behind = [sentence[end : end + LONGEST_UNIT] for end in ends]
    same = "".join(chars[0] for chars in takewhile(lambda chars: len(set(chars)) == 1, zip(*behind, strict=False)))
    if any(_INSIDE.match(one, max(0, len(same) - 1)) for one in behind):
        same = _LAST_WORD.sub("", same)
    ended = _UNIT_ENDS.search(same)
    return (same[: ended.start()] if ended else same).rstrip()


def _between(pairs: Sequence[_Pair]) -> list[tuple[int, int]]:
    """Where the texts stand that join the pairs, and the two halves of each but the first."""
    halves = [(min(pair.year.end(), pair.number.end()), max(pair.year.start(), pair.number.start())) for pair in pairs[1:]]
    return halves + [(one.span[1], other.span[0]) for one, other in pairwise(pairs)]


def _joins(text: str, name: str) -> bool:
    """Whether a text only joins, or says again what the figures are of (2022年汽车出口67万辆,2023年出口120万辆)."""
    if len(text) > LONGEST_LINK:
        return False
    said = _NAME_ENDS.sub("", text)
    return _LINKS.fullmatch(text) is not None or bool(said and name.endswith(said))


def _name(sentence: str, first: _Pair) -> str:
    """What the figures are of, in a CJK sentence that says so before the first of them."""
    if first.number.start() < first.year.start():
        return ""
    before = _LEAD.split(sentence[: first.year.start()])[-1]
    for text in (sentence[first.year.end() : first.number.start()], before):
        name = _NAME_ENDS.sub("", _NAME_ENDS.sub("", text.strip()[-2 * LONGEST_NAME :]))
        if 1 < len(name) <= LONGEST_NAME and _CJK.search(name) and "|" not in name:
            return name
    return ""
