"""Whether an answer says the prompt again instead of answering it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from dr_core.pattern import regex
from dr_core.types import Message

LEAST = 30
"""Characters of a sentence of ours; a shorter one may stand in any text."""
_DATA = regex(r"<data\b.*?</data>", re.DOTALL)
_SENTENCE = regex(r"(?<=[.!?:])\s+|\n")


def echoed(answer: Any, messages: Iterable[Message]) -> str:
    """The sentence of our instructions that stands in a text of ``answer``, or ""; what is data may be said again."""
    ours = {
        " ".join(sentence.split())
        for message in messages
        for sentence in _SENTENCE.split(_DATA.sub("\n", message.content))
        if len(sentence.strip()) >= LEAST
    }
    for text in _texts(answer):
        told = " ".join(text.split())
        for sentence in ours:
            if sentence in told:
                return sentence
    return ""


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
