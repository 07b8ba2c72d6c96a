"""PowerPoint presentations: what a reader of the slides sees, in the order in which it is read, with the notes."""

from __future__ import annotations

import pytest
from plugins.read.office_kit import presentation

from dr_core import DRError
from dr_plugins.read.pptx import Pptx


def test_slides_become_headings_points_tables_and_the_data_of_charts() -> None:
    document = Pptx().read(presentation(), "file:///talks/water.pptx", "")
    assert document.text == (
        "## Water in cities\n\n- 城市的水\n\n"
        "## Prices rise\n\n- Pipes are old\n- Energy is dear\n\nBerlin raised its price by 7 % in 2024.\n\n"
        "The rise was decided in 2023, by the city.\n\n"
        "## Figures\n\n| City | Price |\n|---|---|\n| Berlin | 1.81 |\n\n"
        "Price by year (euros)\n\n|  | Berlin | Bonn |\n|---|---|---|\n| 2022 | 1.69 | 2 |\n| 2023 | 1.75 |  |\n\n"
        "Water is cheap in Bonn."
    )
    assert (document.title, document.author, document.kind) == ("Water in cities", "Jane Roe", "file")


@pytest.mark.parametrize(
    ("told", "title"),
    [("The price of water", "The price of water"), ("PowerPoint Presentation", "Water in cities"), ("", "Water in cities")],
)
def test_the_title_is_the_own_one_unless_a_program_put_it_there(told: str, title: str) -> None:
    assert Pptx().read(presentation(told), "file:///talks/water.pptx", "").title == title


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"\xd0\xcf\x11\xe0rest", "is encrypted, or an old .ppt file"), (b"PK\x03\x04rest", "is damaged: not a .pptx file")],
)
def test_what_cannot_be_read_is_an_error_of_one_line(data: bytes, said: str) -> None:
    with pytest.raises(DRError) as caught:
        Pptx().read(data, "file:///talks/water.pptx", "")
    assert said in str(caught.value) and "\n" not in str(caught.value)
