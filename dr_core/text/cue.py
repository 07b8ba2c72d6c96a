"""Many patterns looked for at once: the words of a text tell which of them can be there, and only those are tried.

A cue is one alternative of a pattern. Of most cues one can say some letters without which they do not stand in a text (their
*needle*), where a word must begin or end beside them, and what else stands in them (their *stretches*). Which cues a word may
belong to is found once for every word and remembered: texts say the same words over and over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from dr_core.pattern import regex

KNOWN_WORDS, LONGEST = 50_000, 64
"""Words that are remembered, with the marks around them, if they are no longer; beyond that the memory begins anew."""

HEAD = 2
"""Letters by which the needles that may stand at a place of a word are found."""

_WORD = regex(r"[a-z0-9_]+")
_GROUP = regex(r"\\[a-zA-Z]|\[[^\]]*\][*+?]?|\((?:[^()]|\([^()]*\))*\)[*+?]?")
_LITERAL = regex(r"[^\W\d_]+(?![*?{]|[^\W\d_])|[^\W\d_]+(?=[^\W\d_][*?{])")
_COUNT = regex(r"\{[\d,]*\}")
_STRETCH = regex(r"[^\W_ ](?:[^\W_]| )*(?![*?{]|[^\W_]| )|[^\W_ ](?:[^\W_]| )*(?=(?:[^\W_]| )[*?{])")
_EDGED = regex(r" ?[^\W\d_]+ ?")
_OPENING = regex(r"^\\b([a-z][a-z ]*?)(?=[a-z ][*?{+]|[^a-z *?{+]|$)")
_CAPITAL = regex(r"(?<!\\)[A-Z]")
_MORE_THAN_A_WORD = regex(r"[^a-z()?:|\\]|\(\?[^:]|\\[^b]", re.I)


class _Signs(NamedTuple):
    """What every match of a cue contains, in small letters: its needle with a space where a word must begin or end, and its
    stretches, the longest first."""

    edged: str
    stretches: tuple[str, ...]


class _Cue:
    """One alternative of a group. There are hundreds, of which a run meets a few dozen: each is compiled when it is first met."""

    def __init__(self, group: int, lead: str, alternative: str, needle: str, *, within: bool) -> None:
        self.group = group
        self.needle = needle
        self.within = within
        """Whether it stands within a single word."""
        self._lead, self._alternative = lead, alternative

    @cached_property
    def signs(self) -> _Signs:
        return _signs(self._lead + self._alternative, self.needle)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        # it is looked for in small letters; where it has none but those itself, case need not be passed over, and letters that
        # stand first are found a few times as soon as the edge of a word is
        source = _OPENING.sub(r"\1(?<=\\b\1)", self._lead + self._alternative)
        return re.compile(source, re.I if _CAPITAL.search(source) else 0)


class _Word(NamedTuple):
    """What a word tells: the cues that it is (with the letters that match), and those that it may be a part of."""

    said: tuple[tuple[int, str], ...]
    hinted: tuple[_Cue, ...]


_DULL = _Word((), ())


class Cues:
    """Patterns in groups, each given as alternatives with bars between them; the case of letters does not matter.

    A Latin word counts as one also where CJK characters stand right beside it.
    """

    def __init__(self, groups: Sequence[str], *, lead: str = "") -> None:
        self._western: dict[str, list[_Cue]] = {}
        self._eastern: dict[str, list[_Cue]] = {}
        self._always: list[_Cue] = []
        self._groups: list[list[_Cue]] = [[] for _ in groups]
        self._words: dict[str, _Word] = {}
        self._dull: set[str] = set()
        for number, group in enumerate(groups):
            for alternative in _alternatives(group):
                plain = alternative.isalpha() and alternative.isascii()
                within = plain or not _MORE_THAN_A_WORD.search(alternative)
                cue = _Cue(number, lead, alternative, _needle(alternative), within=within)
                self._home(cue.needle).append(cue)
                self._groups[number].append(cue)

    def _home(self, needle: str) -> list[_Cue]:
        if needle and not needle.isascii():
            return self._eastern.setdefault(needle[0], [])
        return self._always if len(needle) < HEAD else self._western.setdefault(needle[:HEAD], [])

    def found(self, text: str) -> dict[int, set[str]]:
        """For each group that has any: the different strings in ``text`` that its cues match, in small letters."""
        hits: dict[int, set[str]] = {}
        for group, match in self._matches(text, _words(text.lower())):
            hits.setdefault(group, set()).add(match)
        return hits

    def first(self, text: str, group: int) -> int | None:
        """Where the first match of a group begins."""
        lowered = text.lower()
        found = [cue.pattern.search(lowered) for cue in self._groups[group] if cue.needle in lowered]
        return min((match.start() for match in found if match), default=None)

    def any(self, text: str, words: list[str] | None = None) -> bool:
        """Whether any cue stands in ``text``; ``words`` is what stands between spaces, where that is known of a text in ASCII."""
        words = words or _words(text if text.isascii() else text.lower())
        if self._dull.issuperset(words) and not self._always and (text.isascii() or not self._eastern):
            return False
        return next(self._matches(text, [word for word in words if word not in self._dull]), None) is not None

    def _matches(self, text: str, words: list[str]) -> Iterator[tuple[int, str]]:
        lowered = text.lower()
        hinted: dict[_Cue, None] = {}
        for word in set(words) - self._dull:
            told = self._words.get(word) or self._told(word)
            yield from told.said
            for cue in told.hinted:
                hinted[cue] = None
        if self._eastern and not lowered.isascii():
            for head in self._eastern.keys() & set(lowered):
                for cue in self._eastern[head]:
                    if cue.needle in lowered:
                        hinted[cue] = None
        for cue in (*hinted, *self._always):
            if all(stretch in lowered for stretch in cue.signs.stretches):
                for found in cue.pattern.finditer(lowered):
                    yield cue.group, found.group()

    def _told(self, word: str) -> _Word:
        known = _DULL if word in self._dull else self._words.get(word)
        if known is not None:
            return known
        told = self._learn(word.lower())
        if len(word) > LONGEST:
            return told
        if len(self._words) + len(self._dull) >= KNOWN_WORDS:
            self._words.clear()
            self._dull.clear()
        if told == _DULL:
            self._dull.add(word)
        else:
            self._words[word] = told
        return told

    def _learn(self, word: str) -> _Word:
        if word == word.upper():  # a number: it has no letters, and every needle has
            return _DULL
        words = _WORD.findall(word)
        if words != [word]:  # marks around a word, or between several
            parts = [self._told(one) for one in words]
            return _Word(tuple(said for part in parts for said in part.said), tuple(cue for part in parts for cue in part.hinted))
        starts = [(at, self._western.get(word[at : at + HEAD], ())) for at in range(len(word))]
        near = [cue for at, cues in starts for cue in cues if word.startswith(cue.needle, at)]
        said = [(cue.group, found.group()) for cue in near if cue.within for found in cue.pattern.finditer(word)]
        return _Word(tuple(said), tuple(cue for cue in near if not cue.within and cue.signs.edged in f" {word} "))


def _words(text: str) -> list[str]:
    """What stands between spaces and characters that are no ASCII: words with the marks around them, which are found sooner than
    the words alone and tell the same."""
    if text.isascii():
        return text.split()
    return text.encode("ascii", "replace").replace(b"?", b" ").decode().split()


def _alternatives(pattern: str) -> list[str]:
    """The parts of a pattern between the bars that stand in no group."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(pattern):
        depth += (char == "(") - (char == ")")
        if char == "|" and not depth:
            parts.append(pattern[start:at])
            start = at + 1
    return [*parts, pattern[start:]]


def _needle(alternative: str) -> str:
    """Letters that every match of ``alternative`` contains; "" where that cannot be said."""
    if alternative.isalpha():  # most are a plain word
        return alternative.lower()
    runs = _LITERAL.findall(_GROUP.sub(" ", alternative))
    return max(reversed(runs), key=len).lower() if runs else ""


def _signs(source: str, needle: str) -> _Signs:
    """What every match of ``source``, a pattern without bars outside of its groups, contains around its needle and elsewhere."""
    plain = _COUNT.sub("{", _GROUP.sub(lambda found: "\b" if found.group() == r"\b" else "\0", source)).lower()
    every = tuple(sorted(dict.fromkeys(_STRETCH.findall(plain)), key=len, reverse=True))
    for found in _STRETCH.finditer(plain):
        start, end = found.span()
        before, after = (" " if beside == "\b" else "" for beside in (plain[max(0, start - 1) : start], plain[end : end + 1]))
        # two spaces for one: it is the edge of the words on both of its sides
        for edged in _EDGED.findall(f"{before}{found.group()}{after}".replace(" ", "  ")):
            if needle and edged.strip() == needle:
                return _Signs(edged, every)
    return _Signs(needle, (needle,))
