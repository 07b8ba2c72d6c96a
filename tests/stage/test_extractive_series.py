"""What a sentence tells of several years is drawn as a table of them would be."""

from __future__ import annotations

from typing import Any

import pytest

from dr_core.stage.extractive.chart import charts_without_model, comparable
from dr_core.stage.extractive.facet import votes
from dr_core.stage.extractive.series import told_by_year

TOLD = [
    (
        "en",
        "Wind power supplied 19 percent of Danish electricity use in 2009, 28 percent in 2011 and 33.5 percent in 2013, it says.",
        ("percent", "percent", [19.0, 28.0, 33.5]),
    ),
    ("en", "A module cost $1,191 in 2010, $384 in 2015 and $137 in 2020.", ("$", "$", [1191.0, 384.0, 137.0])),
    (
        "en",
        "The world used 36.8 million tonnes in 2010, 37.1 million tonnes in 2011 and 40 million tonnes in 2012, 9 percent more.",
        ("million tonnes", "million tonnes", [36.8, 37.1, 40.0]),
    ),
    (
        "de",
        "Der Anteil lag 2010 bei 17 Prozent, 2015 bei 31 Prozent und 2020 bei 45 Prozent.",
        ("Prozent", "Prozent", [17, 31, 45]),
    ),
    (
        "zh-Hans",
        "数据显示，2019年新能源汽车销量为120.6万辆，2020年为136.7万辆，2021年达352.1万辆。",
        ("新能源汽车销量", "万辆", [120.6, 136.7, 352.1]),
    ),
    ("zh-Hans", "2022年汽车出口67.9万辆，2023年出口120.3万辆，2024年出口128.4万辆。", ("汽车出口", "万辆", [67.9, 120.3, 128.4])),
    (
        "ja",
        "資源エネルギー庁によると、再生可能エネルギーの割合は2011年度が10.4%、2014年度が12.6%、2023年度が22.9%だった。",
        ("再生可能エネルギーの割合", "%", [10.4, 12.6, 22.9]),
    ),
    (
        "ko",
        "통계청에 따르면 합계출산율은 2015년 1.24명, 2017년 1.05명, 2023년 0.72명이었다.",
        ("합계출산율", "명", [1.24, 1.05, 0.72]),
    ),
]


@pytest.mark.parametrize(("language", "sentence", "drawn"), TOLD)
def test_years_and_their_figures_make_a_table(language: str, sentence: str, drawn: tuple[str, str, list[float]]) -> None:
    told = told_by_year(sentence, language)
    assert told is not None
    data = comparable(told.table)
    assert data is not None and data["years"]
    assert (data["series"][0]["name"], data["unit"], data["series"][0]["values"]) == drawn


@pytest.mark.parametrize(
    "sentence",
    [
        "Denmark had 4.8 GW in 2020, Spain 30 GW in 2021 and Germany 66 GW in 2022.",  # of three countries
        "2022年销量67.9万辆，2023年产量120.3万辆，2024年出口128.4万辆。",  # of three things
        "The plant made 20 tonnes in 2010, 25 trains in 2012 and 30 towers in 2014.",
        "A module cost $1,191 in 2010, $384 in 2015 and 137 euros in 2020.",
        "Since 2000 it was 5 percent in 2010, 6 percent in 2015 and 7 percent in 2020.",  # which year has which?
        "In 2009 it was 19 percent, 28 percent in 2011 and 33 percent in 2013.",
        "It was 33 percent in 2013, 28 percent in 2011 and 19 percent in 2009.",  # counted back
        "It was 19 in 2009, 28 in 2011 and 33 in 2013.",  # of what?
        "Sales rose 5 percent in 2010, fell 3 percent in 2011 and rose 4 percent in 2012.",  # there is no minus
        f"割合は2011年が10%、{'には' * 40}2014年が12%、2017年が16%。",
        "It was 19 percent in 2009 and 28 percent in 2011.",  # two points make no course
        "The works of 1991, 1995 and 2003 are known.",
    ],
)
def test_nothing_is_made_of_figures_that_may_be_of_different_things(sentence: str) -> None:
    assert told_by_year(sentence, "zh-Hans" if "年" in sentence else "en") is None


def told(sentence: str, title: str = "Wind power in Denmark", language: str = "en", section: str = "sec1") -> dict[str, Any]:
    found = told_by_year(sentence, language)
    assert found is not None
    return {
        "id": "e1",
        "text": found.table,
        "heading": found.name or sentence,
        "source_title": title,
        "section": section,
        "prose": True,
    }


def test_who_asks_how_something_grew_sees_it_drawn_once() -> None:
    sentence = TOLD[0][1]
    years = "| Year | Wind power (percent) |\n|---|---|\n| 2009 | 19 |\n| 2011 | 28 |\n| 2013 | 33.5 |\n| 2015 | 42 |"
    table = {"id": "t1", "text": years, "heading": "Wind power", "source_title": "Wind power in Denmark", "section": "sec1"}
    inputs = {"question": "How has wind power in Denmark grown?", "sections": [{"id": "sec1", "title": "Background"}]}
    charts = charts_without_model({**inputs, "tables": [told(sentence)]})["charts"]
    assert [(chart["title"], chart["chart_type"], chart["cite_ids"]) for chart in charts] == [
        ("Wind power in Denmark: percent by year", "line", ["e1"])
    ]
    for both in ([told(sentence), table], [table, told(sentence)]):
        assert [chart["cite_ids"] for chart in charts_without_model({**inputs, "tables": both})["charts"]] == [["t1"]]


def test_what_was_asked_for_is_drawn_first() -> None:
    sales, exports = told(TOLD[4][1], "汽车统计", "zh-Hans"), told(TOLD[5][1], "汽车统计", "zh-Hans")
    asked = {
        "question": "新能源汽车销量增长趋势如何？",
        "language": "zh-Hans",
        "sections": [{"id": "sec1", "title": "背景与定义"}],
    }
    charts = charts_without_model({**asked, "tables": [exports, sales]})["charts"]
    assert charts[0]["title"] == "新能源汽车销量（万辆，按年份）"
    course = charts_without_model({**asked, "question": "新能源汽车销量走势", "tables": [sales]})["charts"]
    assert [chart["cite_ids"] for chart in course] == [["e1"]]


@pytest.mark.parametrize(("language", "sentence"), [(language, sentence) for language, sentence, _ in TOLD])
def test_figures_of_several_years_speak_for_how_something_grew(language: str, sentence: str) -> None:
    assert votes("", sentence)["scale"] >= 1
    assert not votes("", "The works of 1991, 1995 and 2003 are known.")["scale"]
    assert not votes("", "It sold 5 pianos in 1991, 6 ships in 1995 and 7 dogs in 2003.")["scale"], "of three things"
