"""Words with which anything can be asked about."""

from __future__ import annotations

import pytest

from dr_core.text.general import is_general, without_general


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("current state desalination industry", "desalination"),
        ("desalination plants", "desalination"),
        ("battery storage systems", "battery storage"),
        ("高铁 中国 日本 发展 不同", "高铁 中国 日本"),
        ("高铁产业发展水平", "高铁"),
        ("半導體產業 發展狀況", "半導體"),
        ("リニア 開発状況", "リニア"),
        ("반도체 산업 현황", "반도체"),
    ],
)
def test_general_words_are_left_out_also_at_the_end_of_a_phrase(text: str, bare: str) -> None:
    assert without_general(text) == bare


@pytest.mark.parametrize("text", ["Asian Development Bank", "产业革命", "应用程序", "研究生", "副作用", "水平井"])
def test_a_name_or_another_word_that_holds_one_stays_whole(text: str) -> None:
    assert without_general(text) == text


@pytest.mark.parametrize("text", ["development", "plants", "plants pain", "发展", "發展情況", "발전 현황"])
def test_what_is_all_there_is_stays(text: str) -> None:
    assert without_general(text) == text


def test_a_word_is_general_in_either_script() -> None:
    assert all(map(is_general, ["Latest", "発展", "發展狀況", "산업"]))
    assert not any(map(is_general, ["desalination", "高铁产业", "반도체"]))
