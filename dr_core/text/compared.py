"""With what a share or a multiple compares: a third of what a train gives off is not a third of what an aircraft does.

Known is only what the source names by a word that compares ("compared with aircraft", 航空機と比べれば, 与飞机相比); the claim
may name it as what the share is of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.pattern import regex
from dr_core.text.dated import undated
from dr_core.text.number import Quantity, read, states
from dr_core.text.overlap import split
from dr_core.text.token import content_terms

FAR = 60
"""Characters between what is compared with and the figure."""
_OF_TWO = frozenset({"%", "x"})
_THING = r"(?P<what>(?:(?![是为為占佔于於的只有仅僅约約])[A-Za-z\u30a1-\u30fa\u30fc\u3400-\u9fff]){2,12})"
_NOUN = r"(?:the\s|an?\s)?(?P<what>[a-z][\w-]{2,}(?:\s[a-z][\w-]{2,})?)"
_WITH = (
    regex(rf"\b(?:compared\s(?:with|to)|relative\sto|than(?:\s(?:that|those)\sof)?)\s{_NOUN}", re.IGNORECASE),
    regex(rf"{_THING}(?:と比べ|に比べ|と比較)"),
    regex(rf"[与與和跟同]{_THING}相比"),
)
_OF = (
    regex(rf"\s?(?:as\smuch\sas|times)?\s?(?:of\s)?(?:(?:that|those|what)\s(?:of\s)?)?{_NOUN}", re.IGNORECASE),
    regex(rf"{_THING}[の的](?:約|约|およそ|ほぼ)?\Z"),
)


def other_base(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """What ``claim`` measures a share or a multiple by, and what ``spans`` do; None where they do not differ for certain."""
    for one in (one for one in undated(claim) if one.unit in _OF_TWO):
        telling = [sentence for span in spans for sentence in split(span) if states(read(sentence), one)]
        ours = _measure(claim, one)
        theirs = [found["what"] for sentence in telling for form in _WITH for found in form.finditer(sentence)]
        if not ours or len(telling) != 1 or len(theirs) != 1:
            continue
        said, written = set(content_terms(ours)), set(content_terms(theirs[0]))
        if said and written and not said & set(content_terms(telling[0])) and not written & set(content_terms(claim)):
            return ours, theirs[0]
    return None


def _measure(claim: str, one: Quantity) -> str:
    """What a share of a claim is of, or compared with; "" where it does not say."""
    beside = (_OF[0].match(claim, one.end), _OF[1].search(claim, 0, one.start))
    near = claim[max(0, one.start - FAR) : one.end + FAR]
    found = next(filter(None, (*(form.search(near) for form in _WITH), *beside)), None)
    return found["what"] if found else ""
