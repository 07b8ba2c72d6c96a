"""How long something lasts, in several units together: "2 hours 30 minutes" is 150 minutes, 2日6時間 is 54 hours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dr_core.pattern import regex
from dr_core.text.number import Quantity, read, states
from dr_core.text.overlap import split

_JOINT = regex(r"\s?(?:[,、，]\s?)?(?:(?:and|und|et|y|e|又|零|と|하고)\s?)?")
_DAY = regex(r"[日일](?=\s?(?:と|하고)?\s?\d)")
_EACH_DAY = regex(r"[1一１]\s?[日天일]\s?\Z")
_UNITS = ("s", "month")
DAY = 86_400.0


def lengths(text: str, figures: Sequence[Quantity]) -> Iterator[Quantity]:
    """What each run of lengths of time in ever smaller units comes to."""
    run: list[Quantity] = []
    for one in figures:
        part = _part(text, one)
        if run and part and _goes_on(text, run[-1], part):
            run.append(part)
            continue
        yield from _together(text, run)
        run = [part] if part else []
    yield from _together(text, run)


def merged(text: str, figures: Sequence[Quantity]) -> list[Quantity]:
    """The figures of a text with what several of them come to in their place."""
    whole = list(lengths(text, figures))
    return sorted(whole + [one for one in figures if not any(it.start <= one.start < it.end for it in whole)])


def cut_off(claim: str, spans: Sequence[str]) -> str:
    """The length in ``claim`` that is no more in ``spans`` than the end of a longer one, as 20 minutes are of 2 hours 20
    minutes; "" where none is."""
    ours = [one for one in merged(claim, read(claim)) if one.unit in _UNITS]
    ends: list[Quantity] = []
    others: list[Quantity] = []
    for sentence in (sentence for span in spans for sentence in split(span)) if ours else ():
        told = read(sentence)
        wholes = list(lengths(sentence, told))
        own = [one for one in told if any(it.start < one.start < it.end for it in wholes)]
        ends += own
        others += [*wholes, *(one for one in told if one not in own)]
    return next((one.text.strip() for one in ours if states(ends, one) and not states(others, one)), "")


def _part(text: str, one: Quantity) -> Quantity | None:
    """A figure that is a length of time; 日 is also the day of a month, but not before hours."""
    if one.unit in _UNITS and one.bare:
        return one
    day = _DAY.match(text, one.end) if not one.unit and one.value < 100 else None
    return one._replace(end=day.end(), readings=(one.value * DAY,), unit="s", bare=one.value) if day else None


def _goes_on(text: str, last: Quantity, one: Quantity) -> bool:
    """Whether a length follows on another one, in a smaller unit of which it is less than one of that."""
    size = last.value / last.bare
    if _EACH_DAY.match(text[last.start : one.start]):
        return False  # 1日6時間 and 一天6小时 are hours a day
    return one.unit == last.unit and one.value < size and bool(_JOINT.fullmatch(text, last.end, one.start))


def _together(text: str, run: Sequence[Quantity]) -> Iterator[Quantity]:
    if len(run) > 1:
        whole = sum(one.value for one in run)
        start, end, base = run[0].start, run[-1].end, run[-1]
        yield base._replace(start=start, end=end, text=text[start:end], readings=(whole,), digits=0, bare=0.0)
