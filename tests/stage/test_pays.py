"""Which questions are analysed (S0-9)."""

from __future__ import annotations

import pytest

from dr_core.stage.pays import compares, pays


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


@pytest.mark.parametrize(
    "question",
    [
        "西班牙与以色列的海水淡化在产能、能耗和成本上有何差别？",
        "台灣與香港海水淡化的差別", "三元锂电池和磷酸铁锂电池有什么区别",
        "西班牙和以色列的海水淡化有什么不同", "スペインとイスラエルの海水淡水化は何が違うか",
        "스페인과 이스라엘의 담수화는 무엇이 다른가", "Spain or Israel: which has cheaper water?", "Compare Spain and Israel",
    ],
)  # fmt: skip
def test_a_question_that_sets_things_against_each_other_gets_a_table(question: str) -> None:
    assert compares(question)


@pytest.mark.parametrize(
    "question",
    [
        "人種と差別の歴史",
        "西班牙和以色列的海水淡化发展史",
        "电池和电网的关系是什么",
        "What is the capital of Spain and of Israel?",
    ],
)
def test_one_that_only_names_them_together_does_not(question: str) -> None:
    assert not compares(question)
