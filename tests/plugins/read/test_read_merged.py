"""Cells of Word and PowerPoint tables that reach over several: each figure stays under its own head."""

from __future__ import annotations

import io
from typing import Any

import pytest

from dr_plugins.read.docx import Docx

ROWS = [
    ["City", "2022", "", "2024", ""],
    ["", "Drinking water", "Waste water", "Drinking water", "Waste water"],
    ["Berlin", "1.69", "2.10", "1.81", "2.16"],
    ["Bonn", "not known", "", "1.90", "1.60"],
]
READ = (
    "| City | 2022 Drinking water | 2022 Waste water | 2024 Drinking water | 2024 Waste water |\n|---|---|---|---|---|\n"
    "| Berlin | 1.69 | 2.10 | 1.81 | 2.16 |\n| Bonn | not known |  | 1.90 | 1.60 |"
)
MERGED = [((0, 1), (0, 2)), ((0, 3), (0, 4)), ((3, 1), (3, 2))]


def test_of_a_word_table() -> None:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    table = document.add_table(4, 5)
    _fill(table, [*MERGED, ((0, 0), (1, 0))])
    data = io.BytesIO()
    document.save(data)
    assert Docx().read(data.getvalue(), "file:///a.docx", "").text == READ


def test_of_a_powerpoint_table() -> None:
    pptx = pytest.importorskip("pptx")
    from dr_plugins.read.pptx import Pptx

    slides = pptx.Presentation()
    slide = slides.slides.add_slide(slides.slide_layouts[6])
    _fill(slide.shapes.add_table(4, 5, 0, 0, 9_000_000, 3_000_000).table, MERGED)
    data = io.BytesIO()
    slides.save(data)
    assert Pptx().read(data.getvalue(), "file:///a.pptx", "").text == READ


def _fill(table: Any, merged: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    for row, cells in enumerate(ROWS):
        for column, words in enumerate(cells):
            table.cell(row, column).text = words
    for first, last in merged:
        table.cell(*first).merge(table.cell(*last))
