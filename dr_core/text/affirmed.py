"""A denial of the source that a claim leaves out: all that a clause denies, said of another sentence's words without the denial.

Who retells a sentence freely shares few of its words, so that the sentence as a whole does not tell; a short clause that denies
does, where the claim has every word of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dr_core.pattern import regex
from dr_core.text import negation
from dr_core.text.overlap import split
from dr_core.text.token import content_terms

LEAST, LEAST_CJK = 3, 2
"""Words of a clause that says something by itself."""
_WORD = regex(
    r"[\u30a1-\u30fa\u30fc]{2,}|(?:(?![的了是对對在和与與及这這那其并並也都把被为為于於以而])[\u3400-\u9fff]){2,}|[가-힣]{2,}(?=[은는이가을를의에])"
)
_CJK = regex(r"[\u3041-\u30fa\u3400-\u9fff가-힣]")
_EMPTY = frozenset(("必要", "可能", "場合", "時点", "現在", "以上", "問題"))


def affirmed(claim: str, spans: Sequence[str]) -> str:
    """The denial that ``claim`` leaves out of a clause of ``spans`` all words of which it has; "" where there is none."""
    if negation.denials(claim) or negation.leaves_out(claim):
        return ""
    for span in spans:
        for sentence in split(span) if negation.denials(span) else ():
            for clause in filter(negation.denied, negation.clauses(sentence)):
                if _all_said(clause, claim):
                    return negation.denials(clause)[0].text
    return ""


def _all_said(clause: str, claim: str) -> bool:
    for denial in reversed(negation.denials(clause)):
        clause = f"{clause[: denial.start]} {clause[denial.end :]}"
    if _CJK.search(clause):
        words = set(_WORD.findall(clause)) - _EMPTY
        return len(words) >= LEAST_CJK and all(word in claim for word in words)
    terms = set(content_terms(clause))
    return len(terms) >= LEAST and terms <= set(content_terms(claim))
