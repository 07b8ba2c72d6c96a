"""Tables and headings of PDF files, which have no marks of their own: found by how the words stand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dr_plugins.read._pdf_layout import text as text_of
from dr_plugins.read._pdf_line import Line
from dr_plugins.read.pdf import Pdf

typst = pytest.importorskip("typst")
Compiled = Callable[[str], str]


@pytest.fixture
def read(tmp_path: Path) -> Compiled:
    """What is read of a PDF that is made of a source."""

    def compiled(source: str) -> str:
        path = tmp_path / "a.typ"
        path.write_text("#set page(numbering: none)\n" + source, "utf-8")
        return Pdf().read(typst.compile(str(path)), "file:///a.pdf", "application/pdf").text

    return compiled


def table(columns: int | str, *cells: str, options: str = "") -> str:
    return f"#table(columns: {columns}, {options} " + ", ".join(f"[{cell}]" for cell in cells) + ")"


def rows(text: str) -> list[list[str]]:
    """The cells of all tables in a text, without the lines below heads."""
    lines = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


PROSE = " ".join(["The towns paid more for water in that year than they had paid in the ten before."] * 4)
STORAGE = ["Country", "2022", "2023", "China", "15.9", "34.5", "Korea (Republic of)", "4.1", "14.6"]


@pytest.mark.parametrize("options", ["", "stroke: none,", "align: right,", "align: center,", "inset: (x: 12pt, y: 2pt),"])
def test_a_table_has_its_rows_and_columns(read: Compiled, options: str) -> None:
    text = read(f"Prose before it.\n\n{table(3, *STORAGE, options=options)}\n\nProse behind it.")
    assert text == (
        "Prose before it.\n\n| Country | 2022 | 2023 |\n|---|---|---|\n| China | 15.9 | 34.5 |\n"
        "| Korea (Republic of) | 4.1 | 14.6 |\n\nProse behind it."
    )


def test_the_lines_of_a_cell_are_one(read: Compiled) -> None:
    long = "Needs a pretreatment of the water; membranes foul and are replaced every five years"
    other = "Robust with dirty water, and simple to run with staff that is not trained for it"
    cells = ["Method", "Advantages", "Drawbacks", "Osmosis", "Low use of energy", long, "Flash", other, "High use of energy"]
    assert rows(read(table("(2cm, 5cm, 5cm)", *cells))) == [cells[:3], cells[3:6], cells[6:]]


def test_a_head_over_several_columns_is_told_in_each(read: Compiled) -> None:
    spans = "#table(columns: 5, table.cell(rowspan: 2)[Region], table.cell(colspan: 2, align: center)[Solar], "
    spans += "table.cell(colspan: 2, align: center)[Wind], [GW], [TWh], [GW], [TWh], "
    spans += "[Asia], [900], [1,100], [600], [1,200], [Europe], [300], [310], [270], [500])"
    assert rows(read(spans))[:2] == [
        ["Region", "Solar GW", "Solar TWh", "Wind GW", "Wind TWh"],
        ["Asia", "900", "1,100", "600", "1,200"],
    ]


def test_a_table_that_goes_on_on_the_next_page_is_one(read: Compiled) -> None:
    cells = [word for number in range(1, 30) for word in (f"Town {number}", f"{number}.5", f"{number},000")]
    text = read("#set page(height: 12cm)\n" + table(3, *cells, options="table.header[Name][Share][People],"))
    assert text.count("|---") == 3, "the line below one head"
    assert len(rows(text)) == 30 and rows(text)[-1] == cells[-3:]


def test_what_a_table_is_called_stands_above_it(read: Compiled) -> None:
    figure = f"#figure(caption: [Storage by country (GWh)], {table(3, *STORAGE)[1:]})"
    text = read(f"{PROSE}\n\n{figure}\n\n{PROSE}")
    assert f"{PROSE}\n\nTable 1: Storage by country (GWh)\n\n| Country |" in text and text.endswith(f"|\n\n{PROSE}")


def test_a_table_without_a_head_gets_none(read: Compiled) -> None:
    text = read(table(2, "People", "5,000", "Area", "30", "Wells", "12"))
    assert text == "| People | 5,000 |\n| Area | 30 |\n| Wells | 12 |"


def test_tables_stand_in_the_column_of_text_that_they_are_in(read: Compiled) -> None:
    bread = table(2, "Item", "Price", "Bread", "2.30", "Milk", "1.10")
    text = read(f"#set page(columns: 2, height: 12cm)\n#lorem(60)\n\n{bread}\n\n#lorem(150)")
    assert rows(text) == [["Item", "Price"], ["Bread", "2.30"], ["Milk", "1.10"]]
    assert text.split("|")[0].startswith("Lorem ipsum") and text.count("Lorem ipsum dolor sit amet, consectetur") == 2


@pytest.mark.parametrize(
    "source",
    [
        "#outline()\n= Costs\nThey fell.\n= Prices\nThey rose.\n= Sales\nThey stood.",
        "+ Turn the water off.\n+ Open the case.\n+ Take the filter out.",
        "#enum(body-indent: 3em, [Turn the water off.], [Open the case.], [Take the filter out.])",
        "#set par(justify: true)\n#set page(width: 7cm)\n#lorem(120)",
        "#set page(columns: 2)\n#set par(justify: true)\n#lorem(700)",
        "```\nlet a = { 1 }      // one\nlet bcd = { 2 }    // two\nlet ef = { 3 }     // three\n```",
    ],
)
def test_what_is_no_table_stays_prose(read: Compiled, source: str) -> None:
    assert "|" not in read(source)


def test_headings_have_marks_as_deep_as_their_numbers(read: Compiled) -> None:
    text = read(f'#set heading(numbering: "1.1")\n= Costs\n{PROSE}\n\n== In cities\n{PROSE}')
    assert text == f"## 1 Costs\n\n{PROSE}\n\n### 1.1 In cities\n\n{PROSE}"


def test_a_bold_sentence_and_bold_words_in_a_line_are_no_heading(read: Compiled) -> None:
    text = read(f"{PROSE}\n\n*Prices rose in all of them.*\n\n*Costs* of {PROSE}\n\n{PROSE}")
    assert "#" not in text


def test_what_a_page_has_most_of_is_no_heading_however_large(read: Compiled) -> None:
    points = "\n\n".join(f"#text(size: 24pt)[Sales rose by {n}%]" for n in range(2, 6))
    text = read(f"#text(size: 30pt)[Sales in 2024]\n\n{points}\n\n#text(size: 8pt)[Source: the company]")
    assert [line for line in text.splitlines() if line.startswith("#")] == ["## Sales in 2024"]


def test_figures_of_two_cells_that_cannot_be_parted_are_no_cell(read: Compiled) -> None:
    """Where white between cells is no wider than that of prose, a row may lack a cell: then it is better no table."""
    cells = ["Name", "2019", "2020", "Income", "900", "1300", "Costs of all kinds", "700", "1150", "Rest", "200", "150"]
    assert "|" not in read(table(3, *cells, options="stroke: none, inset: (x: 1.4pt, y: 3pt),"))


def test_a_table_of_figures_may_stand_close(read: Compiled) -> None:
    text = read(f"{PROSE}\n\n{table(3, *STORAGE, options='stroke: none, inset: (x: 2.5pt, y: 3pt),')}\n\n{PROSE}")
    assert rows(text) == [STORAGE[:3], STORAGE[3:6], STORAGE[6:]]


def test_what_a_table_is_called_is_no_part_of_the_paragraph_before_it(read: Compiled) -> None:
    text = read(f"#set par(spacing: 0.8em)\n{PROSE}\n\nTable 1. Storage (GWh)\n\n{table(3, *STORAGE)}\n\n{PROSE}")
    assert f"{PROSE}\n\nTable 1. Storage (GWh)\n\n|" in text


def test_a_sentence_whose_letters_come_from_two_fonts_goes_on() -> None:
    page = [
        Line("料金は都市によって大きく異なる。次の表に、その料金を示", 36, 560, 509, 10.1, 509),
        Line("す。料金は値上げされた。", 34, 300, 490.6, 12, 490.6),
        Line("東京の料金は高い。", 34, 240, 472, 12, 472),
    ]
    assert text_of([page]).startswith("料金は都市によって大きく異なる。次の表に、その料金を示す。料金は値上げされた。")


def test_a_table_of_contents_is_no_text(read: Compiled) -> None:
    parts = "\n".join(f"= Part {number} of the work\n== Costs in part {number}\n{PROSE}" for number in range(1, 6))
    text = read(f'#set heading(numbering: "1.1")\n#outline()\n{parts}')
    assert text.count("Part 3 of the work") == text.count("Costs in part 3") == 1
    assert ". . ." not in text and "...." not in text


def test_items_have_the_marks_of_items(read: Compiled) -> None:
    assert read("- one thing\n- another\n\n#list(marker: [–], [a third])") == "- one thing\n\n- another\n\n- a third"


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("Syst`eme d’unit´es, f¨ur Caf´e, Fran¸cois", "Système d’unités, für Café, François"),
        ("Use `a` and 5´ and x/˜name", "Use `a` and 5´ and x/˜name"),
    ],
)
def test_accents_that_old_fonts_set_apart_are_put_on_their_letters(printed: str, meant: str) -> None:
    assert text_of([[Line(printed, 50, 300, 700, 12, 700)]]) == meant
