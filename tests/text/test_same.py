"""Words that mean the same though no source says so."""

from __future__ import annotations

import pytest

from dr_core.text import terms
from dr_core.text.same import same_words


@pytest.mark.parametrize(
    ("question", "text", "pair"),
    [
        ("side effects of statins", "Adverse reactions are rare.", ("side effects", "adverse reactions")),
        ("药物有哪些副作用", "不良反应很少。", ("副作用", "不良反应")),
        ("김치의 효능", "김치의 건강 효과", ("효능", "효과")),
        ("Remote work in England", "English firms let their people stay at home.", ("England", "English")),
        ("English cheese", "Cheese is made in England.", ("English", "England")),
        ("Was hilft gegen Husten?", "Gegen Husten helfen Bonbons.", ("hilft", "helfen")),
        ("桜はいつ咲きますか", "桜は春に咲く。", ("咲き", "咲く")),
        ("大熊猫吃什么", "大熊猫每天吃下许多竹子。", ("猫吃", "吃下")),
    ],
)
def test_a_word_of_a_question_is_known_in_another_of_the_texts(question: str, text: str, pair: tuple[str, str]) -> None:
    assert pair in same_words(question, set(terms(text)))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("いつ行われますか", "駅に行く。"),  # another verb that is written with the same character
        ("台湾有多少人口", "台湾拥有许多人口。"),  # no verb that tells anything
        ("England and Wales", "Adverse reactions are rare."),
    ],
)
def test_other_words_stay_other_words(question: str, text: str) -> None:
    assert same_words(question, set(terms(text))) == []
