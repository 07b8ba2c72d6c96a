"""Prompts that fit: what matters least is left out before the call, not cut off by the model or refused by the budget."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from dr_core.text import estimate_tokens, sentences
from dr_core.types import Message

Inputs = Mapping[str, Any]
Shrink = Callable[[Inputs, float], Inputs]
"""``inputs`` with about a share of their material (0 to 1), the least important left out."""

PER_MESSAGE = 4
STEPS, SHY = 4, 0.98
"""Tries to find the most that fits, and how near to the room they aim."""
PARTS = 128
"""Shares that are told apart: a finer one is no more than a sentence."""


def best_of(*names: str) -> Shrink:
    """Shorten the lists of these names from their end: they are in order of relevance. One entry always stays."""

    def shrink(inputs: Inputs, share: float) -> Inputs:
        lists = {name: list(inputs[name]) for name in names}
        return {**inputs, **{name: own[: max(1, round(len(own) * share))] for name, own in lists.items()}}

    return shrink


def first_sentences(name: str, key: str = "text") -> Shrink:
    """Shorten each text of a list to its first sentences: every part stays in view, its details go."""

    def shrink(inputs: Inputs, share: float) -> Inputs:
        language = str(inputs.get("language", ""))
        return {**inputs, name: [{**entry, key: _first(entry[key], share, language)} for entry in inputs[name]]}

    return shrink


def _first(text: str, share: float, language: str) -> str:
    ends = _ends(text, language)
    return text[: ends[max(1, round(len(ends) * share)) - 1]] if ends else text


@lru_cache(maxsize=128)  # each is cut at several places, until all of them fit
def _ends(text: str, language: str) -> tuple[int, ...]:
    return tuple(span.end for span in sentences(text, language))


def prompt_tokens(messages: tuple[Message, ...], schema: Mapping[str, Any]) -> int:
    """About what a request costs: the schema is counted by services as a part of the prompt."""
    told = sum(estimate_tokens(message.content) + PER_MESSAGE for message in messages)
    return told + estimate_tokens(json.dumps(schema))


class Draft(NamedTuple):
    """A request as it would be sent: what it is drawn from, its messages, the schema of its answer, and about what it costs."""

    inputs: Inputs
    messages: tuple[Message, ...]
    schema: dict[str, Any]
    tokens: int


def packed(inputs: Inputs, shrink: Shrink | None, draw: Callable[[Inputs], Draft], room: float) -> Draft:
    """What is drawn from the most of ``inputs`` that fits into ``room``; where nothing helps, from the least there is."""
    whole = draw(inputs)
    if whole.tokens <= room or shrink is None:
        return whole
    best = draw(shrink(inputs, 0.0))
    known: dict[int, int] = {}
    high = (_letters(inputs, known, keep=True), whole.tokens)
    letters = cache(lambda part: _letters(shrink(inputs, part / PARTS), known))
    low = (letters(0), best.tokens)
    for _ in range(STEPS):
        if not low[1] < room < high[1]:
            break
        # a prompt costs in proportion to what is in it, so the line between two that were drawn meets the room near it
        most = low[0] + (high[0] - low[0]) * SHY * (room - low[1]) / (high[1] - low[1])
        part = bisect_right(range(PARTS), most, lo=1, key=letters) - 1  # the largest share that has no more letters
        if letters(part) <= low[0]:
            break
        tried = draw(shrink(inputs, part / PARTS))
        if tried.tokens <= room:
            low, best = (letters(part), tried.tokens), tried
        else:
            high = (letters(part), tried.tokens)
    return best


def _letters(value: Any, known: dict[int, int], *, keep: bool = False) -> int:
    """How long all texts in a value are together. ``known`` has the lengths of what is in the value that is made shorter, by the
    identity of its parts; they are kept there with ``keep``."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, (int, float)) or value is None:  # whether something is a mapping is slow to tell
        return 0
    found = known.get(id(value))
    if found is None:
        parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, (list, tuple)) else ()
        found = sum([_letters(part, known, keep=keep) for part in parts])
        if keep:
            known[id(value)] = found
    return found


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
