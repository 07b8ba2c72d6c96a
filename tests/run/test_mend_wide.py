"""Answers as some families of models write them: full-width signs, JSON in JSON, tool calls as text, other tags for thoughts."""

from __future__ import annotations

import json

import pytest

from dr_core.errors import ModelFailed
from dr_core.run.mend import mend_json

SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "ids": {"type": "array"}},
    "required": ["text", "ids"],
}
GOOD = {"text": "Rail costs 5 EUR.", "ids": ["e1", "e2"]}
PLAIN = json.dumps(GOOD)
DRAFT = json.dumps({"text": "a draft", "ids": []})


@pytest.mark.parametrize(
    "text",
    [
        '｛"text"："铁路，成本5欧元。"，"ids"：［"e1"，"e2"］｝',
        '{"text"："铁路，成本5欧元。"，"ids"：["e1"、"e2"]}',
        "{“text”：“铁路，成本5欧元。”，“ids”：[“e1”，“e2”]}",
        "{＂text＂: ＂铁路，成本5欧元。＂, ＂ids＂: [＂e1＂, ＂e2＂]}",
    ],
)
def test_full_width_signs_are_read(text: str) -> None:
    assert mend_json(text, SCHEMA) == {"text": "铁路，成本5欧元。", "ids": ["e1", "e2"]}


def test_quotes_before_full_width_signs_in_prose_do_not_end_a_text() -> None:
    text = '{"text": "他称"铁路"，5欧元（见"表"）："贵"。", "ids": [],}'
    assert mend_json(text, SCHEMA)["text"] == '他称"铁路"，5欧元（见"表"）："贵"。'


def test_a_cut_answer_with_full_width_signs_is_cut() -> None:
    with pytest.raises(ModelFailed, match="cut off"):
        mend_json('{"text"："铁路"，"ids"：["e1"，', SCHEMA)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(PLAIN),
        f"```json\n{json.dumps(PLAIN)}\n```",
        json.dumps({"answer": PLAIN}),
        json.dumps({"name": "answer", "arguments": GOOD}),
        json.dumps({"type": "function", "name": "answer", "parameters": PLAIN}),
        f"<tool_call>\n{json.dumps({'name': 'answer', 'arguments': GOOD})}\n</tool_call>",
        "{'text': 'Rail costs 5 EUR.', 'ids': ('e1', 'e2',)}",
    ],
)
def test_what_is_wrapped_is_unwrapped(text: str) -> None:
    assert mend_json(text, SCHEMA) == GOOD


@pytest.mark.parametrize(
    "text",
    [
        f"[THINK]Perhaps {DRAFT}?[/THINK]{PLAIN}",
        f"◁think▷Perhaps {DRAFT}?◁/think▷\n{PLAIN}",
        f"<seed:think>Perhaps {DRAFT}?</seed:think>{PLAIN}",
        f"<|channel|>analysis<|message|>Perhaps {DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>{PLAIN}",
    ],
)
def test_thoughts_in_the_tags_of_other_families_are_passed_over(text: str) -> None:
    assert mend_json(text, SCHEMA) == GOOD
