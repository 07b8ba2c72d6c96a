"""Thinking is never taken for the answer, wherever it ends, and reading an answer takes time in proportion to its length."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from standin.growth import grows_in_proportion

from dr_core import ModelFailed
from dr_core.run.mend import mend_json
from dr_core.run.thoughts import behind_thoughts, strip_thoughts

SCHEMA = {"type": "object", "properties": {"paragraphs": {"type": "array"}}, "required": ["paragraphs"]}
DRAFT = 'First idea: {"paragraphs": [{"text": "WRONG DRAFT"}]} - no, the source says the opposite.'
RIGHT = '{"paragraphs": [{"text": "Right."}, {"text": "More."}]}'
TAG = '{"paragraphs": [{"text": "R1 ends with </think> and {then} answers."}]}'
ENDS = ["</think>", " </think>", "\n</think>\n\n", "</think>\n```json\n", "</think>Here it is: ", "</think> so, </think>"]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("begin", ["", "<think>", "Hm. <think>", 'It may say {"paragraphs": [{"text": "... ', "In {a, b [c: "])
def test_what_stands_before_the_last_closing_tag_is_not_the_answer(begin: str, end: str) -> None:
    assert mend_json(begin + DRAFT + end + RIGHT, SCHEMA) == json.loads(RIGHT)


@pytest.mark.parametrize("answer", [RIGHT[:30], "", "Here is", "I cannot say."])
@pytest.mark.parametrize("end", ["</think>", "\n</think>\n\n"])
def test_a_draft_does_not_stand_in_for_an_answer_that_is_cut_or_missing(end: str, answer: str) -> None:
    with pytest.raises(ModelFailed):
        mend_json(DRAFT + end + answer, SCHEMA)


@pytest.mark.parametrize("before", ["", "So be it: ", DRAFT + "</think>", "<think>hm</think>", "```json\n"])
def test_a_tag_that_the_answer_talks_about_ends_nothing(before: str) -> None:
    assert mend_json(before + TAG, SCHEMA) == json.loads(TAG)


def test_nor_does_one_in_an_answer_with_mistakes() -> None:
    assert mend_json("{'paragraphs': [{'text': 'R1 ends with </think> and answers.'},]}", SCHEMA) == {
        "paragraphs": [{"text": "R1 ends with </think> and answers."}]
    }


def test_an_answer_before_its_thoughts_is_an_answer() -> None:
    assert mend_json(RIGHT + "\n<think>Was that right?</think>", SCHEMA) == json.loads(RIGHT)


GROWING: dict[str, Callable[[int], object]] = {
    "another closer": lambda n: mend_json(json.dumps({"paragraphs": [{"text": "<think>" * n + "</reasoning>"}]}), SCHEMA),
    "openers before": lambda n: behind_thoughts("<think>" * n + "</reasoning>{}"),
    "closers before": lambda n: behind_thoughts("</think>" * n + "{}"),
    "empty blocks": lambda n: behind_thoughts("<think></think>" * n + "{}"),
    "blocks in a text": lambda n: strip_thoughts("<think>so it is</think>" * n),
    "braces and tags": lambda n: behind_thoughts("{</think>" * n + "x"),
}


@pytest.mark.once
@pytest.mark.parametrize("what", GROWING)
def test_reading_takes_time_in_proportion(what: str) -> None:
    assert grows_in_proportion(GROWING[what], 500)
