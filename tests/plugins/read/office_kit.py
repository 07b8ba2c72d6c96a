"""Excel workbooks and PowerPoint presentations, made as their programs make them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import pytest


def workbook(sheets: Mapping[str, Sequence[Sequence[Any]]], *, formats: Mapping[str, str] | None = None, **about: Any) -> bytes:
    """A workbook with these rows in these sheets, and these formats in cells of the first one ({"B2": "0.0%"})."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
        if name.startswith("hidden"):
            sheet.sheet_state = "hidden"
    for cell, form in (formats or {}).items():
        book.worksheets[0][cell].number_format = form
    for key, value in about.items():
        setattr(book.properties, key, value)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def presentation(title: str = "") -> bytes:
    """Slides with points, a sentence, notes, a table, a chart, a group, a number, and one that is not shown."""
    pptx = pytest.importorskip("pptx")
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    made = pptx.Presentation()
    made.core_properties.author, made.core_properties.title = "Jane Roe", title
    cover = made.slides.add_slide(made.slide_layouts[0])
    cover.shapes.title.text, cover.placeholders[1].text = "Water in cities", "城市的水"
    points = made.slides.add_slide(made.slide_layouts[1])
    points.shapes.title.text = "Prices rise"
    frame = points.placeholders[1].text_frame
    frame.text = "Pipes are old"
    for words in ("Energy is dear", "Berlin raised its price by 7 % in 2024."):
        frame.add_paragraph().text = words
    points.notes_slide.notes_text_frame.text = "The rise was decided in 2023, by the city."
    figures = made.slides.add_slide(made.slide_layouts[5])
    figures.shapes.title.text = "Figures"
    chart = CategoryChartData()
    chart.categories = ["2022", "2023"]
    chart.add_series("Berlin", (1.69, 1.75))
    chart.add_series("Bonn", (2, None))
    place = (Inches(1), Inches(4), Inches(4), Inches(2))
    drawn = figures.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, chart).chart
    drawn.has_title = True
    drawn.chart_title.text_frame.text = "Price by year (euros)"
    table = figures.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for row, cells in enumerate([("City", "Price"), ("Berlin", "1.81")]):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    box = figures.shapes.add_group_shape().shapes.add_textbox(Inches(1), Inches(6.5), Inches(4), Inches(1))
    box.text_frame.text = "Water is cheap in Bonn."
    made.slides.add_slide(made.slide_layouts[1]).shapes.title.text = "Not for this audience"
    made.slides[3]._element.set("show", "0")
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()
