"""What of a report is not as the run wrote it: changed, put in or taken out, each with the line where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from dr_core.pattern import regex
from dr_core.report.visible import Piece, pieces
from dr_core.types import Problem

LARGEST = 2**20
"""Characters of a report that is read as markdown; a longer one is compared line by line, as it is written."""
MOST = 1_500
"""Pieces between the first and the last difference that are matched with each other; of more, the first difference is told."""
SHOWN, AROUND = 60, 8
"""Characters of a difference that are shown, and those around it."""
_PRIVATE = regex("[\ue010-\ue017]+")


def changes(written: str, report: str, run_id: str = "") -> list[Problem]:
    """A problem for each piece of ``report`` that is not as ``written``; pictures of an export or a copy may lie elsewhere."""
    if _lines(written) == _lines(report):
        return []
    if max(len(written), len(report)) > LARGEST:
        before, after = ([Piece("", line, at) for at, line in enumerate(_lines(text), 1)] for text in (written, report))
    else:
        before, after = pieces(written, _figures(run_id)), pieces(report, _figures(run_id))
    return _told(before, after, _count(report))


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip().split("\n")]


def _count(text: str) -> int:
    return len(_lines(text)) + 1


def _figures(run_id: str) -> Callable[[str], str]:
    """The target of a picture as the run wrote it, also where an export or a copy links to the figures of the same run."""
    there = re.compile(rf"(?!//|\\)(?:[^:?#\\]*/)?{re.escape(run_id)}[_/]figures/") if run_id else re.compile(r"(?!)")
    return lambda target: there.sub("figures/", target, count=1) if there.match(target) else target.removeprefix("./")


def _told(before: list[Piece], after: list[Piece], end: int) -> list[Problem]:
    old, new = [(one.kind, one.text) for one in before], [(one.kind, one.text) for one in after]
    first, last = _alike(old, new)
    left, right = before[first : len(before) - last], after[first : len(after) - last]
    following = [one.line for one in after[len(after) - last :]][:1] or [end]
    if max(len(left), len(right)) > MOST:
        return (
            [_changed(left[0], right[0])] if left and right else [_put_in(right[0])] if right else [_gone(left[0], following[0])]
        )
    matched = SequenceMatcher(None, [one[:2] for one in left], [one[:2] for one in right], autojunk=False)
    problems: list[Problem] = []
    for what, a, b, c, d in matched.get_opcodes():
        if what == "equal":
            continue
        both = min(b - a, d - c)
        problems += [_changed(left[a + at], right[c + at]) for at in range(both)]
        problems += [_put_in(one) for one in right[c + both : d]]
        place = right[d].line if d < len(right) else following[0]
        problems += [_gone(one, place) for one in left[a + both : b]]
    return problems


def _alike(one: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
    """How many items two sequences have in common at their beginning, and behind that at their end."""
    shorter = min(len(one), len(other))
    first = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    last = next((at for at in range(shorter - first) if one[-1 - at] != other[-1 - at]), shorter - first)
    return first, last


def _changed(old: Piece, new: Piece) -> Problem:
    if old.text == new.text:
        reason = "was changed and was not checked: the run wrote the same words in another place or form"
    else:
        said, wrote = _difference(new.text, old.text)
        told = f"says “{said}” where the run wrote “{wrote}”" if said and wrote else f"the run did not write “{said}”"
        reason = f"was changed and was not checked: {told if said else f'lacks “{wrote}”'}"
    return Problem(where=f"line {new.line}", text=_short(new.text), reason=reason)


def _put_in(new: Piece) -> Problem:
    return Problem(where=f"line {new.line}", text=_short(new.text), reason="was put in after the run and was not checked")


def _gone(old: Piece, line: int) -> Problem:
    return Problem(where=f"before line {line}", text=_short(old.text), reason="was taken out: the run wrote it here")


def _difference(new: str, old: str) -> tuple[str, str]:
    """The words between the first and the last that differ."""
    ours, theirs = new.split(" "), old.split(" ")
    first, last = _alike(ours, theirs)
    said, wrote = (_plain(" ".join(words[first : len(words) - last])) for words in (ours, theirs))
    if max(len(said), len(wrote)) > SHOWN:  # a script without spaces is one long word
        said, wrote = _narrowed(said, wrote)
    return _cut(said), _cut(wrote)


def _narrowed(said: str, wrote: str) -> tuple[str, str]:
    """What differs between two texts, with a few characters around it."""
    start, end = (max(0, alike - AROUND) for alike in _alike(said, wrote))
    return said[start : len(said) - end], wrote[start : len(wrote) - end]


def _cut(words: str) -> str:
    return words if len(words) <= SHOWN else words[: SHOWN - 3] + "..."


def _short(text: str) -> str:
    flat = _plain(text)
    return flat if len(flat) <= 120 else flat[:117] + "..."


def _plain(text: str) -> str:
    return " ".join(_PRIVATE.sub(" ", text).split())
