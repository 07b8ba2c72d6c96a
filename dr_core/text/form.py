"""The several forms of a name: "high-speed rail (HSR)", 高速铁路（高铁）, 原子力発電所（原発）, 한국전력공사(한전)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.han import simplified
from dr_core.text.keep import of_pages
from dr_core.text.token import terms

LONGEST_NAME, LONGEST_TEXT = 200, 60_000
"""Characters before a bracket in which the name that it shortens is looked for, and those of a text in which brackets are."""
SHORTEST = 2
"""Characters of a CJK short form; one alone stands for many words."""

_CJK = r"[\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u9fff\uac00-\ud7a3]"
_SHORT = regex(r"[（(]([A-Z][A-Za-z0-9-]{1,9})[)）]")
_NAME_BEFORE = regex(r"(?:(?:[\w’'-]+[ ]){1,5}|[\u3041-\u9fff\uac00-\ud7a3]{2,14})$")
_CALLED = r"(?:以?下?[简簡略][称稱]|下[称稱]|略して|약칭|줄여서)[为為]?"
_OPENS = regex("[（(以下简簡略약줄]")
"""What a short form begins with: signs that are few in a text, so that the pattern behind them is tried in few places."""
_DRAWN_TOGETHER = regex(
    rf"(?:[（(]\s*(?:{_CALLED}|以下|이하)?|{_CALLED})[\s、:：「『“\"‘']*({_CJK}{{2,8}}?)(?=[)）」』”\"’'，,、;；。]|と|이?라|으?로)"
)
_CJK_BEFORE = regex(rf"((?:{_CJK}|(?<=[\uac00-\ud7a3])[ ](?=[\uac00-\ud7a3])){{3,20}})[”」』》]?\s?$")
_COMMA_BEFORE = regex(r"[，,、]?\s*$")
_BRACKET_BEFORE = regex(r"[（(][^（()）]*[)）]?\s*$")


class Forms(NamedTuple):
    """Pairs of names that mean the same: a text that has one of them is read as if it had the other one, too."""

    pairs: tuple[tuple[str, str], ...] = ()

    def read(self, text: str) -> str:
        """A text, followed by the other forms of the names in it: words are looked for in this, nothing is quoted from it."""
        if not self.pairs:
            return text
        held = set(terms(text))
        named = (name for name, other in self._each() if held.issuperset(terms(other)))
        return " ".join([text, *dict.fromkeys(named)])

    def counted(self, bag: Counter[str]) -> Counter[str]:
        """The terms of a text, and those of the other forms of the names in it."""
        more = [
            (name, min(bag[term] for term in own)) for name, other in self._each() if bag.keys() >= (own := set(terms(other)))
        ]
        if not more:
            return bag
        both = Counter(bag)
        for name, times in more:
            both.update(dict.fromkeys(terms(name), times))
        return both

    def _each(self) -> Iterator[tuple[str, str]]:
        for one, other in self.pairs:
            yield one, other
            yield other, one


ONE_FORM = Forms()
"""No name has another form."""


@of_pages
def shortened(text: str) -> tuple[tuple[str, str], ...]:
    """The names that a text gives with their short forms."""
    text = text[:LONGEST_TEXT]
    return tuple(dict.fromkeys([*_spelled_out(text), *_drawn_together(text)]))


def _spelled_out(text: str) -> Iterator[tuple[str, str]]:
    """Names with short forms in Latin letters: "high-speed rail (HSR)", 에너지저장장치(ESS)."""
    for found in _SHORT.finditer(text):  # brackets are few: looking for names first would try every word of the page
        before = _NAME_BEFORE.search(text[max(0, found.start() - LONGEST_NAME) : found.start()])
        if before is None:
            continue
        name, short = before[0].strip(), found[1]
        spelled = " ".join(name.split()[-len(short) :]) if name.isascii() else name
        if not name.isascii() or _abbreviates(short, spelled):
            yield spelled, short


def _abbreviates(short: str, name: str) -> bool:
    """Whether ``short`` may stand for ``name``: first letter for first word, last letter for last word."""
    letters = "".join(word[0] for word in name.split() if word).lower()
    return letters[:1] == short[0].lower() and letters[-1:] == short.rstrip("s")[-1].lower()


def _drawn_together(text: str) -> Iterator[tuple[str, str]]:
    """Names in CJK with short forms made of their own characters: 高速铁路（高铁）, 北京大学，简称“北大”."""
    reached = 0
    for opening in () if text.isascii() else _OPENS.finditer(text):
        at = opening.start()
        found = _DRAWN_TOGETHER.match(text, at) if at >= reached else None
        if found is None:
            continue
        reached = found.end()
        named = text[max(0, at - LONGEST_NAME) : at]
        named = named if opening[0] in "（(" else _COMMA_BEFORE.sub("", named)
        before = _CJK_BEFORE.search(_BRACKET_BEFORE.sub("", named))
        if before and (name := _drawn_from(found[1], before[1])):
            yield name, found[1]
            yield from _without_what_is_shared(name, found[1])


def _drawn_from(short: str, text: str) -> str:
    """The end of a text, as short as can be, that has the characters of ``short`` in their order, the first one first."""
    plain, wanted = simplified(text), simplified(short)
    at = len(plain)
    while (at := plain.rfind(wanted[0], 0, at)) >= 0:
        rest = iter(plain[at:])
        if all(char in rest for char in wanted):
            return "" if wanted in plain[at:] else text[at:]
    return ""


def _without_what_is_shared(name: str, short: str) -> list[tuple[str, str]]:
    """Both forms without what they begin with alike: 京沪高速铁路（京沪高铁） says that 高铁 is 高速铁路."""
    same = next((at for at, (one, other) in enumerate(zip(name, short, strict=False)) if one != other), len(short))
    cut = min(same - 1, len(short) - SHORTEST)
    return [(name[cut:], short[cut:])] if cut > 0 else []
