"""A column of a table as values on one axis: one unit, stated or shared, scale words read, and years kept out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text import numeral
from dr_core.text.notation import EITHER, notation
from dr_core.text.number import quantities
from dr_core.text.unit import unit

LONGEST_BEFORE, LONGEST_BEHIND = 4, 16
FIRST_YEAR, LAST_YEAR = 1800, 2100
_BRACKETS = regex(r"\s*[（(]([^（）()]{1,30})[)）]")
_DATED = regex(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_ABOUT = regex(
    r"^(?:(?:about|around|approximately|approx\.?|ca\.?|rund|etwa|environ|unos)\s+|[約约약]\s*|およそ|[~≈*]+\s*)+|[*\s]+$",
    re.IGNORECASE,
)
_GROUPED = regex(r"(?<=\d)\s(?=\d{3}(?!\d))")
_WRITTEN = regex(r"\d[\d,.\u00a0\u2009\u202f]*")
_WORDS = (
    "hundred|thousand|millions?|billions?|trillions?|mln|mn|bn|tn|Millionen|Milliarden|Mio|Mrd|milliards?|mil millones|millones"
)
_SCALE = regex(rf"^(?:\s*(?:[{numeral.SCALES}]|(?:{_WORDS})\b\.?))*\s*")
_NUMERAL = regex(rf"^[\d,.\s{numeral.HAN}点點]*")
_DIGIT = regex(rf"[\d{numeral.HAN}]")
_LARGE = regex("[万萬만亿億억兆조]")
_YEARS = frozenset(("", "年", "年度", "년", "년도", "year", "FY"))


class Column(NamedTuple):
    """What is measured, in which unit, and how much of it each row has."""

    name: str
    unit: str
    values: tuple[float, ...]


class _Cell(NamedTuple):
    """One number as it is written, what stands before and behind it, how many it says (億 read), and of what (円)."""

    written: float
    before: str
    behind: str
    amount: float
    word: str
    year: bool


def column(head: str, cells: Sequence[str], *, beside: str = "") -> Column | None:
    """The column's values, in the notation of what stands ``beside`` it; None where a cell is no number, where units differ or
    are unclear, and where the numbers are years."""
    return _column(head, tuple(cells), beside)


@lru_cache(maxsize=16)  # a large table is asked for in every step
def _column(head: str, cells: tuple[str, ...], beside: str) -> Column | None:
    if not cells or not all(map(_DIGIT.search, cells)):
        return None
    comma = notation(" ".join([head, *cells, beside]))
    if comma is None and any(EITHER.search(cell) for cell in cells):
        return None  # 36.300 may be a great many or a few
    read = [cell for cell in (_cell(cell, comma=bool(comma)) for cell in cells) if cell is not None]
    if len(read) < len(cells):
        return None
    found = _stated(head, read) or _shared(head, read)
    if found is None or (found.unit in _YEARS and all(cell.year for cell in read)):
        return None  # a year says when, not how much
    return found


def stated_unit(head: str) -> str:
    """The unit in the last brackets of a heading; a date in brackets is none."""
    found = [one for one in _BRACKETS.findall(head) if not _DATED.search(one)]
    return str(found[-1]).strip() if found else ""


def without_unit(head: str) -> str:
    """A heading without the brackets that state its unit."""
    return _BRACKETS.sub(lambda found: found[0] if _DATED.search(found[1]) else "", head).strip() or head


def _cell(text: str, *, comma: bool) -> _Cell | None:
    plain = _GROUPED.sub("\u00a0", _ABOUT.sub("", text.strip()).replace("−", "-"))
    whole = f": {plain}"  # a number at the beginning of a text could be the number of a list item
    found = quantities(whole, comma=comma)
    if len(found) != 1:
        return None  # none, or a range, or a number with a note about another
    one, digits = found[0], list(_WRITTEN.finditer(found[0].text))
    before, rest = whole[2 : one.start].strip(), whole[one.end :]
    sign = -1 if before.endswith("-") else 1
    before = before.rstrip("-+ ")
    if len(digits) == 1:
        written, tail = numeral.digits(digits[0][0].rstrip(".,"), comma=comma), one.text[digits[0].end() :]
        before += one.text[: digits[0].start()].strip()
    else:  # 5조 8,462억 원 is 5.8462조 원
        tail = _NUMERAL.sub("", one.text)
        written = one.value / unit(tail)[1]
        if large := max(_LARGE.findall(one.text), key=_size, default=""):
            written, tail = written / _size(large), large + (" " if " " in one.text else "") + tail
    behind = (tail + rest).strip()
    if len(before) > LONGEST_BEFORE or len(behind) > LONGEST_BEHIND or any(char.isdigit() for char in before + rest):
        return None
    amount = one.value / unit(_SCALE.sub("", tail))[1]
    year = written.is_integer() and FIRST_YEAR <= written <= LAST_YEAR and digits[0][0].isdigit() if digits else False
    return _Cell(sign * written, before, behind, sign * amount, _SCALE.sub("", behind), year)


def _size(scale: str) -> float:
    return numeral.mixed(f"1{scale}") or 1.0


def _stated(head: str, read: Sequence[_Cell]) -> Column | None:
    """Where the heading states the unit, and no cell another. A cell may repeat it, or say 1.2億 where it is plain."""
    stated = stated_unit(head)
    scaled = bool(_SCALE.sub("", stated) != stated)
    values = []
    for cell in read:
        if not stated or cell.before or (cell.behind not in ("", stated) and (scaled or cell.word not in ("", stated))):
            return None
        values.append(cell.written if cell.behind in ("", stated) else cell.amount)
    return Column(without_unit(head), stated, tuple(values))


def _shared(head: str, read: Sequence[_Cell]) -> Column | None:
    """Where the cells state one unit, be it in another size (MWh and GWh, 万人 and 億人), or none of them states any."""
    if len({cell.before for cell in read}) > 1 or len({unit(cell.word)[0] or cell.word for cell in read}) > 1:
        return None
    if stated_unit(head) and any(cell.behind and not cell.word for cell in read):
        return None  # 120億 under （億円）: one of the two says too much
    alike = len({cell.word for cell in read}) == 1
    sizes = [cell.amount * (1.0 if alike else unit(cell.word)[1]) for cell in read]
    size, lead = max(zip(sizes, read, strict=True), key=lambda pair: abs(pair[0]))
    shown = f"{lead.before}{' ' if lead.before and lead.behind.isascii() else ''}{lead.behind}".strip()
    if not shown and len(head) > 1 and unit(head)[0]:
        shown = head  # a column that is called "Percent"
    if len({cell.behind for cell in read}) == 1:
        return Column(head, shown, tuple(cell.written for cell in read))
    one = size / lead.written if lead.written else 1.0
    return Column(head, shown, tuple(size / one for size in sizes))
