"""Of which place a figure is: what a sentence gives for Tokyo is said neither of Japan nor of Osaka."""

from __future__ import annotations

from collections.abc import Sequence

from dr_core.text.bound import rounds
from dr_core.text.country import countries
from dr_core.text.dated import undated
from dr_core.text.district import districts
from dr_core.text.number import Quantity, read, states
from dr_core.text.overlap import split

LEAST = 2
"""Digits of a whole number by which a sentence is known, where it has no unit."""


def of_another_place(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """The only place that ``claim`` names, before a figure, and one that stands before that figure in the only sentence of
    ``spans`` that has it, where the first does not; None where there are none."""
    own = districts(claim) or countries(claim)
    if len(own) != 1:
        return None
    every = [sentence for span in spans if "|" not in span for sentence in split(span)]
    for figure in (one for one in undated(claim) if one.unit or one.digits >= LEAST or not one.value.is_integer()):
        telling = [one for one in every if states(read(one), figure) or rounds(claim, figure, read(one))]
        if len(telling) != 1 or own.isdisjoint(districts(before := claim[: figure.start]) | countries(before)):
            continue
        there = _there(figure, telling[0], is_land=not districts(claim), ascii=claim.isascii())
        if there and own.isdisjoint(there):
            return min(own), min(there)
    return None


def _there(figure: Quantity, sentence: str, *, is_land: bool, ascii: bool) -> frozenset[str]:
    """The places before a figure of a sentence, those behind the figure of its kind before it rather than others; countries are
    called alike only in one writing."""
    told = read(sentence)
    at = next((one for one in told if states([one], figure)), None)
    if at is None:
        return frozenset()
    begin = max((one.end for one in told if one.unit == at.unit and one.end <= at.start), default=0)
    for text in (sentence[begin : at.start], sentence[: at.start]):
        lands = countries(text) if ascii == sentence.isascii() or not is_land else frozenset()
        if found := districts(text) | lands:
            return found if not is_land or lands else frozenset() if countries(sentence) else found
    return frozenset()
