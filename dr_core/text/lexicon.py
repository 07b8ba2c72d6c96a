"""Words that stand for something (a direction, a doubt, a share), found by the word, and in CJK by the characters.

A table says ``label: words``. Such a word is meant whole, with ``*`` by its beginning, with ``_`` as several words; CJK words
are looked for anywhere, the longest first, so that what stands inside a longer word of the table is not taken for itself. The
label ``-`` holds words that only hide others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from dr_core.pattern import regex

KNOWN = 20_000
"""Words whose label is remembered; beyond that the memory begins anew."""

_ENTRY = regex(r"\n(?=\s*[a-z-]+: )")
_LETTER = "a-zß-öø-ÿœа-яё"
_WORD = regex(rf"[{_LETTER}]+(?:-[{_LETTER}]+)*")
_CJK = regex(r"[\u3041-\u9fff\uac00-\ud7a3]")


class Lexicon:
    """What the words of a table stand for."""

    def __init__(self, table: Mapping[str, str]) -> None:
        self._whole: dict[str, str] = {}
        self._heads: dict[str, str] = {}
        self._phrases: list[tuple[str, str]] = []
        self._other: list[tuple[str, str]] = []
        for label, words in table.items():
            for word in words.split():
                if _CJK.search(word):
                    self._other.append((word.replace("_", " "), label))
                elif "_" in word:
                    self._phrases.append((word.replace("_", " "), label))
                elif word.endswith("*"):
                    self._heads[word[:-1]] = label
                else:
                    self._whole[word] = label
        self._sizes = sorted({len(head) for head in self._heads}, reverse=True)
        self._phrases.sort(key=lambda pair: -len(pair[0]))
        self._other.sort(key=lambda pair: -len(pair[0]))
        self._known: dict[str, tuple[str, str] | None] = {}

    def found(self, text: str) -> dict[str, str]:
        """The labels of the words in ``text``, each with the word that is meant."""
        labels: dict[str, str] = {}
        plain = text.lower()
        for phrase, label in self._phrases:
            if phrase in plain and re.search(rf"(?<![{_LETTER}]){phrase}(?![{_LETTER}])", plain):
                labels.setdefault(label, phrase)
                plain = plain.replace(phrase, " ")
        for word in _WORD.findall(plain):
            known = self._known[word] if word in self._known else self._look(word)
            if known:
                labels.setdefault(known[0], known[1])
        if not plain.isascii():
            for word, label in self._other:
                if word in plain:
                    labels.setdefault(label, word)
                    plain = plain.replace(word, " ")
        labels.pop("-", None)
        return labels

    def _look(self, word: str) -> tuple[str, str] | None:
        if len(self._known) >= KNOWN:
            self._known.clear()
        known = (self._whole[word], word) if word in self._whole else None
        if known is None:
            head = next((word[:size] for size in self._sizes if word[:size] in self._heads), None)
            known = (self._heads[head], head) if head else None
        self._known[word] = known
        return known


def sides(table: str) -> dict[str, str]:
    """The table of opposites: ``name: words / words`` gives the labels ``name+`` and ``name-``; a line without a name goes on."""
    labels: dict[str, str] = defaultdict(str)
    for entry in _ENTRY.split(table.strip()):
        name, _, words = " ".join(entry.split()).partition(": ")
        one, _, other = words.partition(" / ")
        if other:
            labels[name + "+"] += " " + one
            labels[name + "-"] += " " + other
        else:
            labels["-"] += " " + one
    return labels
