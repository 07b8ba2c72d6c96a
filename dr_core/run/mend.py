"""Reads the JSON out of what a model wrote: behind ``<think>`` blocks, in code fences, among words, with small mistakes, cut off.

``mend`` says what it had to do. ``mend_json`` is the strict door: an answer that was cut off is an error, because a list with
its last items missing looks like a whole one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from dr_core.errors import ModelFailed
from dr_core.pattern import regex
from dr_core.run.lenient import Broken, parse
from dr_core.run.thoughts import behind_thoughts, strip_thoughts
from dr_core.unicode import well_formed

_FENCE = regex(
    r"^[ \t]*(?:```|~~~)[ \t]*(?:json\w*|javascript|js)?[ \t]*\n(.*?)(?:\n[ \t]*(?:```|~~~)|\Z)",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_OPENING = regex(r"[{\[｛]")
_LONGEST = 2_000_000
"""Characters that are looked at; no task asks for an answer of this size."""
_STARTS = 12
"""Openings of a value that are tried; a text with more braces than that before its answer has none."""


class Mended(NamedTuple):
    """What was read: the value, whether it had to be repaired, and whether its end is missing."""

    value: Any
    repaired: bool
    cut: bool


def mend_json(text: str, schema: dict[str, Any] | None = None) -> Any:
    """The value that ``text`` holds, of the kind that ``schema`` asks for. ``ModelFailed`` where there is none, or only half."""
    found = mend(text, schema)
    if found.cut:
        raise ModelFailed("the answer is cut off: answer shorter")
    return found.value


def mend(text: str, schema: dict[str, Any] | None = None) -> Mended:
    """As ``mend_json``, but a value whose end is missing is closed and flagged instead of refused."""
    plain = behind_thoughts(text[:_LONGEST].strip().removeprefix("\ufeff"))
    if not plain:
        raise ModelFailed("the answer is empty")
    try:
        return _best(plain, schema)
    except RecursionError:
        raise ModelFailed("the answer is nested too deeply") from None


def _best(plain: str, schema: dict[str, Any] | None) -> Mended:
    """The first reading that fits, else the first that comes near."""
    fallback: Mended | None = None
    for found in _readings(plain):
        written = well_formed(found.value)  # half a character may stand in an answer as an escape
        value = _unwrapped(written, schema)
        found = found._replace(value=strip_thoughts(value), repaired=found.repaired or value is not written)
        if fits(value, schema):
            return found
        if fallback is None and _is_kind(value, schema) and not _is_echo(value, schema):
            fallback = found
    if fallback is None:
        raise ModelFailed(f"the answer is not the JSON that was asked for: {_shown(plain)}")
    return fallback


def fits(value: Any, schema: dict[str, Any] | None) -> bool:
    """Whether ``value`` is of the kind that ``schema`` asks for and has all it requires at the top. The rest is pydantic's."""
    if schema is None:
        return isinstance(value, dict | list)
    required = schema.get("required") or ()
    return _is_kind(value, schema) and (not isinstance(value, dict) or all(key in value for key in required))


def _readings(text: str) -> Iterator[Mended]:
    """What ``text`` may mean, likeliest first: all of it, what stands in its fences, what stands among its words."""
    try:
        yield Mended(json.loads(text), repaired=False, cut=False)
    except (ValueError, RecursionError):
        for part in (*(found[1] for found in _FENCE.finditer(text)), text):
            try:
                yield Mended(json.loads(part), repaired=True, cut=False)
            except (ValueError, RecursionError):
                yield from _values(part)


def _values(text: str) -> Iterator[Mended]:
    """The values in ``text``, each read to its end before the next is looked for: a part of an answer is not the answer."""
    decoder, at = json.JSONDecoder(), 0
    for _ in range(_STARTS):
        found = _OPENING.search(text, at)
        if not found:
            return
        at = found.start()
        try:
            value, at = decoder.raw_decode(text, at)
            yield Mended(value, repaired=True, cut=False)
        except (ValueError, RecursionError):
            try:
                value, at, cut = parse(text, at)
                yield Mended(value, repaired=True, cut=cut)
            except Broken as broken:
                at = broken.at  # what stands before it is a part of something, not an answer


def _is_kind(value: Any, schema: dict[str, Any] | None) -> bool:
    kind = (schema or {}).get("type")
    return isinstance(value, dict | list) and (kind not in ("object", "array") or isinstance(value, dict) == (kind == "object"))


def _is_echo(value: Any, schema: dict[str, Any] | None) -> bool:
    """Whether the model gave the schema back instead of an answer."""
    named = (schema or {}).get("properties", {})
    return isinstance(value, dict) and "properties" in value and "properties" not in named


def _unwrapped(value: Any, schema: dict[str, Any] | None) -> Any:
    """Models like to wrap: ``[{…}]`` or ``{"answer": {…}}`` for ``{…}``, also as a text of JSON, and ``[…]`` for an object
    with one list."""
    value = _decoded(value)
    if schema is None or fits(value, schema):
        return value
    if isinstance(value, list) and len(value) == 1 and fits(value[0], schema):
        return value[0]
    if isinstance(value, dict) and not _is_echo(value, schema):
        # {"name": "answer", "arguments": {…}} is what a tool call looks like that was written as text
        for inner in value.values():
            if fits(inner := _decoded(inner), schema):
                return inner
    properties = schema.get("properties") or {}
    if isinstance(value, list) and len(properties) == 1 and next(iter(properties.values())).get("type") == "array":
        return {next(iter(properties)): value}
    return value


def _decoded(value: Any) -> Any:
    """A text of JSON in place of what it holds, read; anything else as it is."""
    try:
        return json.loads(value) if isinstance(value, str) and value.lstrip()[:1] in ("{", "[") else value
    except (ValueError, RecursionError):
        return value


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= 80 else line[:79] + "…")
