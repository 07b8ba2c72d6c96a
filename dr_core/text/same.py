"""Words that mean the same though no source says so: side effects and adverse reactions, England and English, 咲き and 咲く."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache

from dr_core.pattern import regex
from dr_core.text.country import adjectives, countries
from dr_core.text.han import simplified
from dr_core.text.token import terms

_SAME = """
side effects|adverse effects; side effects|adverse reactions; 副作用|不良反应; 副作用|副反応; 副作用|有害事象; 부작용|이상반응
Nebenwirkungen|unerwünschte Wirkungen; 효능|효과; 効能|効果
hilft|helfen; nimmt|nehmen; isst|essen; frisst|fressen; wächst|wachsen; schläft|schlafen; hält|halten; fällt|fallen; läuft|laufen
"""
_VERB = regex(r"([\u4e00-\u9fff])([\u3041-\u3096])")
_ROWS = (
    "あいうえおわっ",
    "かきくけこい",
    "がぎぐげごい",
    "さしすせそ",
    "たちつてとっ",
    "なにぬねのん",
    "ばびぶべぼん",
    "まみむめもん",
    "らりるれろっ",
)
"""What may follow one stem of a Japanese verb: 咲か, 咲き, 咲く, 咲い."""
_BEFORE_WHAT = regex(r"([\u4e00-\u9fff])([\u4e00-\u9fff])([\u4e00-\u9fff])(?=[什甚哪谁几多])")
_LITTLE = frozenset("有是在为了的和与会能要用于到对从把被给")


@cache
def _pairs() -> tuple[tuple[str, str], ...]:
    lines = [pair.split("|") for pair in _SAME.replace("\n", ";").split(";") if pair.strip()]
    return tuple((one.strip(), other.strip()) for one, other in lines)


def same_words(question: str, known: Collection[str]) -> list[tuple[str, str]]:
    """The words of a question for which texts, whose terms are ``known``, have others, with these."""
    asked = set(terms(question))
    # of several countries each has sentences of its own, which such words would give to all; and where the country is called
    # as it is asked for, what is called Spanish is not all that is in Spain
    lands = _both_ways(adjectives()) if len(countries(question)) == 1 else []
    pairs = [*_both_ways(_pairs()), *(pair for pair in lands if not set(terms(pair[0])).issubset(known))]
    found = [(one, other) for one, other in pairs if asked.issuperset(terms(one)) and set(terms(other)).issubset(known)]
    return [*found, *_verbs(question, known)]


def _both_ways(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [way for one, other in pairs for way in ((one, other), (other, one))]


def _verbs(question: str, known: Collection[str]) -> Iterator[tuple[str, str]]:
    """The verbs of one character in a question, with the pairs of characters in which texts have them: beside 咲き they have
    咲く; and 猫吃, of 熊猫吃什么, is none of theirs, but 吃下 is."""
    for stem, kana in _VERB.findall(question):
        rows = "".join(row for row in _ROWS if kana in row)
        yield from ((stem + kana, stem + other) for other in rows if other != kana and stem + other in known)
    for before, last, verb in _BEFORE_WHAT.findall(simplified(question)):
        if verb not in _LITTLE and last + verb not in known and before + last in known:
            yield from ((last + verb, other) for other in sorted(known) if len(other) == 2 and verb in other)
