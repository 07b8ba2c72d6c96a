"""Figures that a sentence gives to another thing than its source: 欧洲41.8吉瓦 where that says 中国装机41.8吉瓦，欧洲36.6吉瓦.

Where a source lists figures of one unit, what stands between a comma and a figure is often no more than the name of what has it.
A claim that begins with this name and goes on with the figure of another one has mistaken the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.bound import rounds
from dr_core.text.number import Quantity, read, states
from dr_core.text.overlap import split

SHORT = 8
"""Characters of what is no more than a name."""

_CUT = regex(
    r"[,;:，；：、。（）()]|\b(?:and|but|while|whereas|compared with|against|und|während|aber|et|contre|y|frente a)\b"
    r"|而|고\s|며\s",
    re.I,
)
_OPENING = regex(
    r"(?:[\s\d'’\"“”「『《-]|(?:in|by|at|as of|the|end|early|mid|die|der|das|Ende|im|le|la|les|l’|el|los|fin|en)\b"
    r"|截至|截止|[年月日底末初]|時点|其中|同期|同年|同样|另外|至于|말|년|월|기준)*",
    re.I,
)
_CLOSING = regex(
    r"(?:\s|\b(?:with|had|has|have|was|were|is|are|of|at|about|around|some|by|hatte|mit|war|waren|avec|con)\b"
    r"|[约約为為是达達有则則就也仅僅只近はがのもでに은는이가의약])*\Z",
    re.I,
)
_PARTICLE = regex(r"(?:에서|부터|까지|으?로|보다|[에의인을를이가은는])(?=\s|$)")
"""What belongs to the figure before it in Korean."""
_CJK = regex(r"[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]")


class _Part(NamedTuple):
    """A figure and the words of its clause before it."""

    words: str
    figure: Quantity


def mistaken(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """The name and the figure of ``claim`` of which ``spans`` give the figure to another thing, and the name another figure; None
    where there are none."""
    ours = [part for part in _parts(claim) if part.words and part.figure.unit]
    if not ours:
        return None
    every = [_parts(sentence) for span in spans for sentence in split(span)]
    for words, figure in ours:

        def is_told(other: _Part, figure: Quantity = figure) -> bool:
            return states([other.figure], figure) or rounds(claim, figure, [other.figure])

        name = next((name for parts in every for name in _others(parts, is_told, words) if _begins(words, name)), "")
        if name and not any(name in part.words for parts in every for part in parts if is_told(part)):
            return name, figure.text.strip()
    return None


def is_own(claim: str, source: str) -> bool:
    """Whether ``claim`` begins each of its figures with the name that ``source`` gives it to: 欧洲装机36.6吉瓦 where that says
    中国装机41.8吉瓦，欧洲36.6吉瓦."""
    ours, theirs = _parts(claim), [part for part in _parts(source) if 1 < len(_name(part)) <= SHORT]
    return bool(ours) and all(
        any(states([part.figure], figure) and _begins(words, _name(part)) for part in theirs) for words, figure in ours
    )


def figures_of(name: str, text: str, figures: Sequence[Quantity]) -> list[Quantity]:
    """Those of the ``figures`` of a text before which their clause has a name."""
    named = [part.figure for part in _parts(text) if name.lower() in part.words]
    return [one for one in figures if one in named]


def _name(part: _Part) -> str:
    """The words of a part without those that lead to its figure."""
    return _CLOSING.sub("", part.words)


def _others(parts: Sequence[_Part], is_told: Callable[[_Part], bool], words: str) -> Iterator[str]:
    """What a sentence gives another figure than the one that is told, of the same unit: the words before that figure, and as many
    of the first of them as are the name of what has the told one."""
    told = [part for part in parts if is_told(part)]
    names = [name for part in told if 1 < len(name := _name(part)) <= SHORT]
    if any(name in words for name in names) or not all(_name(part) for part in told):
        return  # of a figure with no words before it, those behind it tell whose it is
    units = {part.figure.unit for part in told}
    for part in parts:
        other = _name(part)
        if part.figure.unit in units and not is_told(part) and len(other) > 1:
            yield other
            yield from (other[: len(name)] for name in names if _CJK.search(name))


def _begins(words: str, name: str) -> bool:
    """Whether a clause begins with a name, and not with a longer word."""
    behind = words[len(name) : len(name) + 1]
    return words.startswith(name) and (not behind.isalnum() or bool(_CJK.match(behind)))


@lru_cache(maxsize=2048)
def _parts(text: str) -> tuple[_Part, ...]:
    found: list[_Part] = []
    since = 0
    for one in read(text):
        begins = max((cut.end() for cut in _CUT.finditer(text, since, one.start)), default=since)
        if since and (particle := _PARTICLE.match(text, begins, one.start)):
            begins = particle.end()
        opening = _OPENING.match(text, begins, one.start)
        words = text[opening.end() if opening else begins : one.start]
        found.append(_Part(re.sub(r"\s+", " ", words).strip().lower(), one))
        since = one.end
    return tuple(found)
