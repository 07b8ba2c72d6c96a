"""Two Chinese characters that stand for four."""

from __future__ import annotations

import pytest

from dr_core.text.contraction import other_form, short_form


@pytest.mark.parametrize(
    ("word", "short"), [("高铁", "高铁"), ("高速鐵路", "高铁"), ("新幹線", ""), ("rail", ""), ("고속철도", "")]
)
def test_a_word_of_four_is_drawn_together_from_its_first_and_third(word: str, short: str) -> None:
    assert short_form(word) == short


@pytest.mark.parametrize(
    ("word", "text", "other"),
    [
        ("高铁", "中国的高铁很快。高速铁路有多种定义，高速铁路的里程在增长。", "高速铁路"),
        ("高速铁路", "中国的高铁很快。高速铁路有多种定义，高速铁路的里程在增长。", "高铁"),
        ("高鐵", "台灣高鐵很快。高速鐵路有多種定義，高速鐵路的里程在增加。", "高速铁路"),
        ("日銀", "日銀は金利を上げた。日本銀行の総裁が述べた。日本銀行は中央銀行である。", "日本银行"),
    ],
)
def test_the_other_form_is_the_one_that_the_same_text_has(word: str, text: str, other: str) -> None:
    assert other_form(word, [text]) == other


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("高铁", "高速铁路有多种定义，高速铁路的里程在增长。"),
        ("高铁", "中国的高铁很快，高速铁路的里程在增长。"),
        ("国家", "中国国家实验室属于国家。美国国家实验室也属于国家。"),
        ("海水淡化", "海水淡化的成本在下降，海水淡化需要电力。"),
    ],
)
def test_without_both_forms_or_by_chance_there_is_none(word: str, text: str) -> None:
    assert other_form(word, [text]) == ""
