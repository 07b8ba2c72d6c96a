"""Which numbers of a table may share an axis, and what a chart of them is called."""

from __future__ import annotations

from typing import Any

import pytest

from dr_core.stage.extractive.caption import caption
from dr_core.stage.extractive.chart import chart_code, charts_without_model, comparable
from dr_core.stage.extractive.column import column


def table(*rows: str) -> str:
    return "\n".join([rows[0], "|---" * (rows[0].count("|") - 1) + "|", *rows[1:]])


@pytest.mark.parametrize(
    ("head", "cells", "unit", "values"),
    [
        ("工程經費", ["新台幣120億元", "約新台幣160億元", "新台幣1,600萬元"], "新台幣億元", [120, 160, 0.16]),
        ("旅客", ["1.5億人", "9,000万人", "3,000万人"], "億人", [1.5, 0.9, 0.3]),
        ("사업비", ["5조 8,462억 원", "10조 7,400억 원", "17조 원"], "조 원", [5.8462, 10.74, 17]),
        ("Cost", ["$108 million", "$2 billion", "about $50 million"], "$ billion", [0.108, 2, 0.05]),
        ("Energy", ["10 MWh", "1.2 GWh", "800 MWh"], "GWh", [0.01, 1.2, 0.8]),
        ("Speed", ["350 km/h", "300 km/h", "285 km/h"], "km/h", [350, 300, 285]),
        ("Limit (°C)", ["-20", "−40", "+5"], "°C", [-20, -40, 5]),
        ("費用（円）", ["1.2億", "9,000万", "500"], "円", [1.2e8, 9e7, 500]),
        ("費用（億円）", ["120億円", "90", "約5"], "億円", [120, 90, 5]),
        ("Percent", ["81.8", "75.2", "62.5"], "Percent", [81.8, 75.2, 62.5]),
        ("Length (km)", ["2010", "1992", "15 000"], "km", [2010, 1992, 15000]),
        ("寿命（年）", ["20", "25", "30"], "年", [20, 25, 30]),
        ("Plants", ["18,426", "15,906", "1,992"], "", [18426, 15906, 1992]),
    ],
)
def test_scale_words_belong_to_the_value_and_the_rest_is_the_unit(
    head: str, cells: list[str], unit: str, values: list[float]
) -> None:
    found = column(head, cells)
    assert found is not None
    assert found.unit == unit
    assert found.values == pytest.approx(values)


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        ("新竹海淡廠", ["100,000", "2027年", "新台幣120億元"]),
        ("Price", ["$108", "€100", "$90"]),
        ("工程經費", ["新台幣120億元", "新台幣160億元", "約90億港元"]),
        ("Fires", ["12", "13 fires", "14 fires"]),
        ("Volume", ["200 m³", "5 km³", "3 m³"]),  # km³ is not a thousand m³
        ("費用（億円）", ["120億", "90億", "5億"]),
        ("First line opened", ["2008", "1992", "1964"]),
        ("開業", ["1964年", "1975年", "2010年"]),
        ("개통", ["2004년", "2010년", "2016년"]),
        ("Size", ["1 to 2", "3", "4"]),
        ("Speed (km/h)", ["431（2021年以降は約300）", "505", "320"]),
    ],
)
def test_units_that_differ_years_and_ranges_make_no_axis(head: str, cells: list[str]) -> None:
    assert column(head, cells) is None


def test_a_table_of_properties_is_read_across_where_the_unit_is_stated() -> None:
    data = comparable(
        table(
            "| 項目 | 新竹海淡廠 | 台南海淡廠第一期 | 將軍澳海水化淡廠 |",
            "| 產水量（立方公尺／日） | 100,000 | 100,000 | 135,000 |",
            "| 預計或實際啟用 | 2027年 | 2028至2029年 | 2023年12月 |",
            "| 公布的工程經費 | 新台幣120億元 | 新台幣160億元 | 約90億港元（合約） |",
        )
    )
    assert data is not None
    assert data["labels"] == ["新竹海淡廠", "台南海淡廠第一期", "將軍澳海水化淡廠"]
    assert (data["unit"], data["by"]) == ("立方公尺／日", "")
    assert data["series"] == [{"name": "產水量", "values": [100000.0, 100000.0, 135000.0]}]


def test_properties_without_a_stated_unit_share_no_axis() -> None:
    assert (
        comparable(table("| Property | LFP |", "| Voltage (V) | 3.2 |", "| Density (Wh/kg) | 160 |", "| Cycles | 4,000 |"))
        is None
    )
    assert comparable(table("| Cell | LFP |", "| Voltage (V) | 3.2 |", "| Density (Wh/kg) | 160 |", "| Cycles | 4,000 |")) is None


def test_columns_that_state_no_unit_are_drawn_one_at_a_time_unless_they_are_years() -> None:
    counts = comparable(table("| Country | Plants | Workers |", "| a | 1 | 900 |", "| b | 2 | 800 |", "| c | 3 | 700 |"))
    assert counts is not None and [one["name"] for one in counts["series"]] == ["Plants"]
    years = comparable(table("| Country | 2022 | 2023 |", "| a | 1 | 9 |", "| b | 2 | 8 |", "| c | 3 | 7 |"))
    assert years is not None and [one["name"] for one in years["series"]] == ["2022", "2023"]


def test_of_several_units_the_one_asked_for_is_drawn() -> None:
    rows = table(
        "| 年份 | 工程数量（个） | 工程规模（万吨/日） |",
        "| 2014 | 112 | 92.69 |",
        "| 2017 | 136 | 118.91 |",
        "| 2018 | 142 | 120.17 |",
    )
    first, asked = comparable(rows), comparable(rows, "中国海水淡化的规模有多大？")
    assert first is not None and first["unit"] == "个"
    assert asked is not None and asked["unit"] == "万吨/日"


def test_labels_that_are_bare_numbers_say_what_they_measure() -> None:
    data = comparable(
        table("| Design speed (km/h) | Average cost (million yuan) |", "| 350 | 139 |", "| 250 | 114 |", "| 200 | 104 |")
    )
    assert data is not None
    assert data["labels"] == ["350 km/h", "250 km/h", "200 km/h"]
    assert "ax.set_ylabel('Design speed')" in chart_code("x", data)
    assert comparable(table("|  | Cost (yuan) |", "| 350 | 139 |", "| 250 | 114 |", "| 200 | 104 |")) is None


def made(names: list[str], unit: str, by: str) -> dict[str, Any]:
    return {"series": [{"name": name} for name in names], "unit": unit, "by": by}


@pytest.mark.parametrize(
    ("language", "data", "said", "title"),
    [
        ("en", made(["Energy"], "kWh/m³", "Source of water"), ("", "How much energy?"), "Energy by source of water (kWh/m³)"),
        (
            "en",
            made(["Percent"], "Percent", "Year"),
            ("Trains on time", "Europe: the verdict"),
            "Trains on time: Percent by year",
        ),
        ("en", made(["Lines in operation, 2020"], "km", "Country"), ("", "Rail"), "Lines in operation, 2020, by country (km)"),
        ("en", made(["Length"], "km", "Line"), ("", "High-speed rail: an overview"), "High-speed rail: Length by line (km)"),
        ("zh-Hant", made(["旅客人數"], "萬人次", "年度"), ("", "台灣高鐵：一票難求"), "台灣高鐵：旅客人數（萬人次，按年度）"),
        ("zh-Hans", made(["营业里程"], "公里", ""), ("", "中国高铁有多长？"), "营业里程（公里）"),
        ("ja", made(["出力"], "MW", "設備"), ("", "系統用蓄電池：歴史"), "系統用蓄電池：設備別の出力（MW）"),
        ("ko", made(["하루 평균 이용객"], "만 명", "시기"), ("", "KTX 20년"), "시기별 하루 평균 이용객 (만 명)"),
    ],
)
def test_a_caption_says_what_is_measured_in_which_unit_and_of_what(
    language: str, data: dict[str, Any], said: tuple[str, str], title: str
) -> None:
    assert caption(data, {"caption": said[0], "source_title": said[1], "heading": "What the auditors said"}, language) == title


def test_a_caption_is_never_longer_than_a_plan_allows() -> None:
    long = made([f"a very long name of a column that goes on and on, number {at}" for at in range(3)], "km", "Line")
    assert len(caption(long, {"source_title": "Rail", "heading": ""}, "en")) <= 160


def test_the_same_columns_in_two_sources_have_two_titles() -> None:
    text = table("| Year | Batteries in operation (MW) |", "| 2020 | 1 |", "| 2021 | 2 |", "| 2022 | 3 |")
    tables = [{"id": at, "text": text, "heading": "", "source_title": at, "section": ""} for at in ("Japan", "Korea")]
    planned = charts_without_model({"question": "batteries", "tables": tables, "language": "en"})["charts"]
    assert {chart["title"].split(":")[0] for chart in planned} == {"Japan", "Korea"}
