"""Answers as models really write them, and what is read out of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dr_core.errors import ModelFailed
from dr_core.run.mend import mend, mend_json
from dr_core.run.thoughts import strip_thoughts

SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "ids": {"type": "array"}},
    "required": ["text", "ids"],
}
WANTED = {"text": "x", "ids": [1, 2]}
GOOD = '{"text": "x", "ids": [1, 2]}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```",
        f"~~~JSON\n{GOOD}\n~~~",
        f"```json\n{GOOD}",
        f"Sure! Here is {{your}} answer:\n\n{GOOD}\n\nI hope {{that}} helps [1].",
        f"<think>Is it {{}} or {GOOD[:9]}?</think>\n{GOOD}",
        f"<thinking>\nhm\n</thinking>\n```json\n{GOOD}\n```",
        f"So I think it is this.\n</think>\n{GOOD}",
        f"\ufeff{GOOD}",
        "{'text': 'x', 'ids': [1, 2]}",
        '{"text": "x", "ids": [1, 2,],}',
        '{text: "x", ids: [1, 2]}',
        '{"text": "x" "ids": [1 2]}',
        '{\n"text": "x"\n"ids": [1\n2]\n}',
        "{“text”: “x”, “ids”: [1, 2]}",
        '{"text": "x", // the text\n "ids": [1, /* two */ 2] # all\n}',
        f"[{GOOD}]",
        f'{{"answer": {GOOD}}}',
        f'Not this: {{"type": "object"}}. But this: {GOOD}',
        '{"text": "x", "ids": [+1, 2.0]}',
    ],
)
def test_the_usual_wrappings_and_mistakes_are_seen_through(text: str) -> None:
    assert mend_json(text, SCHEMA) == WANTED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"text": "He said "yes" and left.", "ids": []}', 'He said "yes" and left.'),
        ('{"text": "He said "yes", then left.", "ids": []}', 'He said "yes", then left.'),
        ('{"text": "two\nlines\tand a tab", "ids": []}', "two\nlines\tand a tab"),
        ("{'text': 'it\\'s', 'ids': []}", "it's"),
        ("{'text': \"it's\", 'ids': []}", "it's"),
        ('{"text": "\\u4e2d\\ud83d\\ude00 \\x", "ids": [],}', "中😀 x"),
        ('{"text": "a } b ] c { d", "ids": [],}', "a } b ] c { d"),
        ('{"text": "``` is a fence", "ids": []}', "``` is a fence"),
        ('{"text": "<think>no, wait</think>The sky is blue.", "ids": []}', "The sky is blue."),
        ('{"text": "R1 wraps it in <think>...</think> tags", "ids": []}', "R1 wraps it in <think>...</think> tags"),
        ('{"text": "see `<think>so it goes</think>`", "ids": []}', "see `<think>so it goes</think>`"),
    ],
)
def test_what_was_said_is_kept(text: str, said: str) -> None:
    assert mend_json(text, SCHEMA)["text"] == said


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"text": "x", "ids": [1, 2', {"text": "x", "ids": [1, 2]}),
        ('{"text": "x", "ids": [1, 2]', {"text": "x", "ids": [1, 2]}),
        ('{"text": "x", "ids": ["a", "b c', {"text": "x", "ids": ["a", "b c"]}),
        ('{"text": "x", "ids": [], "mo', {"text": "x", "ids": []}),
        ('{"text": "x", "ids": [], "more":', {"text": "x", "ids": []}),
        ('{"text": "x", "ids": [1, 2.', {"text": "x", "ids": [1, 2]}),
        ('{"text": "x", "ids": [1, 2e-', {"text": "x", "ids": [1, 2]}),
        ('{"text": "x", "ids": [tru', {"text": "x", "ids": [None]}),
        ('```\n{"text": "x", "ids": [{"text": "y", "ids": []}, {"te', {"text": "x", "ids": [{"text": "y", "ids": []}, {}]}),
    ],
)
def test_a_tail_that_is_missing_is_closed_but_never_passed_off_as_whole(text: str, value: Any) -> None:
    found = mend(text, SCHEMA)
    assert (found.value, found.cut) == (value, True)
    with pytest.raises(ModelFailed, match="cut off"):
        mend_json(text, SCHEMA)


def test_a_part_of_a_broken_answer_is_not_the_answer() -> None:
    text = '{"text": "outer", "ids": [{"text": "inner", "ids": []}],}'
    assert mend_json(text, SCHEMA)["text"] == "outer"
    with pytest.raises(ModelFailed):
        mend('{"text": "outer", "ids": [{"text": "inner", "ids": []}], what? }', SCHEMA)


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "I cannot help with that.", "<think>only thoughts", "[1, 2]", "42", '"text"', "null", "{{{{", "[[[[", "{]",
        '{"text"; 1}', json.dumps(SCHEMA),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_refused(text: str) -> None:
    with pytest.raises(ModelFailed):
        mend_json(text, SCHEMA)


def test_a_bare_list_is_the_one_list_of_an_object() -> None:
    schema = {"type": "object", "properties": {"items": {"type": "array"}}, "required": ["items"]}
    assert mend_json("[1, 2]", schema) == {"items": [1, 2]}


def test_an_answer_with_something_missing_is_left_for_the_model_to_say_what() -> None:
    assert mend_json('{"text": "x"}', SCHEMA) == {"text": "x"}


def test_a_repair_is_told() -> None:
    assert (mend(GOOD, SCHEMA).repaired, mend(f"{GOOD}!", SCHEMA).repaired) == (False, True)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
OBJECT = st.dictionaries(st.text(), JSON, max_size=5)


@given(OBJECT, st.booleans())
def test_good_json_comes_back_as_it_is(value: dict[str, Any], ascii_only: bool) -> None:
    assert mend_json(json.dumps(value, ensure_ascii=ascii_only)) == strip_thoughts(value)


WORDS = st.text("ab zß中😀-.:/()", max_size=12)
PLAIN = st.dictionaries(WORDS, st.none() | st.booleans() | st.integers() | WORDS | st.lists(WORDS, max_size=3), max_size=4)


@given(PLAIN)
def test_what_python_prints_is_read(value: dict[str, Any]) -> None:
    assert mend_json(repr(value)) == value


@given(OBJECT, st.sampled_from(["{}", "```json\n{}\n```\nDone.", "<think>{{</think>{}", "Here: {} (as asked)"]))
def test_wrapped_json_comes_back_as_it_is(value: dict[str, Any], around: str) -> None:
    text = around.replace("{{", "[[").replace("{}", json.dumps(value))
    assert mend_json(text) == strip_thoughts(value)


@given(OBJECT, st.integers(min_value=1))
def test_a_cut_is_never_taken_for_the_whole(value: dict[str, Any], at: int) -> None:
    text = json.dumps(value)
    cut = text[: at % len(text)]
    try:
        found = mend(cut)
    except ModelFailed:
        return
    assert found.cut


@given(st.text(st.sampled_from("{}[]\"':,\\ \n<think>/`#*at1.-e“”"), max_size=200))
def test_nothing_but_a_failed_model_comes_of_nonsense(text: str) -> None:
    try:
        mend(text, SCHEMA)
    except ModelFailed as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("depth", [5_000, 100_000])  # less is read or refused, as deep as the Python at hand can look
def test_an_answer_that_is_nested_without_end_is_refused_and_not_a_crash(depth: int) -> None:
    with pytest.raises(ModelFailed):
        mend_json('{"text": ' + "[" * depth + "]" * depth + ', "ids": []}', {"type": "object", "required": ["other"]})
