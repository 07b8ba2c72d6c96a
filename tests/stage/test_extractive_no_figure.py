"""Figures that were asked for and that the report does not give: which ones are named above it."""

from __future__ import annotations

import pytest
from extractive_corpus import digested

from dr_core.stage.checklist import left_bare, without_figure
from dr_core.state import RunState
from dr_core.text import detect
from dr_core.types import Paragraph


def test_a_figure_for_which_there_is_none_is_named() -> None:
    state, arranged = digested("台灣高鐵的票價與準點率是多少？")
    assert arranged.abstract is not None and "99%以上" in arranged.abstract["text"][:60]
    told = [arranged.abstract, *(one for own in arranged.sections.values() for one in own)]
    state.paragraphs = [
        Paragraph(id=f"p{at}", section="s", text=one["text"], cite_ids=tuple(one["cite_ids"]), kind=one["kind"])
        for at, one in enumerate(told)
    ]
    assert without_figure(state, left_bare(state)) == ["票價"]
    state.paragraphs = [*state.paragraphs, Paragraph(id="p", section="s", text="標準車廂的全票票價為1,490元。", cite_ids=("e1",))]
    assert without_figure(state, left_bare(state)) == []


@pytest.mark.parametrize(
    ("question", "text", "missing"),
    [
        ("전세 사기 피해 규모는 얼마인가?", "전세사기 피해 보증금은 2조 2,836억 원에 이른다.", []),
        ("전세 사기 피해 규모는 얼마인가?", "전세사기 피해를 막는 법은 2023년에 시행되었다.", ["규모"]),
        ("전세 사기 피해 규모는 얼마인가?", "아파트 한 채는 3억 원이다.", ["규모"]),
        ("垃圾分类罚款多少钱？", "拒不改正的，处五十元以上二百元以下罚款。", []),
    ],
)
def test_no_figure_is_said_to_be_missing_that_the_report_gives_in_other_words(
    question: str, text: str, missing: list[str]
) -> None:
    state = RunState(original_query=question, clarified_query=question, language=detect(question))
    state.paragraphs = [Paragraph(id="p1", section="s", text=text, cite_ids=())]
    assert without_figure(state, []) == missing


def test_nothing_is_said_of_figures_in_a_language_whose_units_are_not_read() -> None:
    state, _ = digested("台灣高鐵的票價與準點率是多少？")
    other = state.model_copy(update={"language": "de", "paragraphs": []})
    assert without_figure(other, left_bare(other)) == []


def test_money_of_something_else_in_the_same_paragraph_is_no_fare() -> None:
    state, _ = digested("台灣高鐵的票價與準點率是多少？")
    text = "公司增資新台幣300億元。特許期延長為70年。票價因此維持穩定。準點率在99%以上。"
    state.paragraphs = [Paragraph(id="p", section="s", text=text, cite_ids=("e1",))]
    assert "票價" in without_figure(state, [])
    told = text.replace("票價因此維持穩定", "票價也已公布。全票為1,490元")
    state.paragraphs = [Paragraph(id="p", section="s", text=told, cite_ids=("e1",))]
    assert without_figure(state, []) == []
