"""Cues: what a text's words let one skip must never be a match."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dr_core.stage.extractive.facet import FACETS
from dr_core.text import cue
from dr_core.text.cue import Cues
from dr_core.text.junk import _ENGLISH

GROUPS = [cues for facet in FACETS for cues in (facet.strong, facet.weak)]
WORDS = (
    "costs", "Cheaper", "energy use", "due to", "owing to", "in 1987", "is a", "what are", "UL 9540", "km/h", "$", "€", "比較",
    "成本很高", "の違い", "비용", "high-speed", "how fast is", "lines, and", "kWh per", "compared", "politics", "2045", "by 2045",
    "_x_", "don't",
)  # fmt: skip


def plainly(pattern: str, text: str) -> set[str]:
    """Every match of every alternative, found the slow way."""
    return {found.group().lower() for part in alternatives(pattern) for found in part.finditer(text)}


@cache
def alternatives(pattern: str) -> list[re.Pattern[str]]:
    return [re.compile(part, re.I) for part in cue._alternatives(pattern)]


@given(st.lists(st.sampled_from(WORDS), max_size=12), st.sampled_from([" ", ", ", ". ", "\n"]))
def test_what_is_found_is_what_a_plain_search_finds(words: list[str], between: str) -> None:
    text = between.join(words)
    found = Cues(GROUPS).found(text)
    assert found == {at: own for at, pattern in enumerate(GROUPS) if (own := plainly(pattern, text))}


@pytest.mark.parametrize("group", _ENGLISH)
def test_every_phrase_of_a_pattern_is_looked_for(group: str) -> None:
    phrases = Cues([group], lead=r"\b")
    assert not phrases.any("The plant opened in 1990 and its owners were pleased.")
    for alternative in cue._alternatives(group):
        assert cue._needle(alternative), f"{alternative} is tried on every text: name some letters of it outside of its groups"


@pytest.mark.parametrize("text", ["Signin to go on", "Please sign in to go on", "He is x a", "He was in 1990", "Oslo,in 1990"])
def test_a_space_that_may_be_missing_is_no_edge_of_a_word(text: str) -> None:
    cues = [r"\bsign ?in to\b", r"\bis x{0,2} a", r"\bin 1\d{3}\b"]
    assert Cues(cues).found(text) == {at: own for at, pattern in enumerate(cues) if (own := plainly(pattern, text))}


def test_a_latin_word_among_cjk_characters_is_a_word() -> None:
    assert Cues([r"\bcosts?\b"]).found("每年Costs很高") == {0: {"costs"}}


def test_the_memory_for_words_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cue, "KNOWN_WORDS", 10)
    cues = Cues([r"\bcost"])
    for at in range(100):
        assert cues.found(f"word{at} cost{at}") == {0: {"cost"}}
    assert len(cues._words) + len(cues._dull) <= 10


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_the_first_match_of_a_group_is_where_a_plain_search_finds_it(words: list[str]) -> None:
    text, cues = " ".join(words), Cues(GROUPS)
    for at, pattern in enumerate(GROUPS):
        found = re.search(pattern, text, re.I)
        assert cues.first(text, at) == (found.start() if found else None)
