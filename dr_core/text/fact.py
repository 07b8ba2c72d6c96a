"""What of a text can be held against a source one by one: its numbers, dates, names and quotations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dr_core.pattern import regex
from dr_core.text.date import Date, dates
from dr_core.text.dated import undated
from dr_core.text.name import Name, names, quotations
from dr_core.text.noun import CAPITALS, shows_a_name
from dr_core.text.number import Quantity

_SYMBOL = regex(r"[a-zµμ][A-Z][A-Za-z]{0,2}|[KMGT][A-Z][a-z]{1,2}")
"""Units that are not known, by how they are written: kVA, mAh, MPa."""


@dataclass
class Facts:
    """What of a text can be held against a source one by one."""

    numbers: list[Quantity] = field(default_factory=list)
    dates: list[Date] = field(default_factory=list)
    names: list[Name] = field(default_factory=list)
    quotations: list[str] = field(default_factory=list)
    nouns: list[Name] = field(default_factory=list)
    """What may be a name or any noun."""


def facts(claim: str, language: str = "") -> Facts:
    """The numbers, dates, names and quotations that ``claim`` states; where nouns have capitals, they are no names."""
    days = dates(claim)
    numbers = list(undated(claim))
    quoted = quotations(claim)
    named = [name for name in names(claim) if _is_named(claim, name, [*numbers, *days], quoted)]
    if family(language) not in CAPITALS:
        return Facts(numbers, days, named, quoted)
    sure = [name for name in named if shows_a_name(name, claim)]
    return Facts(numbers, days, sure, quoted, [name for name in named if name not in sure])


def _is_named(claim: str, name: Name, figures: Sequence[Quantity | Date], quoted: Sequence[str]) -> bool:
    """Whether a name is one: neither part of a quotation or a date nor the unit or the currency of a number."""
    if any(name.text in words for words in quoted):
        return False
    if any(one.start <= name.start and name.end <= one.end for one in figures):
        return False
    behind = claim[max(0, name.start - 2) : name.start].rstrip()[-1:].isdigit()
    return not (behind and _SYMBOL.fullmatch(name.text))


def family(language: str) -> str:
    """Languages whose words can be compared; those of Chinese are, in either script."""
    return language.split("-")[0]
