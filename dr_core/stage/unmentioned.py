"""What a question is about that no source mentions: a report that says nothing of it must not look like an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.stage.extractive.facet import names_side
from dr_core.stage.extractive.query import subject
from dr_core.stage.focus import specific, subject_words
from dr_core.stage.passage import page_bag, passage_bag, passages, spread
from dr_core.stage.weigh import same_language
from dr_core.state import RunState
from dr_core.text.country import without_places
from dr_core.text.han import simplified
from dr_core.text.token import CJK, content_terms, terms
from dr_core.types import Page

MUCH = 0.4
"""The share of what a question is about that must be missing: a single word is often told in other words."""

AT_HOME = 1 / 3
"""The spread of a word over a page that is about it: its title has it, or every other passage."""

LONGEST_NAME = 3
"""Words in capitals that may be a name; of more, a headline is made."""

SIDE_BY_SIDE = 2
"""Words of what is asked that are no chance in one passage."""

_POINTS = re.compile(
    r"\b(?:they|he|she|these|those|here|my|our)\b|(?<!其)[他她它]|[这這那][个個座些种種]|(?<![应應])[该該]"
    r"|この|その|彼|(?:^|\s)(?:이|그|그의|그는|그녀\S*)\s",
    re.I,
)
_THE = re.compile(r"\bthe ([a-z'’-]+(?: [a-z'’-]+)*)(?! ?[A-Za-z0-9])")
_ORDER = frozenset(("most", "first", "last", "only", "next", "same"))
_COMPLEMENT = frozenset(("of", "in", "from", "between", "at", "for", "on", "with", "by", "near"))
_ONLY_ASKS = re.compile(
    r"什么时候|什麼時候|何时|何時|哪一?[年款台種种位座]|是?[谁誰]|[几幾][个個]|好不好"
    r"|いつ|いくつ|どこ|何[冊台人年回件個本匹枚時日名]|ありますか"
    r"|언제(?:부터|까지)?|누가|누구\S*|어디\S*|뭐\S*|(?:해야\s)?(?:하|되|했|됐|있)?나요|(?:이에|예)요"
)
"""Words that ask and that no answer repeats, beyond those that are left out of a search."""
_EASTERN = re.compile(rf"[{CJK}]+")
_NAME = re.compile(r"(?<=\s)[A-Z][\w’'-]*(?: [A-Z][\w’'-]*)+")
_SAYS_LITTLE = """
latest recent current newest best main major key top overview report state status development developments progress
today year years make makes made give gives get gets take takes think thinks say says happen happens happened mean means
work works live lives worth enough good bad nice better worse longer
"""
_LITTLE = frozenset(_SAYS_LITTLE.split())
_EDGES = "的了是在有和與与及或之嗎吗呢もはがをにでとのか은는이가을를의에와과도로"


def missing_subject(state: RunState) -> list[str]:
    """What the question of a run is about and none of its sources mentions; nothing is said where it cites other languages."""
    cites = {cite for paragraph in state.paragraphs for cite in paragraph.cite_ids if cite in state.evidence}
    own = {name: page for name, page in state.sources.items() if same_language(page.language, state.language)}
    foreign = any(state.evidence[cite].source not in own for cite in cites)
    return [] if foreign else unmentioned(state.clarified_query, list(own.values()))


def strange_subject(question: str, focuses: Sequence[str], pages: Sequence[Page]) -> list[str]:
    """What a question is about and no page mentions, where no page is about the rest of it either; else nothing.

    Wine is mentioned in no text on railways, and that one of them ends in Bordeaux does not make it a text on Bordeaux. But who
    asks for "the boats", or what "they" think, asks of these pages, whatever they call it.
    """
    missing = unmentioned(question, pages)
    if not missing or _points(question) or any(_is_about([question, *focuses], page) for page in pages):
        return []
    return missing


def _points(question: str) -> bool:
    """Whether a question points at something that it does not name ("they", "the boats", 那座): its pages are to say what."""
    if any(_is_known(found[1]) for found in _THE.finditer(question)):
        return True
    return bool(_POINTS.search(question)) and not specific(question)


def _is_known(phrase: str) -> bool:
    """Whether what stands behind "the" names a thing by nothing else: "the boats", but not "the mayor of" and "the best wine"."""
    words = phrase.split()
    return not words[0].endswith("est") and words[0] not in _ORDER and _COMPLEMENT.isdisjoint(words)


def _is_about(queries: Sequence[str], page: Page) -> bool:
    """Whether a page has a word of what is asked in its title, in a heading or nearly everywhere, or two of them side by side."""
    words = subject_words(queries)
    if any(spread(page, {word: 1.0}) >= AT_HOME for word in words):
        return True
    return any(
        not words.keys().isdisjoint(terms(passage.heading))
        or len(words.keys() & passage_bag(page, passage).keys()) >= SIDE_BY_SIDE
        for passage in passages(page)
    )


def unmentioned(question: str, pages: Sequence[Page]) -> list[str]:
    """The words of a question that no page has, where they are a good part of what it is about; else nothing."""
    bare = without_places(subject(_ONLY_ASKS.sub(" ", question)))
    words = [word for word in bare.split() if word.lower() not in _LITTLE and not names_side(word)]
    known = {term for page in pages for term in page_bag(page)}
    whole = {word for name in _names(bare) if any(_missing(one, known) for one in name) for word in name}
    missing: list[str] = []
    size = lost = 0
    for word in words:
        own = [word] if word in whole else _missing(word, known)
        size += _size(word)
        lost += sum(map(_size, own))
        missing += own
    return list(dict.fromkeys(missing)) if size and lost >= MUCH * size else []


def _names(text: str) -> list[list[str]]:
    """The names of several words in a text: of a World Cup nothing is known to who knows a World Bank."""
    return [name for found in _NAME.findall(text) if len(name := found.split()) <= LONGEST_NAME]


def _missing(word: str, known: set[str]) -> list[str]:
    """The parts of a word that no page has: a Western one whole, of an Eastern one the characters that are in no known pair."""
    if not _EASTERN.search(word):
        return [] if not set(content_terms(word)).isdisjoint(known) else [word]
    found: list[str] = []
    for run in _EASTERN.findall(word):
        held = [False] * len(run)
        for at in range(len(run) - 1):
            if simplified(run[at : at + 2]) in known:
                held[at] = held[at + 1] = True
        parts = "".join(" " if one else char for char, one in zip(run, held, strict=True)).split()
        found += [part for part in (part.strip(_EDGES) for part in parts) if len(part) > 1]
    return found


def _size(word: str) -> int:
    return len(word) if _EASTERN.search(word) else 1
