"""Answer schemas in the dialects of the vendors, and the words that ask for JSON where there is no better way."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import Any

Change = Callable[[dict[str, Any]], dict[str, Any]]

# Keywords under which a schema holds schemas.
_MAPS = ("properties", "$defs", "definitions", "patternProperties")
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE = ("items", "additionalProperties", "not", "contains")

OPENAI_REFUSES = frozenset({"default", "title", "minLength", "maxLength", "uniqueItems", "examples"})
ANTHROPIC_REFUSES = OPENAI_REFUSES | {
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "pattern",
}  # fmt: skip


def is_closable(schema: Any) -> bool:
    """Whether every object in ``schema`` names its properties, so that it can be closed to others."""
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object" and not schema.get("properties"):
        return False
    return all(is_closable(child) for child in _children(schema))


def closed(schema: dict[str, Any], refused: Collection[str], *, all_required: bool) -> dict[str, Any]:
    """``schema`` without the keywords a vendor refuses, its objects closed and, for OpenAI, all their properties required."""

    def close(node: dict[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in node.items() if key not in refused}
        if "properties" in kept:
            kept["additionalProperties"] = False
            if all_required:
                kept["required"] = list(kept["properties"])
        return kept

    return _rewritten(schema, close)


def unbounded(schema: dict[str, Any]) -> dict[str, Any]:
    """``schema`` with the bounds of its lists told in words. Gemini counts through what a list may hold, entry by entry, and
    refuses what it finds too much, without a word about why."""

    def tell(node: dict[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in node.items() if key != "maxItems"}
        if "maxItems" in node:
            kept["description"] = f"{node.get('description', '')} At most {node['maxItems']} entries.".lstrip()
        return kept

    return _rewritten(schema, tell)


def instruction(schema: dict[str, Any]) -> str:
    """The words that ask for an answer of this shape."""
    shape = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
    return f"Answer with one JSON value and nothing else: no comment, no code fence. It must fit this JSON schema:\n{shape}"


def _rewritten(schema: dict[str, Any], change: Change) -> dict[str, Any]:
    """``schema`` with ``change`` made to each schema in it, the innermost first."""

    def child(value: Any) -> Any:
        return _rewritten(value, change) if isinstance(value, dict) else value

    kept: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _MAPS and isinstance(value, dict):  # its keys are names, not keywords
            kept[key] = {name: child(inner) for name, inner in value.items()}
        elif key in _LISTS and isinstance(value, list):
            kept[key] = [child(inner) for inner in value]
        else:
            kept[key] = child(value) if key in _SINGLE else value
    return change(kept)


def _children(schema: dict[str, Any]) -> list[Any]:
    found: list[Any] = []
    for key in _MAPS:
        found += schema.get(key, {}).values()
    for key in _LISTS:
        found += schema.get(key, [])
    return found + [schema[key] for key in _SINGLE if key in schema]
