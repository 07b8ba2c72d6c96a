"""CSV files and Excel sheets: each table with its head and what stands over it, each figure as the sheet shows it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from plugins.read.office_kit import workbook

from dr_core import Document, DRError
from dr_core.text.cut import only_first
from dr_plugins.read import delimited, xlsx
from dr_plugins.read.delimited import Delimited
from dr_plugins.read.xlsx import Xlsx


def read(data: bytes | str, name: str = "water_prices.csv") -> Document:
    return Delimited().read(data.encode() if isinstance(data, str) else data, f"file:///notes/{name}", "text/csv")


def read_book(data: bytes) -> Document:
    return Xlsx().read(data, "file:///notes/water_prices.xlsx", "")


@pytest.mark.parametrize(
    ("data", "table"),
    [
        ("City,Price\nBerlin,1.81\nBonn,2\n", "| City | Price |\n|---|---|\n| Berlin | 1.81 |\n| Bonn | 2 |"),
        ("Ort;Preis\nBerlin;1,81\nBonn;2,05\n", "| Ort | Preis |\n|---|---|\n| Berlin | 1,81 |\n| Bonn | 2,05 |"),
        ("City\tPrice\nBerlin\t1.81\nBonn\t2\n", "| City | Price |\n|---|---|\n| Berlin | 1.81 |\n| Bonn | 2 |"),
        ("sep=|\nCity|Price\nBerlin|1,81\n", "| City | Price |\n|---|---|\n| Berlin | 1,81 |"),
        ('City,Note\nBerlin,"a, b\nand c"\n', "| City | Note |\n|---|---|\n| Berlin | a, b and c |"),
        ("City,Note\nBerlin,x|y\n", "| City | Note |\n|---|---|\n| Berlin | x\\|y |"),
        ("Berlin,1.81\nBonn,2.05\n", "| Berlin | 1.81 |\n| Bonn | 2.05 |"),
        (
            "Prices of water\n\nCity,Price\nBerlin,1.81\nSource: the city\n",
            "Prices of water\n\n| City | Price |\n|---|---|\n| Berlin | 1.81 |\n\nSource: the city",
        ),
        ("one\ntwo\n", "one\n\ntwo"),
    ],
    ids=["commas", "semicolons", "tabs", "told", "broken line", "bar", "no head", "title and source", "one column"],
)  # fmt: skip
def test_a_file_of_values_becomes_a_table(data: str, table: str) -> None:
    assert read(data).text == table


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_the_character_set_is_found_by_looking(charset: str) -> None:
    text = "城市,水价（元）\n北京,5\n上海,3.45\n天津,4.9\n重庆,3.5\n"
    document = read(text.encode(charset), "%E6%B0%B4%E4%BB%B7.csv")
    assert document.text.startswith("| 城市 | 水价（元） |\n|---|---|\n| 北京 | 5 |")
    assert (document.title, document.language) == ("水价", "zh-Hans")


def test_a_sheet_gives_each_table_with_its_own_head_and_caption() -> None:
    rows = [
        ["Water prices of large cities"],
        ["euros per cubic metre, with tax"],
        ["City", "2022", None, "2024", None, None, "Lake", "Depth (m)"],
        [None, "Drinking water", "Waste water", "Drinking water", "Waste water"],
        ["Berlin", 1.69, 2.1, 1.81, 2.155],
        [],
        ["Munich", 1.77, 1.56, 1.9, 1.6],
        ["Source: city utilities"],
    ]
    first = [row[:5] for row in rows]
    told = "| City | 2022 Drinking water | 2022 Waste water | 2024 Drinking water | 2024 Waste water |\n|---|---|---|---|---|\n"
    assert read_book(workbook({"Prices": first})).text == (
        "Water prices of large cities – euros per cubic metre, with tax\n\n"
        f"{told}| Berlin | 1.69 | 2.1 | 1.81 | 2.155 |\n| Munich | 1.77 | 1.56 | 1.9 | 1.6 |\n\nSource: city utilities"
    )


def test_tables_beside_each_other_are_two_and_an_empty_column_in_one_is_left_out() -> None:
    beside = [["City", "Price", None, "Lake", "Depth (m)"], ["Berlin", 1.81, None, "Como", 425], ["Bonn", 2, None, None, None]]
    assert read_book(workbook({"a": beside})).text == (
        "| City | Price |\n|---|---|\n| Berlin | 1.81 |\n| Bonn | 2 |\n\n| Lake | Depth (m) |\n|---|---|\n| Como | 425 |"
    )
    wide = [["City", None, "Price"], ["Berlin", None, 1.81]]
    assert read_book(workbook({"a": wide})).text == "| City | Price |\n|---|---|\n| Berlin | 1.81 |"


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (0.125, "0.0%", "12.5%"),
        (2.155, "0.00", "2.16"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (1234567.891, "[$€-407]#,##0.00", "€1,234,567.89"),
        (1234567.891, '#,##0.0,,"M"', "1.2M"),
        (-5.5, "$#,##0.00;[Red]($#,##0.00)", "-$5.50"),
        (2.1, '0.0" km"', "2.1 km"),
        (1234.5, r"_-* #,##0.00\ [$€-407]_-", "1,234.50 €"),
        (0.1 + 0.2, "General", "0.3"),
        (12.0, "General", "12"),
        (1e20, "0", "1e+20"),
        (dt.date(2022, 5, 4), "yyyy-mm-dd", "2022-05-04"),
        (dt.datetime(2022, 5, 1), "mmm yyyy", "2022-05"),
        (dt.datetime(2022, 1, 1), "yyyy", "2022"),
        (dt.datetime(2022, 5, 4, 10, 30), "yyyy-mm-dd hh:mm", "2022-05-04 10:30"),
        (True, "General", "TRUE"),
    ],
)
def test_a_figure_stands_as_the_sheet_shows_it(value: Any, form: str, shown: str) -> None:
    text = read_book(workbook({"a": [["Of", "Value"], ["x", value]]}, formats={"B2": form})).text
    assert text == f"| Of | Value |\n|---|---|\n| x | {shown} |"


def test_sheets_that_are_shown_stand_under_their_names() -> None:
    row = [["City", "Price"], ["Berlin", 1.81]]
    document = read_book(workbook({"Water": row, "hidden": row, "Gas": row}, title="Prices of 2024", creator="Jane Roe"))
    assert [line for line in document.text.split("\n") if line.startswith("#")] == ["## Water", "## Gas"]
    assert (document.title, document.author, bool(document.published)) == ("Prices of 2024", "Jane Roe", True)


def test_the_time_at_which_a_program_wrote_a_file_is_no_date_of_it() -> None:
    document = read_book(workbook({"a": [["City", "Price"], ["Berlin", 1.81]]}))
    assert (document.title, document.author, document.published) == ("water prices", "", "")


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_of_a_long_file_the_first_rows_are_read_and_that_is_said(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delimited, "CHARACTERS", 200)
    monkeypatch.setattr(xlsx, "CHARACTERS", 200)
    rows = [["City", "Price"], *([f"City {at}", at] for at in range(100))]
    csv = "\n".join(f"{name},{price}" for name, price in rows)
    text = (read_book(workbook({"a": rows})) if form == "xlsx" else read(csv)).text
    assert "| City 5 | 5 |" in text and "City 90" not in text
    assert only_first(text, 10**6) == f"only the first {text.count('| City')} of 101 rows were read"


@pytest.mark.parametrize(
    ("reader", "data", "said"),
    [
        (read, b"", "is empty"),
        (read, b"\n\n , \n", "is empty"),
        (read_book, b"\xd0\xcf\x11\xe0rest", "is encrypted, or an old .xls file"),
        (read_book, b"PK\x03\x04rest", "is damaged: not a .xlsx file"),
        (read, b"a,b\n" + b"x" * 200_000 + b",1\n", "is no readable table (field larger than field limit"),
    ],
    ids=["nothing", "blank", "old", "damaged", "one long cell"],
)  # fmt: skip
def test_what_cannot_be_read_is_an_error_of_one_line(reader: Callable[[bytes], Document], data: bytes, said: str) -> None:
    with pytest.raises(DRError) as caught:
        reader(data)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_an_empty_workbook_has_no_text() -> None:
    with pytest.raises(DRError, match="has no text in it"):
        read_book(workbook({"a": [], "hidden": [["x", 1]]}))


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Xlsx().lacks() == ""
    monkeypatch.setattr(xlsx, "find_spec", lambda name: None)
    assert Xlsx().lacks() == "pip install 'dr-framework[office]'"
