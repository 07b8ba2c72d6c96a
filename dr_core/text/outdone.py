"""Which of two things is more, told without figures: "A costs more than B" where the source gives A 140 dollars and B 210.

The things are known by the words of the clauses with their figures that no other such clause has. It raises no more than a doubt:
what is more may be another thing than what the figures measure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.overlap import split
from dr_core.text.token import content_terms
from dr_core.text.whose import Clause, figured

LEAST = 3
"""Things that are ranked."""
_WITHIN = r"[^,;.，；。、]"
_QUALITY = r"(?! \w+(?:ent|able|ible|ive|ful|al|ous)\b)"
_FRENCH = r"(?:élevée?|grande?|long(?:ue)?|chère?|cher|haute?|importante?|nombreu[xs]e?|lourde?)s?"
_MORE = (
    rf"(?:higher|larger|greater|bigger|longer|taller|heavier|wider|deeper|more{_QUALITY}|höher\w*|größer\w*|länger\w*|mehr|teurer\w*"
    rf"|schwerer\w*|breiter\w*|tiefer\w*|plus {_FRENCH})"
)
_LESS = (
    rf"(?:lower|smaller|shorter|lighter|narrower|cheaper|fewer|less{_QUALITY}|niedriger\w*|kleiner\w*|kürzer\w*|geringer\w*|weniger"
    rf"|günstiger\w*|billiger\w*|leichter\w*|schmaler\w*|moins {_FRENCH})"
)
_HAN_MORE, _HAN_LESS = r"[高多大长長贵貴重]", r"[低少小短轻輕]|便宜"
_FORMS = (
    regex(rf"(?P<one>{_WITHIN}*?)\b(?:(?P<more>{_MORE})|(?P<less>{_LESS}))\b(?P<rest>{_WITHIN}{{0,40}}?)\b(?:than|als|qu(?:e\s|['’]))"
          rf"(?P<other>{_WITHIN}+)", re.I),
    regex(rf"(?P<one>{_WITHIN}+?)(?:(?P<more>[高多大长長重][于於]|超[过過])|(?P<less>[低少小短轻輕][于於]|不及))(?P<other>{_WITHIN}+)"),
    regex(rf"(?P<one>{_WITHIN}+?)比(?P<other>{_WITHIN}+?)[更还還要]?(?:(?P<more>{_HAN_MORE})|(?P<less>{_HAN_LESS}))"),
    regex(rf"(?P<one>{_WITHIN}+?)[はが]、?(?P<other>{_WITHIN}+?)(?:より(?:も|は)?{_WITHIN}{{0,12}}?"
          r"(?:(?P<more>高い|高く|高か|多い|多く|多か|大き|長い|長く|重い|重く)|(?P<less>低い|低く|低か|少な|小さ|短い|短く|軽い|軽く|安い|安く|安価))"
          r"|を(?:大きく)?(?:(?P<over>上回)|(?P<under>下回)))"),
    regex(rf"(?P<one>{_WITHIN}+?)[은는이가]\s(?P<other>{_WITHIN}+?)보다\s{_WITHIN}{{0,16}}?"
          r"(?:(?P<more>높|많|크|큰|길|긴|비싸|비싼|무거|무겁|웃돌)|(?P<less>낮|적|작|짧|싸|싼|저렴|가벼|가볍|밑돌))"),
)  # fmt: skip
_MOST = regex(
    r"\bthe (?P<more>highest|largest|greatest|biggest|longest|most)\b|\bthe (?P<less>lowest|smallest|fewest|shortest|least)\b"
    r"|最も?(?:(?P<over>[高多大长長重])|(?P<under>[低少小短轻輕]))"
    r"|가장\s?(?:(?P<many>높|많|크|큰|길|긴|비싸|비싼)|(?P<few>낮|적|작|짧|싸|싼))",
    re.I,
)
"""Of more than two things: one has the most, or the least."""
_FIRST = ("est", "most", "最", "가장")
_SIGNS = (" than ", " als ", " que ", " qu'", " qu’", "于", "於", "超", "不及", "比", "より", "回", "보다")
"""Without one of them nothing is compared: they are found sooner than the forms are tried."""
_DENIED = regex(r"\b(?:not|no|never|nicht|kein\w*|ne|pas|n['’])\b|不[^及]|没有?|沒有?|ない|なかった|않|아니", re.I)


class _Comparison(NamedTuple):
    """What is compared, with what, the word for it, and whether it is said to be more."""

    one: frozenset[str]
    other: frozenset[str]
    word: str
    more: bool


def outdone(claim: str, spans: Sequence[str]) -> str:
    """The word by which ``claim`` compares two things against the figures that ``spans`` give them; "" where it does not."""
    for said in _comparisons(claim):
        for text in _windows(spans):
            pair = _figures(said, figured(text))
            if pair and pair[0].figure.value != pair[1].figure.value:
                if (pair[0].figure.value > pair[1].figure.value) == said.more:
                    return ""
                return said.word
    return _outranked(claim, spans)


def _outranked(claim: str, spans: Sequence[str]) -> str:
    """The word by which ``claim`` puts one thing first, where a sentence of ``spans`` gives another of its kind more."""
    said = _MOST.search(claim) if any(map(claim.__contains__, _FIRST)) else None
    if said is None or _DENIED.search(claim):
        return ""
    words, more = frozenset(content_terms(claim)), (said.lastgroup or "") in ("more", "over", "many")
    for span in spans:
        for text in split(span) if "|" not in span else ():
            clauses = figured(text)
            for unit in dict.fromkeys(one.figure.unit for one in clauses):
                alike = [one for one in clauses if one.figure.unit == unit]
                own = [one.terms.difference(*(other.terms for other in alike if other is not one)) for one in alike]
                named = [at for at, terms in enumerate(own) if terms & words]
                if len(alike) < LEAST or len(named) != 1 or not all(own):
                    continue
                values = [one.figure.value for one in alike]
                if values[named[0]] != (max(values) if more else min(values)):
                    return said.group()
    return ""


def _comparisons(claim: str) -> Iterator[_Comparison]:
    if not any(map(claim.__contains__, _SIGNS)) or _DENIED.search(claim):
        return
    for form in _FORMS:
        for found in form.finditer(claim):
            groups = found.groupdict()
            more, less = groups["more"] or groups.get("over"), groups["less"] or groups.get("under")
            one, other = (frozenset(content_terms(side)) for side in (f"{found['one']} {groups.get('rest', '')}", found["other"]))
            yield _Comparison(one - other, other - one, more or less or "", bool(more))


def _windows(spans: Sequence[str]) -> Iterator[str]:
    """The sentences of prose, and pairs of those that stand side by side."""
    every = [[sentence for sentence in split(span) if "|" not in sentence] for span in spans]
    for sentences in every:
        yield from sentences
    for sentences in every:
        yield from map("; ".join, pairwise(sentences))


def _figures(said: _Comparison, clauses: Sequence[Clause]) -> tuple[Clause, Clause] | None:
    """The clauses with the figures of both things, where there is but one of a kind for each."""
    for unit in dict.fromkeys(one.figure.unit for one in clauses):
        alike = [one for one in clauses if one.figure.unit == unit]
        own = [one.terms.difference(*(other.terms for other in alike if other is not one)) for one in alike]
        first = [at for at, words in enumerate(own) if words & said.one and not words & said.other]
        second = [at for at, words in enumerate(own) if words & said.other]
        if len(second) == 1 and first and len(first) == 1 and first != second:
            return alike[first[0]], alike[second[0]]
    return None
