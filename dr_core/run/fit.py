"""Answers that nearly fit, mended by what the check says is wrong with them.

Few services hold a model to the whole of a schema: some know no schemas, and the others leave out how long a list or a text may
be. One entry too many, a null, a list told as a text: none of them is worth paying for the answer again. What cannot be mended is
left out where the rest stands without it, and otherwise the check's own error is raised.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from dr_core.pattern import regex

Answer = TypeVar("Answer", bound=BaseModel)
PASSES = 4
"""What is mended may show what else is wrong."""
WHOLE = ("text", "python_code")
"""What is worth nothing, or worse, with its end cut off."""
_GONE = object()
_KEEP = object()
_NUMBER = regex(r"\s*(-?\d+(?:\.\d+)?)\s*(%|％|/\s*\d+|分)?\s*")


def fit(model: type[Answer], value: Any) -> Answer:
    """``value`` as an answer, mended where it has to be; ``ValidationError`` where that does not help."""
    value, first = deepcopy(value), None
    for _ in range(PASSES):
        try:
            return model.model_validate(value)
        except ValidationError as error:
            first = first or error
            mended = [_mended(value, one) for one in error.errors(include_url=False)]
            if not (all(mended) and _swept(value)):
                break
    raise first if first else AssertionError("unreachable")


def _mended(root: Any, error: Mapping[str, Any]) -> bool:
    """Whether something was done about an error: put right in place, or left out."""
    if not error["loc"]:
        return False  # nothing of it is right
    way, last = error["loc"][:-1], error["loc"][-1]
    place = _at(root, way)
    if place is _GONE:
        return True  # with what it stood in
    if error["type"] == "missing":
        return _found_under_another_name(place, str(last)) or _leave_out(root, way)
    right = _right(place[last], last, error)
    if right is not _KEEP:
        place[last] = right
        return True
    if isinstance(last, str):
        del place[last]  # its default stands in; where there is none, the next pass says so
        return True
    return _leave_out(root, [*way, last])


def _right(given: Any, name: str | int, error: Mapping[str, Any]) -> Any:
    """What was meant by ``given``, or ``_KEEP`` where that cannot be told."""
    limits = error.get("ctx", {})
    match error["type"]:
        case "too_long" if isinstance(given, list) and len(given) <= 2 * limits["max_length"] + 4:
            return given[: limits["max_length"]]  # a list without end is not one that is a little too long
        case "string_too_long" if isinstance(name, str) and name not in WHOLE:
            cut: str = given[: limits["max_length"]]
            return cut.rpartition(" ")[0] or cut
        case "list_type" if given is not None:
            read = _read(given, list)
            return [given] if read is None else read
        case "string_type" if isinstance(given, int | float) and not isinstance(given, bool):
            return str(given)
        case "string_type" if isinstance(given, dict) and [type(one) for one in given.values()] == [str]:
            return next(iter(given.values()))
        case "model_type" | "dict_type":
            read = _read(given, dict)
            return _KEEP if read is None else read
        case "float_parsing" | "int_parsing" if found := _NUMBER.fullmatch(str(given)):
            return float(found[1]) / (100 if found[2] in ("%", "％") else 1)
        case "less_than_equal" if limits["le"] == 1 < given <= 100:
            return given / 100  # a share told in per cent
        case "less_than_equal" | "greater_than_equal" if math.isfinite(given):
            return limits.get("le", limits.get("ge"))
        case "literal_error" if isinstance(given, str) and f"'{given.strip().lower()}'" in limits["expected"]:
            return given.strip().lower()
    return _KEEP


def _read(given: Any, kind: type) -> Any:
    """A value that was told as a text of JSON, as tool calls often are; None where it is none of this kind."""
    try:
        read = json.loads(given) if isinstance(given, str) else None
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, kind) else None


def _found_under_another_name(place: Any, name: str) -> bool:
    """Put a field in its place that is there with capitals or without underscores; a paragraph may cite in its text instead."""
    if not isinstance(place, dict):
        return False
    for key in [key for key in place if _bare(key) == _bare(name)]:
        place[name] = place.pop(key)
        return True
    if name == "cite_ids":
        place[name] = place.pop("ids", [])  # as the prompts speak of them
    return name in place


def _bare(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


def _leave_out(root: Any, way: Sequence[str | int]) -> bool:
    """Leave out the nearest entry of a list on the way to what is wrong."""
    for at in range(len(way) - 1, -1, -1):
        if isinstance(way[at], int):
            _at(root, way[:at])[way[at]] = _GONE
            return True
    return False


def _at(root: Any, way: Sequence[str | int]) -> Any:
    for step in way:
        if root is _GONE:
            break
        try:
            root = root[step]
        except (KeyError, IndexError, TypeError):
            return None
    return root


def _swept(value: Any) -> bool:
    """Take out what was left out; False where that is most of a list: then the answer is not nearly right."""
    if isinstance(value, list):
        kept = [one for one in value if one is not _GONE]
        if 2 * len(kept) < len(value):
            return False
        value[:] = kept
    return all(map(_swept, value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()))
