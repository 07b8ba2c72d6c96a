"""The splitter of ``<think>`` blocks and the reader of server-sent events: the same result however the pieces are cut."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from standin.growth import grows_in_proportion

from dr_plugins.llm._sse import ServerEvent, read_events
from dr_plugins.llm._think import ThinkSplitter, split_stray


def split(pieces: list[str]) -> tuple[str, str]:
    """(text, reasoning)"""
    splitter = ThinkSplitter()
    found = [piece for text in pieces for piece in splitter.feed(text)] + splitter.finish()
    assert all(piece.text for piece in found)
    return (
        "".join(piece.text for piece in found if piece.kind == "text"),
        "".join(piece.text for piece in found if piece.kind == "reasoning"),
    )


def cut(text: str, at: list[int]) -> list[str]:
    places = sorted({place % (len(text) + 1) for place in at} | {0, len(text)})
    return [text[start:end] for start, end in pairwise(places)]


TAGS = ["<think>", "</think>", "<THINKING>", "</thinking>", "<thi", "nk>"]
PARTS = st.lists(st.sampled_from([*TAGS, "\n", " ", "<", "a", "İ", "思", "}\n"]))
PLAIN = st.text(st.characters(exclude_characters="<"))


@given(PARTS, st.lists(st.integers(min_value=0, max_value=200)))
@example(["<thi", "<thi", "\n", "<think>"], [8])
def test_where_the_pieces_are_cut_makes_no_difference(parts: list[str], at: list[int]) -> None:
    text = "".join(parts)
    assert split(cut(text, at)) == split([text])


@given(PLAIN, PLAIN, st.lists(st.integers(0, 300)))
def test_what_was_thought_and_what_was_said_come_back_as_they_were(thought: str, said: str, at: list[int]) -> None:
    blanks = " \t\r\n"
    assert split(cut(f"<think>{thought}</think>{said}", at)) == (said.lstrip(blanks), thought)


@given(st.text(), st.lists(st.integers(0, 300)))
def test_a_text_without_blocks_is_left_alone(text: str, at: list[int]) -> None:
    safe = text.replace("<", "(")
    assert split(cut(safe, at)) == (safe, "")


@given(PARTS, st.lists(st.integers(0, 200)))
def test_nothing_is_lost_but_tags_and_blanks(parts: list[str], at: list[int]) -> None:
    text = "".join(parts)
    said, thought = split(cut(text, at))
    assert sum(map((said + thought).count, "a思İ")) == sum(map(text.count, "a思İ"))


@pytest.mark.parametrize(
    ("text", "said", "thought"),
    [
        ("Tags like <think> are used.", "Tags like <think> are used.", ""),
        ('{"a": "<think>x</think>"}', '{"a": "<think>x</think>"}', ""),
        ("First.\n<think>hm</think>\nSecond.", "First.\nSecond.", "hm"),
        ("<think>never closed", "", "never closed"),
        ("<think></think>Now", "Now", ""),
        ("<think>a</think>\n\n<think>b</think>\nNow", "Now", "ab"),
        ("<thinker>x", "<thinker>x", ""),
    ],
)
def test_only_a_block_at_the_beginning_of_a_line_is_taken_out(text: str, said: str, thought: str) -> None:
    assert split([text]) == (said, thought)
    assert split(list(text)) == (said, thought)


async def lines(text: str) -> AsyncIterator[str]:
    for line in text.split("\n"):
        yield line


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("data: a\n\ndata: b\n\n", [("", "a"), ("", "b")]),
        ("event: x\ndata: a\ndata:  b\n\n", [("x", "a\n b")]),
        (": hello\n\nid: 3\nretry: 5\ndata:a\n\n", [("", "a")]),
        ("event: lonely\n\ndata: a\n\n", [("", "a")]),
        ("data: a\n\ndata: the end", [("", "a"), ("", "the end")]),
        ("\ufeffdata: a\n\n", [("", "a")]),
        ("data: a\u2028b\n\n", [("", "a\u2028b")]),
        ("\n\n\n", []),
    ],
)
async def test_events_are_read_as_the_standard_says(text: str, events: list[tuple[str, str]]) -> None:
    assert [event async for event in read_events(lines(text))] == [ServerEvent(*event) for event in events]


def test_thinking_that_ends_in_the_middle_of_a_line_is_kept_apart_where_json_was_asked_for() -> None:
    text = 'First {"a": 1}, no.</think>\n\n{"a": 2}'
    assert split_stray(text, shaped=True) == ('First {"a": 1}, no.', '{"a": 2}')
    assert split_stray(text) == ("", text)  # in prose the tag may be what is talked about
    whole = '{"a": "the tag </think>{ ends it"}'
    assert split_stray(whole, shaped=True) == ("", whole)


@pytest.mark.parametrize("text", ["a\n", "<think>x</think>\n", "\n", "<think>\n"])
def test_a_text_in_one_piece_is_sorted_in_time_in_proportion_to_its_length(text: str) -> None:
    assert grows_in_proportion(lambda n: ThinkSplitter().feed(text * n), 1_000)
