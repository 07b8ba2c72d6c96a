"""Halves of characters, taken out of texts and of what holds texts."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dr_core import DRError
from dr_core.unicode import seen, well_formed

ANY = st.text(st.characters(exclude_categories=[]), max_size=20)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("plain", "plain"),
        ("a \U0001f600 b", "a \U0001f600 b"),
        ("a \ud83d\ude00 b", "a \U0001f600 b"),
        ("a \ud83d", "a \ufffd"),
        ("a \ud83d b", "a \ufffd b"),
        ("\ude00 b", "\ufffd b"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("\ufeffmark", "\ufeffmark"),
    ],
)
def test_halves_are_joined_or_replaced(text: str, mended: str) -> None:
    assert well_formed(text) == mended


@given(ANY)
def test_every_text_can_be_written_afterwards_and_a_good_one_is_not_touched(text: str) -> None:
    assert well_formed(text).encode().decode() == well_formed(text)
    good = text.encode("utf-8", "ignore").decode()
    assert well_formed(good) == good


def test_tables_lists_and_keys_are_looked_into() -> None:
    found = well_formed({"k\ud83d": ["\ud83d", ("\ude00", 1, None, True, 2.5)]})
    assert found == {"k\ufffd": ["\ufffd", ("\ufffd", 1, None, True, 2.5)]}


def test_an_error_that_quotes_half_a_character_can_be_written_down() -> None:
    assert str(DRError("it said \ud83d")).encode() == "it said \ufffd".encode()


@given(ANY)
def test_json_that_can_be_seen_says_the_same(text: str) -> None:
    shown = seen(json.dumps([text], ensure_ascii=False, indent=2))
    assert json.loads(shown) == [text]
    assert shown.replace("\n", "").replace("\u3000", "").isprintable()


def test_cjk_stays_readable_in_json() -> None:
    assert seen('"寒冷\u3000気候 \u202e\x9b"') == '"寒冷\u3000気候 \\u202e\\u009b"'
