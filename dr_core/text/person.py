"""Who did something: "Amara Nkosi introduced vaccinations" of a source that says this of her successor Peter Malan, and of her
that she founded the clinic.

Persons are known by two capitals side by side (not where all nouns have them), in Chinese and Korean by a family name and what
stands around it, in Japanese by the title behind it. Somebody whom the sentence that tells the same does not name, while it names
another one, raises a doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dr_core.pattern import regex
from dr_core.text.fact import family
from dr_core.text.kin import FAMILY, TITLE, other_actor
from dr_core.text.noun import CAPITALS
from dr_core.text.overlap import share, split
from dr_core.text.token import CJK, content_terms

HELD = 0.6
"""The share of a claim without the person that a sentence has which tells the same."""
LEAD = 3
"""Words before a person with whom a claim begins: "the Danish architect"."""

_BEHIND = r"(?=[于於在因就曾将將的、，和与與说說称稱表认認指是为為出创創获獲提领領担擔宣带帶设設写寫发發主率从從被对對]|$)"
_WESTERN = regex(
    r"(?<![\w’'-])[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ’'-]+(?:\s(?:[A-Z]\.\s)?(?:van |von |de |da )?[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ’'-]+){1,2}"
)
_EASTERN = regex(
    rf"(?:(?:^|(?<=[，。；、]))(?:{TITLE})?|{TITLE})(?P<zh>[{FAMILY}][\u4e00-\u9fff]{{1,2}}?){_BEHIND}"
    r"|(?P<ja>[\u4e00-\u9fff]{1,4})(?:氏|さん|教授|博士|社長|会長|首相|市長)(?=[はがのも、])"
    r"|(?<![가-힣])(?P<ko>[김이박최정강조윤장임한오서신권황안송류홍전고문손양배백허남심노하][가-힣]{2})(?=[은는이가]\s|\s[가-힣]*?"
    r"(?:교수|대표|시장|장관|박사|의원|회장|사장|원장|위원|기자|작가|감독))"
)
_FIRST = regex(
    r"\A(?:The|An?|In|On|At|By|For|From|According|Her|His|Its|Their|Dr|Mrs?|Ms|Prof|When|After|Le|La|Les|Selon|El|Los|Las)\.?\s"
)
_IS_CJK = regex(rf"[{CJK}]")


def other_person(claim: str, spans: Sequence[str], language: str = "") -> tuple[str, str] | None:
    """Somebody of ``claim``, and who is named in their place by the sentence of ``spans`` that tells the same; None where it
    names nobody else."""
    if found := other_actor(claim, spans):
        return found
    every = [sentence for span in spans if "|" not in span for sentence in split(span)]
    for person in () if family(language) in CAPITALS else _acting(claim):
        rest = claim.replace(person, " ")
        telling = max(every, key=lambda sentence: share(rest, sentence), default="")
        if share(rest, telling) < HELD or any(word in telling for word in person.split()):
            continue
        shared = {word for word in content_terms(rest) if not word[0].isdigit()} & set(content_terms(telling))
        for other in _persons(telling):
            before = telling[: telling.index(other)]
            leads = _IS_CJK.search(other) or shared.isdisjoint(content_terms(before))
            if leads and not any(word in claim for word in other.split()):
                return person, other
    return None


def _acting(claim: str) -> list[str]:
    """The persons with whom a claim begins; of CJK, where the order is free, all."""
    found = _persons(claim)
    return found if _IS_CJK.search(claim) else [one for one in found if len(claim[: claim.index(one)].split()) <= LEAD]


@lru_cache(maxsize=2048)
def _persons(text: str) -> list[str]:
    if _IS_CJK.search(text):
        return [found[found.lastgroup] for found in _EASTERN.finditer(text) if found.lastgroup]
    every = (_FIRST.sub("", found.group()) for found in _WESTERN.finditer(text))
    return [one for one in every if " " in one]
