"""Where the example corpus disagrees on purpose, a question that asks for judgement gets both sides, side by side."""

from __future__ import annotations

import pytest
from extractive_corpus import digested


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("Compare published estimates of the world's grid-scale battery storage in 2023", ("85 GW", "55.7 GW")),
        ("Why do counts of desalination plants and their brine differ between studies?", ("18,426", "2019")),
        ("Compare the length of high-speed rail lines: why do figures for Japan and China differ?", ("515.4 km", "552.6 km")),
        ("Evaluate whether sodium-ion batteries are cheaper than LFP", ("600,000 yuan", "disagree")),
        ("Analyse why the price of desalinated water at Hassyan in Dubai is quoted differently", ("0.277", "0.365")),
        ("比較台電儲能案場龍潭的電量說法", ("80 MWh", "96 MWh")),
        ("分析台灣高鐵財務重整的評價", ("支持者", "批評者")),
        ("福岡と沖縄の海水淡水化施設の稼働率を評価する", ("過大な投資", "渇水時の備え")),
    ],
    ids=lambda value: value[:28] if isinstance(value, str) else "",
)
def test_both_sides_of_a_dispute_stand_together(question: str, sides: tuple[str, str]) -> None:
    _, arranged = digested(question)
    told = " ".join(paragraph["text"] for paragraph in arranged.analysis)
    assert all(side in told for side in sides), told


def test_a_dispute_that_is_itself_what_was_asked_for_stays_in_its_section() -> None:
    state, arranged = digested("한국 ESS 화재의 원인")
    assert state.plan is not None
    causes = next(section.id for section in state.plan.sections if section.title == "원인")
    told = " ".join(paragraph["text"] for paragraph in arranged.sections[causes])
    assert "네 가지를 원인으로 꼽았다" in told and "1차 조사와 다른 결론을 내렸다" in told


def test_what_the_analysis_says_stands_nowhere_else() -> None:
    _, arranged = digested("How do sodium-ion batteries compare with LFP for grid storage?")
    weighed = {cite for paragraph in arranged.analysis for cite in paragraph["cite_ids"]}
    others = {cite for own in arranged.sections.values() for paragraph in own for cite in paragraph["cite_ids"]}
    assert weighed and not weighed & others


def test_a_question_that_asks_for_no_judgement_gets_no_analysis() -> None:
    _, arranged = digested("KTX의 속도와 이용객, 사업비")
    assert arranged.analysis == []


def test_disputes_on_other_subjects_are_not_told() -> None:
    state, arranged = digested("Who builds the Chuo maglev and what is disputed about it?")
    assert arranged.abstract is not None and "JR Central" in arranged.abstract["text"]
    assert not any("battery" in evidence.source for evidence in state.evidence.values())
