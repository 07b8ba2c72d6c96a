"""Which evidence an answer cites, however it says so: ids in one text, in brackets, as a range, or in the words themselves."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from dr_core.pattern import regex
from dr_core.report.clean import id_marks

_RANGE = regex(r"([a-z])(\d{1,4})\s*[-–—~～至]\s*[a-z]?(\d{1,4})", re.IGNORECASE)
_ID = regex(r"(?<![^\W_])[a-z]\d{1,4}(?![^\W_])", re.IGNORECASE)
_ALONE = regex(r"\W*(\d{1,4})\W*")
MOST = 12
"""Ids that a range may stand for."""


def citable(inputs: Mapping[str, Any]) -> list[str]:
    """The ids of what a task shows: evidence and tables, and what is told of the evidence of others beside them."""
    return list(dict.fromkeys(item["id"] for name in ("evidence", "tables", "lent", "beside") for item in inputs.get(name, ())))


def with_ids(value: Any, known: Collection[str]) -> Any:
    """``value`` with every ``cite_ids`` a list of ids of ``known``, as far as they can be told; what else stands there stays."""
    if isinstance(value, list):
        return [with_ids(one, known) for one in value]
    if not isinstance(value, dict):
        return value
    told = {key: with_ids(one, known) for key, one in value.items()}
    if "cite_ids" in told or isinstance(told.get("text"), str):
        given = told.get("cite_ids")
        said = [one for one in (given if isinstance(given, list) else [given]) if one is not None]
        ids = [cite for one in said for cite in (list(_ids(str(one), known)) or [one])]
        ids += [cite for mark in id_marks(str(told.get("text", ""))) for cite in _ids(mark, known)]
        if ids or "cite_ids" in told:
            told["cite_ids"] = list(dict.fromkeys(one if isinstance(one, str) else str(one) for one in ids))
    return told


def _ids(said: str, known: Collection[str]) -> Iterator[str]:
    if said in known:
        yield said
        return
    for found in _RANGE.finditer(said):
        first, last = int(found[2]), int(found[3])
        yield from (cite for at in range(first, min(last, first + MOST) + 1) if (cite := f"{found[1].lower()}{at}") in known)
    for found in _ID.finditer(said):
        if (cite := found[0].lower()) in known:
            yield cite
    if (alone := _ALONE.fullmatch(said)) and (cite := f"e{int(alone[1])}") in known:
        yield cite
