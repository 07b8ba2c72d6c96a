"""Sentences that only mention a thing, as what another one came after or is measured by: dates and figures are those of the
other."""

from __future__ import annotations

import re
from collections.abc import Collection

from dr_core.pattern import regex
from dr_core.text import terms

LOST = 0.25
"""The share of the words for a thing that a sentence has only where it mentions it, if it tells of another."""

_KO = r"(?:(?:[^\s,.;]*[^\s,.;은는이가]\s)*[^\s,.;]+?)"
"""Korean words up to one that makes a topic or a subject of what stands before it."""
_BESIDE = (
    r"\b(?:unlike|than|besides|apart from|compared (?:with|to)|in contrast to) [^,.;:]{2,70}(?=[,.;:]|$)"
    r"|[与與和跟同][^，。；、]{2,20}?(?:不同|相[比较較])(?=[，,])|[^、。，；はがも]{2,30}(?:とは?(?:違[いっ]|異な[りっ])|[にと]比べ)"
    rf"|{_KO}(?:에 비해|[와과]는? 달리|보다(?=\s))"
)
_MEASURED_BY = regex(_BESIDE, re.I)
_CAME_AFTER = regex(
    rf"{_BESIDE}|\b(?:after|following) [^,.;:]{{2,70}}(?=[,.;:]|$)|^[^,.;:]{{2,70}} (?:was|were) followed by\b"
    r"|(?:[继繼在]|[紧緊][随隨接])[^，。；、]{2,30}?[后後](?=[，,])|[^、。，；はがも]{2,30}に(?:続[きくい]|次[いぐ])"
    rf"|{_KO}에 (?:이어|뒤이어|이은)",
    re.I,
)
"""What comes after a thing has another date; it may be the thing's own figure that has changed by then."""
_ITSELF = regex(r"\b(?:it|its|they|their|this|these)\b|[它其该該]|これ|それ|その|이는|그것", re.I)
"""What stands for a thing that was mentioned before."""


def only_mentions(keys: Collection[str], said: str, *, dates: bool) -> bool:
    """Whether a sentence has some of the words for a thing only where it mentions it, without a figure of its own; ``dates``: as
    what another one came after, too."""
    mention = _CAME_AFTER if dates else _MEASURED_BY
    found = [match[0] for match in mention.finditer(said) if not any(char.isdigit() for char in match[0])]
    if not found:
        return False
    rest = mention.sub(" ", said)
    lost = set(keys).intersection(terms(" ".join(found))).difference(terms(rest))
    return bool(lost) and len(lost) >= LOST * len(keys) and not _ITSELF.search(rest)


def asks_beside(question: str) -> bool:
    """Whether a question mentions a thing so: it asks for what came after it, or is measured by it."""
    return bool(_CAME_AFTER.search(question))
