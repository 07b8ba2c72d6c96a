"""Whether a claim puts a number, or a name, into a place that the source's sentence gives to another one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from dr_core.pattern import regex
from dr_core.text.bound import rounds
from dr_core.text.lasting import lengths, merged
from dr_core.text.name import names
from dr_core.text.number import Quantity, read, states
from dr_core.text.reckoned import reckoned
from dr_core.text.stopword import STOPWORDS
from dr_core.text.token import terms

LONGEST = 600
SLOT = 4
"""Words of a thing that may stand in another's place; in CJK twice as many characters."""

_NUMBER = regex(r"\d+(?:[.,]\d+)*")
_BESIDE = regex(r"[^,;，；、。\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]{0,7}|[^,;，；、。]{0,4}")
_YEAR = regex(r"(?:1\d|20)\d\d")
_CLAUSE = regex(
    r"[,;:，；：、。]|\b(?:and|but|after|before|while|whereas|when|compared|versus|followed|then|up|down|from)\b|而|并|並|但|고\s|며\s",
    re.I,
)
_TOKEN = regex(r"\d+(?:[.,]\d+)*|[a-z]+", re.I)
_SMALL = frozenset(["a", "an", "the", "this", "that", "these", "those", "its", "their", "his", "her", "it", "they"])
_ATTRIBUTING_WORDS = """
    said says say according laut zufolge angaben selon après según secondo segundo afirma afferma diz disse
"""
_ATTRIBUTES = frozenset(_ATTRIBUTING_WORDS.split())
_CJK = regex(r"[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]")
_SPACE = regex(r"\s+")
_END, _COMMA = regex(r"[。.！!]\Z"), regex(r"[，；。、,;]")
_LIGHT = regex(
    r"[\u3041-\u3096\d的了为為是在于於约約近达達到至有已将將并並与與和及其也则則而被把给給对對从從向由就都还還又再更最很"
    r"增加减減少升降高低多表示称稱说說指出认認该該此本这這那同它他她我你所用以可能会會年月日个個名人%]"
)
"""What may be put in other words, or only points at what is meant."""
_PART = regex(r"[\u3041-\u3096]")


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


def elsewhere(claim: str, source: str, worked: Sequence[Quantity] = ()) -> str:
    """The number of ``claim`` that ``source`` does not state, although it states another of the same unit; "" where none is.

    Its other words are those of ``source``: it stands in another sentence, of something else, unless it is ``worked`` out.
    """
    known = {one.start for one in worked}
    ours = [one for one in merged(claim, _unsigned(claim)) if one.start not in known]
    theirs = _unsigned(source) if any(one.unit for one in ours) else []
    theirs += lengths(source, theirs)
    for one in ours:
        rivals = [other for other in theirs if other.unit == one.unit and not states(ours, other) and not _is_year(other)]
        if not (one.unit and rivals) or _is_year(one) or states(theirs, one) or rounds(claim, one, theirs):
            continue
        if not reckoned(claim, [one], [other for other in ours if states(theirs, other)]):
            return one.text.strip()
    return ""


def _is_year(one: Quantity) -> bool:
    return not one.unit and bool(_YEAR.fullmatch(one.text.strip()))


def _unsigned(text: str) -> list[Quantity]:
    return [one._replace(negative=False) for one in read(text)]  # a loss of 4 is -4


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
    starts = [at for at in range(1, len(theirs)) if len(ours) >= 3 and theirs[at : at + 3] == ours[:3]]
    for said, written, rest in (slot for at in (0, *starts) for slot in _slots(ours, theirs[at:])):
        if not _ATTRIBUTES.isdisjoint([*said, *written]):
            continue  # whose word it is, is told otherwise
        if set(said) & set(written) or all(word in STOPWORDS for word in said) or all(word in STOPWORDS for word in written):
            continue
        if any(word[0].isdigit() for word in (*said, *written)):
            continue
        alike = rest and any(f" {' '.join([*said, rest[0]])} " in _joined(span) for span in spans)
        before = ours[len(ours) - len(rest) - len(said) - 1 :][: len(said) + 1] if len(ours) > len(rest) + len(said) else []
        if before and not _same(said, written, claim, source):
            alike = alike or any(f" {' '.join(before)} " in _joined(span) for span in spans)
        here = f" {' '.join(said)} "
        if alike or here in _joined(source) or _other_name(said, written, claim, source, spans):
            return " ".join(said), " ".join(written)
    return None


def _slots(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[Sequence[str], Sequence[str], Sequence[str]]]:
    """What stands in ``ours`` in place of what in ``theirs``, with the words behind it; all others of ``ours`` are the same."""
    most = min(len(ours), len(theirs))
    begin = next((at for at in range(most) if ours[at] != theirs[at]), most)
    for left in range(1, SLOT + 1):
        rest = ours[begin + left :]
        if begin + left > len(ours) or begin + len(rest) < 3:
            continue
        for right in range(1, SLOT + 1):
            at = begin + right
            if (rest and theirs[at : at + len(rest)] == rest) or (not rest and at == len(theirs)):
                yield ours[begin : begin + left], theirs[begin:at], rest


def _other_name(said: Sequence[str], written: Sequence[str], claim: str, source: str, spans: Sequence[str]) -> bool:
    """Whether a name stands where another thing does that is not merely another word for it."""
    if _same(said, written, claim, source):
        return False
    if _named(written, source):
        return True
    told = any(f" {' '.join(said)} " in _joined(span) for span in spans)
    return told and (_named(said, claim) or any(said[0] in name for span in spans for name in _names(span)))


@lru_cache(maxsize=1024)
def _names(span: str) -> frozenset[str]:
    return frozenset(word for name in names(span) for word in _words(name.text))


def _same(said: Sequence[str], written: Sequence[str], claim: str, source: str) -> bool:
    """Whether two words may name one thing: one points at it ("the company"), shortens the other, or bends it."""
    if _pointed(said, claim) or _pointed(written, source):
        return True
    letters = ["".join(word[0] for word in words) for words in (said, written)]
    return letters[0] == "".join(written) or letters[1] == "".join(said) or said[-1][:4] == written[-1][:4]


def _named(words: Sequence[str], text: str) -> bool:
    short = any(len(word) > 1 and re.search(rf"\b{re.escape(word.upper())}\b", text) for word in words)
    return short or not _names(text).isdisjoint(words)


def _pointed(words: Sequence[str], text: str) -> bool:
    """Whether the source only points at the thing ("the company"): a writer may give its name instead."""
    if any(re.search(rf"(?<=[\w,] ){re.escape(word.capitalize())}\b", text) for word in words):
        return False  # "the port of Gdansk" is a name
    return bool(re.search(rf"\b(?:the|this|that|these|those|its|their|his|her)\s{re.escape(words[0])}\b", text, re.IGNORECASE))


def _in_characters(claim: str, source: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """What a claim has in another's place, in the whole of a sentence or in one of its clauses."""
    whole = _slot(claim, source, spans)
    if whole:
        return whole
    own = _END.sub("", claim)
    for clause in _COMMA.split(source):
        begin, end = _ends(own, clause)
        said, written = own[begin : len(own) - end], clause[begin : len(clause) - end]
        if begin + end < 6 or not (0 < len(said) <= SLOT and 0 < len(written) <= SLOT) or _LIGHT.search(said + written):
            continue
        if len(said) > 1 and any(said in _SPACE.sub("", span) for span in spans):
            return said, written
    return None


def _slot(claim: str, source: str, spans: Sequence[str]) -> tuple[str, str] | None:
    begin, end = _ends(claim, source)
    said, written = claim[begin : len(claim) - end], source[begin : len(source) - end]
    if not 0 < len(said) <= 2 * SLOT or not 0 < len(written) <= 2 * SLOT or begin + end < 6 or _PART.search(said + written):
        return None
    size = 1 if len(said) > 2 else 2
    following = claim[len(claim) - end : len(claim) - end + size]
    if len(following) == size and not said[0].isdigit() and any(said + following in _SPACE.sub("", span) for span in spans):
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
