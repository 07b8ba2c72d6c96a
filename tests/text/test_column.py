"""Figures of pipe tables are read with the units of their heads, and held against the row that they stand in."""

from __future__ import annotations

import pytest

from dr_core.text.column import figures, in_other_unit, of_other_row
from dr_core.text.support import judge

SPEEDS = (
    "| Operator or line | Highest speed in regular service (km/h) |\n|---|---|\n"
    "| China, Beijing to Shanghai | 350 |\n| Taiwan High Speed Rail | 300 |"
)
LINES = "| 路線 | 最高營運時速（公里） | 開始年分 |\n|---|---|---|\n| 台灣高鐵 | 300 | 2007 |\n| 京滬高鐵 | 350 | 2017 |"
RIDERS = "| 年度 | 旅客人數（萬人次） |\n|---|---|\n| 2007 | 1,556 |\n| 2019 | 6,741 |"


def test_a_number_has_the_unit_of_its_column_or_of_its_row() -> None:
    assert figures(SPEEDS) == ["350 km/h", "300 km/h"]
    assert figures(RIDERS) == ["1,556萬人次", "6,741萬人次"]
    assert figures("| | Taiwan | China |\n|---|---|---|\n| Length (km) | 350 | 48,000 |") == ["350 km", "48,000 km"]
    assert figures("No table (km): 350 | 300") == []
    assert figures("| Route | Time (hours) |\n|---|---|\n| A | 3 to 5 |\n| B | -2 |") == [
        "3 to 5 hours",
        "3 to 5 hours",
        "-2 hours",
    ]


@pytest.mark.parametrize("head", ["CO2 (kg)*", "CO2 (kg) †", "CO2 (kg)¹", "CO2, kg*"])
def test_the_mark_of_a_footnote_is_no_part_of_a_unit(head: str) -> None:
    assert figures(f"| Year | {head} |\n|---|---|\n| 2024 | 560 |\n| 2023 | 690 |") == ["560 kg", "690 kg"]


def test_what_stands_in_brackets_above_a_number_need_not_be_its_unit() -> None:
    plants = "| 項目 | 福岡（まみずピア） | 沖縄（北谷） |\n|--|--|--|\n| 事業費（億円） | 約410 | 約347 |\n"
    plants += "| 造水能力（m3/日） | 50,000 | 40,000 |"
    assert figures(plants) == ["約410億円", "約347億円", "50,000 m3/日", "40,000 m3/日"]
    told = "福岡の施設は1日50,000m3の造水能力に約410億円の事業費を要した。"
    assert judge(told, [plants], language="ja").verdict != "contradicted"
    assert judge(told.replace("410", "560"), [plants], language="ja").verdict == "contradicted"


@pytest.mark.parametrize(
    ("language", "sentence", "table"),
    [
        ("en", "The highest speed in regular service of Taiwan High Speed Rail is 300 km/h.", SPEEDS),
        ("zh-Hant", "最高營運時速，京滬高鐵為350公里，台灣高鐵為300公里。", LINES),
        ("zh-Hant", "京滬高鐵的最高營運時速是350公里。", LINES),
        ("zh-Hant", "2019年旅客人數為6,741萬人次。", RIDERS),
    ],
)
def test_a_sentence_drawn_from_a_table_is_supported(language: str, sentence: str, table: str) -> None:
    assert judge(sentence, [table], language=language).verdict == "supported"


@pytest.mark.parametrize(
    ("language", "sentence", "table"),
    [
        ("en", "The highest speed in regular service of Taiwan High Speed Rail is 350 km/h.", SPEEDS),
        ("zh-Hant", "京滬高鐵的最高營運時速是300公里。", LINES),
        ("zh-Hant", "2019年旅客人數為1,556萬人次。", RIDERS),
    ],
)
def test_a_figure_of_another_row_is_not(language: str, sentence: str, table: str) -> None:
    judged = judge(sentence, [table], language=language)
    assert judged.verdict == "contradicted"
    assert "something else" in judged.reason


def test_a_number_that_is_in_no_row_is_contradicted() -> None:
    assert judge("京滬高鐵的最高營運時速是310公里。", [LINES], language="zh-Hant").verdict == "contradicted"
    wrong = "The highest speed in regular service in China is 310 km/h."
    assert judge(wrong, [SPEEDS], language="en").verdict == "contradicted"


def test_a_number_of_the_row_that_is_spoken_of_is_right_wherever_it_stands() -> None:
    table = (
        "| 조사 | 발표 시기 | 조사 대상 화재 (건) | 결론 |\n|---|---|---|---|\n"
        "| 2차 | 2020년 2월 | 5 | 4건은 배터리 이상으로 추정 |\n| 3차 | 2022년 5월 | 4 | 배터리 내부 이상으로 추정 |"
    )
    assert not of_other_row("| 2차 | 2020년 2월 | 5 | 4건은 배터리 이상으로 추정 |", [table])
    assert not of_other_row("| 3차 | 2022년 5월 | 4 | 배터리 내부 이상으로 추정 |", [table])


METRO = "| Line | Colour | Opened |\n|---|---|---|\n| Market Line | red | 1954 |\n| Forest Line | green | 1978 |"


@pytest.mark.parametrize("spans", [(METRO,), ("\n".join(METRO.split("\n")[:2]), METRO.split("\n")[3])])
def test_the_column_of_a_figure_is_named_by_the_head_not_by_the_cell_beside_it(spans: tuple[str, ...]) -> None:
    assert judge("Forest Line: Opened 1978.", spans, language="en").verdict == "supported"
    assert judge("Forest Line: Colour 1978.", (METRO,), language="en").verdict == "contradicted"


GRID = "| Country | 2022 (GW) | 2023 (GW) |\n|---|---|---|\n| China | 7.8 | 27.1 |\n| United States | 9.3 | 15.8 |"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("China had 27.1 GW of grid batteries.", "supported"),
        ("China had 9.3 GW of grid batteries.", "unclear"),  # no column is named: whose it is can be told, when it was cannot
        ("China had 15.8 GW of grid batteries in 2023.", "contradicted"),
    ],
)
def test_a_figure_of_another_row_is_none_of_this_one_whether_a_column_is_named_or_not(claim: str, verdict: str) -> None:
    assert judge(claim, ("Grid batteries by country.", GRID), language="en").verdict == verdict


LAYERS = "| Layer | Depth (m) | Temperature (°C) |\n|---|---|---|\n| Upper | 0-40 | 18-24 |\n| Lower | 40-200 | 6-9 |\n"
深さ = "| 深度（米） | 温度（℃） |\n|---|---|\n| 6至6.5 | 10至25 |\n"


@pytest.mark.parametrize(
    ("table", "right", "wrong"),
    [
        (
            LAYERS,
            "The lower layer lies at 40 to 200 m and has 6 to 9 °C.",
            "The lower layer lies at 6 to 9 m and has 40 to 200 °C.",
        ),
        (深さ, "深度6至6.5米处的温度为10至25℃。", "深度10至25米处的温度为6至6.5℃。"),
    ],
)
def test_a_number_of_another_unit_is_another_figure(table: str, right: str, wrong: str) -> None:
    assert not in_other_unit(right, [table])
    assert in_other_unit(wrong, [table])
    assert judge(right, [table]).verdict == "supported"
    assert judge(wrong, [table]).verdict != "supported"


def test_a_number_that_prose_or_a_cell_without_a_unit_has_too_may_be_of_it() -> None:
    claim = "The lower layer lies at 9 m."
    assert in_other_unit(claim, [LAYERS])
    assert not in_other_unit(claim, [LAYERS, "The lower layer lies at 9 m."])
    assert not in_other_unit(claim, [LAYERS + "| Layer 9 | 300-400 | 2-3 |\n"])
