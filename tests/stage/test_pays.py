"""Which questions are analysed (S0-9)."""

from __future__ import annotations

import pytest

from dr_core.stage.pays import pays


@pytest.mark.parametrize(
    "question",
    [
        *("電池分析", "評估鈉電池", "评估钠电池", "批判性思考", "比較兩者", "比较两者", "為什麼降價", "为什么降价"),
        *(
            "Analyse sodium",
            "an analysis",
            "Assess it",
            "Evaluate LFP",
            "a critique of LFP",
            "a critical look",
            "Compare A and B",
        ),
        *(
            "Why is LFP cheap",
            "LFP is cheap. Why?",
            "and why",
            "sodium vs lithium",
            "sodium vs. lithium",
            "sodium versus lithium",
        ),
        *("なぜ安いのか", "どうして安いのか", "電池の評価", "배터리 분석", "배터리 평가", "LFP 비판", "두 전지 비교", "왜 싼가"),
        *("趨勢的分析", "市場的觀點", "市场的观点", "market views", "market perspectives"),
    ],
)
def test_words_of_judgement_ask_for_an_analysis(question: str) -> None:
    assert pays(question)


@pytest.mark.parametrize(
    "question", ["電池趨勢", "市場規模", "專家的觀點", "battery trends", "market size", "whyalla", "VSC-HVDC"]
)
def test_half_a_pattern_or_another_word_asks_for_none(question: str) -> None:
    assert not pays(question)


@pytest.mark.parametrize("letter", ["a", "電"])
def test_a_question_longer_than_50_characters_is_analysed(letter: str) -> None:
    assert not pays(letter * 50)
    assert pays(letter * 51)
