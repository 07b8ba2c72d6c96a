"""Prompts that fit: what matters least is left out before the call, not cut off by the model or refused by the budget."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping
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


def first_sentences(name: str, group: str = "") -> Shrink:
    """Shorten each text of a list to its first sentences: every part stays in view, its details go. With a ``group``, where there
    is no room for the first sentence of each text, those that open each group stay."""

    def shrink(inputs: Inputs, share: float) -> Inputs:
        entries, language = inputs[name], str(inputs.get("language", ""))
        ends = [_ends(entry["text"], language) or (len(entry["text"]),) for entry in entries]
        before = Counter[Any]()
        order: list[tuple[int, int, int]] = []
        for at, entry in enumerate(entries):
            part = entry[group] if group else at
            order += ((number, before[part], at) for number in range(len(ends[at])))
            before[part] += 1
        kept = [0] * len(entries)
        for number, _, at in sorted(order)[: max(len(before), round(len(order) * share))]:
            kept[at] = number + 1
        cut = [
            {**entry, "text": entry["text"][: own[many - 1]]}
            for entry, own, many in zip(entries, ends, kept, strict=True)
            if many
        ]
        return {**inputs, name: cut}

    return shrink


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
