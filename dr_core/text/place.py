"""Whether a claim puts a number, or a name, into a place that the source's sentence gives to another one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from dr_core.text.name import names
from dr_core.text.stopword import STOPWORDS
from dr_core.text.token import terms

LONGEST = 600
SLOT = 4
"""Words of a thing that may stand in another's place; in CJK twice as many characters."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_BESIDE = re.compile(r"[^,;，；、。\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]{0,7}|[^,;，；、。]{0,4}")
_YEAR = re.compile(r"(?:1\d|20)\d\d")
_CLAUSE = re.compile(
    r"[,;:，；：、。]|\b(?:and|but|after|before|while|whereas|when|compared|versus|followed|then|up|down|from)\b|而|并|並|但|고\s|며\s",
    re.I,
)
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[a-z]+", re.I)
_SMALL = frozenset(["a", "an", "the", "this", "that", "these", "those", "its", "their", "his", "her", "it", "they"])
_CJK = re.compile(r"[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]")
_SPACE = re.compile(r"\s+")
_PART = re.compile(r"[\u3041-\u3096]")


def wrong_number(claim: str, source: str) -> str:
    """The number of ``claim`` all of whose words ``source`` says of another number of its kind; "" where there is none."""
    ours = {found.group() for found in _NUMBER.finditer(claim)}
    if not ours or len(source) > LONGEST:
        return ""
    places = _places(source)
    if len(places) < 2:
        return ""
    words = {term for term in terms(claim) if not term[0].isdigit() and term not in STOPWORDS}
    for number in ours:
        own = [bag for numbers, bag in places if number in numbers]
        is_year = bool(_YEAR.fullmatch(number))
        rivals = [
            bag for numbers, bag in places if not ours & numbers and is_year in {bool(_YEAR.fullmatch(one)) for one in numbers}
        ]
        if len(own) != 1 or not rivals:
            continue
        best = max(rivals, key=lambda bag: len(words & bag))
        theirs = len(words & (best - own[0]))
        if words <= best and not words <= own[0]:
            return number
        if 4 * len(words & (own[0] - best)) <= theirs and 2 * theirs >= len(words) > 1:
            return number
    return ""


@lru_cache(maxsize=2048)
def _places(source: str) -> Sequence[tuple[frozenset[str], frozenset[str]]]:
    """The numbers of a sentence with the words that belong to them: those up to the next clause, else half the way to the next.

    Numbers that stand side by side (80 to 85, 73 miles (117 km)) belong together.
    """
    groups: list[list[re.Match[str]]] = []
    for found in _NUMBER.finditer(source):
        if groups and _BESIDE.fullmatch(source, groups[-1][-1].end(), found.start()):
            groups[-1].append(found)
        else:
            groups.append([found])
    if not groups:
        return ()
    cuts = [0]
    for one, other in pairwise(groups):
        between = source[one[-1].end() : other[0].start()]
        clause = _CLAUSE.search(between)
        cuts.append(one[-1].end() + (clause.start() if clause else len(between) // 2))
    cuts.append(len(source))
    return [
        (
            frozenset(found.group() for found in group),
            frozenset(term for term in terms(source[start:end]) if not term[0].isdigit() and term not in STOPWORDS),
        )
        for group, (start, end) in zip(groups, pairwise(cuts), strict=True)
    ]


def replaced(claim: str, source: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """What ``claim`` says of one thing and ``source``, otherwise word for word, of another that the spans tell apart from it."""
    if len(claim) > LONGEST or len(source) > LONGEST:
        return None
    if _CJK.search(claim):
        return _in_characters(_SPACE.sub("", claim), _SPACE.sub("", source), spans)
    ours, theirs = _words(claim), _words(source)
    begin, end = _ends(ours, theirs)
    said, written = ours[begin : len(ours) - end], theirs[begin : len(theirs) - end]
    if not 0 < len(said) <= SLOT or not 0 < len(written) <= SLOT or begin + end < 3 or set(said) & set(written):
        return None
    if all(word in STOPWORDS for word in said) or all(word in STOPWORDS for word in written) or said[0][0].isdigit():
        return None
    following = ours[len(ours) - end : len(ours) - end + 1]
    alike = following and any(f" {' '.join([*said, *following])} " in _joined(span) for span in spans)
    if alike or (_named(written, source) and not _same(said, written, claim, source)):
        return " ".join(said), " ".join(written)
    if (
        _named(said, claim)
        and not _same(said, written, claim, source)
        and any(f" {' '.join(said)} " in _joined(span) for span in spans)
    ):
        return " ".join(said), " ".join(written)
    return None


def _same(said: Sequence[str], written: Sequence[str], claim: str, source: str) -> bool:
    """Whether two words may name one thing: one points at it ("the company"), shortens the other, or bends it."""
    if _pointed(said, claim) or _pointed(written, source):
        return True
    letters = ["".join(word[0] for word in words) for words in (said, written)]
    return letters[0] == "".join(written) or letters[1] == "".join(said) or said[-1][:4] == written[-1][:4]


def _named(words: Sequence[str], text: str) -> bool:
    short = len(words[0]) > 1 and re.search(rf"\b{re.escape(words[0].upper())}\b", text)
    return bool(short) or any(words[0] in name.text.lower() for name in names(text))


def _pointed(words: Sequence[str], text: str) -> bool:
    """Whether the source only points at the thing ("the company"): a writer may give its name instead."""
    return bool(re.search(rf"\b(?:the|this|that|these|those|its|their|his|her)\s{re.escape(words[0])}\b", text, re.IGNORECASE))


def _in_characters(claim: str, source: str, spans: Sequence[str]) -> tuple[str, str] | None:
    begin, end = _ends(claim, source)
    said, written = claim[begin : len(claim) - end], source[begin : len(source) - end]
    if not 0 < len(said) <= 2 * SLOT or not 0 < len(written) <= 2 * SLOT or begin + end < 6 or _PART.search(said + written):
        return None
    following = claim[len(claim) - end : len(claim) - end + 2]
    if len(following) == 2 and not said[0].isdigit() and any(said + following in _SPACE.sub("", span) for span in spans):
        return said, written
    return None


def _words(text: str) -> list[str]:
    return [word for word in map(str.lower, _TOKEN.findall(text)) if word not in _SMALL]


@lru_cache(maxsize=1024)
def _joined(span: str) -> str:
    return f" {' '.join(_words(span))} "


def _ends(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """How many words both begin with, and how many of the others both end with."""
    most = min(len(one), len(other))
    begin = next((at for at in range(most) if one[at] != other[at]), most)
    end = next((at for at in range(most - begin) if one[-1 - at] != other[-1 - at]), most - begin)
    return begin, end
