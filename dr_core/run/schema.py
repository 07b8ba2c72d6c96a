"""The JSON schema of an answer: as pydantic has it, slim, and fitted to what may be cited and to the room that there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import BaseModel


@cache
def schema_of(answer: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of an answer; to be read only."""
    return answer.model_json_schema()


def slim(schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON schema without the titles and descriptions that pydantic writes for readers of code: they cost tokens."""
    kept: dict[str, Any] = {}
    for key, value in schema.items():
        if key in ("title", "description", "default"):
            continue
        if key in ("properties", "$defs") and isinstance(value, dict):
            kept[key] = {name: slim(child) if isinstance(child, dict) else child for name, child in value.items()}
        elif isinstance(value, dict):
            kept[key] = slim(value)
        elif isinstance(value, list):
            kept[key] = [slim(child) if isinstance(child, dict) else child for child in value]
        else:
            kept[key] = value
    return kept


PER_ENTRY, PER_TOKEN, SHORTEST = 110, 3.0, 200
"""Tokens of an answer for each entry of a list of texts, characters a token, and the shortest text that is asked for."""

ABSTRACT = 0.45
"""The part of an answer that an abstract may have: a paragraph of up to 150 words beside conclusions, which are shorter."""

SMALL, LABEL, FEW = 400, 80, 3
"""Below so many tokens an answer has room only for titles and queries of so many characters, and for so many of them."""
MOST_IDS = 6
"""Then, too, no more ids of evidence with a text; otherwise as many as the answer's own shape has room for."""
PER_VERDICT = 40
"""Tokens of an entry that is a verdict, with its reason."""


def fitted(schema: dict[str, Any], ids: Sequence[str], answer: int) -> dict[str, Any]:
    """``schema`` with the ids that may be cited, and with lists and texts no longer than ``answer`` tokens have room for.

    A service that holds a model to the schema then cannot invent an id, nor run on until it is cut off.
    """
    entries = max(1, answer // PER_ENTRY)
    share = ABSTRACT if "abstract" in schema.get("properties", {}) else 1 / min(entries, 4)
    longest = max(SHORTEST, int(answer * PER_TOKEN * share))

    def walk(value: Any, name: str = "") -> Any:
        if isinstance(value, list):
            return [walk(item) for item in value]
        if not isinstance(value, dict):
            return value
        if name == "cite_ids" and ids:
            most = min(len(ids), value.get("maxItems", len(ids)), len(ids) if answer >= SMALL else MOST_IDS)
            return {"type": "array", "items": {"type": "string", "enum": list(ids)}, "maxItems": most}
        inner: dict[str, Any] = {
            key: {own: walk(child, own) for own, child in item.items()} if key in ("properties", "$defs") else walk(item)
            for key, item in value.items()
        }
        if isinstance(inner.get("maxLength"), int):
            inner["maxLength"] = min(inner["maxLength"], longest if name == "text" or answer >= SMALL else LABEL)
        if isinstance(inner.get("maxItems"), int):
            few = max(FEW, answer // PER_VERDICT) if _are_verdicts(inner.get("items"), schema) else FEW
            room = {"paragraphs": max(2, entries), "conclusions": max(1, entries // 3)}.get(name, few if answer < SMALL else None)
            inner["maxItems"] = min(inner["maxItems"], room or inner["maxItems"])
        return inner

    found: dict[str, Any] = walk(schema)
    return found


def _are_verdicts(entry: Any, schema: Mapping[str, Any]) -> bool:
    """Whether the entries of a list are verdicts, which are short."""
    named = str(entry.get("$ref", "")).rpartition("/")[2] if isinstance(entry, dict) else ""
    return "verdict" in schema.get("$defs", {}).get(named, {}).get("properties", {})
